import { POLICY_FILES } from "../../contracts/guard.ts";
import type { GuardPolicy, InspectedRepository } from "../../contracts/guard.ts";
import { RECEIPT_PATH } from "../../domain/receipt.ts";
import { decodeText } from "../../domain/text-encoding.ts";
import { listConfiguration } from "../session/session-rules.ts";

/**
 * Says which paths belong to what guards a session: what no write is allowed to, and what the install receipt of the
 * baseline owns as a whole. The receipt of the work tree is never asked.
 */
export async function readIntegrationPaths(
  repository: Pick<InspectedRepository, "readBaseline">,
  { file }: Pick<GuardPolicy, "file">
): Promise<(path: string) => boolean> {
  const receipt = await repository.readBaseline(RECEIPT_PATH);
  const { files, folders } = listConfiguration(receipt, file === "judgelock.yml");
  const owned = new Set([...files, ...readOwned(receipt)]);
  for (const policy of POLICY_FILES) owned.delete(policy);
  return (path) => owned.has(path) || folders.some((folder) => path === folder || path.startsWith(`${folder}/`));
}

/** A receipt that cannot be read owns nothing more than what is always owned. */
function readOwned(bytes: Uint8Array | undefined): ReadonlySet<string> {
  const decoded = bytes && decodeText(bytes);
  if (!decoded?.ok) return new Set();
  try {
    const receipt: unknown = JSON.parse(decoded.text);
    const files = getOwn(receipt, "files");
    return new Set(
      Object.keys(typeof files === "object" && files !== null ? files : {}).filter((path) => isGuarding(path, files))
    );
  } catch {
    return new Set();
  }
}

/** Merged manifests and lint configuration are the project's as well: their analysis says what matters of them. */
function isGuarding(path: string, files: unknown): boolean {
  const entry = getOwn(files, path);
  return getOwn(entry, "class") === "generated" || String(getOwn(entry, "generator")).startsWith("provider-");
}

function getOwn(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[key];
}

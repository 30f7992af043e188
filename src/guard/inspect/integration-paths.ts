import type { InspectedRepository } from "../../contracts/guard.ts";
import { RECEIPT_PATH } from "../../domain/receipt.ts";
import { decodeText } from "../../domain/text-encoding.ts";

/** What guards whether a receipt names it or not: an edit must not be able to take it out of the receipt first. */
const ALWAYS = new Set([
  ".hi/settings.json",
  RECEIPT_PATH,
  ".claude/settings.json",
  ".claude/settings.local.json",
  ".codex/hooks.json",
  ".cursor/hooks.json",
  ".opencode/plugins/hi.js",
]);
const FOLDERS = [".hi/runtime/", ".hi/lint/"];

/**
 * Says which paths belong to what guards a session: settings, receipts and runtime, and what the install receipt of the
 * baseline owns. The receipt of the work tree is never asked.
 */
export async function readIntegrationPaths(
  repository: Pick<InspectedRepository, "readBaseline">
): Promise<(path: string) => boolean> {
  const owned = await readOwned(repository);
  return (path) => ALWAYS.has(path) || owned.has(path) || FOLDERS.some((folder) => path.startsWith(folder));
}

/** A receipt that cannot be read owns nothing more than what is always owned. */
async function readOwned({ readBaseline }: Pick<InspectedRepository, "readBaseline">): Promise<ReadonlySet<string>> {
  const bytes = await readBaseline(RECEIPT_PATH);
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

import path from "node:path";

import type { RelativePath } from "../domain/paths.ts";
import { RECEIPT_PATH } from "../domain/receipt.ts";
import type { Route } from "../domain/route.ts";
import { ConfigurationError } from "./configuration-error.ts";
import { readJson } from "./io/read-json.ts";

const CONFIGURATION =
  /^(?:\.?oxlintrc\b.*|oxlint\.(?:config|effective|project)\..*|\.?oxfmtrc\b.*|oxfmt\.config\..*|tsconfig.*\.json)$/;

/**
 * Tells which files are reported on and never rewritten (seed 003 AC-005): lint, format and TypeScript configuration,
 * and what the receipt says is ours. @throws ConfigurationError where the receipt cannot be read
 */
export async function readProtection(root: string): Promise<(file: RelativePath, route: Route) => boolean> {
  const owned = await readOwned(root);
  return (file, route) =>
    owned.has(file) ||
    file === route.config ||
    file === route.formatConfig ||
    CONFIGURATION.test(path.posix.basename(file));
}

/** Paths whose content is ours, whole or by key; a file written once for the project is the project's. */
async function readOwned(root: string): Promise<ReadonlySet<string>> {
  const receipt = await readJson(path.join(root, RECEIPT_PATH));
  if (receipt.kind === "absent") return new Set();
  const files = receipt.kind === "value" ? (receipt.value as { files?: unknown } | null)?.files : undefined;
  if (typeof files !== "object" || files === null) {
    const message = receipt.kind === "broken" ? receipt.message : "it lists no files";
    throw new ConfigurationError(RECEIPT_PATH, message);
  }
  const entries = Object.entries(files as Readonly<Record<string, { readonly class?: unknown } | null>>);
  return new Set(entries.filter(([, entry]) => entry?.class !== "authored").map(([file]) => file));
}

import type { Finding } from "../../domain/finding.ts";
import { listRecordedEmbedded } from "../../domain/ownership-of-scopes.ts";
import { isRelativePath } from "../../domain/paths.ts";
import type { AbsolutePath, RelativePath } from "../../domain/paths.ts";
import { SELECTION_PATH } from "../../domain/receipt.ts";
import type { Receipt } from "../../domain/receipt.ts";
import { getField, parseRoutes } from "../../domain/route.ts";
import type { Settings } from "../../domain/settings.ts";
import { decodeText } from "../../domain/text-encoding.ts";
import type { World } from "../world.ts";
import { findKnownSha, readCurrent } from "./read-current.ts";

/**
 * Folders that the published selection leaves out as packages or repositories of their own, and that are neither any
 * more: their files are a scope's now, and the record still gives them to nobody. A record that somebody edited says
 * nothing here: that is drift. Costs one look at each folder that the record names.
 */
export async function findPastBorders(
  { root, receipt, settings }: { readonly root: AbsolutePath; readonly receipt: Receipt; readonly settings: Settings },
  world: World
): Promise<readonly Finding[]> {
  const entry = receipt.files[SELECTION_PATH];
  const current = await readCurrent(root, SELECTION_PATH, world);
  if (!entry || !current.bytes || findKnownSha(current, [entry.sha256], world) !== entry.sha256) return [];
  const decoded = decodeText(current.bytes);
  const parsed = decoded.ok ? parseRoutes(getField(parse(decoded.text), "scopes")) : undefined;
  const { scopes, exclude } = settings.lint;
  const routes = parsed && "routes" in parsed ? parsed.routes : [];
  const embedded = routes.flatMap((route) => listRecordedEmbedded(route.path, route.ignore, { scopes, exclude }));
  const past: string[] = [];
  for (const folder of new Set(embedded)) {
    if (isRelativePath(folder) && (await isPlainFolder(root, folder, world))) past.push(folder);
  }
  return past.map((path) => ({ code: "inputs-changed", severity: "error", path, args: { isPlain: true } }));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** It is there, and nothing in it makes it a package or a repository. A folder that is gone has no files to lose. */
async function isPlainFolder(root: AbsolutePath, folder: RelativePath, world: World): Promise<boolean> {
  const entries = await world.disk.list(root, folder);
  return entries.length > 0 && !entries.some(({ name }) => name === "package.json" || name === ".git");
}

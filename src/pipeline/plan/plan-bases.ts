import { BASE_FOLDER, isBasePath, listBases, toBasePath } from "../../domain/base.ts";
import type { DesiredFile } from "../../domain/desired.ts";
import type { AbsolutePath, RelativePath } from "../../domain/paths.ts";
import type { Action, FileState, PlanEntry, Reason } from "../../domain/plan.ts";
import type { Receipt } from "../../domain/receipt.ts";
import { decodeText, encodeText, toLineFeeds } from "../../domain/text-encoding.ts";
import type { World } from "../world.ts";

/**
 * The text that was published last, from our own copy. Undefined where there is none, or none that is what its name says:
 * a base comes with a clone and is untrusted.
 */
export async function readBase(root: AbsolutePath, sha256: string, world: World): Promise<string | undefined> {
  const bytes = findIntact(await world.disk.inspect(root, toBasePath(sha256)), sha256, world);
  const decoded = bytes && decodeText(bytes);
  return decoded?.ok ? decoded.text : undefined;
}

/** A base's bytes as they were published, whatever line ends a checkout gave them; nothing is read through a link. */
function findIntact(state: FileState, sha256: string, world: World): Uint8Array | undefined {
  if (state.kind !== "file") return undefined;
  if (state.sha256 === sha256) return state.bytes;
  const inLineFeeds = toLineFeeds(state.bytes);
  return inLineFeeds && world.hash(inLineFeeds) === sha256 ? inLineFeeds : undefined;
}

/** What the receipt will say, and what its whole files are made from. */
interface BasesInput {
  readonly root: AbsolutePath;
  readonly receipt: Pick<Receipt, "files">;
  readonly desired: readonly DesiredFile[];
}

/**
 * Plans the bases that go with a receipt: what is missing or is not what its name says is written, where its content is
 * known; what no entry needs any more goes, where it is what its name says. Anything else in the folder is left alone.
 */
export async function planBases({ root, receipt, desired }: BasesInput, world: World): Promise<readonly PlanEntry[]> {
  const needed = listBases(receipt);
  const contents = new Map(
    desired.map(({ content }) => encodeText(content)).map((bytes) => [world.hash(bytes), bytes])
  );
  const entries: PlanEntry[] = [];
  for (const sha256 of needed) {
    const before = await world.disk.inspect(root, toBasePath(sha256));
    const after = contents.get(sha256);
    const isThere = findIntact(before, sha256, world) !== undefined;
    if (isThere || after === undefined || !isWritable(before)) continue;
    const action = before.kind === "absent" ? "create" : "update";
    entries.push({ ...toEntry(sha256, before, { action, code: "base" }), after, afterSha256: sha256 });
  }
  for (const { name } of await listKept(root, world)) {
    const before = await world.disk.inspect(root, toBasePath(name));
    if (needed.has(name) || findIntact(before, name, world) === undefined) continue;
    entries.push(toEntry(name, before, { action: "delete", code: "base-unneeded" }));
  }
  return entries.toSorted((left, right) => (left.path < right.path ? -1 : 1));
}

const isWritable = ({ kind }: FileState): boolean => kind === "absent" || kind === "file";

async function listKept(root: AbsolutePath, world: World) {
  const folder = await world.disk.inspect(root, BASE_FOLDER);
  if (folder.kind !== "directory") return [];
  const listed = await world.disk.list(root, BASE_FOLDER);
  return listed.filter(({ name, kind }) => kind === "file" && isBasePath(toBasePath(name)));
}

function toEntry(
  sha256: string,
  before: FileState,
  { action, code }: { readonly action: Action; readonly code: Reason["code"] }
): PlanEntry {
  const path: RelativePath = toBasePath(sha256);
  return { path, action, ownership: "generated", generator: "base", reason: { code }, before, mode: 0o644 };
}

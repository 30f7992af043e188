import type { FolderFacts } from "../../domain/detection.ts";
import { parseShallowJson } from "../../domain/json-depth.ts";
import type { Json } from "../../domain/json.ts";
import type { AbsolutePath, ScopePath } from "../../domain/paths.ts";
import { joinScope } from "../../domain/paths.ts";
import { Refusal } from "../../domain/refusal.ts";
import { decodeText } from "../../domain/text-encoding.ts";
import type { World } from "../world.ts";
import { readCurrent } from "./read-current.ts";

/** Reads what stands directly in one folder. @throws Refusal HI_UNPARSEABLE, HI_NOT_A_FILE for its package.json */
export async function readFolder(root: AbsolutePath, path: ScopePath, world: World): Promise<FolderFacts> {
  const listed = await world.disk.list(root, path as Parameters<World["disk"]["list"]>[1]);
  const names = new Set(listed.map((entry) => entry.name));
  const manifest = names.has("package.json") ? await readManifest(root, path, world) : undefined;
  return manifest === undefined ? { path, names } : { path, names, manifest };
}

/** A package.json that cannot be read stops the run before anything is planned; an empty one is an empty object. */
async function readManifest(root: AbsolutePath, scope: ScopePath, world: World): Promise<Json | undefined> {
  const path = joinScope(scope, "package.json");
  const { bytes } = await readCurrent(root, path, world);
  if (bytes === undefined) return undefined;
  const decoded = decodeText(bytes);
  if (!decoded.ok) throw toUnparseable(path, decoded.problem);
  return parseJson(path, decoded.text, world);
}

/** Reads a JSON or JSONC text, the plain way first. @throws Refusal HI_UNPARSEABLE with line and column */
export async function parseJson(path: string, text: string, world: World): Promise<Json> {
  const bare = text.replace(/^\uFEFF/, "");
  if (bare.trim() === "") return {};
  try {
    return parseShallowJson(bare);
  } catch {
    // Slower, but it says where, and takes the comments and trailing commas that some managers allow.
    const parsed = (await world.editors("json")).parse(text);
    if (parsed.ok) return parsed.get("") ?? {};
    throw toUnparseable(path, parsed.problem);
  }
}

function toUnparseable(path: string, problem: { message: string; line: number; column: number }): Refusal {
  return new Refusal({
    code: "HI_UNPARSEABLE",
    message: `The file cannot be read as its own format: ${problem.message}.`,
    where: { path, line: problem.line, column: problem.column },
    next: `mend ${path}, then run the same command again; nothing was written`,
  });
}

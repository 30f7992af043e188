import { toConfigFormat } from "../../domain/config-format.ts";
import { GATE_PATH } from "../../domain/gate-config.ts";
import { toExclusionExpressions } from "../../domain/glob-expression.ts";
import type { Json } from "../../domain/json.ts";
import type { AbsolutePath, RelativePath, ScopePath } from "../../domain/paths.ts";
import { isRelativePath, joinScope } from "../../domain/paths.ts";
import { decodeText } from "../../domain/text-encoding.ts";
import type { World } from "../world.ts";

/** The pre-commit hook of one configuration of lefthook's. */
export interface CommitHook {
  readonly path: RelativePath;
  readonly hook: Json | undefined;
}

/** How many files are read, and how many names are looked at for a glob: a check may not walk without end. */
const MAX_FILES = 200;
const MAX_NAMES = 5000;

/**
 * The pre-commit hooks that lefthook puts together from a configuration: its own, and those of the files that it extends,
 * each looked for from the root, as lefthook does. Ours is left out, and so is what cannot be read here (a remote, a file
 * outside of the repository, one that is broken): lefthook itself says what is wrong with that.
 */
export async function readCommitHooks(
  root: AbsolutePath,
  start: RelativePath,
  world: World
): Promise<readonly CommitHook[]> {
  const hooks: CommitHook[] = [];
  const seen = new Set<string>([GATE_PATH]);
  const waiting = [start];
  for (let path = waiting.shift(); path !== undefined && hooks.length < MAX_FILES; path = waiting.shift()) {
    if (seen.has(path)) continue;
    seen.add(path);
    const get = await readConfig(root, path, world);
    if (get === undefined) continue;
    hooks.push({ path, hook: get("/pre-commit") });
    const extended = get("/extends");
    const texts = (Array.isArray(extended) ? extended : [extended]).filter((one) => typeof one === "string");
    for (const text of texts) waiting.push(...(await findExtended(root, text.replace(/^\.\//, ""), world)));
  }
  return hooks;
}

async function readConfig(root: AbsolutePath, path: RelativePath, world: World) {
  const format = toConfigFormat(path);
  if (format === "lines" || format === "module") return undefined;
  const bytes = await readBytes(root, path, world);
  const decoded = bytes && decodeText(bytes);
  if (!decoded?.ok) return undefined;
  const parsed = (await world.readers(format)).parse(decoded.text);
  return parsed.ok ? parsed.get : undefined;
}

async function readBytes(root: AbsolutePath, path: RelativePath, world: World): Promise<Uint8Array | undefined> {
  const state = await world.disk.inspect(root, path);
  const real = state.kind === "link" && state.inside ? await world.disk.inspect(root, state.inside) : state;
  return real.kind === "file" ? real.bytes : undefined;
}

/** The files that an element of `extends` names: one, or those that a glob matches. */
async function findExtended(root: AbsolutePath, text: string, world: World): Promise<readonly RelativePath[]> {
  if (!/[*?[{]/.test(text)) return isRelativePath(text) ? [text] : [];
  const expressions = toExclusionExpressions(text);
  const fixed = text.split("/").slice(0, -1);
  const magic = fixed.findIndex((segment) => /[*?[{]/.test(segment));
  const base = fixed.slice(0, magic === -1 ? undefined : magic).join("/") || ".";
  if (expressions === undefined || !(base === "." || isRelativePath(base))) return [];
  const paths = await listBelow(
    root,
    base as RelativePath | ".",
    { isDeep: text.includes("**") || magic !== -1 },
    world
  );
  return paths.filter((path) => expressions.some((expression) => expression.test(path)));
}

/** Files below a folder, sorted level by level; repositories of packages and git's own are never looked into. */
async function listBelow(
  root: AbsolutePath,
  base: RelativePath | ".",
  { isDeep }: { readonly isDeep: boolean },
  world: World
): Promise<readonly RelativePath[]> {
  const files: RelativePath[] = [];
  const folders = [base];
  let count = 0;
  for (let folder = folders.shift(); folder !== undefined && count < MAX_NAMES; folder = folders.shift()) {
    for (const { name, kind } of await world.disk.list(root, folder)) {
      count += 1;
      const path = joinScope(folder as ScopePath, name);
      if (kind !== "directory") files.push(path);
      else if (isDeep && name !== ".git" && name !== "node_modules") folders.push(path);
    }
  }
  return files;
}

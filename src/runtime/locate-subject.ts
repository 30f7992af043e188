import path from "node:path";

import type { EditEvent } from "../agents/agent.ts";
import type { ToolCall } from "../agents/pre-tool/tool-call.ts";
import type { CustomLintRequest } from "../contracts/custom-lint.ts";
import type { Json } from "../domain/json.ts";
import { isRelativePath } from "../domain/paths.ts";
import { isSameOrBelow } from "./io/is-same-or-below.ts";
import { RealPlaces } from "./real-places.ts";

/** The longest path that a system takes; a longer one leads nowhere. */
const MAX_PATH = process.platform === "win32" ? 32_767 : 4096;

/**
 * The subject that linters get of a call: `{tool, args}` with every path where it really is, so that a link does not
 * lead a linter astray: from the repository root where it lies inside, absolute where not.
 * Undefined where that takes more looks at the disk than are taken, and where what stands above a linked folder is one
 * file for an agent that joins names and another for one that asks the system: then nobody can decide.
 */
export async function toSubject(root: string, call: ToolCall): Promise<CustomLintRequest["subject"] | undefined> {
  const places = new RealPlaces();
  const base = path.resolve(root, isNameable(call.base) ? call.base : ".");
  const locate = (named: Json): Promise<Json> => locatePath({ root, base, places }, named);
  const args = new Map(Object.entries(call.args));
  for (const name of ["path", "cwd"]) {
    const named = args.get(name);
    if (named !== undefined) args.set(name, await locate(named));
  }
  const paths = args.get("paths");
  if (Array.isArray(paths)) args.set("paths", await Promise.all(paths.map((named: Json) => locate(named))));
  // From entries, so that no name can reach a prototype.
  return places.isExhausted || places.isAmbiguous ? undefined : { tool: call.tool, args: Object.fromEntries(args) };
}

/** The edited files that lie in the repository, by their real place. */
export async function toSubjectPaths(
  root: string,
  edit: Pick<EditEvent, "base" | "paths">
): Promise<readonly string[]> {
  const base = path.resolve(root, isNameable(edit.base) ? edit.base : ".");
  const places = new RealPlaces();
  const located = await Promise.all(edit.paths.map((named) => locatePath({ root, base, places }, named)));
  return [...new Set(located.filter((file) => isRelativePath(file)))];
}

interface Ground {
  readonly root: string;
  readonly base: string;
  readonly places: RealPlaces;
}

/** A path that cannot be one stays as it is written: the tool will refuse it. */
async function locatePath({ root, base, places }: Ground, named: Json): Promise<Json> {
  if (typeof named !== "string" || !isNameable(named)) return named;
  // What is too long once it is resolved leads nowhere; `a/../a/../b` is short then.
  const full = path.resolve(base, named);
  const real = full.length > MAX_PATH ? full : await places.find(full);
  if (named.split(/[/\\]/).includes("..") && full.length <= MAX_PATH) {
    const asked = await places.findAsked(path.isAbsolute(named) ? named : `${base}${path.sep}${named}`);
    if (asked !== real) places.isAmbiguous = true;
  }
  return isSameOrBelow(root, real) ? path.relative(root, real).split(path.sep).join("/") || "." : real;
}

function isNameable(text: string | undefined): text is string {
  return text !== undefined && text !== "" && !text.includes("\0");
}

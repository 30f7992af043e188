import { realpath } from "node:fs/promises";
import path from "node:path";

import type { EditEvent } from "../agents/agent.ts";
import type { ToolCall } from "../agents/pre-tool/tool-call.ts";
import type { CustomLintRequest } from "../contracts/custom-lint.ts";
import type { Json } from "../domain/json.ts";
import { isRelativePath } from "../domain/paths.ts";
import { isSameOrBelow } from "./io/is-same-or-below.ts";

/**
 * The subject that linters get of a call: `{tool, args}` with every path where it really is, so that a link does not
 * lead a linter astray: from the repository root where it lies inside, absolute where not.
 */
export async function toSubject(root: string, call: ToolCall): Promise<CustomLintRequest["subject"]> {
  const base = path.resolve(root, isNameable(call.base) ? call.base : ".");
  const locate = (named: Json): Promise<Json> => locatePath(root, base, named);
  const args = new Map(Object.entries(call.args));
  for (const name of ["path", "cwd"]) {
    const named = args.get(name);
    if (named !== undefined) args.set(name, await locate(named));
  }
  const paths = args.get("paths");
  if (Array.isArray(paths)) args.set("paths", await Promise.all(paths.map((named: Json) => locate(named))));
  // From entries, so that no name can reach a prototype.
  return { tool: call.tool, args: Object.fromEntries(args) };
}

/** The edited files that lie in the repository, by their real place. */
export async function toSubjectPaths(
  root: string,
  edit: Pick<EditEvent, "base" | "paths">
): Promise<readonly string[]> {
  const base = path.resolve(root, isNameable(edit.base) ? edit.base : ".");
  const located = await Promise.all(edit.paths.map((named) => locatePath(root, base, named)));
  return [...new Set(located.filter((file) => isRelativePath(file)))];
}

/** A path that cannot be one stays as it is written: the tool will refuse it. */
async function locatePath(root: string, base: string, named: Json): Promise<Json> {
  if (typeof named !== "string" || !isNameable(named)) return named;
  const real = await toRealPath(path.resolve(base, named));
  return isSameOrBelow(root, real) ? path.relative(root, real).split(path.sep).join("/") || "." : real;
}

/** What is not there yet lies in the nearest folder that is. */
async function toRealPath(file: string): Promise<string> {
  const missing: string[] = [];
  for (let here = file; ; here = path.dirname(here)) {
    try {
      return path.join(await realpath(here), ...missing);
    } catch {
      if (path.dirname(here) === here) return file;
      missing.unshift(path.basename(here));
    }
  }
}

function isNameable(text: string | undefined): text is string {
  return text !== undefined && text !== "" && !text.includes("\0");
}

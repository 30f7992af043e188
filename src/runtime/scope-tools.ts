import path from "node:path";

import type { PostEditFailure, PostEditRerun } from "../contracts/post-edit-result.ts";
import type { Route } from "../domain/route.ts";
import { confineRoute } from "./confine-route.ts";
import { findTool } from "./find-tool.ts";
import type { Tool } from "./find-tool.ts";
import { findNodeFailure } from "./node-version.ts";
import type { ToolSession } from "./run-tool.ts";

/** What the files of one scope are checked with, looked up once. */
export interface ScopeTools {
  readonly session: ToolSession;
  readonly route: Route;
  /** The scope's folder, where its tools run: a real path inside the root. */
  readonly cwd: string;
  readonly linter: Tool | PostEditFailure;
  /** Undefined where another formatter, or none, formats the scope. */
  readonly formatter: Tool | PostEditFailure | undefined;
}

/** Looks a scope's folder and tools up, or says why nothing of it can be checked. */
export async function findScopeTools(route: Route, session: ToolSession): Promise<ScopeTools | PostEditFailure> {
  const { config, formatConfig, versions } = route;
  const cwd = await confineRoute(session.root, route);
  if (typeof cwd !== "string") return cwd;
  const configs = formatConfig === undefined ? [config] : [config, formatConfig];
  const nodeFailure = findNodeFailure(configs, process.versions.node);
  if (nodeFailure) return nodeFailure;
  const place = { root: session.root, from: cwd };
  const [linter, formatter] = await Promise.all([
    findTool({ name: "oxlint", version: versions.oxlint }, place),
    formatConfig === undefined ? undefined : findTool({ name: "oxfmt", version: versions.oxfmt }, place),
  ]);
  return { session, route, cwd, linter, formatter };
}

/** A path of the repository as the scope's tools name it: from their folder, POSIX separators. */
export function toLocal({ session, cwd }: ScopeTools, file: string): string {
  return path.relative(cwd, path.join(session.root, file)).split(path.sep).join("/");
}

/** The command that checks these files again. */
export function toRerun(tools: ScopeTools, files: readonly string[]): PostEditRerun {
  const config = toLocal(tools, tools.route.config);
  // A name that starts with a dash must not be read as an option.
  const names = files.map((file) => toLocal(tools, file).replace(/^-/, "./-"));
  return { cwd: tools.route.cwd, command: ["oxlint", "-c", config, "--disable-nested-config", ...names] };
}

import { realpath } from "node:fs/promises";
import path from "node:path";

import type { PostEditFailure } from "../contracts/post-edit-result.ts";
import { SELECTION_PATH } from "../domain/receipt.ts";
import type { Route } from "../domain/route.ts";
import { isSameOrBelow } from "./io/is-same-or-below.ts";

/**
 * The real path of the folder that a scope's tools run in, or why the scope is skipped: its folder or one of its
 * configurations is led out of the repository by a link, or the folder is not there. A missing configuration is the
 * tool's own to report. `root` is a real path.
 */
export async function confineRoute(root: string, route: Route): Promise<string | PostEditFailure> {
  for (const named of [route.cwd, route.config, ...(route.formatConfig === undefined ? [] : [route.formatConfig])]) {
    const real = await toRealPath(root, named);
    if (real !== undefined && !isSameOrBelow(root, real)) return toFailure(`${named} leads out of the repository`);
  }
  return (await toRealPath(root, route.cwd)) ?? toFailure(`the folder ${route.cwd} is not there`);
}

function toRealPath(root: string, named: string): Promise<string | undefined> {
  return realpath(path.join(root, named)).catch(() => undefined);
}

function toFailure(output: string): PostEditFailure {
  return { kind: "configuration", command: [SELECTION_PATH], exitCode: null, signal: null, output };
}

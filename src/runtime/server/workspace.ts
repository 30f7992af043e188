import path from "node:path";

import type { RelativePath } from "../../domain/paths.ts";
import type { ScopeTools } from "../scope-tools.ts";

/**
 * The folder that a server takes for its workspace: the one the tools run in, else the repository. A server looks at a
 * file outside it with a configuration of its own. Absolute.
 */
export function findWorkspace({ session, cwd }: ScopeTools, files: readonly RelativePath[]): string {
  const isHeld = files.every((file) => path.join(session.root, file).startsWith(cwd + path.sep));
  return isHeld ? cwd : session.root;
}

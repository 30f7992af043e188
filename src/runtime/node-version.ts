import type { PostEditFailure } from "../contracts/post-edit-result.ts";
import { canLoadTypeScript, isTypeScriptModule, NODE_FOR_TYPESCRIPT, NODE_INSTALLS } from "../domain/node-version.ts";
import type { RelativePath } from "../domain/paths.ts";

/** A failure where this Node cannot load one of the configuration files; undefined where it can. */
export function findNodeFailure(configs: readonly RelativePath[], version: string): PostEditFailure | undefined {
  const config = configs.find(isTypeScriptModule);
  if (config === undefined || canLoadTypeScript(version)) return undefined;
  const output = `Node ${version} cannot load ${config}: it takes Node ${NODE_FOR_TYPESCRIPT} or later (${NODE_INSTALLS}), first on the PATH that the agent gets`;
  return { kind: "node-version", command: ["node"], exitCode: null, signal: null, output };
}

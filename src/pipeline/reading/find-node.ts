import type { Answers, ScopeAnswers } from "../../domain/answers.ts";
import type { Finding } from "../../domain/finding.ts";
import {
  canLoadTypeScript,
  isTypeScriptModule,
  NODE_FOR_TYPESCRIPT,
  NODE_INSTALLS,
} from "../../domain/node-version.ts";
import type { AbsolutePath } from "../../domain/paths.ts";
import { joinScope } from "../../domain/paths.ts";
import type { World } from "../world.ts";

/**
 * Says that the Node which scripts and agents get cannot load what is configured: this program runs on another one, and
 * everything else would fail from the first edit on.
 */
export async function findNodeFindings(
  root: AbsolutePath,
  answers: Answers,
  world: Pick<World, "findNode">
): Promise<readonly Finding[]> {
  const config = answers.scopes.flatMap(listConfigs).find(isTypeScriptModule);
  const node = config === undefined ? undefined : await world.findNode?.(root);
  if (config === undefined || node === undefined || node.kind === "silent") return [];
  const args = { config, needed: NODE_FOR_TYPESCRIPT, how: NODE_INSTALLS };
  if (node.kind === "absent") return [{ code: "node-missing", severity: "warning", args }];
  if (canLoadTypeScript(node.version)) return [];
  return [{ code: "node-too-old", severity: "warning", args: { ...args, version: node.version, file: node.file } }];
}

function listConfigs({ path, policy, format }: ScopeAnswers): readonly string[] {
  const lint = policy.kind === "generated" ? joinScope(path, "oxlint.config.ts") : policy.path;
  return [lint, ...(format ? [joinScope(path, "oxfmt.config.ts")] : [])];
}

import type { FolderFacts } from "../../domain/detection.ts";
import { joinScope } from "../../domain/paths.ts";
import { KEPT_RULE, KEPT_RULE_EVIDENCE } from "../../domain/policy/harness-policy.ts";
import { decodeText } from "../../domain/text-encoding.ts";
import type { World } from "../world.ts";
import type { Site } from "./find-answers.ts";
import { findKnownSha, readCurrent } from "./read-current.ts";

const CONFIGS = ["oxlint.config.ts", "oxlint.effective.config.ts"];

/**
 * Whether a configuration of ours in the folder, as it was published, speaks of the rule that stays where it was owned
 * (seed 003 AC-007). The receipt says so from then on, so that an edit or a removal of the file changes no answer.
 */
export async function findKeptRule(folder: FolderFacts, { root, receipt }: Site, world: World): Promise<boolean> {
  for (const name of CONFIGS) {
    const path = joinScope(folder.path, name);
    const owned = receipt?.files[path];
    if (owned?.class !== "generated") continue;
    if (owned.evidence?.includes(KEPT_RULE_EVIDENCE)) return true;
    if (!folder.names.has(name)) continue;
    const current = await readCurrent(root, path, world);
    const decoded = current.bytes && decodeText(current.bytes);
    const isPublished = findKnownSha(current, [owned.sha256], world) === owned.sha256;
    if (isPublished && decoded?.ok && KEPT_RULE.test(decoded.text)) return true;
  }
  return false;
}

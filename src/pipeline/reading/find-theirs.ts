import type { FolderFacts } from "../../domain/detection.ts";
import { EFFECTIVE_CONFIG } from "../../domain/lint-policy.ts";
import type { RelativePath } from "../../domain/paths.ts";
import { joinScope } from "../../domain/paths.ts";
import { isMadeByUs, PROJECTIONS } from "../../domain/projections.ts";
import type { World } from "../world.ts";
import type { AnswersInput } from "./find-answers.ts";

type Question = Pick<AnswersInput, "site" | "settings" | "folders">;

/**
 * Files at paths of ours that the project made: they stay in its own checks. Ours is what the receipt says we made, so
 * that our own publication changes no answer; the disk is asked only about the rest.
 */
export async function findTheirs(question: Question, world: World): Promise<readonly RelativePath[]> {
  const { root, receipt } = question.site;
  const theirs: RelativePath[] = [];
  for (const path of listCandidates(question)) {
    if (isMadeByUs(receipt?.files[path])) continue;
    if ((await world.disk.inspect(root, path)).kind !== "absent") theirs.push(path);
  }
  return theirs.toSorted();
}

/** No tool of a scope looks at OpenCode's plugin, whoever the providers are: it is asked about even unselected. */
function listCandidates({ settings, folders }: Question): readonly RelativePath[] {
  const projections = settings.providers.map((provider) => PROJECTIONS[provider]);
  const formats = settings.packs.includes("format") ? folders.filter(hasFormatConfig).map(toFormatConfig) : [];
  const lints = folders
    .filter(({ names }) => names.has(EFFECTIVE_CONFIG))
    .map(({ path }) => joinScope(path, EFFECTIVE_CONFIG));
  return [...new Set([...projections, PROJECTIONS.opencode, ...formats, ...lints])];
}

const hasFormatConfig = ({ names }: FolderFacts): boolean => names.has("oxfmt.config.ts");

const toFormatConfig = ({ path }: FolderFacts): RelativePath => joinScope(path, "oxfmt.config.ts");

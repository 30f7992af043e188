import type { Answers } from "../src/domain/answers.ts";
import { PROJECTIONS } from "../src/domain/projections.ts";
import { BRIDGE_PATH } from "../src/domain/receipt.ts";
import { findFormatConfig, findLintConfig, isComposed } from "./scope-commands.ts";

/**
 * Globs of the code files of ours that no project file imports, or not all of what they export. One for both programs of
 * the runtime: knip advises against naming a program that a package script starts.
 */
export function listOurPrograms(answers: Answers): readonly string[] {
  const configs = listOurConfigs(answers).filter((file) => !/(?:^|\/)ox(?:fmt|lint)\.config\.ts$/.test(file));
  return [
    ...(isComposed(answers) ? [BRIDGE_PATH] : []),
    ".hi/runtime/*.mjs",
    ...listOurProjections(answers).filter((file) => file === PROJECTIONS.opencode),
    // Of a name that no tool looks for.
    ...configs.map(toGlob),
  ];
}

/** Configuration modules of ours, repository-relative. */
export function listOurConfigs({ scopes, theirs }: Answers): readonly string[] {
  return scopes
    .flatMap((scope) => [
      scope.policy.kind === "generated" ? findLintConfig(scope) : undefined,
      findFormatConfig(scope),
    ])
    .filter((config) => config !== undefined)
    .filter((config) => !theirs.includes(config));
}

/** The projections that are whole files of ours, repository-relative: one that the project had stays in its own checks. */
export function listOurProjections({ providers, theirs }: Answers): readonly string[] {
  return providers.map((provider) => PROJECTIONS[provider]).filter((file) => !theirs.includes(file));
}

/** A file's name as a glob of Biome, dprint or knip: they refuse to escape anything else. */
export function toGlob(file: string): string {
  return file.replaceAll(/[*?[\]{}!\\]/g, String.raw`\$&`);
}

/** A file's name as a line of an ignore file, anchored, so that no namesake in another folder is meant. */
export function toIgnoreLine(file: string): string {
  return `/${file.replaceAll(/[*?[\\]/g, String.raw`\$&`).replace(/ $/, String.raw`\ `)}`;
}

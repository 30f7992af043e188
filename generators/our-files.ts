import type { Answers } from "../src/domain/answers.ts";
import { joinScope } from "../src/domain/paths.ts";
import type { ProviderName } from "../src/domain/settings.ts";
import { findFormatConfig } from "./scope-commands.ts";

const PROJECTIONS: Readonly<Record<ProviderName, string>> = {
  claude: ".claude/settings.json",
  codex: ".codex/hooks.json",
  cursor: ".cursor/hooks.json",
  opencode: ".opencode/plugins/hi.js",
};

/** Code files of ours that no project file imports, repository-relative. */
export function listOurPrograms({ providers }: Answers): readonly string[] {
  return [".hi/runtime/hook.mjs", ...(providers.includes("opencode") ? [PROJECTIONS.opencode] : [])];
}

/** Configuration modules of ours, repository-relative. */
export function listOurConfigs({ scopes }: Answers): readonly string[] {
  return scopes.flatMap((scope) => [
    ...(scope.policy.kind === "generated" ? [joinScope(scope.path, "oxlint.config.ts")] : []),
    ...[findFormatConfig(scope)].filter((config) => config !== undefined),
  ]);
}

/** The projections of the selected providers, repository-relative. */
export function listProjections({ providers }: Answers): readonly string[] {
  return providers.map((provider) => PROJECTIONS[provider]);
}

/** A file's name as a glob of Biome, dprint or knip: they refuse to escape anything else. */
export function toGlob(file: string): string {
  return file.replaceAll(/[*?[\]{}!\\]/g, String.raw`\$&`);
}

/** A file's name as a line of an ignore file, anchored, so that no namesake in another folder is meant. */
export function toIgnoreLine(file: string): string {
  return `/${file.replaceAll(/[*?[\\]/g, String.raw`\$&`).replace(/ $/, String.raw`\ `)}`;
}

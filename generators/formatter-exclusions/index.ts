import type { Answers } from "../../src/domain/answers.ts";
import type { RelativePath } from "../../src/domain/paths.ts";
import { relativePath } from "../../src/domain/paths.ts";
import type { GeneratorInput, Row } from "../base.ts";
import { HarnessGenerator } from "../base.ts";
import { listOurConfigs, listOurPrograms, listOurProjections, toGlob, toIgnoreLine } from "../our-files.ts";

/** What the project's own formatters and unused-file checks skip: files of ours, and nothing of the project's. */
export class FormatterExclusionsGenerator extends HarnessGenerator {
  rows({ answers }: GeneratorInput): readonly Row[] {
    const has = (name: Answers["formatters"][number]): boolean => answers.formatters.includes(name);
    const ours = [...listOurProjections(answers), ...listOurConfigs(answers)].toSorted();
    const globs = [".hi/**", ...ours.map(toGlob)];
    const anchored = globs.map((glob) => `/${glob}`);
    return [
      ...(has("prettier") ? [toPrettier(["/.hi/", ...ours.map(toIgnoreLine)])] : []),
      ...(has("biome") ? toFamily("biome", (destination) => toBiome(destination, globs)) : []),
      ...(has("dprint") ? toFamily("dprint", (destination) => toDprint(destination, anchored)) : []),
      ...toFamily("knip", (destination) => toKnip(destination, listOurPrograms(answers))),
    ];
  }
}

/** A tool's configuration goes by one of four names; only the one that exists is edited. */
function toFamily(name: string, toRow: (destination: RelativePath) => Row): readonly Row[] {
  return [`${name}.json`, `${name}.jsonc`, `.${name}.json`, `.${name}.jsonc`].map((file) => toRow(relativePath(file)));
}

const MERGED_JSON = { ownership: "merged", format: "json", mustExist: true } as const;

function toPrettier(lines: readonly string[]): Row {
  return {
    template: "prettierignore.ejs",
    destination: relativePath(".prettierignore"),
    ownership: "merged",
    format: "lines",
    keys: [{ pointer: "/section", value: lines }],
    data: { lines },
  };
}

/**
 * One override, last, which needs no knowledge of what is there: a negation in `files.includes` alone would include
 * nothing, and a `**` beside it would bring back what the project left out.
 */
function toBiome(destination: RelativePath, includes: readonly string[]): Row {
  const off = { enabled: false };
  const override = { includes, assist: off, formatter: off, linter: off };
  return {
    template: "list.json.ejs",
    destination,
    owns: ["/overrides/-"],
    data: { list: { overrides: [override] } },
    ...MERGED_JSON,
  };
}

/** A leading slash anchors a pattern of dprint to its configuration's folder. */
function toDprint(destination: RelativePath, excludes: readonly string[]): Row {
  return {
    template: "list.json.ejs",
    destination,
    owns: ["/excludes/-"],
    data: { list: { excludes } },
    ...MERGED_JSON,
  };
}

function toKnip(destination: RelativePath, ignore: readonly string[]): Row {
  return { template: "list.json.ejs", destination, owns: ["/ignore/-"], data: { list: { ignore } }, ...MERGED_JSON };
}

import type { ScopeAnswers } from "../../src/domain/answers.ts";
import { toPointer } from "../../src/domain/json.ts";
import type { ScopePath } from "../../src/domain/paths.ts";
import { joinScope } from "../../src/domain/paths.ts";
import type { GeneratorInput, Row } from "../base.ts";
import { HarnessGenerator } from "../base.ts";
import { FORMAT_COMMAND, toLintCommand } from "../scope-commands.ts";

/** The commit gate's hook manager; exact, as the lint tools are. */
const LEFTHOOK_VERSION = "2.2.1";

type Section = Readonly<Record<string, string>>;

/** Scripts and exact devDependencies, by key, in manifests that exist; never a script that an install runs. */
export class ScriptsGenerator extends HarnessGenerator {
  rows(input: GeneratorInput): readonly Row[] {
    const { answers } = input;
    const rows = answers.scopes.map((scope) =>
      toRow(scope.path, toScripts(scope, input), toDependencies(scope, input))
    );
    const isGated = answers.commitGate === "lefthook" && !answers.scopes.some((scope) => scope.path === ".");
    return isGated ? [...rows, toRow("." as ScopePath, {}, { lefthook: LEFTHOOK_VERSION })] : rows;
  }
}

function toScripts(scope: ScopeAnswers, { answers }: GeneratorInput): Section {
  const lint = toLintCommand(scope);
  return {
    lint,
    "lint:fix": `${lint} --fix`,
    ...(answers.packs.includes("effect") ? { "lint:patch": "effect-tsgo patch --oxlint" } : {}),
    ...(scope.format ? { format: FORMAT_COMMAND, "format:check": `${FORMAT_COMMAND} --check` } : {}),
  };
}

/** The exact tuple (seed 003 AC-008): what is not used by the scope is left out. */
function toDependencies(scope: ScopeAnswers, { answers, toolchain }: GeneratorInput): Section {
  const isUsed = (name: string): boolean =>
    (name !== "oxfmt" || scope.format) && (name !== "@effect/tsgo" || answers.packs.includes("effect"));
  const isGated = answers.commitGate === "lefthook" && scope.path === ".";
  const tools = Object.entries(toolchain).filter(([name]) => isUsed(name));
  const gate = isGated ? [["lefthook", LEFTHOOK_VERSION]] : [];
  return Object.fromEntries([...tools, ...gate].toSorted(([left = ""], [right = ""]) => (left < right ? -1 : 1)));
}

function toRow(scope: ScopePath, scripts: Section, devDependencies: Section): Row {
  const sections = Object.entries({ scripts, devDependencies }).filter(
    ([, section]) => Object.keys(section).length > 0
  );
  return {
    template: "package.json.ejs",
    destination: joinScope(scope, "package.json"),
    ownership: "merged",
    format: "json",
    mustExist: true,
    owns: sections.flatMap(([name, section]) => Object.keys(section).map((key) => toPointer([name, key]))),
    data: { manifest: Object.fromEntries(sections) },
  };
}

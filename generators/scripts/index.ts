import type { Answers, ScopeAnswers } from "../../src/domain/answers.ts";
import { toPointer } from "../../src/domain/json.ts";
import type { ScopePath } from "../../src/domain/paths.ts";
import { joinScope } from "../../src/domain/paths.ts";
import type { GeneratorInput, Row } from "../base.ts";
import { HarnessGenerator } from "../base.ts";
import { ALL_SCOPES_COMMAND, FORMAT, toScopeCommand } from "../scope-commands.ts";

/** The commit gate's hook manager; exact, as the lint tools are. */
const LEFTHOOK_VERSION = "2.2.1";

type Section = Readonly<Record<string, string>>;

/** Scripts and exact devDependencies, by key, in manifests that exist; never a script that an install runs. */
export class ScriptsGenerator extends HarnessGenerator {
  rows(input: GeneratorInput): readonly Row[] {
    const { scopes } = input.answers;
    const rows = scopes.map((scope) => toRow(scope.path, toScripts(scope, input), toDependencies(scope, input)));
    if (scopes.length === 0 || scopes.some((scope) => scope.path === ".")) return rows;
    return [...rows, toRow(ROOT, toRootScripts(input.answers), toRootDependencies(input.answers))];
  }
}

const ROOT = "." as ScopePath;

/**
 * A scope's scripts look at that scope; those of the root look at every scope, each once, so that no package's script has
 * to be run after them.
 */
function toScripts(scope: ScopeAnswers, { answers }: GeneratorInput): Section {
  const isDispatch = scope.path === "." && answers.scopes.length > 1;
  return {
    ...toLintScripts(isDispatch ? ALL_SCOPES_COMMAND : toScopeCommand(scope)),
    ...(answers.packs.includes("effect") ? { "lint:patch": "effect-tsgo patch --oxlint" } : {}),
    ...(scope.format ? toFormatScripts(isDispatch ? ALL_SCOPES_COMMAND : toScopeCommand(scope)) : {}),
  };
}

/** The root is no scope: it only hands on. */
function toRootScripts({ scopes }: Answers): Section {
  const hasFormat = scopes.some((scope) => scope.format);
  return { ...toLintScripts(ALL_SCOPES_COMMAND), ...(hasFormat ? toFormatScripts(ALL_SCOPES_COMMAND) : {}) };
}

function toLintScripts(command: string): Section {
  return { lint: command, "lint:fix": `${command} --fix` };
}

function toFormatScripts(command: string): Section {
  return { format: `${command} ${FORMAT} --fix`, "format:check": `${command} ${FORMAT}` };
}

function toRootDependencies({ commitGate }: Answers): Section {
  return commitGate === "lefthook" ? { lefthook: LEFTHOOK_VERSION } : {};
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

import type { Answers, ScopeAnswers } from "../../src/domain/answers.ts";
import type { Json } from "../../src/domain/json.ts";
import { toLintConfigName } from "../../src/domain/lint-policy.ts";
import { relativePath } from "../../src/domain/paths.ts";
import { toRelative } from "../../src/domain/policy/file-paths.ts";
import { HARNESS_POLICY, KEPT_POLICY, KEPT_RULE_EVIDENCE } from "../../src/domain/policy/harness-policy.ts";
import { BRIDGE_PATH } from "../../src/domain/receipt.ts";
import type { GeneratorInput, Row } from "../base.ts";
import { HarnessGenerator } from "../base.ts";
import { findFormatConfig, findLintConfig, isComposed, toIgnorePatterns } from "../scope-commands.ts";

/** One effective lint policy a scope: a module of ours, over the project's policy where it has one, or the project's module. */
export class LintGenerator extends HarnessGenerator {
  rows({ answers, programs, version }: GeneratorInput): readonly Row[] {
    const rows = answers.scopes.map((scope): Row => {
      if (scope.policy.kind === "generated") return toGenerated(scope, answers);
      const module = { ownership: "merged", format: "module", mustExist: true } as const;
      const keys = [{ pointer: "/default", value: toWrap(scope, answers) }];
      return { template: "composed.ts", destination: scope.policy.path, keys, ...module, ...toEvidence(scope) };
    });
    return isComposed(answers) ? [...rows, ...toBridge(answers, programs.policy, version)] : rows;
  }
}

/** What composed configurations load, and what a project's own type check reads of it. */
function toBridge({ scopes }: Answers, bridge: string, version: string): readonly Row[] {
  const row: Row = {
    template: "policy.mjs.ejs",
    destination: BRIDGE_PATH,
    ownership: "generated",
    data: { bridge, version },
  };
  const types: Row = {
    template: "policy.d.mts.ejs",
    destination: relativePath(BRIDGE_PATH.replace(/\.mjs$/, ".d.mts")),
    ownership: "generated",
    data: { version },
  };
  return scopes.some(({ policy }) => policy.kind === "project-module") ? [row, types] : [row];
}

/** What a module of the project's hands its configuration through: the function, and what it is put over. */
function toWrap(scope: ScopeAnswers, { packs }: Answers): Json {
  const presets = ["core", ...(scope.presets ?? []).map(({ name }) => name)].map((name) => `ultracite/oxlint/${name}`);
  const effect = packs.includes("effect") && scope.typed ? ["@effect/tsgo/oxlint-presets#recommended"] : [];
  const typed = scope.typed ? [{ options: { typeAware: true } }] : [];
  return { call: toSpecifier(scope, BRIDGE_PATH), with: [...presets, ...effect, ...typed] };
}

function toGenerated(scope: ScopeAnswers, answers: Answers): Row {
  const ignore = listIgnored(scope, answers);
  const kept = scope.keepsUnusedVars ? KEPT_POLICY.rules : {};
  const data = {
    commonjs: scope.commonjs === true,
    // The Effect rules need types, which only a scope that owns its tsconfig has.
    effect: answers.packs.includes("effect") && scope.typed,
    ignore,
    presets: scope.presets ?? [],
    rules: { ...HARNESS_POLICY.rules, ...kept },
    keptRule: Object.entries(kept).map((pair) => pair.map((text) => JSON.stringify(text)).join(": "))[0],
    typed: scope.typed,
  };
  const row = { destination: findLintConfig(scope), ownership: "generated", ...toEvidence(scope) } as const;
  const project = scope.policy.kind === "generated" ? scope.policy.project : undefined;
  if (project === undefined) return { ...row, template: "oxlint.config.ts.ejs", data };
  const bridge = toSpecifier(scope, BRIDGE_PATH);
  const { kind, because, isAbsent = false, isNew = false, types = true } = project;
  const nested = (project.nested ?? []).map((path) => toSpecifier(scope, path));
  const policy = { path: toSpecifier(scope, project.path), kind, because, isAbsent, isNew, nested, types };
  return { ...row, template: "oxlint.effective.config.ts.ejs", data: { ...data, bridge, policy } };
}

/** The project's policy and the frameworks that the scope's configuration is made of, with what shows them. */
function toEvidence({ policy, presets = [], keepsUnusedVars }: ScopeAnswers): Pick<Row, "evidence"> {
  const project = policy.kind === "generated" ? policy.project : undefined;
  const evidence = [
    ...(project && !project.isAbsent ? [`policy ${project.path} (${project.because})`] : []),
    ...(project?.nested ?? []).map((path) => `policy ${path} (for its own folder)`),
    ...presets.map(({ name, because }) => `preset ${name} (${because})`),
    ...(keepsUnusedVars ? [KEPT_RULE_EVIDENCE] : []),
  ];
  return evidence.length > 0 ? { evidence } : {};
}

/** How a module in the scope names a file of the repository. */
function toSpecifier(scope: ScopeAnswers, path: string): string {
  const relative = toRelative(scope.path, path);
  return relative.startsWith("..") ? relative : `./${relative}`;
}

/** The configurations of ours, anchored so that nothing of the project's is meant, then what every tool leaves out. */
function listIgnored(scope: ScopeAnswers, { theirs }: Answers): readonly string[] {
  const format = findFormatConfig(scope);
  const isFormatOurs = format !== undefined && !theirs.includes(format);
  const config = `/${toLintConfigName(scope.path, scope.policy)}`;
  return [...(isFormatOurs ? ["/oxfmt.config.ts"] : []), config, ...toIgnorePatterns(scope)];
}

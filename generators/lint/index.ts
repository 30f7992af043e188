import type { Answers, ScopeAnswers } from "../../src/domain/answers.ts";
import { joinScope } from "../../src/domain/paths.ts";
import type { GeneratorInput, Row } from "../base.ts";
import { HarnessGenerator } from "../base.ts";
import { findFormatConfig, toIgnorePatterns } from "../scope-commands.ts";

/** The preset as it is added to a module that the project wrote. */
const PRESET = { import: "ultracite/oxlint/core", as: "core" };

/** One effective lint policy a scope: a module of ours, the preset in the project's module, or the project's JSON untouched. */
export class LintGenerator extends HarnessGenerator {
  rows({ answers }: GeneratorInput): readonly Row[] {
    return answers.scopes.flatMap((scope) => {
      if (scope.policy.kind === "project-json") return [];
      if (scope.policy.kind === "generated") return [toGenerated(scope, answers)];
      const keys = [{ pointer: "/extends/-", value: PRESET }];
      const { path: destination } = scope.policy;
      const module = { ownership: "merged", format: "module", mustExist: true } as const;
      return [{ template: "extends.ts", destination, keys, ...module }];
    });
  }
}

function toGenerated(scope: ScopeAnswers, answers: Answers): Row {
  return {
    template: "oxlint.config.ts.ejs",
    destination: joinScope(scope.path, "oxlint.config.ts"),
    ownership: "generated",
    // The Effect rules need types, which only a scope that owns its tsconfig has.
    data: {
      commonjs: scope.commonjs === true,
      effect: answers.packs.includes("effect") && scope.typed,
      ignore: listIgnored(scope, answers),
      typed: scope.typed,
    },
  };
}

/** The configurations of ours, anchored so that nothing of the project's is meant, then what every tool leaves out. */
function listIgnored(scope: ScopeAnswers, { theirs }: Answers): readonly string[] {
  const format = findFormatConfig(scope);
  const isFormatOurs = format !== undefined && !theirs.includes(format);
  return [...(isFormatOurs ? ["/oxfmt.config.ts"] : []), "/oxlint.config.ts", ...toIgnorePatterns(scope)];
}

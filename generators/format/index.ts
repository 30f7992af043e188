import type { ScopeAnswers } from "../../src/domain/answers.ts";
import { toLintConfigName } from "../../src/domain/lint-policy.ts";
import { joinScope } from "../../src/domain/paths.ts";
import type { GeneratorInput, Row } from "../base.ts";
import { HarnessGenerator } from "../base.ts";
import { toIgnorePatterns } from "../scope-commands.ts";

/** The formatter's configuration, only where oxfmt was chosen to format the scope. */
export class FormatGenerator extends HarnessGenerator {
  rows({ answers }: GeneratorInput): readonly Row[] {
    return answers.scopes
      .filter((scope) => scope.format)
      .map((scope) => ({
        template: "oxfmt.config.ts.ejs",
        destination: joinScope(scope.path, "oxfmt.config.ts"),
        ownership: "generated",
        data: { commonjs: scope.commonjs === true, ignore: listIgnored(scope) },
      }));
  }
}

/** The configurations of ours, then what every tool leaves out. */
function listIgnored(scope: ScopeAnswers): readonly string[] {
  const policy = scope.policy.kind === "generated" ? [`/${toLintConfigName(scope.path, scope.policy)}`] : [];
  return ["/oxfmt.config.ts", ...policy, ...toIgnorePatterns(scope)];
}

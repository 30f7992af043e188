import { joinScope } from "../../src/domain/paths.ts";
import type { GeneratorInput, Row } from "../base.ts";
import { HarnessGenerator } from "../base.ts";

/** The formatter's configuration, only where oxfmt was chosen to format the scope. */
export class FormatGenerator extends HarnessGenerator {
  rows({ answers }: GeneratorInput): readonly Row[] {
    return answers.scopes
      .filter((scope) => scope.format)
      .map(({ path, policy, ignore, commonjs }) => ({
        template: "oxfmt.config.ts.ejs",
        destination: joinScope(path, "oxfmt.config.ts"),
        ownership: "generated",
        data: {
          commonjs: commonjs === true,
          ignore: [
            ...(path === "." ? [".hi/**", ".opencode/plugins/hi.js"] : []),
            "/oxfmt.config.ts",
            ...(policy.kind === "generated" ? ["/oxlint.config.ts"] : []),
            ...ignore,
          ],
        },
      }));
  }
}

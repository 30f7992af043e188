import { relativePath } from "../../src/domain/paths.ts";
import type { GeneratorInput, Row } from "../base.ts";
import { HarnessGenerator } from "../base.ts";
import { findTimeoutSeconds } from "../hook-timeout.ts";
import { findPreTool, findStop } from "../pre-tool.ts";

/**
 * Cursor: postToolUse, which carries an answer to the model. Not afterFileEdit beside it: two runs would write one file
 * at the same time.
 */
export class CursorGenerator extends HarnessGenerator {
  rows({ answers }: GeneratorInput): readonly Row[] {
    if (!answers.providers.includes("cursor")) return [];
    const preTool = findPreTool(answers);
    const stop = findStop(answers);
    return [
      {
        template: "hooks.json.ejs",
        destination: relativePath(".cursor/hooks.json"),
        ownership: "merged",
        format: "json",
        data: { timeoutSeconds: findTimeoutSeconds(answers), preTool, stop },
        owns: [
          "/version",
          "/hooks/postToolUse/-",
          ...(preTool ? ["/hooks/preToolUse/-"] : []),
          ...(stop ? ["/hooks/stop/-"] : []),
        ],
      },
    ];
  }
}

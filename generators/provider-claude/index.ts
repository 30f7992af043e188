import { relativePath } from "../../src/domain/paths.ts";
import type { GeneratorInput, Row } from "../base.ts";
import { HarnessGenerator } from "../base.ts";
import { findTimeoutSeconds } from "../hook-timeout.ts";
import { findPreTool, findStop } from "../pre-tool.ts";

/** Claude Code: one group on the edit tools, in the exec form, so that no shell splits a path. */
export class ClaudeGenerator extends HarnessGenerator {
  rows({ answers }: GeneratorInput): readonly Row[] {
    if (!answers.providers.includes("claude")) return [];
    const preTool = findPreTool(answers);
    const stop = findStop(answers);
    return [
      {
        template: "settings.json.ejs",
        destination: relativePath(".claude/settings.json"),
        ownership: "merged",
        format: "json",
        data: { timeoutSeconds: findTimeoutSeconds(answers), preTool, stop },
        owns: [
          "/hooks/PostToolUse/-",
          ...(preTool ? ["/hooks/PreToolUse/-"] : []),
          ...(stop ? ["/hooks/Stop/-", "/hooks/SubagentStop/-"] : []),
        ],
      },
    ];
  }
}

import { relativePath } from "../../src/domain/paths.ts";
import type { GeneratorInput, Row } from "../base.ts";
import { HarnessGenerator } from "../base.ts";
import { findTimeoutSeconds } from "../hook-timeout.ts";
import { findPreTool, findStop } from "../pre-tool.ts";

/** Codex: only `hooks` at the top of the file, and a definition that never changes: trust is given to its hash and position. */
export class CodexGenerator extends HarnessGenerator {
  rows({ answers }: GeneratorInput): readonly Row[] {
    if (!answers.providers.includes("codex")) return [];
    const preTool = findPreTool(answers);
    const stop = findStop(answers);
    return [
      {
        template: "hooks.json.ejs",
        destination: relativePath(".codex/hooks.json"),
        ownership: "merged",
        format: "json",
        data: { timeoutSeconds: findTimeoutSeconds(answers), preTool, stop },
        owns: ["/hooks/PostToolUse/-", ...(preTool ? ["/hooks/PreToolUse/-"] : []), ...(stop ? ["/hooks/Stop/-"] : [])],
      },
    ];
  }
}

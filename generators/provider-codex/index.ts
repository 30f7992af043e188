import { relativePath } from "../../src/domain/paths.ts";
import type { GeneratorInput, Row } from "../base.ts";
import { HarnessGenerator } from "../base.ts";

/** Codex: only `hooks` at the top of the file, and a definition that never changes: trust is given to its hash and position. */
export class CodexGenerator extends HarnessGenerator {
  rows({ answers }: GeneratorInput): readonly Row[] {
    if (!answers.providers.includes("codex")) return [];
    return [
      {
        template: "hooks.json",
        destination: relativePath(".codex/hooks.json"),
        ownership: "merged",
        format: "json",
        owns: ["/hooks/PostToolUse/-"],
      },
    ];
  }
}

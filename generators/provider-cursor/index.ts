import { relativePath } from "../../src/domain/paths.ts";
import type { GeneratorInput, Row } from "../base.ts";
import { HarnessGenerator } from "../base.ts";

/** Cursor: both events that tell of an edit; only postToolUse carries an answer to the model. */
export class CursorGenerator extends HarnessGenerator {
  rows({ answers }: GeneratorInput): readonly Row[] {
    if (!answers.providers.includes("cursor")) return [];
    return [
      {
        template: "hooks.json",
        destination: relativePath(".cursor/hooks.json"),
        ownership: "merged",
        format: "json",
        owns: ["/version", "/hooks/afterFileEdit/-", "/hooks/postToolUse/-"],
      },
    ];
  }
}

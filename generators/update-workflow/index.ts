import { relativePath } from "../../src/domain/paths.ts";
import type { GeneratorInput, Row } from "../base.ts";
import { HarnessGenerator } from "../base.ts";

/** A scheduled workflow for GitHub that opens a pull request with what `hi update` changes; only where it is chosen. */
export class UpdateWorkflowGenerator extends HarnessGenerator {
  rows({ answers }: GeneratorInput): readonly Row[] {
    if (!answers.packs.includes("update-workflow")) return [];
    return [
      {
        template: "hi-update.yml",
        destination: relativePath(".github/workflows/hi-update.yml"),
        ownership: "generated",
      },
    ];
  }
}

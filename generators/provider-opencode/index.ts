import { relativePath } from "../../src/domain/paths.ts";
import type { GeneratorInput, Row } from "../base.ts";
import { HarnessGenerator } from "../base.ts";
import { findTimeoutSeconds } from "../hook-timeout.ts";
import { findPreTool, findStop } from "../pre-tool.ts";

/** OpenCode: a plugin of its own file with one export, since every export of a plugin file is taken for a plugin. */
export class OpencodeGenerator extends HarnessGenerator {
  rows({ answers }: GeneratorInput): readonly Row[] {
    if (!answers.providers.includes("opencode")) return [];
    return [
      {
        template: "hi.js.ejs",
        destination: relativePath(".opencode/plugins/hi.js"),
        ownership: "generated",
        data: {
          timeoutSeconds: findTimeoutSeconds(answers),
          preTool: findPreTool(answers),
          stop: findStop(answers),
          // The lint tools need names alone; custom linters judge what was written.
          sendsWholeArgs: (answers.linters ?? []).some((linter) => linter.events.includes("post-edit")),
        },
      },
    ];
  }
}

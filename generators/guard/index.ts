import { GUARD_PATH, GUARD_RUNTIME_PATH, toGuardRecord } from "../../src/domain/guard-record.ts";
import type { GeneratorInput, Row } from "../base.ts";
import { HarnessGenerator } from "../base.ts";

/** That the guard is asked before a write and at a stop, and the program that decides; only where it is chosen. */
export class GuardGenerator extends HarnessGenerator {
  rows({ answers, programs, version }: GeneratorInput): readonly Row[] {
    if (!answers.packs.includes("guard")) return [];
    return [
      {
        template: "guard.json.ejs",
        destination: GUARD_PATH,
        ownership: "generated",
        data: { record: toGuardRecord(answers.guard ?? {}) },
      },
      {
        template: "program.mjs.ejs",
        destination: GUARD_RUNTIME_PATH,
        ownership: "generated",
        data: { program: programs.guard, version },
      },
    ];
  }
}

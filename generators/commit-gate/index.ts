import type { Answers, PackageManager } from "../../src/domain/answers.ts";
import { toConfigFormat } from "../../src/domain/config-format.ts";
import { GATE_PATH, NEW_GATE_CONFIG } from "../../src/domain/gate-config.ts";
import { LINT_RUNTIME_PATH } from "../../src/domain/receipt.ts";
import type { GeneratorInput, Row } from "../base.ts";
import { HarnessGenerator } from "../base.ts";
import { FORMAT } from "../scope-commands.ts";

/** lefthook's fields of one command. No `glob` and no list of files: deletions and renames count too. */
interface GateCommand {
  readonly run: string;
}

/** Checks what is staged, read-only, before a commit: lint, and the format where oxfmt formats. */
export class CommitGateGenerator extends HarnessGenerator {
  rows({ answers }: GeneratorInput): readonly Row[] {
    if (answers.commitGate !== "lefthook" || answers.scopes.length === 0) return [];
    const destination = answers.gateConfig ?? NEW_GATE_CONFIG;
    const commands = toGateCommands(answers);
    return [
      { template: "lefthook.yml.ejs", destination: GATE_PATH, ownership: "generated", data: { commands } },
      {
        template: "extends.yml",
        destination,
        ownership: "merged",
        format: toConfigFormat(destination),
        // One element of a list at the root: there is a place for it whatever the project's commands are written as.
        keys: [{ pointer: "/extends/-", value: GATE_PATH }],
        ...(answers.gateConfig ? { mustExist: true } : {}),
      },
    ];
  }
}

/** One command a kind of check: the program asks git what is staged and which scopes own it. */
function toGateCommands({ scopes, packageManager, gateNames }: Answers): Readonly<Record<string, GateCommand>> {
  const run = `${toNodeCommand(packageManager)} ${LINT_RUNTIME_PATH} --staged`;
  const hasFormat = scopes.some((scope) => scope.format);
  const { "hi-lint": lint = "hi-lint", "hi-format": format = "hi-format" } = gateNames ?? {};
  return { [lint]: { run }, ...(hasFormat ? { [format]: { run: `${run} ${FORMAT}` } } : {}) };
}

/** Plug'n'Play: only the package manager knows where a tool is. */
function toNodeCommand(manager: PackageManager): string {
  return manager === "yarn-berry" ? "yarn node" : "node";
}

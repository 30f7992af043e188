import type { Answers, ScopeAnswers } from "../../src/domain/answers.ts";
import type { OwnedKey } from "../../src/domain/desired.ts";
import { RUNNERS } from "../../src/domain/gate-command.ts";
import { toPointer } from "../../src/domain/json.ts";
import { relativePath } from "../../src/domain/paths.ts";
import type { GeneratorInput, Row } from "../base.ts";
import { HarnessGenerator } from "../base.ts";
import { FORMAT_COMMAND, toLintCommand } from "../scope-commands.ts";

/** lefthook's fields of one command. No `glob`: the tools pass over what they cannot read. */
interface GateCommand {
  readonly root?: string;
  readonly run: string;
}

/** Checks what is staged, read-only, before a commit: lint, and the format where oxfmt formats. */
export class CommitGateGenerator extends HarnessGenerator {
  rows({ answers }: GeneratorInput): readonly Row[] {
    if (answers.commitGate !== "lefthook" || answers.scopes.length === 0) return [];
    const commands = toGateCommands(answers);
    const keys: readonly OwnedKey[] = Object.entries(commands).map(([name, value]) => ({
      pointer: toPointer(["pre-commit", "commands", name]),
      value: { ...value },
    }));
    return [
      {
        template: "lefthook.yml.ejs",
        destination: relativePath("lefthook.yml"),
        ownership: "merged",
        format: "yaml",
        keys,
        data: { commands },
      },
    ];
  }
}

function toGateCommands({ scopes, packageManager }: Answers): Readonly<Record<string, GateCommand>> {
  const run = RUNNERS[packageManager].join(" ");
  return Object.fromEntries(
    scopes.flatMap((scope) => {
      const root = scope.path === "." ? {} : { root: `${scope.path}/` };
      const lint: GateCommand = { ...root, run: `${run} ${toLintCommand(scope)} {staged_files}` };
      const format: GateCommand = { ...root, run: `${run} ${FORMAT_COMMAND} --check {staged_files}` };
      return [[toName("hi-lint", scope), lint], ...(scope.format ? [[toName("hi-format", scope), format]] : [])];
    })
  );
}

/** Depends on the scope alone, so that selecting another one renames nothing. */
function toName(name: string, { path }: ScopeAnswers): string {
  return path === "." ? name : `${name}:${path}`;
}

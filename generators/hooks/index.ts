import type { Answers, ScopeAnswers } from "../../src/domain/answers.ts";
import { HOOK_DEADLINE_MS } from "../../src/domain/hook-deadline.ts";
import { listLeftOut } from "../../src/domain/ownership-of-scopes.ts";
import { relativePath } from "../../src/domain/paths.ts";
import { LINT_RUNTIME_PATH, RUNTIME_PATH, SELECTION_PATH, TOOLS_PATH } from "../../src/domain/receipt.ts";
import type { Toolchain } from "../../src/domain/toolchain.ts";
import type { GeneratorInput, Row } from "../base.ts";
import { HarnessGenerator } from "../base.ts";
import { findFormatConfig, findRouteConfig } from "../scope-commands.ts";

/** What providers, scripts and the commit gate call, and what both programs read: the routes of all scopes. */
export class HooksGenerator extends HarnessGenerator {
  rows({ answers, toolchain, version, programs }: GeneratorInput): readonly Row[] {
    const selection = toSelection(answers, toolchain);
    return [
      {
        template: "program.mjs.ejs",
        destination: relativePath(RUNTIME_PATH),
        ownership: "generated",
        data: { program: programs.hook, version },
      },
      {
        template: "program.mjs.ejs",
        destination: relativePath(LINT_RUNTIME_PATH),
        ownership: "generated",
        data: { program: programs.lint, version },
      },
      {
        template: "program.mjs.ejs",
        destination: relativePath(TOOLS_PATH),
        ownership: "generated",
        data: { program: programs.tools, version },
      },
      {
        template: "selection.json.ejs",
        destination: relativePath(SELECTION_PATH),
        ownership: "generated",
        data: { selection },
      },
    ];
  }
}

/** The record that every route goes by; its schema is receipts/selection-1.schema.json. */
export function toSelection(
  { hook, scopes, theirs }: Pick<Answers, "hook" | "scopes" | "theirs">,
  toolchain: Toolchain
): object {
  const deadlineMs = hook?.deadlineMs ?? HOOK_DEADLINE_MS.usual;
  return { schemaVersion: 1, hook: { deadlineMs }, scopes: scopes.map((scope) => toRoute(scope, theirs, toolchain)) };
}

/** One scope's route; all paths repository-relative, `ignore` relative to the scope. */
function toRoute(scope: ScopeAnswers, theirs: Answers["theirs"], toolchain: Toolchain): object {
  const formatConfig = findFormatConfig(scope);
  return {
    path: scope.path,
    cwd: scope.path,
    config: findRouteConfig(scope, { theirs }),
    format: formatConfig === undefined ? null : { config: formatConfig },
    tools: { oxlint: toolchain.oxlint, ...(formatConfig === undefined ? {} : { oxfmt: toolchain.oxfmt }) },
    ignore: listLeftOut(scope),
    maxWarnings: scope.maxWarnings ?? 0,
  };
}

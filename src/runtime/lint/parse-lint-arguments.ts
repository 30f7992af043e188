import { parseArgs } from "node:util";

import type { CheckKind, LintOutput } from "../../domain/check-kind.ts";
import { CHECKS, LINT_OUTPUTS } from "../../domain/check-kind.ts";
import type { LintRequest } from "./run-lint.ts";

/** What a command line asks for, or what is wrong with it. */
export type ParsedLint =
  | { readonly kind: "request"; readonly request: LintRequest; readonly output: LintOutput }
  | { readonly kind: "help" }
  | { readonly kind: "problem"; readonly message: string };

const OPTIONS = {
  check: { type: "string", multiple: true },
  "files-from": { type: "string" },
  fix: { type: "boolean" },
  format: { type: "string" },
  help: { type: "boolean" },
  json: { type: "boolean" },
  scope: { type: "string", multiple: true },
  staged: { type: "boolean" },
} as const;

/** Reads the command line of `.hi/runtime/lint.mjs`; `hi lint` takes the same words. */
export function parseLintArguments(argv: readonly string[]): ParsedLint {
  try {
    const { values, positionals } = parseArgs({ args: [...argv], options: OPTIONS, allowPositionals: true });
    if (values.help) return { kind: "help" };
    const output = values.json ? "json" : toName("format", values.format ?? "human", LINT_OUTPUTS);
    const checks = (values.check ?? ["lint"]).map((check) => toName("check", check, CHECKS));
    return { kind: "request", output, request: { ...toRequest(values, checks), paths: positionals } };
  } catch (error) {
    return { kind: "problem", message: error instanceof Error ? error.message : String(error) };
  }
}

interface Values {
  readonly "files-from"?: string | undefined;
  readonly fix?: boolean | undefined;
  readonly scope?: readonly string[] | undefined;
  readonly staged?: boolean | undefined;
}

function toRequest(values: Values, checks: readonly CheckKind[]): Omit<LintRequest, "paths"> {
  return {
    checks: [...new Set(checks)],
    fix: values.fix ?? false,
    scopes: values.scope ?? [],
    filesFrom: values["files-from"],
    staged: values.staged ?? false,
  };
}

function toName<Name extends string>(flag: string, text: string, known: readonly Name[]): Name {
  const found = known.find((name) => name === text);
  if (found !== undefined) return found;
  throw new TypeError(`--${flag} ${JSON.stringify(text)} is not known: use one of ${known.join(", ")}`);
}

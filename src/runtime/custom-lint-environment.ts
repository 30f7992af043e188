import { CUSTOM_LINT_SCHEMA } from "../contracts/custom-lint.ts";
import type { CustomLintFailure } from "../contracts/custom-lint.ts";
import { findVariableProblem, LINTER_MARKS, toVariableName } from "../domain/linters.ts";

/** What is handed on where the caller has it (seed 000): PATH, and the system's temporary and home essentials. */
const ESSENTIALS = [
  "PATH",
  "SystemRoot",
  "SYSTEMROOT",
  "ComSpec",
  "COMSPEC",
  "TMP",
  "TEMP",
  "TMPDIR",
  "HOME",
  "USERPROFILE",
] as const;

type Environment = Readonly<Record<string, string | undefined>>;

/** Looks at a registration's entries. Undefined where every one is `NAME` or `NAME=VALUE` of a name that is free. */
export function findVariableFault(entries: readonly string[]): CustomLintFailure | undefined {
  for (const entry of entries) {
    const reason = findVariableProblem(entry);
    if (reason === "bad-variable") {
      return { kind: "invalid_spec", reason, message: "an entry of env is no NAME and no NAME=VALUE" };
    }
    if (reason) {
      return { kind: "invalid_spec", reason, message: `${toVariableName(entry)} may not be set by a registration` };
    }
  }
  return undefined;
}

/**
 * The whole environment of a linter: the essentials, the marks, and the registration's own entries, a later one over an
 * earlier. Nothing ambient is in it.
 */
export function toLinterEnvironment(entries: readonly string[], ambient: Environment, mark: string): Environment {
  const environment: Record<string, string> = { [LINTER_MARKS.schema]: CUSTOM_LINT_SCHEMA, [LINTER_MARKS.run]: mark };
  for (const name of ESSENTIALS) copy(environment, name, ambient[name]);
  for (const entry of entries) {
    const name = toVariableName(entry);
    copy(environment, name, entry === name ? ambient[name] : entry.slice(name.length + 1));
  }
  if (process.platform === "win32" && !Object.keys(environment).some((name) => name.toUpperCase() === "SYSTEMROOT")) {
    copy(environment, "SystemRoot", ambient["windir"]);
  }
  return environment;
}

function copy(environment: Record<string, string>, name: string, value: string | undefined): void {
  if (value !== undefined) environment[name] = value;
}

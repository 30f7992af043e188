import { CUSTOM_LINT_SCHEMA } from "../contracts/custom-lint.ts";
import type { CustomLintFailure } from "../contracts/custom-lint.ts";

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

const SCHEMA_MARKER = "FAK_CUSTOM_LINT_SCHEMA";
/** Holds a value that no other run has: by it, what left the linter's process group is found. */
export const RUN_MARK = "HI_LINTER_RUN";

type Environment = Readonly<Record<string, string | undefined>>;

/** Looks at a registration's entries. Undefined where every one is `NAME` or `NAME=VALUE` of a name that is free. */
export function findVariableFault(entries: readonly string[]): CustomLintFailure | undefined {
  for (const entry of entries) {
    const name = toName(entry);
    if (!/^[^\u0000-\u0020\u007F]+$/.test(name) || entry.includes("\0")) {
      return { kind: "invalid_spec", reason: "bad-variable", message: "an entry of env is no NAME and no NAME=VALUE" };
    }
    if ([SCHEMA_MARKER, RUN_MARK].includes(name.toUpperCase())) {
      return { kind: "invalid_spec", reason: "reserved-variable", message: `${name} may not be set by a registration` };
    }
  }
  return undefined;
}

/**
 * The whole environment of a linter: the essentials, the marks, and the registration's own entries, a later one over an
 * earlier. Nothing ambient is in it.
 */
export function toLinterEnvironment(entries: readonly string[], ambient: Environment, mark: string): Environment {
  const environment: Record<string, string> = { [SCHEMA_MARKER]: CUSTOM_LINT_SCHEMA, [RUN_MARK]: mark };
  for (const name of ESSENTIALS) copy(environment, name, ambient[name]);
  for (const entry of entries) {
    const name = toName(entry);
    copy(environment, name, entry === name ? ambient[name] : entry.slice(name.length + 1));
  }
  if (process.platform === "win32" && !Object.keys(environment).some((name) => name.toUpperCase() === "SYSTEMROOT")) {
    copy(environment, "SystemRoot", ambient["windir"]);
  }
  return environment;
}

function toName(entry: string): string {
  const sign = entry.indexOf("=");
  return sign === -1 ? entry : entry.slice(0, sign);
}

function copy(environment: Record<string, string>, name: string, value: string | undefined): void {
  if (value !== undefined) environment[name] = value;
}

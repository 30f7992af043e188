import { realpathSync, statSync } from "node:fs";
import path from "node:path";

import { isBlank } from "../contracts/custom-lint-response.ts";
import { CUSTOM_LINT_SCHEMA } from "../contracts/custom-lint.ts";
import type { CustomLintFailure, CustomLintRequest, CustomLintSpec } from "../contracts/custom-lint.ts";
import { isRelativePath } from "../domain/paths.ts";
import { findVariableFault } from "./custom-lint-environment.ts";
import { isProgram } from "./io/is-program.ts";
import { isSameOrBelow } from "./io/is-same-or-below.ts";

const fault = (
  kind: CustomLintFailure["kind"],
  reason: CustomLintFailure["reason"],
  message: string
): CustomLintFailure => ({ kind, reason, message });

/** The first step of the contract: what is wrong with a registration before anything is looked at. */
export function findSpecFault({ name, argv, onFailure, env = [] }: CustomLintSpec): CustomLintFailure | undefined {
  if (isBlank(name)) return fault("invalid_spec", "blank-name", "a linter needs a name");
  if (isBlank(argv[0] ?? "")) return fault("invalid_spec", "no-command", "a linter needs a program to run");
  if (onFailure !== "open" && onFailure !== "closed") {
    return fault("invalid_spec", "unknown-policy", "the failure policy is neither open nor closed, so it is closed");
  }
  return findVariableFault(env);
}

/** The second step: the request as the linter reads it, without the final newline. */
export function toPayload({
  schema = CUSTOM_LINT_SCHEMA,
  hook,
  subject,
}: CustomLintRequest): Buffer | CustomLintFailure {
  if (schema !== CUSTOM_LINT_SCHEMA) {
    return fault("invalid_request", "other-schema", `the request's schema is not ${CUSTOM_LINT_SCHEMA}`);
  }
  if (isBlank(hook)) return fault("invalid_request", "blank-hook", "the request names no hook");
  const text = toText(subject);
  if (text === undefined) {
    const message = "the request's subject is no JSON value, or holds more than can be looked at";
    return fault("invalid_request", "no-json-subject", message);
  }
  return Buffer.from(`{"schema":${JSON.stringify(schema)},"hook":${JSON.stringify(hook)},"subject":${text}}`);
}

/** Undefined for what JSON cannot say, nesting that exhausts the stack included. */
function toText(subject: unknown): string | undefined {
  try {
    return JSON.stringify(subject);
  } catch {
    return undefined;
  }
}

/** Where a linter runs: a real path inside the root, which is a real path itself. */
export function resolveDir(root: string, dir = "."): string | CustomLintFailure {
  if (dir === ".") return root;
  if (!isRelativePath(dir)) return fault("invalid_spec", "dir-outside", "its folder is no path inside the repository");
  try {
    const real = realpathSync(path.join(root, dir));
    if (!isSameOrBelow(root, real)) {
      return fault("invalid_spec", "dir-outside", "its folder leads out of the repository");
    }
    return statSync(real).isDirectory() ? real : toNotStarted("its folder is no folder");
  } catch {
    return toNotStarted("its folder is not there");
  }
}

/** On Windows scripts of a shell need one, and there is none. */
const SUFFIXES = process.platform === "win32" ? ["", ".exe", ".com"] : [""];

/**
 * The program itself: one without a slash is looked up in the caller's PATH, never in the folder it runs in; one with a
 * slash belongs to that folder.
 */
export function findProgram(program: string, cwd: string, searchPath: string | undefined): string | CustomLintFailure {
  if (program.includes("\0")) return toNotStarted("a NUL cannot be part of a program's name");
  if (program.includes("/") || program.includes(path.sep)) return path.resolve(cwd, program);
  for (const folder of (searchPath ?? "").split(path.delimiter)) {
    if (!path.isAbsolute(folder)) continue;
    const found = SUFFIXES.map((suffix) => path.join(folder, program + suffix)).find(isProgram);
    if (found !== undefined) return found;
  }
  return toNotStarted(`there is no program ${JSON.stringify(program)} on PATH`);
}

function toNotStarted(message: string): CustomLintFailure {
  return fault("crash", "not-started", `it could not be started: ${message}`);
}

import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

import type { CustomLintRequest, CustomLintResult, CustomLintSpec } from "../../src/contracts/custom-lint.ts";
import { runCustomLint } from "../../src/runtime/custom-lint-host.ts";
import type { CustomLintHost } from "../../src/runtime/custom-lint-host.ts";
import { isAlive } from "./is-alive.ts";

export { isAlive } from "./is-alive.ts";

const FIXTURES = path.resolve(import.meta.dirname, "../fixtures/custom-lint");

/** A program of test/fixtures/custom-lint, run by this Node. */
export function node(program: string, ...args: readonly string[]): readonly string[] {
  return [process.execPath, path.join(FIXTURES, program), ...args];
}

/** A program of one line: the operating system's shell is the quickest real process there is. */
export function sh(script: string, ...args: readonly string[]): readonly string[] {
  return ["sh", "-c", script, "sh", ...args];
}

/** Reads its request and prints the text. */
export function says(text: string, exitCode = 0): readonly string[] {
  return sh(`cat >/dev/null; printf %s "$1"; exit ${exitCode}`, text);
}

/** A response of the contract as text. */
export function toAnswer(disposition: string, more: Readonly<Record<string, unknown>> = {}): string {
  return JSON.stringify({ schema: "fak-custom-lint/1", disposition, ...more });
}

export const FINDING = { id: "x", severity: "error", message: "m" };

const REQUEST: CustomLintRequest = { hook: "pre-tool", subject: { tool: "shell", args: { command: "git status" } } };

interface Ask extends Partial<CustomLintSpec>, Partial<Pick<CustomLintHost, "root" | "signal">> {
  readonly argv: readonly string[];
  readonly request?: CustomLintRequest;
  /** The caller's environment. */
  readonly ambient?: CustomLintHost["env"];
}

/** Runs one linter through the host. */
export function ask({
  request = REQUEST,
  root = FIXTURES,
  ambient = process.env,
  signal,
  ...spec
}: Ask): Promise<CustomLintResult> {
  const host = { root, env: ambient, ...(signal && { signal }) };
  return runCustomLint({ name: "probe", onFailure: "closed", ...spec }, request, host);
}

/** Disposition, kind and reason: what most cases are about. */
export function toVerdict({ response, failure }: CustomLintResult): readonly (string | undefined)[] {
  return [response.disposition, failure?.kind, failure?.reason];
}

/** Waits until the system has taken the process away, at most a hundred seconds. */
export async function isGone(pid: number): Promise<boolean> {
  for (let round = 0; round < 4000 && isAlive(pid); round += 1) await new Promise((resolve) => setTimeout(resolve, 25));
  return !isAlive(pid);
}

/** What this process has open; undefined where the system does not tell. */
export function countDescriptors(): number | undefined {
  return existsSync("/proc/self/fd") ? readdirSync("/proc/self/fd").length : undefined;
}

/** Processes with the variable in their environment, by number. */
export function listMarked(variable: string): readonly number[] {
  if (!existsSync("/proc")) return [];
  return readdirSync("/proc")
    .map(Number)
    .filter((pid) => Number.isSafeInteger(pid) && pid !== process.pid)
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/environ`, "utf8").split("\0").includes(variable);
      } catch {
        return false;
      }
    });
}

import path from "node:path";

import type { ProcessOutcome, ProcessRequest } from "../domain/process.ts";
import { findGit } from "../runtime/io/find-git.ts";
import { LOOKING_ONLY, LOOKING_ONLY_ENVIRONMENT } from "../runtime/io/harmless-git.ts";
import { runProcess } from "../runtime/io/process.ts";
import { ScanFault } from "./scan-fault.ts";

type Environment = Readonly<Record<string, string | undefined>>;

const TIMEOUT_MS = 60_000;
const MAX_OUTPUT_BYTES = 256 * 1024 * 1024;

/** What a program may know of the surroundings; git's own variables would make it speak of another repository. */
const PASSED = ["PATH", "HOME", "XDG_CONFIG_HOME", "TMPDIR", "TMP", "TEMP", "SystemRoot", "SYSTEMROOT", "USERPROFILE"];

/** The variables of the surroundings that a program of ours is started with. */
export function toChildEnvironment(env: Environment): Record<string, string> {
  const entries = PASSED.map((name) => [name, env[name]] as const);
  return Object.fromEntries(entries.filter((entry): entry is readonly [string, string] => entry[1] !== undefined));
}

/** How git is started for a folder: the machine's, which reads and starts nothing else; undefined without one. */
export function toGitStart(folder: string, env: Environment): Pick<ProcessRequest, "cwd" | "env" | "file"> | undefined {
  const { program, path: trusted } = findGit(env, folder);
  if (program === undefined) return undefined;
  return {
    file: program,
    cwd: folder,
    env: { ...toChildEnvironment(env), PATH: trusted, ...LOOKING_ONLY_ENVIRONMENT },
  };
}

/** What git answered, stdout also as the bytes it is: names need not be UTF-8. */
export type GitOutcome = ProcessOutcome & { readonly bytes: Buffer };

/** Asks git about the repository that a folder lies in; every ending is a value. */
export async function runGit(
  folder: string,
  args: readonly string[],
  env: Environment,
  more: Readonly<Record<string, string>> = {}
): Promise<GitOutcome> {
  const chunks: Buffer[] = [];
  const start = toGitStart(folder, env);
  if (start === undefined) return toNotFound(folder, args);
  const request = {
    ...start,
    args: [...LOOKING_ONLY, "-c", "core.quotePath=false", ...args],
    env: { ...start.env, ...more },
    timeoutMs: TIMEOUT_MS,
    maxOutputBytes: MAX_OUTPUT_BYTES,
  };
  const outcome = await runProcess(request, undefined, {
    onStart: () => undefined,
    onOutput: (stream, chunk) => {
      if (stream === "stdout") chunks.push(chunk);
    },
  });
  return { ...outcome, bytes: Buffer.concat(chunks) };
}

function toNotFound(cwd: string, args: readonly string[]): GitOutcome {
  const ended = { ending: "not-found", exitCode: undefined, signal: undefined, durationMs: 0 } as const;
  return { ...ended, command: ["git", ...args], cwd, stdout: "", stderr: "", bytes: Buffer.alloc(0) };
}

/** What git answers, or a fault with its own words. @throws ScanFault */
export async function askGit(folder: string, args: readonly string[], env: Environment): Promise<string> {
  return (await askForBytes(folder, args, { env })).stdout;
}

/** The same with the bytes. @throws ScanFault */
export async function askForBytes(
  folder: string,
  args: readonly string[],
  { env, more }: { readonly env: Environment; readonly more?: Readonly<Record<string, string>> }
): Promise<GitOutcome> {
  const outcome = await runGit(folder, args, env, more);
  if (outcome.ending === "ok") return outcome;
  const why = outcome.ending === "exited" ? outcome.stderr.trim() : `git ${outcome.ending}`;
  throw new ScanFault(why || `git ${args[0] ?? ""} failed`);
}

/** What git listed, and what it could not list. */
export interface GitNames {
  readonly names: readonly string[];
  /** Names as they can be shown, with what is the matter. */
  readonly unreadable: ReadonlyMap<string, string>;
}

const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
export const NAME_IS_NOT_UTF8 = "its name is not UTF-8";
export const CANNOT_BE_LISTED = "the folder cannot be listed";

/** A name from its bytes; undefined where it is no UTF-8, and leads to nothing as a text. */
export function decodeName(bytes: Uint8Array): string | undefined {
  try {
    return UTF8.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Fields that git ended with NUL each; undefined for one that is no UTF-8. */
export function splitFields(bytes: Buffer): readonly { readonly text: string | undefined; readonly shown: string }[] {
  const fields: { text: string | undefined; shown: string }[] = [];
  for (let at = 0; at < bytes.length;) {
    const end = bytes.indexOf(0, at);
    const field = bytes.subarray(at, end === -1 ? bytes.length : end);
    const text = decodeName(field);
    if (field.length > 0) fields.push({ text, shown: text ?? field.toString("utf8") });
    at += field.length + 1;
  }
  return fields;
}

/** Names that a command answers, each ended with NUL, below the folder; and folders that git could not look into. @throws ScanFault */
export async function askNames(folder: string, args: readonly string[], env: Environment): Promise<GitNames> {
  return toNames(await askForBytes(folder, args, { env }), folder, env);
}

/** The same of an answer that is at hand. */
export async function toNames(outcome: GitOutcome, folder: string, env: Environment): Promise<GitNames> {
  const fields = splitFields(outcome.bytes);
  const unreadable = new Map<string, string>(
    fields.flatMap(({ text, shown }) => (text === undefined ? [[shown, NAME_IS_NOT_UTF8] as const] : []))
  );
  for (const name of await findUnlisted(outcome, folder, env)) unreadable.set(name, CANNOT_BE_LISTED);
  return { names: fields.flatMap(({ text }) => text ?? []), unreadable };
}

const UNLISTED = /^warning: could not open directory '(.*?)\/?': /gm;

/** Git warns of folders it cannot look into, by their names from the top, and ends as if nothing were in them. */
async function findUnlisted({ stderr }: GitOutcome, folder: string, env: Environment): Promise<readonly string[]> {
  const named = Array.from(stderr.matchAll(UNLISTED), ([, name = ""]) => name);
  if (named.length === 0) return [];
  const prefix = (await askGit(folder, ["rev-parse", "--show-prefix"], env)).replace(/\/?\n$/, "");
  return named.map((name) => path.posix.relative(prefix, name)).filter((name) => !name.startsWith("../"));
}

/**
 * What a comparison with the work tree is asked with: filters that the repository's configuration names would be started
 * for files that look changed, so that every one of them is taken for none. @throws ScanFault
 */
async function toFilterlessEnvironment(folder: string, env: Environment): Promise<Record<string, string>> {
  const asked = await runGit(folder, ["config", "-z", "--name-only", "--get-regexp", String.raw`^filter\.`], env);
  const names = new Set(
    splitFields(asked.bytes).flatMap(({ text = "" }) => /^filter\.([^]*)\.[^.]+$/.exec(text)?.[1] ?? [])
  );
  const pairs = [...names].flatMap((name) => [
    [`filter.${name}.clean`, ""],
    [`filter.${name}.smudge`, ""],
    [`filter.${name}.process`, ""],
    [`filter.${name}.required`, "false"],
  ]);
  const entries = pairs.flatMap(([key = "", value = ""], at) => [
    [`GIT_CONFIG_KEY_${at}`, key],
    [`GIT_CONFIG_VALUE_${at}`, value],
  ]);
  return { GIT_CONFIG_COUNT: String(pairs.length), ...(Object.fromEntries(entries) as Record<string, string>) };
}

/** What differs from the work tree or, with `--cached`, from the index; no program is started for it. @throws ScanFault */
export async function askDiff(folder: string, args: readonly string[], env: Environment): Promise<GitOutcome> {
  const more = await toFilterlessEnvironment(folder, env);
  return askForBytes(folder, ["diff", ...DIFF, ...args, "--", "."], { env, more });
}

/** Everything but deletions: what was changed in its type and what is not merged are looked at too. */
const DIFF = [
  "-z",
  "--no-ext-diff",
  "--no-textconv",
  "--relative",
  "--diff-filter=ACMRTUX",
  // A submodule is another repository: nothing is asked of it.
  "--ignore-submodules=dirty",
] as const;

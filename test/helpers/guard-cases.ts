import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

import { JUDGELOCK_POLICY } from "./guard-policy.ts";
import { HI, PROJECT_ROOT, runProcess } from "./hi.ts";
import type { Ended } from "./hi.ts";

const FIXTURES = path.join(PROJECT_ROOT, "test/fixtures/guard");

/** What came of a case, as far as it is compared. */
export interface Outcome {
  readonly exit: number | null;
  readonly decision?: string;
  /** Of a decision; codes of errors are each program's own. */
  readonly reason?: string;
  /** With `$REPO` and `$OUTSIDE` for the folders of the case. */
  readonly path?: string;
  readonly violations?: readonly string[];
  readonly warnings?: readonly string[];
  readonly finalStatus?: string;
  readonly failureKind?: string | null;
  readonly completionAuthorized?: boolean;
  readonly active?: boolean;
}

/** One observed case of the peer's, in our commands (docs/guard-peer.md). */
export interface PeerCase {
  readonly id: string;
  readonly setup: readonly string[];
  readonly command: string;
  readonly peer: Outcome;
}

export function readCases(): readonly PeerCase[] {
  return readFixture("cases.json") as readonly PeerCase[];
}

/** How ours differs, and why: a key of `reasons.json`. */
export interface Difference {
  readonly ours: Outcome;
  readonly because: string;
}

export function readDifferences(): Readonly<Record<string, Difference>> {
  return readFixture("differences.json") as Readonly<Record<string, Difference>>;
}

export function readReasons(): Readonly<Record<string, string>> {
  return readFixture("reasons.json") as Readonly<Record<string, string>>;
}

function readFixture(name: string): unknown {
  return JSON.parse(readFileSync(path.join(FIXTURES, name), "utf8"));
}

/** Runs cases in folders below one that the test owns; a repository of one name is built once and copied. */
export class CaseRunner {
  private readonly folder: string;
  private readonly built = new Map<string, Promise<string>>();
  private count = 0;

  constructor(folder: string) {
    this.folder = folder;
    this.writeWords();
  }

  async run({ setup, command }: Pick<PeerCase, "setup" | "command">): Promise<Outcome> {
    const place = path.join(this.folder, `case-${(this.count += 1)}`);
    const [repository, outside] = [path.join(place, "repo"), path.join(place, "outside")];
    mkdirSync(outside, { recursive: true });
    const [, name] = /^fixture (.+)$/.exec(setup[0] ?? "") ?? [];
    if (name === undefined) mkdirSync(repository);
    else cpSync(await this.build(name), repository, { recursive: true });
    const steps = name === undefined ? setup : setup.slice(1);
    const made = await this.shell(place, steps.join("\n"));
    if (made.exitCode !== 0) throw new Error(`the steps ended with ${made.exitCode}\n${made.stdout}${made.stderr}`);
    return toOutcome(command, await this.shell(place, `set +e\n${command}`), place);
  }

  private build(name: string): Promise<string> {
    const known = this.built.get(name) ?? this.buildNow(name);
    this.built.set(name, known);
    return known;
  }

  private async buildNow(name: string): Promise<string> {
    const place = path.join(this.folder, `built-${name}`);
    const repository = path.join(place, "repo");
    mkdirSync(repository, { recursive: true });
    mkdirSync(path.join(place, "outside"));
    const repositories = readFixture("repositories.json") as Readonly<Record<string, readonly string[]>>;
    const common = name === "bare-files" ? [] : (repositories["bare-files"] ?? []);
    const ended = await this.shell(place, [...common, ...(repositories[name] ?? ["false"])].join("\n"));
    if (ended.exitCode !== 0) throw new Error(`${name} cannot be built\n${ended.stderr}`);
    return repository;
  }

  private shell(place: string, script: string): Promise<Ended> {
    const repository = path.join(place, "repo");
    const home = path.join(place, "home");
    if (!existsSync(home)) {
      mkdirSync(home);
      writeFileSync(
        path.join(home, ".gitconfig"),
        '[protocol "file"]\n\tallow = always\n[init]\n\tdefaultBranch = main\n'
      );
    }
    const variables = [
      `export REPO='${repository}' OUTSIDE='${path.join(place, "outside")}'`,
      `export STATE="$REPO/.git/hi-guard" HOME='${home}' XDG_STATE_HOME='${path.join(home, "state")}'`,
      `export PATH='${path.join(this.folder, "bin")}:${path.dirname(process.execPath)}:/usr/bin:/bin'`,
      "unset GIT_CONFIG_GLOBAL; umask 022; set -eu -o pipefail",
    ];
    return runProcess("bash", ["-c", `${variables.join("\n")}\n${script}`], { cwd: repository });
  }

  private writeWords(): void {
    const bin = path.join(this.folder, "bin");
    mkdirSync(bin, { recursive: true });
    const write = (name: string, text: string): void => {
      writeFileSync(path.join(bin, name), `#!/bin/sh\n${text}\n`);
      chmodSync(path.join(bin, name), 0o755);
    };
    write("hi", `exec node '${HI}' "$@"`);
    const words = path.join(FIXTURES, "bin/words.mjs");
    for (const word of ["hi-sub", "hi-edit", "hi-seal", "hi-forge"]) write(word, `exec node '${words}' ${word} "$@"`);
    writeFileSync(path.join(this.folder, "policy.yml"), JUDGELOCK_POLICY.replace("commands: []", "commands: []"));
    write("hi-policy", `mkdir -p .judgelock && cp '${path.join(this.folder, "policy.yml")}' judgelock.yml`);
  }
}

function toOutcome(command: string, { exitCode, stdout }: Ended, place: string): Outcome {
  const document = parse(stdout);
  const decision = document["decision"];
  if (typeof decision === "string") {
    const asked = typeof document["path"] === "string" ? { path: toShown(document["path"], place) } : {};
    return { exit: exitCode, decision, reason: String(document["reasonCode"]), ...asked };
  }
  return {
    exit: exitCode,
    ...(command.includes("hi inspect") ? toInspected(document) : {}),
    ...(/hi (?:verify|ci) .*--json/.test(command) && document["finalStatus"] !== null ? toVerified(document) : {}),
    ...(command.includes("session status") && document["state"] !== "corrupt"
      ? { active: document["state"] === "active" }
      : {}),
  };
}

function toInspected(document: Readonly<Record<string, unknown>>): Partial<Outcome> {
  const toCodes = (name: string): readonly string[] =>
    ((document[name] ?? []) as readonly { readonly code: string }[]).map(({ code }) => code).toSorted();
  return { violations: [...new Set(toCodes("violations"))], warnings: [...new Set(toCodes("warnings"))] };
}

function toVerified(document: Readonly<Record<string, unknown>>): Partial<Outcome> {
  const { finalStatus, failureKind, completionAuthorized } = document as unknown as Outcome;
  return {
    ...(finalStatus === undefined ? {} : { finalStatus }),
    ...(failureKind === undefined || failureKind === null ? {} : { failureKind }),
    ...(completionAuthorized === undefined ? {} : { completionAuthorized }),
  };
}

function parse(stdout: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(stdout) as Readonly<Record<string, unknown>>;
  } catch {
    return {};
  }
}

function toShown(shown: string, place: string): string {
  return shown.replaceAll(path.join(place, "repo"), "$REPO").replaceAll(path.join(place, "outside"), "$OUTSIDE");
}

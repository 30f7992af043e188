import { randomUUID } from "node:crypto";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

import type { HookStopDecision } from "../../src/contracts/stop-decision.ts";
import type { HookWriteDecision } from "../../src/contracts/write-decision.ts";
import { toPointerFile, toSealFile, toSealName, toWorkTreeName } from "../../src/guard/decide/seal.ts";
import type { SealedCommand, VerificationSeal } from "../../src/guard/decide/seal.ts";
import type { DocumentKind } from "../../src/guard/decide/sealed-document.ts";
import { renderSealed, sealDocument } from "../../src/guard/decide/sealed-document.ts";
import { toSealedStateFile } from "../../src/guard/decide/sealed-state.ts";
import { toRunFile } from "../../src/guard/decide/user-state.ts";
import { openSessionRepository } from "../../src/guard/repository/open-repository.ts";
import { openSession } from "../../src/guard/session/open-session.ts";
import type { OpenedSession } from "../../src/guard/session/open-session.ts";
import { toSealedState } from "../../src/guard/verify/seal-state.ts";
import { git, runHi } from "./hi.ts";

export const GUARD_POLICY = `version: 1
validation:
  commands:
    - { name: tests, command: [node, -e, "0"], timeoutSeconds: 3600 }
paths:
  protectedPatterns: [src/locked.txt, "infra/**"]
`;

const FILES: Readonly<Record<string, string>> = {
  "hi.policy.yml": GUARD_POLICY,
  ".gitignore": "/node_modules/\n/dist/\n*.secret\n",
  "src/math.js": "export const add = (a, b) => a + b;\n",
  "src/locked.txt": "locked\n",
  "tests/math.test.js": "test('adds', () => { expect(add(2, 3)).toBe(5); });\n",
};

/** A repository with a guarded session, and its user's private state. */
export class GuardedRepository {
  readonly root: string;
  readonly env: Readonly<Record<string, string>>;

  constructor(folder: string) {
    this.root = path.join(folder, "repo");
    this.env = { XDG_STATE_HOME: path.join(folder, "state"), HOME: path.join(folder, "home") };
    mkdirSync(this.root, { recursive: true });
    mkdirSync(path.join(folder, "home"), { recursive: true });
  }

  /** With what a process inherits. */
  get whole(): Readonly<Record<string, string | undefined>> {
    return { ...process.env, ...this.env };
  }

  /** Writes files, commits them and begins a session. */
  async begin(files: Readonly<Record<string, string>> = {}): Promise<this> {
    await git(this.root, "init", "-q", "-b", "main");
    for (const [name, text] of Object.entries({ ...FILES, ...files })) this.write(name, text);
    await git(this.root, "add", "-A");
    await git(this.root, "commit", "-qm", "baseline");
    return this.start();
  }

  async start(): Promise<this> {
    const ended = await runHi(["session", "start", "--task", "demo"], { cwd: this.root, env: this.env });
    if (ended.exitCode !== 0) throw new Error(ended.stdout + ended.stderr);
    return this;
  }

  /** A repository beside it with a file `f`, and that as its submodule `mod`; before the session begins. */
  async addSubmodule(): Promise<void> {
    const module = path.join(this.root, "../module");
    mkdirSync(module);
    await git(module, "init", "-q");
    writeFileSync(path.join(module, "f"), "1");
    await git(module, "add", "-A");
    await git(module, "commit", "-qm", "m");
    await git(this.root, "init", "-q");
    await git(this.root, "-c", "protocol.file.allow=always", "submodule", "add", "-q", module, "mod");
  }

  open(cwd = this.root): Promise<OpenedSession> {
    return openSession({ cwd, env: this.whole });
  }

  write(name: string, text: string | Uint8Array): void {
    mkdirSync(path.dirname(path.join(this.root, name)), { recursive: true });
    writeFileSync(path.join(this.root, name), text);
  }

  file(...names: readonly string[]): string {
    return path.join(this.root, ".git/hi-guard", ...names);
  }

  async canWrite(asked: string, cwd = this.root): Promise<HookWriteDecision & { readonly exitCode: number | null }> {
    const ended = await runHi(["hook", "can-write", "--path", asked, "--json"], { cwd, env: this.env });
    return { ...(JSON.parse(ended.stdout) as HookWriteDecision), exitCode: ended.exitCode };
  }

  async canStop(
    cwd = this.root,
    env: Readonly<Record<string, string>> = {}
  ): Promise<HookStopDecision & { readonly exitCode: number | null }> {
    const ended = await runHi(["hook", "can-stop", "--json"], { cwd, env: { ...this.env, ...env } });
    return { ...(JSON.parse(ended.stdout) as HookStopDecision), exitCode: ended.exitCode };
  }

  /**
   * Writes what a passing verification would leave for what is here now: the seal, with changes of a forger's, and unless
   * it is left out the state that can-stop compares without git.
   */
  async seal(
    change: (seal: VerificationSeal) => VerificationSeal = (seal) => seal,
    { cwd = this.root, hasState = true }: { readonly cwd?: string; readonly hasState?: boolean } = {}
  ): Promise<VerificationSeal> {
    const opened = await this.open(cwd);
    const { repository, session, key } = opened.active;
    const state = await openSessionRepository(opened, this.whole);
    const runId = randomUUID();
    const at = new Date(0).toISOString();
    const stream = { sha256: "0".repeat(64), byteCount: 0, retained: "", truncated: false };
    const seal: VerificationSeal = change({
      schemaVersion: 1,
      hiVersion: session.hiVersion,
      mode: "local",
      sessionId: session.sessionId,
      runId,
      task: session.task,
      repositoryId: session.repositoryId,
      place: session.place,
      workTree: toWorkTreeName(repository),
      baselineCommit: session.baselineCommit,
      policySourceCommit: session.policySourceCommit,
      currentHead: state.currentHead,
      trustedPolicyHash: session.trustedPolicyHash,
      repositoryStateFingerprint: state.fingerprint,
      changedFiles: state.changedFiles,
      inspection: {
        status: "passed",
        repositoryStateFingerprint: state.fingerprint,
        violations: [],
        warnings: [],
      },
      commands: session.rules.commands.map(({ name, sha256, timeoutSeconds }): SealedCommand => ({
        name,
        command: name,
        commandHash: sha256,
        timeoutSeconds,
        status: "passed",
        exitCode: 0,
        signal: null,
        startedAt: at,
        finishedAt: at,
        durationMs: 0,
        stdout: stream,
        stderr: stream,
      })),
      startedAt: at,
      finishedAt: at,
      durationMs: 0,
      runtime: { nodeVersion: process.version, platform: process.platform, arch: process.arch },
      finalStatus: session.rules.commands.length === 0 ? "inspection_only" : "passed",
      failureReason: null,
    });
    const name = toSealName(session.sessionId, runId);
    const sealed = sealDocument("verification-seal", seal, key);
    writeSealed(toSealFile(repository.commonDirectory, name), sealed);
    const pointer = { schemaVersion: 1, sessionId: session.sessionId, runId, name, digest: sealed.digest.value };
    const workTree = toWorkTreeName(repository);
    const run = { schemaVersion: 1, sessionId: session.sessionId, place: session.place, workTree, runId };
    const userState = path.join(this.env["XDG_STATE_HOME"] ?? "", "hi/guard");
    writeSealed(toRunFile(userState, repository.commonDirectory, workTree), sealDocument("run-record", run, key));
    writeSealed(toPointerFile(repository), sealDocument("seal-pointer", pointer, key));
    const stateFile = toSealedStateFile(repository);
    rmSync(stateFile, { force: true });
    const sealedState = hasState ? await toSealedState(opened.active, seal, this.whole) : undefined;
    if (sealedState !== undefined) writeSealed(stateFile, sealDocument("sealed-state", sealedState, key));
    return seal;
  }

  /** Seals a payload with the user's own key, as only the guard can. */
  async sealAs(kind: DocumentKind, payload: unknown): Promise<string> {
    const { key } = (await this.open()).active;
    return renderSealed(sealDocument(kind, payload, key));
  }
}

function writeSealed(file: string, document: Parameters<typeof renderSealed>[0]): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, renderSealed(document), { mode: 0o600 });
}

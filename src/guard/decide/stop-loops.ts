import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";

import { findRepositories } from "./find-repositories.ts";
import type { Repository } from "./find-repositories.ts";
import { findUserState } from "./find-user-state.ts";
import { readOwnFile } from "./own-file.ts";
import { readSession, toGuardFolder } from "./read-session.ts";
import type { ActiveSession } from "./read-session.ts";
import { openSealed, renderSealed, sealDocument } from "./sealed-document.ts";
import { readKey, toReleaseFolder } from "./user-state.ts";
import { writeOwnFile } from "./write-own-file.ts";

const MAX_BYTES = 64 * 1024;

/** Which session of which agent, and where. */
interface AgentStop {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly provider: string;
  /** As the agent names it; only a hash of it is kept. */
  readonly session: string;
}

/** How often one session of an agent was kept from stopping, and whether it was let go all the same. */
export interface StopRecord {
  readonly schemaVersion: 1;
  /** Of the guard. */
  readonly sessionId: string;
  readonly provider: string;
  /** 32 hexadecimal digits for the agent's own session. */
  readonly agentSession: string;
  readonly blocks: number;
  /** When it was let go unverified, ISO 8601, UTC; null as long as it was not. */
  readonly releasedAt: string | null;
}

/**
 * Counts one more block, and gives how many there were in a row; of one that was let go already no more are counted. A
 * record that cannot be believed counts for nothing, so that damaging it buys no release.
 * @throws Error where nothing can be kept
 */
export function countStop(stop: AgentStop): number {
  const active = findActive(stop);
  const record = readRecord(active, stop);
  const blocks = record.blocks + 1;
  if (record.releasedAt === null) write(toFolder(active.repository), { ...record, blocks }, active.key);
  return blocks;
}

/** It may stop: a fresh pass stands, which settles an earlier release as well. */
export function clearStop(stop: AgentStop): void {
  const { repository } = findActive(stop);
  for (const folder of listFolders(repository, stop.env)) rmSync(toFile(folder, stop), { force: true });
}

/**
 * Writes down that an agent was let go without a fresh pass: beside the session, and with the user, where it outlives the
 * session. The first time stands. @throws Error where that cannot be kept
 */
export function releaseStop(stop: AgentStop): void {
  const active = findActive(stop);
  const record = readRecord(active, stop);
  const isFirst = record.releasedAt === null;
  // The last one that was counted was no block.
  const first = { ...record, blocks: Math.max(record.blocks - 1, 0), releasedAt: new Date().toISOString() };
  const folders = listFolders(active.repository, stop.env);
  for (const folder of folders) write(folder, isFirst ? first : record, active.key);
}

/** The releases in a repository that no pass has settled since, of whichever session; a record that cannot be read is one. */
export function readReleases(repository: Repository, env: AgentStop["env"]): readonly StopRecord[] {
  const userState = findUserState(env);
  const key = userState === undefined ? undefined : readKey(userState);
  const found = new Map<string, StopRecord>();
  for (const folder of listFolders(repository, env)) {
    const isUsers = folder !== toFolder(repository);
    for (const name of listNames(folder)) {
      const record = key?.kind === "key" ? open(path.join(folder, name), key.key) : undefined;
      if (record !== undefined) found.set(name, record);
      else if (isUsers && !found.has(name)) found.set(name, UNREADABLE);
    }
  }
  return [...found.values()].filter(({ releasedAt }) => releasedAt !== null);
}

/** Only releases are kept with the user, so one that cannot be read must have been one. */
const UNREADABLE: StopRecord = {
  schemaVersion: 1,
  sessionId: "",
  provider: "neutral",
  agentSession: "",
  blocks: 0,
  releasedAt: new Date(0).toISOString(),
};

/** A verification has passed: what was let go before is verified now. */
export function settleReleases({ repository }: ActiveSession, env: AgentStop["env"]): void {
  for (const folder of listFolders(repository, env)) rmSync(folder, { recursive: true, force: true });
}

function listNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith(".json"));
  } catch {
    return [];
  }
}

/** Beside the session, and with the user where there is a home. */
function listFolders(repository: Repository, env: AgentStop["env"]): readonly string[] {
  const userState = findUserState(env);
  const users = userState === undefined ? [] : [toReleaseFolder(userState, repository.commonDirectory)];
  return [toFolder(repository), ...users];
}

function findActive({ cwd, env }: AgentStop): ActiveSession {
  for (const repository of findRepositories(cwd)) {
    const read = readSession(repository, env);
    if (read.kind === "active") return read;
  }
  throw new Error("the session's state cannot be read");
}

function toFolder({ commonDirectory }: Repository): string {
  return path.join(toGuardFolder(commonDirectory), "stops");
}

function toAgentSession({ provider, session }: AgentStop): string {
  return createHash("sha256").update(`${provider}\0${session}`).digest("hex").slice(0, 32);
}

function toFile(folder: string, stop: AgentStop): string {
  return path.join(folder, `${toAgentSession(stop)}.json`);
}

/** That of this session of the guard; a new one where there is none. */
function readRecord({ repository, session, key }: ActiveSession, stop: AgentStop): StopRecord {
  const { sessionId } = session;
  const agentSession = toAgentSession(stop);
  const record = open(toFile(toFolder(repository), stop), key);
  if (record?.agentSession === agentSession && record.sessionId === sessionId) return record;
  return { schemaVersion: 1, sessionId, provider: stop.provider, agentSession, blocks: 0, releasedAt: null };
}

/** A record, proven; undefined for anything else. */
function open(file: string, key: Buffer): StopRecord | undefined {
  const read = readOwnFile(file, MAX_BYTES);
  if (read.kind !== "file") return undefined;
  const opened = openSealed("release", read.bytes.toString("utf8"), key);
  if (!opened.ok || opened.payload["schemaVersion"] !== 1) return undefined;
  return opened.payload as unknown as StopRecord;
}

function write(folder: string, record: StopRecord, key: Buffer): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const text = renderSealed(sealDocument("release", record, key));
  writeOwnFile(path.join(folder, `${record.agentSession}.json`), text);
}

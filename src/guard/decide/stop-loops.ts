import { createHash, randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

import { findRepositories } from "./find-repositories.ts";
import { readOwnFile } from "./own-file.ts";
import { readSession, toGuardFolder } from "./read-session.ts";
import type { ActiveSession } from "./read-session.ts";
import { openSealed, renderSealed, sealDocument } from "./sealed-document.ts";

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
 * Counts one more block, and gives how many there were in a row. A record that cannot be believed counts for nothing, so
 * that damaging it buys no release. @throws Error where nothing can be kept
 */
export function countStop(stop: AgentStop): number {
  const active = findActive(stop);
  const record = readRecord(active, stop);
  const blocks = record.blocks + 1;
  write(active, { ...record, blocks });
  return blocks;
}

/** It may stop: a fresh pass stands, which settles an earlier release as well. */
export function clearStop(stop: AgentStop): void {
  rmSync(toFile(findActive(stop), stop), { force: true });
}

/** Writes down that an agent was let go without a fresh pass. @throws Error where that cannot be kept */
export function releaseStop(stop: AgentStop): void {
  const active = findActive(stop);
  write(active, { ...readRecord(active, stop), releasedAt: new Date().toISOString() });
}

/** The releases of a session that no pass has settled since. */
export function readReleases(active: ActiveSession): readonly StopRecord[] {
  return listRecords(active).filter(({ releasedAt }) => releasedAt !== null);
}

/** A verification has passed: what was let go before is verified now. */
export function settleReleases(active: ActiveSession): void {
  rmSync(toFolder(active), { recursive: true, force: true });
}

function listRecords(active: ActiveSession): readonly StopRecord[] {
  let names: readonly string[];
  try {
    names = readdirSync(toFolder(active));
  } catch {
    return [];
  }
  return names
    .filter((name) => name.endsWith(".json"))
    .map((name) => open(active, path.join(toFolder(active), name)))
    .filter((record) => record !== undefined);
}

function findActive({ cwd, env }: AgentStop): ActiveSession {
  for (const repository of findRepositories(cwd)) {
    const read = readSession(repository, env);
    if (read.kind === "active") return read;
  }
  throw new Error("the session's state cannot be read");
}

function toFolder({ repository }: ActiveSession): string {
  return path.join(toGuardFolder(repository.commonDirectory), "stops");
}

function toAgentSession({ provider, session }: AgentStop): string {
  return createHash("sha256").update(`${provider}\0${session}`).digest("hex").slice(0, 32);
}

function toFile(active: ActiveSession, stop: AgentStop): string {
  return path.join(toFolder(active), `${toAgentSession(stop)}.json`);
}

function readRecord(active: ActiveSession, stop: AgentStop): StopRecord {
  const { sessionId } = active.session;
  const agentSession = toAgentSession(stop);
  const record = open(active, toFile(active, stop));
  if (record?.agentSession === agentSession) return record;
  return { schemaVersion: 1, sessionId, provider: stop.provider, agentSession, blocks: 0, releasedAt: null };
}

/** A record of this session, proven; undefined for anything else. */
function open({ session, key }: ActiveSession, file: string): StopRecord | undefined {
  const read = readOwnFile(file, MAX_BYTES);
  if (read.kind !== "file") return undefined;
  const opened = openSealed("release", read.bytes.toString("utf8"), key);
  if (!opened.ok || opened.payload["schemaVersion"] !== 1) return undefined;
  const record = opened.payload as unknown as StopRecord;
  return record.sessionId === session.sessionId ? record : undefined;
}

/** Beside its name, then renamed: there is the old record or the new one, whole. */
function write(active: ActiveSession, record: StopRecord): void {
  const folder = toFolder(active);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const temporary = path.join(folder, `.${randomBytes(8).toString("hex")}.tmp`);
  try {
    writeFileSync(temporary, renderSealed(sealDocument("release", record, active.key)), { flag: "wx", mode: 0o600 });
    renameSync(temporary, path.join(folder, `${record.agentSession}.json`));
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

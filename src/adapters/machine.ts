import { realpathSync } from "node:fs";
import path from "node:path";

import type { AbsolutePath } from "../domain/paths.ts";
import type { ProcessOutcome } from "../domain/process.ts";
import type { Checkout, HookCall, LeftCandidate, Machine, OutsideText } from "../pipeline/doctor/machine.ts";
import type { ProcessRunner } from "../pipeline/world.ts";
import { isSameOrBelow } from "../runtime/io/is-same-or-below.ts";
import { listAbandoned } from "./abandoned-candidates.ts";
import { findAgentHomes } from "./agent-homes.ts";
import { approveParent } from "./approved-parent.ts";
import { findGitDirectory } from "./git-layout.ts";
import { readHookMarks } from "./hook-marks.ts";
import { findInstalledPackage } from "./installed-package.ts";
import { readLockState } from "./lock-state.ts";
import { findNodeOnPath, listOutsideFolders, toPresent } from "./node-on-path.ts";
import { readRegularText } from "./read-regular.ts";
import { ABSENCE, toErrorCode } from "./system-error.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** A configuration of a person's is far below this. */
const MAX_TEXT_BYTES = 4 * 1024 * 1024;
const MAX_ANSWER_BYTES = 256 * 1024;

/** The machine as the doctor sees it. */
export function createMachine(env: Environment, processes: ProcessRunner): Machine {
  return {
    platform: process.platform,
    env,
    join: (folder, name) => path.join(folder, name),
    isBelow: (outer, inner) => path.isAbsolute(inner) && toReal(inner) !== outer && isSameOrBelow(outer, toReal(inner)),
    findNode: (root) => findNodeOnPath(root, env, processes),
    findHomes: async () => findAgentHomes(env),
    readOutside: async (file) => readOutside(file),
    parseToml: async (text) => (await import("./toml-text.ts")).parseTomlText(text),
    findPackage: findInstalledPackage,
    readLock: async (root) => readLockState(root),
    listLeft: async (root) => listLeft(approveParent(root, env)),
    findCheckout: async (root) => findCheckout(root),
    readMarks: (root, providers) => readHookMarks(root, providers, env),
    startHook: (call) => startHook(call, env, processes),
  };
}

function readOutside(file: string): OutsideText {
  try {
    const text = readRegularText(file, MAX_TEXT_BYTES);
    return text === undefined ? { kind: "unreadable", problem: "it is no regular file" } : { kind: "text", text };
  } catch (error) {
    const code = toErrorCode(error);
    if (code === undefined) throw error;
    return (ABSENCE as readonly string[]).includes(code) ? { kind: "absent" } : { kind: "unreadable", problem: code };
  }
}

function listLeft(parent: AbsolutePath): readonly LeftCandidate[] {
  return [...listAbandoned(parent)].map(({ root, marker }) => ({ path: root, createdAt: marker.createdAt }));
}

/** From the disk alone: a linked work tree's git directory names the one that all share, beside the main checkout. */
function findCheckout(root: AbsolutePath): Checkout {
  const gitDirectory = findGitDirectory(root);
  const named = gitDirectory === undefined ? undefined : readOutside(path.join(gitDirectory, "commondir"));
  if (gitDirectory === undefined || named?.kind !== "text") return { main: root, isLinked: false };
  const common = path.resolve(gitDirectory, named.text.trim());
  if (path.basename(common) !== ".git") return { main: root, isLinked: false };
  return { main: toReal(path.dirname(common)), isLinked: true };
}

function toReal(file: string): AbsolutePath {
  try {
    return realpathSync.native(file) as AbsolutePath;
  } catch {
    return file as AbsolutePath;
  }
}

/** Starts a hook as its agent would, with a PATH that holds nothing of the repository's; it leaves no mark. */
function startHook(call: HookCall, env: Environment, processes: ProcessRunner): Promise<ProcessOutcome> {
  const { root, node, command, input, timeoutMs } = call;
  const [file, ...args] = typeof command === "string" ? ["/bin/sh", "-c", command] : [node, ...command.slice(1)];
  const folders = [path.dirname(node), ...listOutsideFolders(env, root)];
  return processes.run({
    file,
    args,
    cwd: root,
    env: {
      ...toPresent(env),
      PATH: folders.join(path.delimiter),
      CLAUDE_PROJECT_DIR: root,
      CURSOR_PROJECT_DIR: root,
      HI_HOOK_MARK: "off",
    },
    timeoutMs,
    maxOutputBytes: MAX_ANSWER_BYTES,
    input,
  });
}

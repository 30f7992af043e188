import type { GuardPolicy } from "../../contracts/guard.ts";
import { parseShallowJson } from "../../domain/json-depth.ts";
import { toCommandHash } from "../decide/seal.ts";
import type { SessionRules } from "../decide/session-payload.ts";
import { compileGlob } from "../policy/compile-globs.ts";

/** Settings of agents that could switch the guard's hooks off, whether or not they are there. */
const AGENT_FILES = [
  ".claude/settings.json",
  ".claude/settings.local.json",
  ".codex/config.toml",
  ".codex/hooks.json",
  ".cursor/hooks.json",
  "opencode.json",
  "opencode.jsonc",
  ".opencode/opencode.json",
  ".opencode/opencode.jsonc",
];

/** What runs the hooks. */
const FOLDERS = [
  ".git",
  ".hi",
  // OpenCode runs what lies in either spelling of both.
  ".opencode/plugin",
  ".opencode/plugins",
  ".opencode/tool",
  ".opencode/tools",
  "node_modules/harness-intelligence",
];

/** What a judgelock.yml's own program keeps and installs. */
const JUDGELOCK = { folders: [".judgelock"], files: [".claude/hooks/judgelock.cjs"] };

/** A policy as writes are judged by it; `receipt` is the baseline's install receipt, which names the providers' files. */
export function toSessionRules(policy: GuardPolicy, receipt: Uint8Array | undefined): SessionRules {
  const { testIntegrity, validation, paths, file } = policy;
  const isJudgelock = file === "judgelock.yml";
  return {
    existingTests: testIntegrity.existingTests,
    allowNewTests: testIntegrity.allowNewTests,
    blockSnapshotChanges: testIntegrity.blockSnapshotChanges,
    allowInspectionOnlyCompletion: validation.allowInspectionOnlyCompletion,
    patterns: {
      test: paths.testPatterns.map(compileGlob),
      snapshot: paths.snapshotPatterns.map(compileGlob),
      protected: paths.protectedPatterns.map(compileGlob),
      ignored: paths.ignoredPatterns.map(compileGlob),
    },
    configuration: listConfiguration(receipt, isJudgelock),
    commands: validation.commands.map(({ name, run, timeoutSeconds }) => ({
      name,
      sha256: toCommandHash(run),
      timeoutSeconds,
    })),
  };
}

/** The paths that are the guard's settings, or what runs it: those of every repository, and those that a receipt names. */
export function listConfiguration(
  receipt: Uint8Array | undefined,
  isJudgelock: boolean
): SessionRules["configuration"] {
  const files = ["hi.policy.yml", "judgelock.yml", ...AGENT_FILES, ...listProviderFiles(receipt)];
  return {
    folders: [...FOLDERS, ...(isJudgelock ? JUDGELOCK.folders : [])],
    files: [...new Set([...files, ...(isJudgelock ? JUDGELOCK.files : [])])].toSorted(),
  };
}

/** What a receipt says that the providers' generators made; one that cannot be read adds nothing to what is always guarded. */
function listProviderFiles(receipt: Uint8Array | undefined): readonly string[] {
  try {
    const document = parseShallowJson(Buffer.from(receipt ?? []).toString("utf8"));
    const files = (document as { readonly files?: unknown }).files;
    return Object.entries(files as Readonly<Record<string, { readonly generator?: unknown }>>)
      .filter(([, entry]) => String(entry.generator).startsWith("provider-"))
      .map(([name]) => name);
  } catch {
    return [];
  }
}

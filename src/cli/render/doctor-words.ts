import type { DoctorArea, DoctorFinding } from "../../domain/doctor.ts";
import type { Json } from "../../domain/json.ts";
import { neutralise, shorten } from "./neutralise.ts";
import { CLASS_WORDS, count, toReasonWords } from "./words.ts";

const MAX_QUOTED = 400;

export const AREA_WORDS: Readonly<Record<DoctorArea, string>> = {
  machine: "This machine",
  repository: "This repository",
  tools: "Tools",
  claude: "Claude Code",
  codex: "Codex",
  cursor: "Cursor",
  opencode: "OpenCode",
  commits: "Commits",
};

type Args = DoctorFinding["args"];
type Words = (args: Args, path: string) => string;

const refused: Words = (args) => `${say(args["refusal"])}: ${say(args["message"])}`;

/** Every code of `hi doctor`, in words: what was seen. docs/doctor.md lists them with what mends each. */
const WORDS: Readonly<Record<string, Words>> = {
  // This machine
  "node-found": (args) => `node is ${say(args["version"])} (${say(args["file"])}), and loads what is configured`,
  "node-missing": () => "there is no node on PATH, and every agent's hook starts one",
  "node-silent": (args) => `${say(args["file"])} does not tell its version: ${quote(args["problem"])}`,
  "node-too-old": (args) =>
    `node on PATH is ${say(args["version"])} (${say(args["file"])}), which cannot load ${say(args["config"])}: it takes ${say(args["needed"])} or later`,
  "hook-off": () => "HI_HOOK=off is in this environment: the hook does nothing wherever it reaches",
  "deadline-beyond-timeout": (args) =>
    `HI_HOOK_DEADLINE_MS is ${say(args["deadlineMs"])}, and agents wait ${say(args["timeoutSeconds"])} seconds: they end the hook first`,
  // This repository
  "in-step": (args) => `in step: ${count(Number(args["paths"]), "path")}, templates ${say(args["version"])}`,
  "settings-unreadable": refused,
  "receipt-unreadable": refused,
  "git-unusable": refused,
  "check-refused": refused,
  "temp-unsafe": refused,
  "selection-unreadable": (args) => `the routes cannot be read: ${say(args["message"])}`,
  drift: (args, path) => {
    const keys = Array.isArray(args["keys"]) && args["keys"].length > 0 ? `: ${say(args["keys"])}` : "";
    const kind = (CLASS_WORDS as Readonly<Record<string, string>>)[String(args["class"])] ?? say(args["class"]);
    return `${kind}, ${toReasonWords({ code: String(args["reason"]) }, path)}${keys}`;
  },
  "templates-changed": (args) =>
    `published with templates ${say(args["from"])}, this hi has others (${say(args["to"])})`,
  "inputs-changed": (args) =>
    args["isPlain"] === true
      ? "it is no package of its own any more, and its files are still left out of the scope around it"
      : "settings, lint policy, formatter or package manager changed since the last publication",
  "needed-and-missing": (args) => `it is not there, and ${say(args["by"])} cannot work without it`,
  "lock-held": (args) => `a run holds this repository: ${say(args["holder"])}`,
  "lock-stale": (args) => `a run that is dead left its lock: ${say(args["holder"])}`,
  "lock-unknown": (args) => `it cannot be told whether the lock's holder still runs: ${say(args["holder"])}`,
  "lock-unusable": (args) => `no run can take the lock: ${say(args["message"])}`,
  "publication-running": () => "a run publishes here right now",
  "publication-unfinished": (args) =>
    `the hi ${say(args["verb"])} of ${say(args["startedAt"])} was cut short, and the repository may be half changed`,
  "journal-unusable": (args) => `${say(args["message"])} (${say(args["file"])})`,
  "candidate-left": (args) => `a run that is dead left its candidate (${say(args["createdAt"])})`,
  "guard-policy-missing": () =>
    "the pack guard is chosen, and HEAD has no hi.policy.yml: no session can begin, so nothing is guarded",
  "guard-policy-endless": () =>
    "the committed policy names no command and lets no inspection alone count: no agent could ever stop in a session",
  "guard-policy-unreadable": (args) =>
    `the committed policy cannot be read, so no session can begin: ${say(args["code"])}: ${say(args["message"])}`,
  // Tools
  "no-scopes": () => "no scope is selected: nothing is linted",
  "tool-found": (args) => `${say(args["name"])} ${say(args["wanted"])}${inScopes(args)}`,
  "tool-missing": (args) =>
    `${say(args["name"])} is not installed, ${say(args["wanted"])} is selected${inScopes(args)}`,
  "tool-version": (args) =>
    `${say(args["name"])} ${say(args["found"])} is installed, ${say(args["wanted"])} is selected${inScopes(args)}`,
  "configuration-missing": () => "the configuration that a scope is linted or formatted with is not there",
  "scanner-missing": (args) =>
    `harness-intelligence is not installed here, so nothing is scanned after an edit or on save (${say(args["packs"])})`,
  // Every agent
  "hook-not-registered": (args) => `${say(args["agent"])} is selected, and its hook was never published`,
  "hook-taken-out": (args) => `the hook was taken out on purpose: ${say(args["agent"])} gets no feedback`,
  "agent-not-here": (args) => `no configuration of ${say(args["agent"])} on this machine; it has not run the hook here`,
  "hook-never-ran": (args) => `${say(args["agent"])} has never run the hook in this clone`,
  "hook-ran": (args) => `last ran ${say(args["at"])} under node ${say(args["node"])}: ${say(args["status"])}`,
  "hook-failed": (args) =>
    `the last run (${say(args["at"])}, node ${say(args["node"])}) failed, ${say(args["kind"])}: ${say(args["command"])}: ${quote(args["output"])}`,
  "hook-mark-unreadable": (args) => `what ${say(args["agent"])}'s last run left cannot be read`,
  "hook-proven": () => "its command, started here, answers as it should",
  "hook-silent": (args) =>
    `its command, started here, does not answer as it should (${say(args["ending"])}, exit ${say(args["exitCode"])}): ${quote(args["output"])}`,
  "hook-not-proven": (args) =>
    `its command was not started: ${UNPROVEN[String(args["because"])] ?? say(args["because"])}`,
  // One agent
  "claude-hooks-off": (args) => `${say(args["setting"])} turns the repository's hooks off`,
  "claude-settings-unreadable": (args) =>
    `these settings cannot be read (${say(args["message"])}), so they were not looked at`,
  "claude-subfolder": () => "Claude Code started in this folder reads none of the root's hooks",
  "claude-nested-settings": (args) =>
    `Claude Code started in ${say(args["scope"])} reads this file, and none of the root's hooks`,
  "codex-config-unreadable": (args) => `Codex's own configuration cannot be read: ${say(args["message"])}`,
  "codex-hooks-off": (args) => `${say(args["setting"])} = false turns Codex's hooks off`,
  "codex-file-dropped": (args) => `Codex drops the whole file: ${say(args["because"])}`,
  "codex-main-checkout": () =>
    "in a linked work tree Codex reads the main checkout's file, and that one does not hold this hook",
  "codex-project-trusted": () => "the project is trusted",
  "codex-project-untrusted": (args) =>
    `the project is not trusted in ${say(args["config"])}, so Codex reads no hook of it`,
  "codex-hook-trusted": () => "the hook's present definition is trusted",
  "codex-hook-untrusted": () => "the hook was never trusted, so Codex skips it without a word",
  "codex-hook-modified": () =>
    "the hook's definition is not the one that was trusted, so Codex skips it without a word",
  "codex-hook-disabled": () => "the hook was switched off by hand",
  "cursor-trust-unseen": () =>
    "Cursor reads hooks of trusted workspaces alone; whether this one is cannot be seen from outside",
  "opencode-pure": () => "OPENCODE_PURE is in this environment: OpenCode loads no plugin",
  // Commits
  "gate-installed": () => "git runs lefthook before a commit",
  "gate-not-installed": () => "lefthook is the commit gate, and git does not run it in this clone",
  "gate-replaced": (args) => `runs its own ${say(args["name"])} in this clone, in the place of the commit gate's`,
  "hooks-path-set": (args) => `git runs its hooks from ${say(args["hooksPath"])} (core.hooksPath)`,
  "hook-manager-present": (args) => `${say(args["name"])} manages git's hooks too (${say(args["because"])})`,
};

const UNPROVEN: Readonly<Record<string, string>> = {
  "check-refused": "what is to be compared with it cannot be read",
  "no-node": "there is no node to start it with",
  windows: "that is not done on Windows",
  "runtime-differs": "the runtime's bytes are not those that this hi would write",
  "projection-differs": "it is not the one that this hi would write",
};

/** Codes that have words, for the test that no code in use is without. */
export const WORDED_DOCTOR_CODES: readonly string[] = Object.keys(WORDS);

/** What was seen, as one sentence without its path. An unknown code is shown as it is, never dropped. */
export function toDoctorWords({ code, args, path = "" }: DoctorFinding): string {
  return WORDS[code]?.(args, path) ?? neutralise(code);
}

function inScopes(args: Args): string {
  const { scopes } = args;
  if (!Array.isArray(scopes) || (scopes.length === 1 && scopes[0] === ".")) return "";
  return ` (${say(scopes)})`;
}

function say(value: Json | undefined): string {
  if (typeof value === "string") return neutralise(value);
  if (Array.isArray(value)) return value.map((item) => say(item as Json)).join(", ");
  return JSON.stringify(value ?? null);
}

/** The words of a foreign program, cut to what fits a line. */
const quote = (value: Json | undefined): string => shorten(say(value).trim(), MAX_QUOTED);

import type { DebtExcess, DebtVerdict } from "../../domain/debt-gate.ts";
import type { Finding } from "../../domain/finding.ts";
import type { Json } from "../../domain/json.ts";
import type { Action, Reason } from "../../domain/plan.ts";
import type { DiffClass } from "../../domain/report.ts";
import { neutralise, shorten } from "./neutralise.ts";
import { toShellWord } from "./shell-word.ts";

const MAX_QUOTED = 400;

/**
 * Every code that a plan, a check or a finding may carry, in words. The one place where they are worded.
 * `{restore}` stands for the command that brings the path back.
 */
const REASONS: Readonly<Record<Reason["code"], string>> = {
  new: "new",
  same: "in step",
  "template-changed": "the template changed, the file did not",
  "inputs-changed": "the settings, or what they were planned from, changed; the file did not",
  "keys-missing": "keys of ours are added",
  "keys-changed": "keys of ours changed",
  "local-edit": "edited here; the edit is kept ({restore} takes ours)",
  "local-edit-and-template-changed": "edited here, and ours changed too; yours is kept ({restore} takes ours)",
  "both-changed": "edited here, and ours changed the same; to be settled",
  merged: "edited here, and ours changed too; both are in it",
  taken: "edited here, and ours changed the same; ours is taken",
  marked: "edited here, and ours changed the same; both stand in it between markers, for you to settle",
  "marks-left": "conflict markers stand in it; settle them, then hi update",
  base: "what was published, kept for the next merge",
  "base-unneeded": "what was published before, no longer needed",
  plain: "a plain file of the project's",
  unmarked: "a plain file of the project's, without what said that it is ours",
  "ours-alone": "of use to hi alone",
  "project-file": "a file of the project stands here; it is kept",
  "case-twin": "a path of the project differs from it only in case; it is kept",
  "project-value": "the project has a value of its own; it is kept",
  "calls-ours":
    "an entry here calls our program already; it is kept, and ours is not added beside it (take it out, then hi update)",
  "shape-unsupported": "cannot be edited without touching other bytes; add the lines by hand",
  "removed-by-user": "deleted on purpose; it stays deleted ({restore} brings it back)",
  restored: "ours again",
  "orphan-unchanged": "no longer in the templates, and unchanged",
  "orphan-edited": "no longer in the templates, but edited here; it is left",
  "orphan-theirs": "no longer in the templates; it stood here before us, so it is left",
  "orphan-keys": "keys of ours that left the templates are taken out",
  "foreign-claim": "the receipt claims it, but no template ever made it; it is left, and the claim is dropped",
  "already-gone": "no longer in the templates, and gone already",
  "link-outside":
    "a link that leads out of the repository; nothing is written through it; replace the link to have ours there",
  "not-a-file": "not a file",
  settings: "what was chosen",
  receipt: "what is owned here",
};

/** The same where a choice is no longer made; `{choice}` stands for it. */
const UNSELECTED: Readonly<Record<string, string>> = {
  "orphan-unchanged": "{choice} is no longer selected; unchanged",
  "orphan-edited": "{choice} is no longer selected, but edited here; it is left",
  "orphan-theirs": "{choice} is no longer selected; it stood here before us, so it is left",
  "orphan-keys": "{choice} is no longer selected; its keys are taken out",
  "already-gone": "{choice} is no longer selected; gone already",
};

/** What a choice is called, by the argument that names it (src/domain/unselected.ts). */
const CHOICES: Readonly<Record<string, string>> = {
  agent: "agent",
  commitGate: "commit gate",
  pack: "pack",
  scope: "scope",
};

/** Reasons that only `hi check` and `hi explain` give. */
const MORE_REASONS: Readonly<Record<string, string>> = {
  deleted: "deleted; hi update records it, {restore} brings it back",
  edited: "edited; hi update records it as kept, {restore} takes ours",
  "keys-deleted": "keys of ours were deleted; hi update records it, {restore} brings them back",
  "keys-edited": "keys of ours were edited; hi update records it as kept, {restore} takes ours",
  unreadable: "cannot be read as its own format; mend it",
  "not-ours": "not owned by hi",
};

export const ACTION_WORDS: Readonly<Record<Action, string>> = {
  create: "create",
  update: "update",
  delete: "delete",
  keep: "keep",
  conflict: "conflict",
};

export const CLASS_WORDS: Readonly<Record<DiffClass, string>> = {
  "update-available": "update available",
  "local-edit": "edited here",
  conflict: "conflict",
  missing: "missing",
  stale: "record behind",
  orphan: "orphan",
};

type Args = Finding["args"];

/** A finding's sentence from its arguments. */
const FINDINGS: Readonly<Record<string, (args: Args, path: string) => string>> = {
  "package-manager-mismatch": (args) =>
    `${say(args["chosen"])} is used (${say(args["because"])}), but ${say(args["otherBecause"])} says ${say(args["other"])}; ` +
    "package.json's packageManager field settles it",
  "package-manager-unknown": (args) => `the packageManager field names ${say(args["field"])}, which hi does not know`,
  "node-too-old": (args) =>
    `node on PATH is ${say(args["version"])} (${say(args["file"])}), which cannot load ${say(args["config"])}: it takes ${say(args["needed"])} or later; ` +
    `until then lint, format and the agents' hooks fail (${say(args["how"])}; for scripts alone: npm install --save-dev node@24)`,
  "node-missing": (args) =>
    `there is no node on PATH, and every agent's hook starts one: it takes ${say(args["needed"])} or later (${say(args["how"])})`,
  "git-not-found": () =>
    "git is not on PATH: the folder with .git is taken as the root, and lockfiles cannot be told apart by it",
  "hooks-path-set": (args) =>
    `core.hooksPath is ${say(args["hooksPath"])}: git runs its hooks from there; nothing is written there`,
  "workspace-outside": (args) =>
    `the workspace pattern ${say(args["value"])} leads out of the repository and is left out`,
  "workspaces-too-many": (args) => `there are more than ${say(args["value"])} workspace packages; the rest is left out`,
  "settings-migrated": ({ from, to }) =>
    `was written for version ${say(from)} of the settings' schema and is carried over to version ${say(to)}; every other byte stays`,
  "guard-needs-policy": () =>
    "the guard is asked once a session runs: write hi.policy.yml with validation.commands, commit it, then hi session start",
  "guard-untrusted": () =>
    "the guard adds hooks here, and Codex runs none of them until you trust them: start codex, type /hooks; hi doctor tells",
  "no-scopes": () => "no software scope is selected: agents are set up, but nothing is linted",
  "formatter-kept": (args) =>
    `${say(args["name"])} formats here (${say(args["because"])}): nothing of oxfmt is generated until you choose the format pack; ` +
    "the preview alone asks it, on the private copy, what it would rewrite",
  "formatter-beside-ours": (args) =>
    `${say(args["name"])} formats here too (${say(args["because"])}), and the format pack is chosen: both may change the same files`,
  "packages-not-selected": (args) =>
    `${say(args["count"])} packages inside a scope are not selected, so no scope owns them: ${say(args["paths"])}`,
  "policy-of-parent": (args) => `is linted by ours over ${say(args["policy"])}, the nearest policy above it`,
  "policy-unread": ({ why, calls }) =>
    calls === undefined
      ? `has a policy that cannot be read, so that linting will fail: ${say(why)}`
      : `has scripts that give oxlint a policy which cannot be read from here: ${say(calls)}; the managed route runs without: name a file of the repository, or write it into the scope's policy`,
  "policy-several": ({ others, policy }) =>
    `has scripts that name other policies than ${policy === undefined ? "the managed route's" : say(policy)}: ${say(others)}; the managed route runs without them: name the one that counts in script lint`,
  "policy-in-flags": (args) =>
    `is linted by scripts of the project's with ${say(args["flags"])}, which no policy holds: the managed route runs without; write them into the policy`,
  "policy-types-stay": (args) =>
    `does not take ${say(args["options"])} from ${say(args["policy"])}: it has no tsconfig.json of its own`,
  "policy-unheard": (args) =>
    `${say(args["policy"])} names rules of plugins that it does not enable, which do nothing, so the defaults speak of them: ${say(args["rules"])}`,
  "policy-unknown-rules": (args) =>
    `${say(args["policy"])} names rules that oxlint ${say(args["oxlint"])} does not have, so that linting will fail; take them out: ${say(args["rules"])}`,
  "policy-nested": (args) =>
    `has lint configurations below its own that the managed route does not read, and that cannot be composed: ${say(args["files"])}; write them as overrides of the scope's policy`,
  "policy-nested-settings": (args) =>
    `has policies below its own with other \`settings\`, which cannot differ by folder, so that the scope's own stand there: ${say(args["files"])}`,
  "config-not-ours": (args) =>
    `has ${say(args["file"])} of the project's where ours would go: the managed route goes by ${say(args["policy"])} alone, without the defaults and without policies of folders below; rename that file and run \`hi update\``,
  "policy-not-moved": (args) =>
    `${say(args["policy"])} cannot be read from this folder, so that linting will fail: ${say(args["why"])}`,
  "threshold-conflict": (args) =>
    `the project's threshold for warnings cannot be the managed route's (${say(args["why"])}): conflict, the route lets none through`,
  "typed-without-tsconfig": () => "has no tsconfig.json of its own: type-aware rules stay off",
  "hook-manager-present": (args) =>
    `${say(args["name"])} manages git hooks here (${say(args["because"])}): with lefthook as the commit gate, only one of them can own each hook`,
  "gate-not-installed": (args) =>
    `lefthook's hooks are not installed in this clone, so commits are not checked; once the dependencies are there: ${say(args["command"])}`,
  "gate-renamed": ({ name, instead }) =>
    `runs ${say(name)} of its own, which stays as it is: the gate's is called ${say(instead)} (give yours another name, then hi update, for the usual one)`,
  "gate-replaced": ({ name }) =>
    `runs ${say(name)} of its own, so lefthook does not run the commit gate's in this clone; give yours another name to have both`,
  "hidden-from-git": (args) =>
    `carries git's ${say(args["bit"])} bit: git does not show its changes; what is on the disk counts`,
  "hard-link-broken": () => "has more than one hard link; writing it gives this name a file of its own",
  "edit-kept": ({ keys }, path) =>
    `is edited here${toNames(keys)}, as the last update found and kept it (${toRestore(path)} takes ours)`,
  "needed-and-missing": ({ by }, path) =>
    `is not there, and ${say(by)} still ${Array.isArray(by) && by.length > 1 ? "need" : "needs"} it: ${toRestore(path)} brings it back`,
  adopted: ({ files }) =>
    `${say(files)} files here are just as hi makes them, from an earlier time: they are its own again`,
  ejected: ({ files, settings }) =>
    `${say(files)} files are the project's own from here on: they go on working, and hi update brings no newer ones, hi check compares none, ` +
    `no edit is merged, hi restore brings nothing back; hi undo takes this back; scripts and devDependencies stay as they are, and what is in .hi/runtime and .hi/lint, which a Makefile or a workflow may run. ${say(settings)} stays: hi init takes it all up again, or delete it`,
  "plan-fields-unknown": ({ version, fields }) =>
    `was written in format ${say(version)}, of which this hi does not know: ${say(fields)}`,
  "plan-of-other-hi": ({ made, own }) =>
    `was made by another hi (${say(made)}, this is ${say(own)}): it can be read here, and only be published by that one`,
  "templates-changed": ({ from, to }) =>
    `the templates changed (${from === to ? `within ${say(to)}` : `${say(from)} to ${say(to)}`}): hi update brings them in`,
  "inputs-changed": (args) =>
    args["isPlain"] === true
      ? "is no package of its own any more, and its files are still left out: hi update gives them to the scope around it"
      : "settings, lint policy, formatter or package manager changed since the last publication: hi update follows",
  "publication-running": () => "another run publishes here right now",
  "publication-unfinished": (args) =>
    `${toRunWords(args)} was cut short, and the repository may be half changed: the next hi update puts it right, hi abort puts it back, hi resume finishes it`,
  "journal-unusable": (args) => `${say(args["message"])} (${say(args["file"])}) ${say(args["next"])}`,
  "recovered-before": (args) =>
    `${toRunWords(args)} had been cut short: everything is put back as it was before it (${count(Number(args["changed"]), "path")})`,
  "recovered-after": (args) =>
    `${toRunWords(args)} had been cut short when all was in place: everything is as it published it (${count(Number(args["count"]), "path")})`,
  "linter-no-requests": () =>
    'no requests are registered, so nothing shows what it answers: add "requests", a folder with allow.json, deny.json and advisory.json',
  "linter-bad-request": (args) => `cannot be asked: ${say(args["problem"])}`,
  "linter-failed": (args) =>
    `${say(args["case"])}: it could not decide (${say(args["kind"])}: ${say(args["message"])})${afterColon(args["stderr"])}`,
  "linter-other-answer": (args) => `${say(args["case"])}: it was answered ${say(args["disposition"])}`,
  "linter-tight": (args) =>
    `${say(args["case"])}: it took ${say(args["tookMs"])} of its ${say(args["limitMs"])} ms: a busy machine will run into its deadline`,
  "linter-hangs": (args) => `${say(args["case"])}: it had not ended at its deadline, though there was nothing to read`,
  "linter-allows-nothing": (args) =>
    `${say(args["case"])}: it allows what is no request; end with another code than 0 where there is nothing to judge`,
  "linter-left-behind": (args) =>
    `${say(args["case"])}: it left process ${say(args["pid"])} (${say(args["program"])}) running outside its group`,
  "preview-not-foreseen": (args) =>
    `git did not list the files (${say(args["code"])}), so what a preview would run is not listed here`,
  "preview-no-lockfile": (args) =>
    `has no lockfile of ${say(args["manager"])}: its own dependencies are not there in the preview, only the pinned tools`,
  "preview-link-left-out": () => "is a link out of its install and is left out of the preview",
  "preview-type-aware-failed": (args) =>
    `the type-aware rules could not run, so only the others are counted: ${quote(args["output"])}`,
  "preview-lint-fails": (args) =>
    `until findings are mended, the lint scripts and a commit gate end with 1 in ${say(args["scopes"])}`,
  "preview-baseline-failed": (args) =>
    `the present oxlint configuration does not load under the pinned oxlint: ${quote(args["output"])}`,
};

/** One finding as a sentence without its path. An unknown code is shown with its arguments, never dropped. */
export function toFindingWords(finding: Finding): string {
  const words = findOwn(FINDINGS, finding.code);
  if (words) return words(finding.args, finding.path ?? "");
  const args = Object.entries(finding.args).map(([name, value]) => `${neutralise(name)} ${say(value)}`);
  return [neutralise(finding.code), ...args].join(", ");
}

/** A code comes from a file too: one such as `toString` has no words. */
function findOwn<Value>(words: Readonly<Record<string, Value>>, code: string): Value | undefined {
  return Object.hasOwn(words, code) ? words[code] : undefined;
}

/** Codes that have words, for the test that no code in use is without. */
export const WORDED_FINDINGS: readonly string[] = Object.keys(FINDINGS);

/** Why an entry, a key or a row is what it is, and where it says so what to type for the path that it is about. */
export function toReasonWords(
  reason: { readonly code: string; readonly args?: Readonly<Record<string, string>> },
  path: string
): string {
  const choice = findChoice(reason.args);
  const tables = [...(choice === undefined ? [] : [UNSELECTED]), REASONS, MORE_REASONS];
  const known = tables.map((words) => findOwn<string>(words, reason.code)).find(Boolean);
  const words =
    known?.replace("{restore}", () => toRestore(path)).replace("{choice}", () => choice ?? "") ??
    neutralise(reason.code);
  const why = reason.args?.["why"];
  return why === undefined ? words : `${words} (${neutralise(why)})`;
}

/** `pack format`, where a reason names the choice that is no longer made. */
function findChoice(args: Readonly<Record<string, string>> = {}): string | undefined {
  const name = Object.keys(CHOICES).find((choice) => Object.hasOwn(args, choice));
  return name === undefined ? undefined : `${CHOICES[name]} ${neutralise(args[name] ?? "")}`;
}

const toRestore = (path: string): string => `hi restore ${path.startsWith("-") ? "-- " : ""}${toShellWord(path)}`;

const toNames = (keys: Json | undefined): string => (Array.isArray(keys) && keys.length > 0 ? ` in ${say(keys)}` : "");

function say(value: Json | undefined): string {
  if (typeof value === "string") return neutralise(value);
  if (Array.isArray(value)) return value.map((item) => say(item as Json)).join(", ");
  return JSON.stringify(value ?? null);
}

/** What a program wrote to stderr, where it wrote something. */
function afterColon(value: Json | undefined): string {
  const text = quote(value);
  return text === "" ? "" : `: ${text}`;
}

/** The words of a foreign program, cut to what fits a line. */
function quote(value: Json | undefined): string {
  return shorten(say(value).trim(), MAX_QUOTED);
}

/** Why a limit on lint debt does not let a run through. */
export function toDebtExcess({ budget, findings, new: fresh }: DebtVerdict, excess: DebtExcess): string {
  if (excess === "budget") return `${count(findings, "finding")}, and the debt budget is ${budget}`;
  if (excess === "new") {
    return `${count(fresh, "finding")} that ${fresh === 1 ? "is" : "are"} not there today, and none may be`;
  }
  return "rules that need types could not run, so the debt is not known";
}

/** `1 change`, `2 changes`. */
export function count(amount: number, one: string, many = `${one}s`): string {
  return `${amount} ${amount === 1 ? one : many}`;
}

/** A publication by its verb and start. */
const toRunWords = (args: Args): string => `the hi ${say(args["verb"])} of ${say(args["startedAt"])}`;

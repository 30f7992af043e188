import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { cp, mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";

import { git, PROJECT_ROOT, runHi } from "./hi.ts";
import { talk } from "./terminal.ts";

/** One step of a scenario's run.json. */
type Step =
  | { readonly hi: readonly string[]; readonly exit: number; readonly env?: Readonly<Record<string, string>> }
  /** In a terminal: once `after` is on the screen the edit is made, and then `type` is typed. */
  | {
      readonly talk: string;
      readonly after: string;
      readonly type: string;
      readonly meanwhile: { readonly replace: string; readonly from: string; readonly to: string };
      readonly exit: number;
    }
  | { readonly write: string; readonly text: string }
  | { readonly replace: string; readonly from: string; readonly to: string }
  | { readonly delete: string }
  /** As an earlier template version left it: the file's bytes, the receipt's hash of them and the base. */
  | ({ readonly age: string } & ({ readonly text: string } | { readonly from: string; readonly to: string }))
  /** A lock held by a live process of this machine. */
  | { readonly hold: "lock" };

interface Scenario {
  readonly about: string;
  readonly git: boolean;
  readonly steps: readonly Step[];
}

/** What a scenario left: every file as normalised text by path, and the session as Markdown. */
export interface Outcome {
  readonly files: ReadonlyMap<string, string>;
  readonly session: string;
  readonly exits: readonly { readonly step: Step; readonly exit: number | null }[];
}

/** True where a step of the scenario takes place in a terminal. */
export async function needsTerminal(folder: string): Promise<boolean> {
  const { steps } = JSON.parse(await readFile(path.join(folder, "run.json"), "utf8")) as Scenario;
  return steps.some((step) => "talk" in step);
}

/** Plays a scenario in `directory` with the real binary; of `until`, only so many of its steps. */
export async function playScenario(folder: string, directory: string, until?: number): Promise<Outcome> {
  const scenario = JSON.parse(await readFile(path.join(folder, "run.json"), "utf8")) as Scenario;
  const repository = path.join(directory, "repository");
  await mkdir(repository, { recursive: true });
  await cp(path.join(folder, "before"), repository, { recursive: true, force: true }).catch(ignoreAbsence);
  if (scenario.git) await commitAll(repository);
  const sections = [`# ${scenario.about}`];
  const exits: { step: Step; exit: number | null }[] = [];
  for (const step of scenario.steps.slice(0, until)) {
    const played = await playStep(step, { repository, directory });
    if (played) exits.push({ step, exit: played.exit });
    sections.push(played?.text ?? `> ${JSON.stringify(step)}`);
  }
  const files = await readTree(repository);
  return { files, session: `${sections.join("\n\n")}\n`, exits };
}

async function commitAll(repository: string): Promise<void> {
  await git(repository, "init", "--quiet", "--initial-branch=main");
  await git(repository, "add", "--all", "--force");
  await git(repository, "commit", "--quiet", "--allow-empty", "--message=before");
}

async function playStep(step: Step, { repository, directory }: { repository: string; directory: string }) {
  if ("hi" in step) {
    const env = { HI_TEMP: await makeTemporaryParent(directory), ...step.env };
    const ended = await runHi(step.hi, { cwd: repository, env });
    const output = normalise(ended.stdout + (ended.stderr === "" ? "" : `--- stderr\n${ended.stderr}`), directory);
    const text = `\`\`\`console\n$ hi ${step.hi.join(" ")}\n${output.trimEnd()}\n(exit ${ended.exitCode})\n\`\`\``;
    return { exit: ended.exitCode, text };
  }
  if ("talk" in step) return playTalk(step, { repository, directory });
  const change = toChange(step);
  await change(repository);
  return undefined;
}

/** What a terminal shows after the last question; the screen before it is redrawn as time goes, and is no text. */
async function playTalk(
  { talk: words, after, type, meanwhile }: Extract<Step, { talk: unknown }>,
  { repository, directory }: { repository: string; directory: string }
) {
  const edited = await replaceText(path.join(repository, meanwhile.replace), meanwhile);
  const edit = (): void => writeFileSync(path.join(repository, meanwhile.replace), edited);
  const ended = await talk(words, repository, [{ after, type, meanwhile: edit }]);
  if (ended.temporary.length > 0) throw new Error(`${ended.temporary.join(", ")} is left of the candidate`);
  const screen = stripVTControlCharacters(ended.screen).replaceAll("\r", "");
  const answer = screen.slice(screen.lastIndexOf(after)).split("\n").slice(1);
  const said = normalise(answer.filter((line) => !line.startsWith("│")).join("\n"), directory).trim();
  const shown = `${after}\n# meanwhile: ${JSON.stringify(meanwhile)}`;
  return {
    exit: ended.exitCode,
    text: `\`\`\`console\n$ hi ${words}\n${shown}\n${said}\n(exit ${ended.exitCode})\n\`\`\``,
  };
}

async function replaceText(file: string, { from, to }: { from: string; to: string }): Promise<string> {
  const text = await readFile(file, "utf8");
  if (!text.includes(from)) throw new Error(`${file} does not hold ${JSON.stringify(from)}`);
  return text.replace(from, () => to);
}

function toChange(step: Exclude<Step, { hi: unknown } | { talk: unknown }>): (repository: string) => Promise<void> {
  if ("write" in step) return (repository) => writeInside(repository, step.write, step.text);
  if ("delete" in step) return (repository) => rm(path.join(repository, step.delete), { recursive: true });
  if ("age" in step) {
    return async (repository) => {
      const file = path.join(repository, step.age);
      await ageFile(repository, step.age, "text" in step ? step.text : await replaceText(file, step));
    };
  }
  if ("hold" in step) return holdLock;
  return async (repository) => {
    const file = path.join(repository, step.replace);
    await writeFile(file, await replaceText(file, step));
  };
}

async function makeTemporaryParent(directory: string): Promise<string> {
  const parent = path.join(directory, "temporary");
  await mkdir(parent, { recursive: true, mode: 0o700 });
  return parent;
}

async function writeInside(repository: string, file: string, text: string): Promise<void> {
  await mkdir(path.dirname(path.join(repository, file)), { recursive: true });
  await writeFile(path.join(repository, file), text);
}

async function ageFile(repository: string, file: string, text: string): Promise<void> {
  await writeInside(repository, file, text);
  const sha256 = createHash("sha256").update(text).digest("hex");
  await writeInside(repository, `.hi/base/${sha256}`, text);
  const receiptPath = path.join(repository, ".hi/receipt.json");
  const receipt = JSON.parse(await readFile(receiptPath, "utf8"));
  receipt.templateVersion = "0.0.1";
  receipt.templateDigest = createHash("sha256").update("earlier").digest("hex");
  receipt.files[file] = {
    class: "generated",
    generator: receipt.files[file]?.generator ?? "earlier",
    created: true,
    ...receipt.files[file],
    since: "0.0.1",
    sha256,
  };
  await writeFile(receiptPath, `${JSON.stringify(receipt, null, 2)}\n`);
}

async function holdLock(repository: string): Promise<void> {
  const { acquireForTest } = await import("./hold-lock.ts");
  await acquireForTest(repository);
}

/** Every file below a folder but git's own, by POSIX path; what is not for reading by people is named by its hash. */
export async function readTree(root: string): Promise<Map<string, string>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = new Map<string, string>();
  const bases: [string, string][] = [];
  for (const entry of entries) {
    const full = path.join(entry.parentPath, entry.name);
    const relative = path.relative(root, full).split(path.sep).join("/");
    if (!entry.isFile() || /^\.git\/|(^|\/)node_modules\//.test(relative)) continue;
    if (relative.startsWith(".hi/base/")) {
      bases.push([
        entry.name,
        createHash("sha256")
          .update(await readFile(full))
          .digest("hex"),
      ]);
      continue;
    }
    files.set(relative, await readNormalised(relative, full));
  }
  if (bases.length > 0) files.set(".hi/base", toBasesText(bases));
  return new Map([...files].toSorted(([left], [right]) => (left < right ? -1 : 1)));
}

/** Named by hashes that change with every template: how many, and that each is what its name says. */
function toBasesText(bases: readonly (readonly [string, string])[]): string {
  const intact = bases.filter(([name, sha256]) => name === sha256).length;
  return `${bases.length} files, ${intact} of them named by the hash of what they hold\n`;
}

/** Files that are bundled into repositories: too long for a person, and the same in every scenario. */
const BUNDLES: Readonly<Record<string, string>> = {
  ".hi/lint/policy.mjs": "policy",
  ".hi/runtime/hook.mjs": "hook",
  ".hi/runtime/lint.mjs": "lint",
  ".hi/runtime/tools.mjs": "tools",
};

async function readNormalised(relative: string, full: string): Promise<string> {
  const text = await readFile(full, "utf8");
  const name = Object.hasOwn(BUNDLES, relative) ? BUNDLES[relative] : undefined;
  if (name === undefined || !text.includes("generated by harness-intelligence")) return normalise(text, "");
  const bundle = await readFile(path.join(PROJECT_ROOT, `dist/runtime/${name}.mjs`), "utf8");
  const isBundle = text.endsWith(bundle.slice(bundle.indexOf("\n", 2000)));
  return isBundle ? `<the ${name === "hook" ? "runtime" : name} bundle>\n` : normalise(text, "");
}

/** Takes out what differs from run to run: hashes, temporary paths, times, versions of ours. */
function normalise(text: string, directory: string): string {
  const paths = directory === "" ? text : text.replaceAll(directory, "<directory>");
  return (
    paths
      .replaceAll(process.execPath, "<node>")
      .replaceAll(/\b[0-9a-f]{64}\b/g, "<sha256>")
      .replaceAll(/hi-candidate-[\w-]+/g, "hi-candidate-<id>")
      .replaceAll(/\b\d+(?:\.\d+)? ?m?s\b/g, "<time>")
      // Thousands are the tools' own files, brought in for a preview.
      .replaceAll(/\b\d{4,} entries removed\b/g, "<count> entries removed")
      // How long our own generated files are is their own affair.
      .replaceAll(/@@ -0,0 \+1,\d{3,} @@/g, "@@ -0,0 +1,<count> @@")
      .replaceAll(/… \d+ more lines/g, "… <count> more lines")
      .replaceAll(/\((?:cache|installed|live)\)/g, "(<source>)")
      .replaceAll(/\bpid(:?) \d+/g, "pid$1 <pid>")
      .replaceAll(hostname(), "<host>")
      .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, "<when>")
  );
}

function ignoreAbsence(error: NodeJS.ErrnoException): void {
  if (error.code !== "ENOENT") throw error;
}

/** Rewrites the expected side of a scenario. */
export async function writeExpected(folder: string, outcome: Outcome): Promise<void> {
  const after = path.join(folder, "after");
  await rm(after, { recursive: true, force: true });
  for (const [relative, text] of outcome.files) await writeInside(after, relative, text);
  await writeFile(path.join(folder, "output.md"), outcome.session);
}

/** The expected side as written down. */
export async function readExpected(folder: string): Promise<{ files: Map<string, string>; session: string }> {
  const files = await readTree(path.join(folder, "after"));
  return { files, session: await readFile(path.join(folder, "output.md"), "utf8") };
}

import { rm } from "node:fs/promises";
import path from "node:path";

import { describe, expect, test } from "vitest";
import { parse } from "yaml";

import { linkTools } from "../helpers/generated.ts";
import { git, runProcess } from "../helpers/hi.ts";
import { succeed, withProject } from "./reports.fixture.ts";
import type { Project } from "./reports.fixture.ts";

const SELECTION = ".hi/lint/selection.json";
const PACKAGES = ["oxlint", "@oxlint", "oxlint-tsgolint", "@oxlint-tsgolint", "typescript", "@typescript", "ultracite"];
/** What no safe fix takes away, so that the hook leaves the bytes as they are. */
const WARNED = "alert(1);\nexport const é = '🎈'; debugger;\neval(String(é));\n";
const SOURCES = {
  "packages/a/src/first.ts": WARNED,
  "packages/a/src/skipped.ts": "debugger;\n",
  "packages/a/src/first.test.ts": "debugger;\n",
  "packages/b/src/second.ts": "debugger;\n",
};
/** What no route looks at: ignored, another package's, a wiki's, or a second name of what is there already. */
const FOREIGN = {
  "packages/a/out/ignored.ts": "debugger;\n",
  "packages/a/vendor/package.json": '{ "name": "vendor" }\n',
  "packages/a/vendor/x.ts": "debugger;\n",
  "wiki/x.ts": "debugger;\n",
  "packages/a/linked": "-> src",
  "packages/a/linked.ts": "-> src/skipped.ts",
};
const OWN = { categories: { correctness: "off" }, rules: { "no-eval": "error", "no-alert": "warn" } };

/** What one route said: findings as `file rule line:column`, sorted, and how it ended. */
interface Said {
  readonly findings: readonly string[];
  readonly ending: string;
}

/** Two packages that `hi init` was run for, with the tools installed, and everything staged. */
function withRoutes(work: (project: Project) => Promise<void>): Promise<void> {
  const files = {
    "package.json": '{ "name": "shop", "private": true, "type": "module", "workspaces": ["packages/*"] }\n',
    "packages/a/package.json": '{ "name": "a", "type": "module" }\n',
    "packages/a/own.json": JSON.stringify(OWN),
    "packages/b/package.json": '{ "name": "b", "type": "module" }\n',
    ".gitignore": "node_modules\nout/\n",
    ...SOURCES,
    ...FOREIGN,
  };
  return withProject({ ...files, "src/a.ts": "export {};\n" }, async (project) => {
    const flags = ["--scopes", "packages/a,packages/b", "--packs", "base", "--commit-gate", "lefthook"];
    await succeed(project, ["init", "--yes", "--providers", "claude", "--preview", "off", ...flags]);
    await linkTools(project.root, PACKAGES);
    // Everything is new to git: the gate is asked about all of it.
    await rm(path.join(project.root, ".git"), { recursive: true });
    await git(project.root, "init", "--quiet");
    await work(project);
  });
}

type Route = (project: Project) => Promise<Said>;

interface Document {
  readonly status: string;
  readonly findings: readonly { file: string; rule: string; line: number; column: number }[];
  readonly failures: readonly { kind: string }[];
}

const toPlaces = ({ findings }: Document): readonly string[] =>
  findings.map(({ file, rule, line, column }) => `${file} ${rule} ${line}:${column}`).toSorted();

function toSaid(stdout: string): Said {
  const document = JSON.parse(stdout) as Document;
  const kinds = document.failures.map(({ kind }) => kind);
  return { findings: toPlaces(document), ending: [document.status, ...new Set(kinds)].join(" ") };
}

const npmLint = (cwd: string) => runProcess("npm", ["run", "--silent", "lint", "--", "--json"], { cwd });

async function readGate({ root, read }: Project): Promise<string> {
  const gate = parse(await read(".hi/lefthook.yml")) as {
    readonly "pre-commit": { readonly commands: Readonly<Record<string, { readonly run: string }>> };
  };
  await git(root, "add", "--all");
  return gate["pre-commit"].commands["hi-lint"]?.run ?? "";
}

/** Each route that is no agent's and no update's: they print the same document. */
const ROUTES: Readonly<Record<string, Route>> = {
  "the packages' scripts": async ({ root }) => {
    const parts = await Promise.all(["a", "b"].map((name) => npmLint(path.join(root, "packages", name))));
    const said = parts.map(({ stdout }) => toSaid(stdout));
    const [worst] = ["failed", "findings", "passed", "clean"].flatMap((status) =>
      said.filter(({ ending }) => ending.startsWith(status))
    );
    return { findings: said.flatMap(({ findings }) => findings).toSorted(), ending: worst?.ending ?? "" };
  },
  "the root's script, as CI calls it": async ({ root }) => toSaid((await npmLint(root)).stdout),
  "the commit gate": async (project) => {
    const command = `${await readGate(project)} --json`;
    return toSaid((await runProcess("sh", ["-c", command], { cwd: project.root })).stdout);
  },
  "hi lint, on names": async ({ hi }) => toSaid((await hi(["lint", "--json", "packages"])).stdout),
};

const HOOK: Route = async ({ root }) => {
  const args = [".hi/runtime/hook.mjs", "post-edit", "--provider", "neutral"];
  const names = ["oxlint.config.ts", "src/first.ts", "src/skipped.ts", "src/first.test.ts", "src/second.ts"];
  const files = ["a", "b"].flatMap((name) => names.map((file) => `packages/${name}/${file}`));
  const { stdout } = await runProcess(process.execPath, args, { cwd: root, input: JSON.stringify({ files }) });
  expect(JSON.parse(stdout).changed).toEqual([]);
  return toSaid(stdout);
};

interface Update {
  readonly refusal: { readonly code: string; readonly message: string };
  readonly preview: {
    readonly debt: { readonly results: readonly { path: string; rule: string; line: number }[] };
    readonly findings: readonly { readonly code: string; readonly args: { readonly scopes: readonly string[] } }[];
  };
}

/** A run without changes has no candidate, so one is made pending. */
async function preview(project: Project): Promise<Update> {
  const receipt = JSON.parse(await project.read(".hi/receipt.json"));
  delete receipt.files[".hi/README.md"];
  await project.write(".hi/receipt.json", `${JSON.stringify(receipt, null, 2)}\n`);
  await rm(path.join(project.root, ".hi/README.md"), { force: true });
  return JSON.parse((await project.hi(["update", "--dry-run", "--json"])).stdout);
}

const toDebt = ({ preview: { debt } }: Update): readonly string[] =>
  debt.results.map(({ path: file, rule, line }) => `${file} ${rule} ${line}`).toSorted();

const withoutColumns = (findings: readonly string[]): readonly string[] =>
  findings.map((finding) => finding.replace(/:\d+$/, "")).toSorted();

interface RecordedScope {
  config: string;
  maxWarnings: number;
  readonly ignore: string[];
  readonly tools: { oxlint: string };
}

async function change(project: Project, edit: (scope: RecordedScope) => void): Promise<void> {
  const selection = JSON.parse(await project.read(SELECTION));
  edit(selection.scopes[0]);
  await project.write(SELECTION, `${JSON.stringify(selection, null, 2)}\n`);
}

// Scripts, CI, the commit gate and the agents' hook disagreed about what is wrong: another configuration, another version of
// the tool, other files (seed 003, "Issue 224 supersession"). Each of them goes by one record.
describe("one record, every route", () => {
  test("the same bytes, the same findings: scripts, root dispatch, gate, names, hook and update", () =>
    withRoutes(async (project) => {
      const [first, ...others] = await askAll(project);
      expect(first?.findings.filter((one) => /vendor|wiki|out|linked/.test(one))).toEqual([]);
      expect(first?.findings).toEqual(
        expect.arrayContaining([
          "packages/a/src/first.ts eslint(no-debugger) 2:24",
          "packages/a/src/first.test.ts eslint(no-debugger) 1:1",
          "packages/b/src/second.ts eslint(no-debugger) 1:1",
        ])
      );
      for (const said of others) expect(said).toEqual(first);
      expect(await HOOK(project)).toEqual(first);
      const update = await preview(project);
      expect(toDebt(update)).toEqual(withoutColumns(first?.findings ?? []));
      expect(toFailing(update)).toEqual(["packages/a", "packages/b"]);
    }));

  test("another configuration in the record: every route goes by it", () =>
    withRoutes(async (project) => {
      await change(project, (scope) => (scope.config = "packages/a/own.json"));
      const [first, ...others] = await askAll(project);
      expect(first?.findings.filter((one) => one.startsWith("packages/a/src"))).toEqual([
        "packages/a/src/first.ts eslint(no-alert) 1:1",
        "packages/a/src/first.ts eslint(no-eval) 3:1",
      ]);
      for (const said of others) expect(said).toEqual(first);
      expect(await HOOK(project)).toEqual(first);
      expect(toDebt(await preview(project))).toEqual(withoutColumns(first?.findings ?? []));
    }));

  test("another exclusion in the record: no route looks there", () =>
    withRoutes(async (project) => {
      await change(project, (scope) => scope.ignore.push("src/skipped.ts", "src/first.ts"));
      const [first, ...others] = await askAll(project);
      const own = first?.findings.filter((one) => one.startsWith("packages/a/src")) ?? [];
      expect(new Set(own.map((one) => one.split(" ")[0]))).toEqual(new Set(["packages/a/src/first.test.ts"]));
      for (const said of others) expect(said).toEqual(first);
      expect(await HOOK(project)).toEqual(first);
      expect(toDebt(await preview(project))).toEqual(withoutColumns(first?.findings ?? []));
    }));

  test("another version in the record: no route runs the tool that is there", () =>
    withRoutes(async (project) => {
      await change(project, (scope) => (scope.tools.oxlint = "1.79.0"));
      const all = [...(await askAll(project)), await HOOK(project)];
      for (const { ending, findings } of all) {
        expect(ending).toBe("failed tool-version");
        expect(findings.filter((one) => one.startsWith("packages/a"))).toEqual([]);
      }
      const { refusal } = await preview(project);
      expect([refusal.code, refusal.message]).toEqual([
        "HI_PREVIEW_CONFIGURATION",
        `The preview cannot go by ${SELECTION}: packages/a wants oxlint 1.79.0, the preview runs 1.80.0.`,
      ]);
    }));

  test("another threshold in the record: every route that ends with a code ends by it", () =>
    withRoutes(async (project) => {
      const selected = ["packages/b/src/second.ts", "packages/a/src/skipped.ts", "packages/a/src/first.test.ts"];
      for (const file of selected) await project.write(file, "export const one = 1;\n");
      await project.write("packages/a/own.json", JSON.stringify({ ...OWN, rules: { "no-alert": "warn" } }));
      const select = (maxWarnings: number) =>
        change(project, (scope) => Object.assign(scope, { config: "packages/a/own.json", maxWarnings }));
      await select(0);
      expect((await askAll(project)).map(({ ending }) => ending)).toEqual(Array.from({ length: 4 }, () => "findings"));
      expect(toFailing(await preview(project))).toContain("packages/a");
      await select(1);
      const passing = await askAll(project);
      expect(passing.map(({ ending }) => ending)).toEqual(Array.from({ length: 4 }, () => "passed"));
      // What may pass is told all the same.
      for (const { findings } of passing) expect(findings).toEqual(["packages/a/src/first.ts eslint(no-alert) 1:1"]);
      expect((await HOOK(project)).findings).toEqual(["packages/a/src/first.ts eslint(no-alert) 1:1"]);
      expect(toFailing(await preview(project))).not.toContain("packages/a");
    }));
});

async function askAll(project: Project): Promise<readonly Said[]> {
  const said: Said[] = [];
  for (const route of Object.values(ROUTES)) said.push(await route(project));
  return said;
}

/** The scopes that the preview says would fail. */
function toFailing({ preview: { findings } }: Update): readonly string[] {
  return findings.find(({ code }) => code === "preview-lint-fails")?.args.scopes ?? [];
}

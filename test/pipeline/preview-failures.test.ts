import { chmod, readFile, rm, utimes, writeFile } from "node:fs/promises";
import path from "node:path";

import { describe, expect, test } from "vitest";

import { TOOLS_FOLDER } from "../../src/domain/dependency-install.ts";
import type { PreviewTools } from "../../src/pipeline/world.ts";
import { makeComposed } from "../helpers/generated.ts";
import type { OnResult } from "../helpers/preview-world.ts";
import { SMALL_POLICY, refusePreview, toRows, withPreview } from "../helpers/preview-world.ts";

const POLICY = "oxlint.config.ts";
const FILES = { "package.json": "{}", "src/a.js": "debugger;\n" };
const planned = { [POLICY]: SMALL_POLICY };

/** Puts another program in the place of a tool, in the candidate only: how that tool fails is then ours to say. */
function replaceTool(file: string, text: string): (tools: PreviewTools) => PreviewTools {
  return (tools) => ({
    ...tools,
    dependencies: {
      ...tools.dependencies,
      bringTools: async (provided, candidateRoot) => {
        await tools.dependencies.bringTools(provided, candidateRoot);
        const place = path.join(candidateRoot, TOOLS_FOLDER, "node_modules", file);
        // The bytes may be the cache's: away with the name first.
        await rm(place, { force: true });
        await writeFile(place, text);
        await chmod(place, 0o755);
      },
    },
  });
}

const OXLINT = "oxlint/bin/oxlint";
const TSGOLINT = `@oxlint-tsgolint/${process.platform}-${process.arch}/tsgolint`;

/** Does something to the live tree while the first tool runs. */
const meanwhile =
  (work: (live: string) => Promise<unknown>) =>
  (tools: PreviewTools): PreviewTools => ({
    ...tools,
    table: {
      ...tools.table,
      run: async (call, roots) => {
        if (call.row === "lint") await work(roots.liveRoot);
        return tools.table.run(call, roots);
      },
    },
  });

describe("a configuration that does not load", () => {
  test.each([
    ["an unknown rule", 'export default { rules: { "no-such-rule": "error" } };', "no-such-rule"],
    ["a preset that is not there", 'import x from "no-such-preset"; export default x;', "no-such-preset"],
    ["a plugin that is not there", 'export default { jsPlugins: ["no-such-plugin"] };', "no-such-plugin"],
    ["a module that throws", 'throw new Error("boom at load");', "boom at load"],
    ["a module that is cut short", 'export default { rules: { "a', "Syntax"],
  ])("%s: refused with command, directory, exit status and output", async (_, text, said) => {
    const { facts, left } = await refusePreview(FILES, { planned: { [POLICY]: text } });
    expect(facts).toMatchObject({
      code: "HI_PREVIEW_CONFIGURATION",
      where: { path: POLICY },
      details: { exit: 1, directory: expect.stringContaining("hi-candidate") },
    });
    expect(facts.details?.["command"]).toEqual(expect.arrayContaining(["-c", POLICY, "--format=json"]));
    expect(String(facts.details?.["output"])).toContain(said);
    expect(facts.next).toContain("--preview off");
    expect(left).toEqual([]);
  });

  test.each([
    ["the first", ["a"]],
    ["the last", ["c"]],
    ["every one", ["a", "b", "c"]],
  ])("of three scopes %s: the first in their order is named, and none still runs", async (_, broken) => {
    const scopes = ["a", "b", "c"];
    const files = Object.fromEntries(
      scopes.flatMap((name) => [[`${name}/package.json`, "{}"] as const, [`${name}/a.js`, "debugger;\n"] as const])
    );
    const text = (name: string): string => (broken.includes(name) ? 'throw new Error("boom");' : SMALL_POLICY);
    const policies = Object.fromEntries(scopes.map((name) => [`${name}/${POLICY}`, text(name)]));
    const options = { planned: policies, scopes: scopes.map((name) => ({ path: name })) };
    const { facts, left } = await refusePreview({ "package.json": "{}", ...files }, options);
    expect(facts).toMatchObject({ code: "HI_PREVIEW_CONFIGURATION", where: { path: `${broken[0] ?? ""}/${POLICY}` } });
    expect(left).toEqual([]);
  });

  test("the present one alone is no reason to stop: it is what the candidate replaces", () =>
    withPreview(
      { ...FILES, ".oxlintrc.json": '{ "rules": { "no-such-rule": "error" } }' },
      { planned: { ...planned, ".oxlintrc.json": undefined } },
      ({ result }) => {
        expect(toRows(result)).toEqual([". eslint(no-debugger) error count 1 fixable 0 new 1 same 0"]);
        const { debt, findings } = result as OnResult;
        expect(debt).toMatchObject({ baseline: "failed", gone: 0 });
        expect(findings).toContainEqual(
          expect.objectContaining({ code: "preview-baseline-failed", severity: "warning" })
        );
      }
    ));
});

describe("a tool that does not work", () => {
  test.each([
    [
      "killed",
      "process.kill(process.pid, 'SIGKILL'); setInterval(() => 0, 99);",
      "HI_PREVIEW_PROCESS",
      { signal: "SIGKILL" },
    ],
    [
      "an exit code without a meaning",
      "console.error('odd'); process.exit(42);",
      "HI_PREVIEW_PROCESS",
      { exit: 42, output: "odd" },
    ],
    [
      "a flag it does not know",
      "console.error('Error: no such flag'); process.exit(1);",
      "HI_PREVIEW_PROCESS",
      { exit: 1 },
    ],
    ["half a report", `console.log('{ "diagnostics": [{"message": "a",');`, "HI_PREVIEW_MALFORMED", { exit: 0 }],
    ["silence", "", "HI_PREVIEW_MALFORMED", { exit: 0 }],
    ["something else", "console.log('hello');", "HI_PREVIEW_MALFORMED", { exit: 0, output: "hello" }],
  ])("%s: refused, with what there is to see", async (_, text, code, details) => {
    const { facts, left } = await refusePreview(FILES, { planned, wrap: replaceTool(OXLINT, text) });
    expect(facts).toMatchObject({ code, details });
    expect(facts.details?.["command"]).toEqual(expect.arrayContaining([process.execPath, "--format=json"]));
    expect(facts.details?.["directory"]).toEqual(expect.stringContaining("hi-candidate"));
    expect(facts.next).toContain("--preview off");
    expect(left).toEqual([]);
  });

  test("its output is shown bounded, by both its ends", async () => {
    const text = "process.stderr.write('the start' + 'x'.repeat(100_000) + 'the end'); process.exitCode = 9;";
    const { facts } = await refusePreview(FILES, { planned, wrap: replaceTool(OXLINT, text) });
    const output = String(facts.details?.["output"]);
    expect(output.length).toBeLessThan(10_000);
    expect(output).toMatch(/^the start.*the end$/s);
  });

  test.skipIf(process.platform === "win32")("type-aware linting that crashes is said, and the rest is shown", () =>
    withPreview(
      { ...FILES, "tsconfig.json": "{}" },
      {
        scopes: [{ path: ".", typed: true }],
        planned: {
          [POLICY]: SMALL_POLICY.replace(
            "rules: {",
            'options: { typeAware: true },\n  rules: { "typescript/no-floating-promises": "error",'
          ),
        },
        wrap: replaceTool(TSGOLINT, "#!/bin/sh\necho crashed >&2\nexit 7\n"),
      },
      ({ result }) => {
        expect(toRows(result)).toEqual([". eslint(no-debugger) error count 1 fixable 0 new 1 same 0"]);
        expect((result as OnResult).findings).toContainEqual({
          code: "preview-type-aware-failed",
          severity: "error",
          path: ".",
          args: expect.objectContaining({ output: expect.stringContaining("exit status: 7") }),
        });
      }
    )
  );

  test.skipIf(process.platform === "win32")("the same over a JSON policy, whose bytes stay", async () => {
    const { scope, planned: composed } = await makeComposed(".", ".oxlintrc.json", { typed: true });
    const policy =
      '{ /* kept */ "options": { "typeAware": true }, "rules": { "typescript/no-floating-promises": "error", }, }';
    await withPreview(
      { ...FILES, ".oxlintrc.json": policy },
      {
        scopes: [scope],
        planned: composed,
        wrap: replaceTool(TSGOLINT, "#!/bin/sh\nexit 7\n"),
        after: async (candidate) => {
          expect(await readFile(path.join(candidate, ".oxlintrc.json"), "utf8")).toBe(policy);
        },
      },
      ({ result }) => {
        expect(toRows(result)).toContain(". eslint(no-debugger) error count 1 fixable 0 new 1 same 0");
        expect((result as OnResult).debt.baseline).toBe("failed");
      }
    );
  });
});

describe("a live tree that changes meanwhile", () => {
  test.each([
    ["a source", (live: string) => writeFile(path.join(live, "src/a.js"), "debugger; \n"), "src/a.js"],
    ["a manifest that is gone", (live: string) => rm(path.join(live, "package.json")), "package.json"],
    ["a dependency root, touched", (live: string) => utimes(path.join(live, "node_modules"), 1, 1), "node_modules"],
    ["a dependency, its mode", (live: string) => chmod(path.join(live, "node_modules/x"), 0o700), "node_modules/x"],
  ])("%s: refused by name", async (_, work, name) => {
    const { facts, left } = await refusePreview(
      { ...FILES, "node_modules/x/index.js": "" },
      { planned, wrap: meanwhile(work) }
    );
    expect(facts).toMatchObject({ code: "HI_LIVE_CHANGED", where: { path: name } });
    expect(left).toEqual([]);
  });
});

describe("dependencies", () => {
  const withLock = {
    ...FILES,
    "package.json": '{ "name": "r", "version": "1.0.0", "dependencies": { "is-number": "7.0.0" } }',
  };

  test("a package manager that is not there is said before anything is written", async () => {
    const { facts, left } = await refusePreview(
      { ...withLock, "pnpm-lock.yaml": "" },
      { planned, manager: "pnpm", managers: ["npm"] }
    );
    expect(facts).toMatchObject({ code: "HI_PACKAGE_MANAGER_MISSING", next: expect.stringContaining("--preview off") });
    expect(left).toEqual([]);
  });

  test("a lockfile that does not fit: the exact command, the directory and the exit status", async () => {
    const lockfile = '{ "name": "r", "lockfileVersion": 3, "packages": { "": { "name": "r", "version": "1.0.0" } } }';
    const { facts } = await refusePreview({ ...withLock, "package-lock.json": lockfile }, { planned });
    expect(facts).toMatchObject({ code: "HI_PREVIEW_DEPENDENCIES", details: { exit: 1 } });
    expect(facts.details?.["command"]).toEqual(expect.arrayContaining(["ci", "--ignore-scripts"]));
    expect(String(facts.details?.["output"])).toContain("is-number");
  });

  test("without a lockfile the tools alone are installed, and that is said", () =>
    withPreview(withLock, { planned }, ({ result }) => {
      expect((result as OnResult).findings).toContainEqual({
        code: "preview-no-lockfile",
        severity: "info",
        path: ".",
        args: { manager: "npm" },
      });
    }));
});

test("interrupted: nothing goes on, nothing is left", async () => {
  const controller = new AbortController();
  const wrap = (tools: PreviewTools): PreviewTools => ({
    ...tools,
    table: {
      ...tools.table,
      run: (call, roots) => {
        if (call.row === "lint") controller.abort();
        return tools.table.run(call, roots);
      },
    },
  });
  const { facts, left } = await refusePreview(FILES, { planned, wrap, signal: controller.signal });
  expect(facts).toMatchObject({ code: "HI_INTERRUPTED", exitCode: 130 });
  expect(left).toEqual([]);
});

import { mkdir, readFile, symlink } from "node:fs/promises";
import path from "node:path";

import { describe, expect, test } from "vitest";

import { runHi, runProcess } from "../helpers/hi.ts";
import { inFolder, makeRepository, resolveIn, writeTree } from "./init-detect.fixture.ts";

// What a plan finds out about a scope's policy: which frameworks it shows, which threshold every route takes, and in what
// the effective configuration differs from the project's.

/** The real binary in a repository, candidates beside it. */
async function runIn(folder: string, ...args: readonly string[]) {
  const temporary = path.join(path.dirname(folder), "temporary");
  await mkdir(temporary, { recursive: true, mode: 0o700 });
  return runHi(args, { cwd: folder, env: { HI_TEMP: temporary } });
}

const ROOT = { "package.json": { name: "root", private: true, workspaces: ["packages/*"] } };

const presetsOf = async (folder: string, scopes: readonly string[]) => {
  const { answers } = await resolveIn(folder, { scopes });
  return Object.fromEntries(
    answers.scopes.map(({ path: scope, presets = [] }) => [
      scope,
      presets.map(({ name, because }) => `${name}: ${because}`),
    ])
  );
};

describe("frameworks", () => {
  test("belong to the scope whose own manifest, files or sources show them, and a hoisted dependency shows nothing", () =>
    inFolder(async (folder) => {
      await makeRepository(folder, {
        "package.json": {
          ...ROOT["package.json"],
          devDependencies: { react: "19.0.0", vitest: "5.0.0", vue: "3.0.0" },
        },
        "packages/a/package.json": { name: "a", dependencies: { next: "15.0.0" } },
        "packages/react/package.json": { name: "react-folder" },
        "packages/react/src/a.ts": '// import "react"\nconst text = "react";\nimport type { FC } from "react";\n',
        "packages/ui/package.json": { name: "ui" },
        "packages/ui/src/Button.tsx": 'import { memo } from "react/index";\nexport const Button = memo(() => <b />);\n',
        "packages/ui/test/a.test.ts": 'const { test } = require("vitest");\ntest("x", async () => import("vue"));\n',
        "packages/ui/node_modules/dep/index.js": 'import "vue";\n',
        "packages/ui/inner/package.json": { name: "inner" },
        "packages/ui/inner/App.svelte": "<p />",
      });
      const scopes = [".", "packages/a", "packages/react", "packages/ui"];
      expect(await presetsOf(folder, scopes)).toEqual({
        ".": [
          "react: dependency react of package.json",
          "vitest: dependency vitest of package.json",
          "vue: dependency vue of package.json",
        ],
        "packages/a": ["next: dependency next of packages/a/package.json"],
        "packages/react": [],
        "packages/ui": [
          "react: packages/ui/src/Button.tsx imports react",
          "vitest: packages/ui/test/a.test.ts imports vitest",
          "vue: packages/ui/test/a.test.ts imports vue",
        ],
      });
    }));

  test("are recorded: in the configuration, in the receipt, and for who asks; a check without a source agrees", () =>
    inFolder(async (folder) => {
      await makeRepository(folder, {
        "package.json": { name: "site", type: "module", devDependencies: { vue: "3.0.0" } },
        "src/App.vue": "<template><p /></template>\n",
        "vitest.config.ts": "export default {};\n",
      });
      const hi = (...args: string[]) => runIn(folder, ...args);
      const done = await hi("init", "--yes", "--preview", "off", "--providers", "claude", "--scopes", ".");
      expect([done.exitCode, done.stdout]).toEqual([0, expect.stringContaining("vitest for .")]);
      const config = await readFile(path.join(folder, "oxlint.config.ts"), "utf8");
      expect(config).toContain('// vitest.config.ts\nimport vitest from "ultracite/oxlint/vitest";');
      expect(config).toContain("extends: [core, vitest, vue],");
      const explained = await hi("explain", "oxlint.config.ts");
      expect(explained.stdout).toContain("made from  preset vitest (vitest.config.ts)");
      expect(explained.stdout).toContain("made from  preset vue (dependency vue of package.json)");
      const receipt = JSON.parse(await readFile(path.join(folder, ".hi/receipt.json"), "utf8"));
      expect(receipt.files["oxlint.config.ts"].evidence).toEqual([
        "preset vitest (vitest.config.ts)",
        "preset vue (dependency vue of package.json)",
      ]);
      expect((await hi("check")).exitCode).toBe(0);
    }));
});

describe("the threshold for warnings", () => {
  const read = async (folder: string) => {
    const { answers, findings } = await resolveIn(folder, { scopes: ["."] });
    const conflicts = findings.filter(({ code }) => code === "threshold-conflict").map(({ args }) => args["why"]);
    return [answers.scopes[0]?.maxWarnings, conflicts];
  };

  test.each<[string, object, Readonly<Record<string, unknown>>, readonly unknown[]]>([
    ["none of the project's", {}, {}, [undefined, []]],
    ["the policy's option", {}, { ".oxlintrc.json": { options: { maxWarnings: 12 } } }, [12, []]],
    [
      "an option of what it extends",
      {},
      { ".oxlintrc.json": { extends: ["./b.json"] }, "b.json": { options: { maxWarnings: 3 } } },
      [3, []],
    ],
    ["a script's flag", { lint: "oxlint --max-warnings=7" }, {}, [7, []]],
    [
      "the flag before the option",
      { lint: "oxlint --max-warnings 7" },
      { ".oxlintrc.json": { options: { maxWarnings: 12 } } },
      [7, []],
    ],
    [
      "warnings denied",
      { lint: "oxlint --max-warnings 7" },
      { ".oxlintrc.json": { options: { denyWarnings: true } } },
      [undefined, []],
    ],
    ["a module's option", {}, { "oxlint.config.ts": "export default { options: { maxWarnings: 5 } };\n" }, [5, []]],
    ["two scripts that agree", { lint: "oxlint --max-warnings 7", ci: "oxlint --max-warnings 7 -f json" }, {}, [7, []]],
    [
      "two that do not",
      { lint: "oxlint --max-warnings 7", ci: "oxlint --deny-warnings" },
      {},
      [undefined, ["script lint says 7, script ci says 0"]],
    ],
    [
      "a number that a shell makes",
      { lint: "oxlint --max-warnings $MOST" },
      {},
      [undefined, ["script lint makes it in a shell"]],
    ],
    ...[-1, 1.5, 1e20, "3"].map((maxWarnings): [string, object, Record<string, unknown>, unknown[]] => [
      `what is no count of warnings: ${maxWarnings}`,
      {},
      { ".oxlintrc.json": { options: { maxWarnings } } },
      [undefined, [`the policy's options.maxWarnings is no count of warnings: ${JSON.stringify(maxWarnings)}`]],
    ]),
    [
      "a call that is not read",
      { ci: "pnpm --filter foo exec oxlint --max-warnings 4" },
      { ".oxlintrc.json": { options: { maxWarnings: 12 } } },
      [undefined, ["script ci gives one to oxlint in a form that is not read"]],
    ],
    [
      "a number that a module makes",
      {},
      { "oxlint.config.ts": "export default { options: { maxWarnings: 2 + 3 } };\n" },
      [undefined, ["its module makes it"]],
    ],
  ])("%s", (_about, scripts, files, wanted) =>
    inFolder(async (folder) => {
      await makeRepository(folder, { "package.json": { name: "x", scripts }, ...files });
      expect(await read(folder)).toEqual(wanted);
    })
  );

  test("agrees on every route, outlives a later change, and is apart from severity", () =>
    inFolder(async (folder) => {
      await makeRepository(folder, {
        "package.json": { name: "x", type: "module" },
        ".oxlintrc.json": { rules: { "no-debugger": "warn" }, options: { maxWarnings: 2 } },
        "src/a.js": "debugger;\n",
      });
      const hi = (...args: string[]) => runIn(folder, ...args);
      await hi("init", "--yes", "--preview", "off", "--providers", "claude", "--packs", "base", "--scopes", ".");
      const routes = async (): Promise<readonly unknown[]> => {
        const manifest = JSON.parse(await readFile(path.join(folder, "package.json"), "utf8"));
        const selection = JSON.parse(await readFile(path.join(folder, ".hi/lint/selection.json"), "utf8"));
        return [selection.scopes[0].maxWarnings, manifest.scripts.lint, manifest.scripts["lint:fix"]];
      };
      // The scripts start the program that reads the selection, so they carry no number of their own.
      const program = "node .hi/runtime/lint.mjs --scope=.";
      expect(await routes()).toEqual([2, program, `${program} --fix`]);
      expect((await hi("check")).exitCode).toBe(0);
      await writeTree(folder, { ".oxlintrc.json": { options: { maxWarnings: 9 } } });
      expect((await hi("check")).exitCode).toBe(1);
      await hi("update", "--yes", "--preview", "off");
      expect(await routes()).toEqual([9, program, `${program} --fix`]);
      expect((await hi("check")).exitCode).toBe(0);
    }));
});

describe("what a plan says of a policy", () => {
  const codes = async (folder: string, scopes: readonly string[]) => {
    const { findings } = await resolveIn(folder, { scopes });
    return findings
      .filter(({ code }) => code.startsWith("policy-"))
      .map(({ code, path: scope, args }) => `${scope} ${code} ${JSON.stringify(args)}`);
  };

  test("rules of plugins that it does not enable, flags that no policy holds, types that stay above", () =>
    inFolder(async (folder) => {
      await makeRepository(folder, {
        ...ROOT,
        ".oxlintrc.json": {
          plugins: ["typescript"],
          rules: { "import/no-cycle": "error", "unicorn/no-null": "off", "no-console": "warn" },
          options: { typeAware: true },
        },
        "packages/a/package.json": { name: "a", scripts: { check: "oxlint -D pedantic --import-plugin src" } },
      });
      const policy = ".oxlintrc.json";
      expect(await codes(folder, ["packages/a"])).toEqual([
        `packages/a policy-of-parent ${JSON.stringify({ policy })}`,
        `packages/a policy-in-flags ${JSON.stringify({ flags: ["-D pedantic", "--import-plugin"], policy })}`,
        `packages/a policy-types-stay ${JSON.stringify({ options: ["typeAware"], policy })}`,
        `packages/a policy-unheard ${JSON.stringify({ rules: ["import/no-cycle"], policy })}`,
      ]);
    }));

  test("a side script's policy is not taken, and what is not read is said; the scope's own is in force", () =>
    inFolder(async (folder) => {
      await makeRepository(folder, {
        "package.json": {
          name: "x",
          type: "module",
          scripts: { lint: "oxlint", "lint:strict": "oxlint -c strict.json src", "lint:ci": "oxlint -c $CONFIG" },
        },
        ".oxlintrc.json": { rules: { "no-debugger": "off" } },
        "strict.json": { rules: { "no-debugger": "error" } },
      });
      const policy = ".oxlintrc.json";
      expect(await codes(folder, ["."])).toEqual([
        `. policy-unread ${JSON.stringify({ calls: ["-c $CONFIG (script lint:ci)"], policy })}`,
        `. policy-several ${JSON.stringify({ others: ["strict.json (script lint:strict)"], policy })}`,
      ]);
      const done = await runIn(folder, "init", "--yes", "--preview", "off", "--providers", "claude", "--scopes", ".");
      expect(done.stdout).toContain("strict.json (script lint:strict)");
      const config = await readFile(path.join(folder, "oxlint.effective.config.ts"), "utf8");
      expect([config.includes(".oxlintrc.json"), config.includes("strict.json")]).toEqual([true, false]);
      expect((await runIn(folder, "check")).exitCode).toBe(0);
    }));

  test("a policy that cannot be read, or not from there", () =>
    inFolder(async (folder) => {
      await makeRepository(folder, {
        ...ROOT,
        ".oxlintrc.json": { overrides: [{ files: ["*"], excludeFiles: ["!src/**"], rules: {} }] },
        "packages/a/package.json": { name: "a" },
        "packages/b/package.json": { name: "b" },
        "packages/b/.oxlintrc.json": { extends: ["../gone.json"] },
        "packages/c/package.json": { name: "c" },
        "packages/c/.oxlintrc.json": "{ nothing }",
      });
      const found = await codes(folder, ["packages/a", "packages/b", "packages/c"]);
      expect(found.filter((line) => !line.includes("policy-of-parent"))).toEqual([
        expect.stringContaining("packages/a policy-not-moved"),
        expect.stringContaining("packages/b policy-unread"),
        expect.stringContaining("packages/c policy-unread"),
      ]);
    }));

  test("and the linter then says the same of it, as a configuration that does not load", () =>
    inFolder(async (folder) => {
      await makeRepository(folder, {
        "package.json": { name: "x", type: "module" },
        ".oxlintrc.json": { extends: ["./gone.json"] },
      });
      const hi = (...args: string[]) => runIn(folder, ...args);
      const { stdout } = await hi(
        "init",
        "--yes",
        "--preview",
        "off",
        "--providers",
        "claude",
        "--packs",
        "base",
        "--scopes",
        "."
      );
      expect(stdout).toContain("gone.json is not there");
      const modules = path.join(path.dirname(folder), "node_modules");
      await symlink(path.join(import.meta.dirname, "../../node_modules"), modules);
      const ran = await runProcess("oxlint", ["-c", "oxlint.effective.config.ts"], { cwd: folder });
      expect([ran.exitCode, ran.stdout]).toEqual([
        1,
        expect.stringMatching(/Failed to parse[^]*gone\.json cannot be read/),
      ]);
    }));
});

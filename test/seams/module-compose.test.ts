import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";

import { describe, expect, test } from "vitest";

import type { RelativePath } from "../../src/domain/paths.ts";
import type { PresetName } from "../../src/domain/presets.ts";
import { generate, land, linkTools, makeAnswers, makeScopeAnswers, writeAll } from "../helpers/generated.ts";
import { runProcess, withTemporaryDirectory } from "../helpers/hi.ts";

const CONFIG = "oxlint.config.ts" as RelativePath;

const oxlint = (root: string, ...args: string[]) => runProcess("oxlint", ["-c", CONFIG, ...args], { cwd: root });

/** The severity of a rule in the policy that the real oxlint works by. */
async function readRule(root: string, rule: string): Promise<string | undefined> {
  const { stdout } = await oxlint(root, "--print-config");
  return JSON.parse(stdout).rules[rule];
}

/** Lands what is generated over a module that the project wrote. */
async function withModule(
  files: Readonly<Record<string, string>>,
  presets: readonly PresetName[],
  work: (root: string) => Promise<void>
): Promise<void> {
  await withTemporaryDirectory(async (root) => {
    await writeAll(root, { "package.json": '{ "name": "fixture", "type": "module" }\n', ...files });
    await linkTools(root, ["oxlint", "@oxlint", "ultracite", "typescript", "@typescript"]);
    const shown = presets.map((name) => ({ name, because: "the test" }));
    const scope = makeScopeAnswers(".", { policy: { kind: "project-module", path: CONFIG }, presets: shown });
    await land(root, (await generate(makeAnswers({ providers: [], scopes: [scope] }))).values());
    await work(root);
  });
}

// oxlint's own `extends` does not let the project win against a preset: a rule that the preset names stands against the
// project's category, and an override of the preset against the project's rule.
describe("a module of the project's, over the defaults", () => {
  test("what it says stands, by name, by category and in tests; of the rest the defaults' stands", () =>
    withModule(
      {
        "policy.js": 'export default { rules: { "no-debugger": "off" } };\n',
        [CONFIG]: `import policy from "./policy.js";

export default {
  extends: [policy],
  categories: { style: "off" },
  rules: { "vitest/no-focused-tests": "off", "no-empty-function": "warn" },
  plugins: ["vitest", "typescript"],
};
`,
        "src/a.test.js": "test.only('x', () => {});\n",
      },
      ["vitest"],
      async (root) => {
        const rules = ["no-debugger", "eqeqeq", "curly", "func-names", "no-empty-function"];
        const seen = await Promise.all(rules.map((rule) => readRule(root, rule)));
        expect(seen).toEqual(["allow", "deny", undefined, undefined, "warn"]);
        const { stdout } = await oxlint(root, "--format", "unix", "--ignore-pattern=node_modules", "src");
        expect(stdout).toContain("[Warning/eslint(no-empty-function)]");
        expect(stdout).not.toContain("no-focused-tests");
        expect(stdout).toContain("vitest(");
      }
    ));

  test("is edited in place and no further, and means the same when a person formats it", () =>
    withModule(
      { [CONFIG]: 'export default {\n  // ours\n  rules: { "no-console": "error" },\n};\n' },
      [],
      async (root) => {
        const text = await readFile(path.join(root, CONFIG), "utf8");
        expect(text).toBe(`import compose from "./.hi/lint/policy.mjs";
import core from "ultracite/oxlint/core";

export default compose({
  // ours
  rules: { "no-console": "error" },
}, core);
`);
        await writeFile(path.join(root, CONFIG), text.replace("}, core);", "},\n core,\n);"));
        expect([await readRule(root, "no-console"), await readRule(root, "eqeqeq")]).toEqual(["deny", "deny"]);
      }
    ));

  test("passes the project's own strict type check", () =>
    withModule(
      {
        [CONFIG]:
          'import { defineConfig } from "oxlint";\n\nexport default defineConfig({ rules: { "no-console": "error" } });\n',
        "tsconfig.json":
          '{ "compilerOptions": { "strict": true, "noEmit": true, "module": "nodenext", "skipLibCheck": true, "types": [] }, "files": ["oxlint.config.ts"] }\n',
      },
      [],
      async (root) => {
        expect(await runProcess("tsc", ["-p", "."], { cwd: root })).toMatchObject({ exitCode: 0, stdout: "" });
      }
    ));
});

test("a scope below takes over the project's part of a module above, not what that was put over", () =>
  withTemporaryDirectory(async (root) => {
    await writeAll(root, {
      "package.json": '{ "name": "fixture", "type": "module" }\n',
      [CONFIG]:
        'export default { rules: { "no-console": "error" }, overrides: [{ files: ["packages/a/*.js"], rules: { "no-var": "off" } }] };\n',
      "packages/a/package.json": '{ "name": "a", "type": "module" }\n',
      "packages/a/x.js": "var a = 1;\nconsole.log(a);\n",
    });
    await linkTools(root, ["oxlint", "@oxlint", "ultracite"]);
    const project = { kind: "module", path: CONFIG, because: "the nearest one above the scope" } as const;
    const scopes = [
      makeScopeAnswers(".", {
        policy: { kind: "project-module", path: CONFIG },
        presets: [{ name: "react", because: "x" }],
      }),
      makeScopeAnswers("packages/a", { policy: { kind: "generated", project } }),
    ];
    await land(root, (await generate(makeAnswers({ providers: [], scopes }))).values());
    const cwd = path.join(root, "packages/a");
    const printed = await runProcess("oxlint", ["-c", "oxlint.effective.config.ts", "--print-config"], { cwd });
    const { rules } = JSON.parse(printed.stdout) as { rules: Record<string, string> };
    expect([rules["no-console"], rules["eqeqeq"], rules["react/jsx-key"]]).toEqual(["deny", "deny", undefined]);
    const { stdout } = await runProcess("oxlint", ["-c", "oxlint.effective.config.ts", "--format", "unix"], { cwd });
    expect(stdout).toContain("no-console");
    expect(stdout).not.toContain("no-var");
  }));

// oxlint waits for a promise, whose policy does not show in its keys: read as an object it is an empty one.
describe("a configuration that the module promises", () => {
  test.each([
    ["a promise", 'export default Promise.resolve({ rules: { "no-debugger": "off", "no-console": "error" } });\n'],
    [
      "an async function's call",
      'const load = async () => ({ rules: { "no-debugger": "off", "no-console": "error" } });\n\nexport default load();\n',
    ],
    [
      "what only has a then",
      'export default { then: (done) => done({ rules: { "no-debugger": "off", "no-console": "error" } }) };\n',
    ],
  ])("%s: stands over the defaults", (_name, text) =>
    withModule({ [CONFIG]: text }, [], async (root) => {
      const seen = await Promise.all(["no-debugger", "no-console", "eqeqeq"].map((rule) => readRule(root, rule)));
      expect(seen).toEqual(["allow", "deny", "deny"]);
    })
  );

  test.each([
    ["an instance of a class", "export default new (class Config { rules = {}; })();\n", "a Config"],
    ["a map", "export default new Map();\n", "a Map"],
    ["a promise of a list", "export default Promise.resolve([]);\n", "a list"],
    ["a promise of nothing", "export default Promise.resolve();\n", "undefined"],
  ])("%s is refused by its name, and never an empty policy", (_name, text, kind) =>
    withModule({ [CONFIG]: text }, [], async (root) => {
      const { exitCode, stdout, stderr } = await oxlint(root, "--print-config");
      expect(exitCode).not.toBe(0);
      expect(`${stdout}${stderr}`).toContain(`a lint policy is a plain object, not ${kind}`);
    })
  );

  test("in `extends`, where oxlint reads nothing of it", () =>
    withModule({ [CONFIG]: "export default { extends: [Promise.resolve({})] };\n" }, [], async (root) => {
      const { exitCode, stdout, stderr } = await oxlint(root, "--print-config");
      expect(exitCode).not.toBe(0);
      expect(`${stdout}${stderr}`).toContain("`extends` holds a Promise, which is no plain object");
    }));

  test("is taken over by a scope below, composed as it is; a scope of CommonJS says that it cannot wait", () =>
    withTemporaryDirectory(async (root) => {
      await writeAll(root, {
        "package.json": '{ "name": "fixture", "type": "module" }\n',
        [CONFIG]: 'export default Promise.resolve({ rules: { "no-console": "error" } });\n',
        "packages/a/package.json": '{ "name": "a", "type": "module" }\n',
        "packages/b/package.json": '{ "name": "b", "type": "commonjs" }\n',
      });
      await linkTools(root, ["oxlint", "@oxlint", "ultracite"]);
      const project = { kind: "module", path: CONFIG, because: "the nearest one above the scope" } as const;
      const scopes = [
        makeScopeAnswers(".", { policy: { kind: "project-module", path: CONFIG } }),
        makeScopeAnswers("packages/a", { policy: { kind: "generated", project } }),
        makeScopeAnswers("packages/b", { policy: { kind: "generated", project }, commonjs: true }),
      ];
      await land(root, (await generate(makeAnswers({ providers: [], scopes }))).values());
      const print = (scope: string) =>
        runProcess("oxlint", ["-c", "oxlint.effective.config.ts", "--print-config"], { cwd: path.join(root, scope) });
      const { rules } = JSON.parse((await print("packages/a")).stdout) as { rules: Record<string, string> };
      expect([rules["no-console"], rules["eqeqeq"]]).toEqual(["deny", "deny"]);
      const failed = await print("packages/b");
      expect(failed.exitCode).not.toBe(0);
      expect(`${failed.stdout}${failed.stderr}`).toContain("a lint policy is a plain object, not a Promise");
    }));
});

import path from "node:path";

import { describe, expect, test } from "vitest";

import { linkTools } from "../helpers/generated.ts";
import { runProcess } from "../helpers/hi.ts";
import type { Files, Project } from "./reports.fixture.ts";
import { expectRefused, init, OFF, succeed, toDocument, update, withProject } from "./reports.fixture.ts";

const CONFIG = "oxlint.config.ts";
const HEAD = 'import { defineConfig } from "oxlint";\n';
const ADDED = 'import compose from "./.hi/lint/policy.mjs";\nimport core from "ultracite/oxlint/core";\n';

/** A project with this lint configuration, and the tools as an install would put them. */
function withConfig(config: string, files: Files, work: (project: Project) => Promise<void>): Promise<void> {
  const all = { [CONFIG]: config, "src/bad.ts": "debugger;\n", ".gitignore": "node_modules\n", ...files };
  return withProject(all, async (project) => {
    await linkTools(project.root, ["oxlint", "ultracite"]);
    await work(project);
  });
}

const lint = (project: Project) => {
  const oxlint = path.join(project.root, "node_modules/.bin/oxlint");
  return runProcess(oxlint, ["-c", CONFIG, "--disable-nested-config", "--format", "json", "src"], {
    cwd: project.root,
  });
};

/** Loads the configuration with the real oxlint, and says how it calls a `debugger` statement. */
async function findSeverity(project: Project): Promise<string | undefined> {
  const ended = await lint(project);
  const { diagnostics } = JSON.parse(ended.stdout) as { diagnostics: { code: string; severity: string }[] };
  return diagnostics.find(({ code }) => code.includes("no-debugger"))?.severity;
}

/** Name, the module, and what it becomes: the same text, its export handed through a function of ours. */
const SHAPES: readonly (readonly [string, string, string])[] = [
  // The comment of an empty object was lost with the first property (unjs/magicast#33: c01).
  [
    "an empty object with a comment",
    "export default { /* note */ };\n",
    `${ADDED}\nexport default compose({ /* note */ }, core);\n`,
  ],
  [
    "an empty object with a line comment, in the wrapper",
    `${HEAD}\nexport default defineConfig({\n  // note\n});\n`,
    `${HEAD}${ADDED}\nexport default compose(defineConfig({\n  // note\n}), core);\n`,
  ],
  // A named constant as default export made a proxy throw (unjs/magicast#49: c02).
  [
    "a constant, then its export",
    "const config = {};\nexport default config;\n",
    `${ADDED}\nconst config = {};\nexport default compose(config, core);\n`,
  ],
  // An object declared apart from its export was not found (getsentry/sentry-wizard#380: c10).
  [
    "a typed constant, exported at the end",
    'import type { OxlintConfig } from "oxlint";\n\nconst c: OxlintConfig = {};\n\nexport default c;\n',
    `import type { OxlintConfig } from "oxlint";\n${ADDED}\nconst c: OxlintConfig = {};\n\nexport default compose(c, core);\n`,
  ],
  // A helper wrote a key where another tool's configuration wants it (unjs/magicast#135: c04).
  [
    "lists and objects of other keys",
    `${HEAD}\nexport default defineConfig({\n  overrides: [{ files: ["x/**"], rules: {} }],\n  settings: { react: { version: "19" } },\n});\n`,
    `${HEAD}${ADDED}\nexport default compose(defineConfig({\n  overrides: [{ files: ["x/**"], rules: {} }],\n  settings: { react: { version: "19" } },\n}), core);\n`,
  ],
  // An import without a binding could not be handled (unjs/magicast#106: c05).
  [
    "an import for its effect",
    `import "./setup.ts";\n${HEAD}\nexport default defineConfig({ rules: {} });\n`,
    `import "./setup.ts";\n${HEAD}${ADDED}\nexport default compose(defineConfig({ rules: {} }), core);\n`,
  ],
  // What is not written as one object had to be refused where the object itself was edited (yamcodes/arkenv#1000: c08).
  [
    "an imported object",
    'import base from "./setup.ts";\nexport default base;\n',
    `import base from "./setup.ts";\n${ADDED}export default compose(base, core);\n`,
  ],
  [
    "a spread that may hold its own list",
    'import base from "./setup.ts";\nexport default { ...base };\n',
    `import base from "./setup.ts";\n${ADDED}export default compose({ ...base }, core);\n`,
  ],
  [
    "a function called in place, with two returns",
    "export default (() => {\n  if (process.env.NEVER) return { rules: {} };\n  return {};\n})();\n",
    `${ADDED}\nexport default compose((() => {\n  if (process.env.NEVER) return { rules: {} };\n  return {};\n})(), core);\n`,
  ],
];

describe("a lint configuration of the project's own that can be edited", () => {
  test.each(SHAPES)("%s: it is handed on, nothing else changes, and the real oxlint loads it", (_, before, after) =>
    withConfig(before, { "setup.ts": "export default {};\n" }, async (project) => {
      expect(await findSeverity(project)).not.toBe("error");
      await init(project);
      expect(await project.read(CONFIG)).toBe(after);
      expect(await findSeverity(project)).toBe("error");
      await update(project);
      expect(await project.read(CONFIG)).toBe(after);
      expect((await project.hi(["check"])).exitCode).toBe(0);
    })
  );

  // The callback form of the wrapper was not handled (yamcodes/arkenv#1000: c08). This oxlint takes no function, before
  // or after, and says so; the text is edited all the same.
  test("a callback in the wrapper is handed on as it is, and what is said of it is oxlint's own", () => {
    const before = `${HEAD}\nexport default defineConfig(() => ({ rules: {} }));\n`;
    return withConfig(before, {}, async (project) => {
      expect((await lint(project)).exitCode).toBe(1);
      await init(project);
      expect(await project.read(CONFIG)).toBe(
        `${HEAD}${ADDED}\nexport default compose(defineConfig(() => ({ rules: {} })), core);\n`
      );
      expect(await lint(project)).toMatchObject({ exitCode: 1, stdout: expect.stringContaining("lint policy") });
    });
  });
});

describe("a lint configuration that cannot be edited without a guess", () => {
  test.each([
    ["an export under a name", "const config = { rules: {} };\nexport { config as default };\n"],
    ["an export of another module's", 'export { default } from "./setup.ts";\n'],
    ["a declared function", "export default function config() {\n  return {};\n}\nconfig();\n"],
  ])("%s: left as it is, the lines to add are shown, and the run goes on", (_, before) =>
    withConfig(before, { "setup.ts": "export default {};\n" }, async (project) => {
      const { plan, published } = toDocument(await init(project, ["--json"]));
      const entry = plan?.entries.find(({ path: file }) => file === CONFIG);
      expect(entry).toMatchObject({ action: "conflict", reason: { code: "shape-unsupported" } });
      const lines = `${ADDED}export default compose(CONFIGURATION, core);`;
      expect(entry?.manual.join("\n")).toBe(lines);
      expect(published?.written).toContain(".claude/settings.json");
      expect(await project.read(CONFIG)).toBe(before);
      const shown = await succeed(project, ["update", "--dry-run", ...OFF]);
      expect(shown.stdout).toContain("export default compose(CONFIGURATION, core);");
      expect((await project.hi(["update", "--dry-run", "--exit-code", ...OFF])).exitCode).toBe(1);
    })
  );

  test("the lines that are shown, written by a person, are what the next update finds", () =>
    withConfig(
      'const config = { rules: { eqeqeq: "warn" } };\nexport { config as default };\n',
      {},
      async (project) => {
        await init(project);
        await project.write(
          CONFIG,
          `${ADDED}const config = { rules: { eqeqeq: "warn" } };\nexport default compose(config, core);\n`
        );
        const after = await project.read(CONFIG);
        await update(project);
        expect(await project.read(CONFIG)).toBe(after);
        expect(await findSeverity(project)).toBe("error");
        expect((await project.hi(["check"])).exitCode).toBe(0);
      }
    ));

  // A raw TypeError of the tree library was all that was said (unjs/magicast#49: c02).
  test("one that is no module at all: refused with the place, nothing written", () =>
    withConfig("export default {\n  extends: [\n};\n", {}, async (project) => {
      const refusal = await expectRefused(project, ["init", "--yes", "--scopes", ".", "--providers", "claude", ...OFF]);
      expect(refusal).toMatchObject({ code: "HI_UNPARSEABLE", where: { path: CONFIG, line: 3, column: 1 } });
    }));
});

// Comments given to a tree builder were dropped on printing (getsentry/sentry-wizard#547: c11).
test("the comments of our own templates reach the written configuration", () =>
  withProject({}, async (project) => {
    await init(project, ["--packs", "base,format"]);
    for (const file of [CONFIG, "oxfmt.config.ts"]) {
      const text = await project.read(file);
      expect(text, file).toContain("/* eslint-disable */\n");
      expect(text.match(/^\s*\/\/ .+/gm)?.length, file).toBeGreaterThan(0);
    }
  }));

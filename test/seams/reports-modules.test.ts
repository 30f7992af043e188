import path from "node:path";

import { describe, expect, test } from "vitest";

import { linkTools } from "../helpers/generated.ts";
import { runProcess } from "../helpers/hi.ts";
import type { Files, Project } from "./reports.fixture.ts";
import { expectRefused, init, OFF, succeed, toDocument, update, withProject } from "./reports.fixture.ts";

const CONFIG = "oxlint.config.ts";
const HEAD = 'import { defineConfig } from "oxlint";\n';
const ADDED = 'import core from "ultracite/oxlint/core";\n';

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

/** Name, the module, and what it becomes: the same text with the preset put in. */
const SHAPES: readonly (readonly [string, string, string])[] = [
  // The comment of an empty object was lost with the first property (unjs/magicast#33: c01).
  [
    "an empty object with a comment",
    "export default { /* note */ };\n",
    `${ADDED}\nexport default { /* note */ extends: [core] };\n`,
  ],
  [
    "an empty object with a line comment, in the wrapper",
    `${HEAD}\nexport default defineConfig({\n  // note\n});\n`,
    `${HEAD}${ADDED}\nexport default defineConfig({\n  // note\n  extends: [core]\n});\n`,
  ],
  // A named constant as default export made a proxy throw (unjs/magicast#49: c02).
  [
    "a constant, then its export",
    "const config = {};\nexport default config;\n",
    `${ADDED}\nconst config = { extends: [core] };\nexport default config;\n`,
  ],
  // An object declared apart from its export was not found (getsentry/sentry-wizard#380: c10).
  [
    "a typed constant, exported at the end",
    'import type { OxlintConfig } from "oxlint";\n\nconst c: OxlintConfig = {};\n\nexport default c;\n',
    `import type { OxlintConfig } from "oxlint";\n${ADDED}\nconst c: OxlintConfig = { extends: [core] };\n\nexport default c;\n`,
  ],
  // A helper wrote a key where another tool's configuration wants it (unjs/magicast#135: c04).
  [
    "lists and objects of other keys, and no extends",
    `${HEAD}\nexport default defineConfig({\n  overrides: [{ files: ["x/**"], rules: {} }],\n  settings: { react: { version: "19" } },\n});\n`,
    `${HEAD}${ADDED}\nexport default defineConfig({\n  extends: [core],\n  overrides: [{ files: ["x/**"], rules: {} }],\n  settings: { react: { version: "19" } },\n});\n`,
  ],
  // An import without a binding could not be handled (unjs/magicast#106: c05).
  [
    "an import for its effect",
    `import "./setup.ts";\n${HEAD}\nexport default defineConfig({ rules: {} });\n`,
    `import "./setup.ts";\n${HEAD}${ADDED}\nexport default defineConfig({ extends: [core], rules: {} });\n`,
  ],
];

describe("a lint configuration of the project's own that can be edited", () => {
  test.each(SHAPES)("%s: the preset goes in, nothing else changes, and the real oxlint loads it", (_, before, after) =>
    withConfig(before, { "setup.ts": "export {};\n" }, async (project) => {
      expect(await findSeverity(project)).not.toBe("error");
      await init(project);
      expect(await project.read(CONFIG)).toBe(after);
      expect(await findSeverity(project)).toBe("error");
      await update(project);
      expect(await project.read(CONFIG)).toBe(after);
      expect((await project.hi(["check"])).exitCode).toBe(0);
    })
  );

  // The callback form of the wrapper was not handled (yamcodes/arkenv#1000: c08); this oxlint takes no function, so that
  // only the text can be shown.
  test.each([
    ["one that returns an object", `${HEAD}\nexport default defineConfig(({ mode }) => ({ rules: {} }));\n`],
    [
      "an async one with a body and one return",
      `${HEAD}\nexport default defineConfig(async () => {\n  return { rules: {} };\n});\n`,
    ],
  ])("a callback, %s: the object that it returns is edited", (_, before) =>
    withConfig(before, {}, async (project) => {
      await init(project);
      expect(await project.read(CONFIG)).toBe(
        before.replace("\n\n", `\n${ADDED}\n`).replace("{ rules", "{ extends: [core], rules")
      );
    })
  );
});

describe("a lint configuration that cannot be edited without a guess", () => {
  test.each([
    [
      "a callback with two returns",
      `${HEAD}\nexport default defineConfig(() => {\n  if (process.env.CI) return { rules: {} };\n  return {};\n});\n`,
    ],
    ["a callback declared elsewhere", `${HEAD}\nconst make = () => ({});\nexport default defineConfig(make);\n`],
    ["an imported object", 'import base from "./setup.ts";\nexport default base;\n'],
    ["a spread that may hold its own list", 'import base from "./setup.ts";\nexport default { ...base };\n'],
  ])("%s: left as it is, the lines to add are shown, and the run goes on", (_, before) =>
    withConfig(before, { "setup.ts": "export default {};\n" }, async (project) => {
      const { plan, published } = toDocument(await init(project, ["--json"]));
      const entry = plan?.entries.find(({ path: file }) => file === CONFIG);
      expect(entry).toMatchObject({ action: "conflict", reason: { code: "shape-unsupported" } });
      expect(entry?.manual.join("\n")).toBe('import core from "ultracite/oxlint/core";\nextends: [core],');
      expect(published?.written).toContain(".claude/settings.json");
      expect(await project.read(CONFIG)).toBe(before);
      const shown = await succeed(project, ["update", "--dry-run", ...OFF]);
      expect(shown.stdout).toContain("extends: [core],");
      expect((await project.hi(["update", "--dry-run", "--exit-code", ...OFF])).exitCode).toBe(1);
    })
  );

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

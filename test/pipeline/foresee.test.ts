import { describe, expect, test } from "vitest";

import type { Foreseen } from "../../src/domain/plan.ts";
import { foreseeIn } from "../helpers/preview-world.ts";

const POLICY = "oxlint.config.ts";
const module = (text: string): string => `${text}\nexport default { rules: {} };\n`;
const start = (row: string, folders: readonly string[]) => expect.objectContaining({ row, folders });

describe("the project's own code is listed before anything runs", () => {
  const files = {
    "package.json": "{}",
    ".oxlintrc.json": '{ "extends": ["./lint/base.json"], "jsPlugins": ["./lint/plugin.js"] }',
    "lint/base.json": '{ "jsPlugins": ["./other.js"] }',
    "lint/plugin.js": module('import { rules } from "./rules.mjs";\n// import "./unused.mjs";'),
    "lint/other.js": module('const shared = require("./shared");'),
    "lint/shared/index.js": "module.exports = {};\n",
    "lint/unused.mjs": module(""),
    "lint/rules.mjs": module(
      'import "../lint/plugin.js";\nexport * from "./deep.ts";\nimport type { T } from "./types.ts";'
    ),
    "lint/deep.ts": module("const more = await import(process.env.MORE);"),
    "lint/types.ts": "export type T = 1;\n",
  };
  const expected = [
    "./lint/plugin.js (.oxlintrc.json)",
    "./other.js (lint/base.json)",
    "lint/deep.ts (lint/rules.mjs)",
    "lint/deep.ts: and what it imports by a computed name",
    "lint/rules.mjs (lint/plugin.js)",
    "lint/shared/index.js (lint/other.js)",
  ];

  test.each(["on", "off"] as const)("with what it imports and extends, followed to the end; preview %s", (mode) =>
    foreseeIn(files, { mode, planned: { [POLICY]: "export default {};\n" } }, (foreseen) => {
      expect(foreseen?.executes).toEqual(expected);
      expect(foreseen?.preview).toBe(mode);
    })
  );

  test("of a module as it is and as it will be, and never outside the repository", () =>
    foreseeIn(
      {
        "package.json": "{}",
        [POLICY]: module('import "./now.mjs";\nimport "../outside.mjs";\nimport "./node_modules/a/index.js";'),
        "now.mjs": module(""),
        "then.mjs": module(""),
      },
      { planned: { [POLICY]: module('import "./then.mjs";') } },
      (foreseen) => {
        expect(foreseen?.executes).toEqual([
          "now.mjs (oxlint.config.ts)",
          "oxlint.config.ts",
          "then.mjs (oxlint.config.ts)",
        ]);
      }
    ));

  test("a chain without end is cut, and that is said", () => {
    const chain = Array.from({ length: 400 }, (_, at) => [`m${at}.mjs`, module(`import "./m${at + 1}.mjs";`)] as const);
    return foreseeIn(
      { ...Object.fromEntries(chain), [POLICY]: module('import "./m0.mjs";') },
      { planned: { "a.md": "" } },
      (foreseen) => {
        expect(foreseen?.executes.length).toBeLessThan(310);
        expect(foreseen?.executes).toContainEqual(expect.stringMatching(/^m\d+\.mjs: and what it imports$/));
      }
    );
  });

  test("nothing where nothing changes: then nothing runs", () =>
    foreseeIn(files, {}, (foreseen) => {
      expect(foreseen).toBeUndefined();
    }));
});

describe("what a real run would start is listed by row, place and folder", () => {
  const scopes = [{ path: "." }, { path: "packages/a", format: true }];
  const files = {
    "package.json": "{}",
    "package-lock.json": JSON.stringify({ lockfileVersion: 3, packages: { "": {}, "packages/a": {} } }),
    "packages/a/package.json": "{}",
    "packages/a/.oxlintrc.json": "{}",
  };

  test("and the install command at the end", () =>
    foreseeIn(
      files,
      { scopes, planned: { "package.json": '{ "scripts": {} }' }, answers: { packs: ["base", "effect"] } },
      (foreseen) => {
        expect(foreseen?.commands).toEqual([
          start("npm-version", ["."]),
          start("npm-project", ["."]),
          start("npm-tools", ["."]),
          start("effect-patch", ["."]),
          start("baseline", [".", "packages/a"]),
          start("lint", [".", "packages/a"]),
          start("format-check", ["packages/a"]),
          start("lint-rules", ["."]),
          start("lint-fix", [".", "packages/a"]),
          start("install", ["."]),
        ]);
        expect(foreseen?.commands[1]).toEqual({
          row: "npm-project",
          command: ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"],
          place: "staging",
          folders: ["."],
          when: "unless-cached",
        });
      }
    ));

  test.each([
    ["npm", { ".pnpmfile.cjs": "" }, []],
    [
      "pnpm",
      { ".pnpmfile.cjs": "", ".npmrc": "# pnpmfile=no.cjs\npnpmfile=tools/hooks.cjs\n" },
      [".pnpmfile.cjs", "tools/hooks.cjs (.npmrc)"],
    ],
    [
      "yarn",
      { ".yarnrc": 'yarn-path ".yarn/releases/yarn-1.22.22.cjs"\n' },
      [".yarn/releases/yarn-1.22.22.cjs (.yarnrc)"],
    ],
    [
      "yarn-berry",
      {
        ".yarnrc.yml":
          "nodeLinker: node-modules\nplugins:\n  - path: .yarn/plugins/a.cjs\n    spec: '@yarnpkg/a'\n  - ./b.cjs\nyarnPath: '.yarn/releases/yarn-4.cjs' # ours\n",
      },
      [".yarn/releases/yarn-4.cjs (.yarnrc.yml)", ".yarn/plugins/a.cjs (.yarnrc.yml)", "./b.cjs (.yarnrc.yml)"],
    ],
  ] as const)("what the install command of %s runs of the project's own", (packageManager, more, executes) =>
    foreseeIn(
      { ...files, ...more },
      { scopes, planned: { "package.json": '{ "scripts": {} }' }, answers: { packageManager } },
      (foreseen) => {
        expect(foreseen?.commands.at(-1)).toMatchObject({ row: "install", executes });
      }
    )
  );

  test("no scope, no tool", () =>
    foreseeIn(files, { scopes: [], planned: { "a.md": "" } }, (foreseen) => {
      expect(foreseen).toMatchObject({ executes: [], commands: [] } satisfies Partial<Foreseen>);
    }));
});

import { describe, expect, test } from "vitest";

import { moduleConfigEditor } from "../../src/adapters/module-config.ts";
import type { Json } from "../../src/domain/json.ts";

const CORE = "ultracite/oxlint/core";
const VALUE = { call: "./.hi/lint/policy.mjs", with: [CORE, "ultracite/oxlint/vitest"] };
const IMPORTS =
  'import compose from "./.hi/lint/policy.mjs";\nimport core from "ultracite/oxlint/core";\nimport vitest from "ultracite/oxlint/vitest";\n';

function put(text: string, value: Json = VALUE): string {
  const result = moduleConfigEditor.edit(text, { kind: "set", pointer: "/default", value });
  if (!result.ok) throw new Error(result.reason);
  return result.text;
}

function take(text: string): string {
  const result = moduleConfigEditor.edit(text, { kind: "remove", pointer: "/default" });
  if (!result.ok) throw new Error(result.reason);
  return result.text;
}

function read(text: string): unknown {
  const parsed = moduleConfigEditor.parse(text);
  return parsed.ok ? parsed.get("/default") : parsed.problem;
}

const HEAD = 'import { defineConfig } from "oxlint";\n';

/** Name, the file, and what its export becomes. */
const SHAPES: readonly (readonly [string, string, string])[] = [
  ["an object", "export default { rules: {} };\n", "export default compose({ rules: {} }, core, vitest);\n"],
  [
    "a call",
    `${HEAD}\nexport default defineConfig({\n  rules: {},\n});\n`,
    "export default compose(defineConfig({\n  rules: {},\n}), core, vitest);\n",
  ],
  [
    "a constant (unjs/magicast#49)",
    `${HEAD}\nconst config: Config = {};\nexport default config;\n`,
    "export default compose(config, core, vitest);\n",
  ],
  [
    "satisfies",
    "export default { rules: {} } satisfies Config;\n",
    "export default compose({ rules: {} } satisfies Config, core, vitest);\n",
  ],
  [
    "as const, in brackets",
    "export default ({ rules: {} } as const);\n",
    "export default (compose({ rules: {} } as const, core, vitest));\n",
  ],
  [
    "a spread and a computed name",
    "export default { ...base(), [name]: 1 };\n",
    "export default compose({ ...base(), [name]: 1 }, core, vitest);\n",
  ],
  ["what waits", "export default await load();\n", "export default compose(await load(), core, vitest);\n"],
  [
    "comments about it",
    "/** Ours. */\nexport default /* why */ { rules: {} }; // end\n",
    "export default /* why */ compose({ rules: {} }, core, vitest); // end\n",
  ],
  [
    "no semicolon, single quotes",
    "import x from 'x'\n\nexport default { extends: [x] }\n",
    "export default compose({ extends: [x] }, core, vitest)\n",
  ],
  ["the end of the file without a line break", "export default {}", "export default compose({}, core, vitest)"],
  [
    "an empty object with a comment (unjs/magicast#33)",
    "export default { /* note */ };\n",
    "export default compose({ /* note */ }, core, vitest);\n",
  ],
];

describe("a default export, handed through a function of ours", () => {
  test.each(SHAPES)("%s: read, put, put again, taken out to the byte", (_name, text, exported) => {
    const wrapped = put(text);
    expect(wrapped).toContain(exported);
    expect(read(wrapped)).toEqual(VALUE);
    expect(put(wrapped)).toBe(wrapped);
    expect(take(wrapped)).toBe(text);
    expect(read(text)).toBeUndefined();
  });

  test.each([
    ["CRLF", "\r\n"],
    ["LF", "\n"],
  ])("line ends and a byte order mark stay: %s", (_name, eol) => {
    const text = `\uFEFF// @ts-check${eol}${eol}import a from "a";${eol}export default { a };${eol}`;
    const wrapped = put(text);
    expect(wrapped.replaceAll("\r\n", "\n").includes("\r")).toBe(false);
    expect(wrapped.split(eol).join("").includes("\n")).toBe(false);
    expect(take(wrapped)).toBe(text);
  });

  test("imports stand at the top where there are none, and beside the others where there are", () => {
    expect(put("export default {};\n")).toBe(`${IMPORTS}\nexport default compose({}, core, vitest);\n`);
    expect(put(`${HEAD}\nexport default {};\n`)).toBe(`${HEAD}${IMPORTS}\nexport default compose({}, core, vitest);\n`);
  });

  test("what is imported already is used, and stays when ours goes", () => {
    const text = `import preset from "${CORE}";\n\nexport default { extends: [preset] };\n`;
    const wrapped = put(text);
    expect(wrapped).toContain("compose({ extends: [preset] }, preset, vitest)");
    expect(take(wrapped)).toBe(text);
  });

  test("a name that is taken is left to who has it", () => {
    const text = "const compose = 1;\nconst core = compose;\nexport default { core };\n";
    const wrapped = put(text);
    expect(wrapped).toContain('import compose2 from "./.hi/lint/policy.mjs";');
    expect(wrapped).toContain("compose2({ core }, core2, vitest)");
    expect(take(wrapped)).toBe(text);
  });

  test("other presets, a named export and plain values", () => {
    const value = {
      call: "../../.hi/lint/policy.mjs",
      with: [CORE, "@effect/tsgo/oxlint-presets#recommended", { options: { typeAware: true } }],
    };
    const text = "export default {};\n";
    const wrapped = put(put(text), value);
    expect(wrapped).toContain('import { recommended } from "@effect/tsgo/oxlint-presets";');
    expect(wrapped).toContain("compose({}, core, recommended, { options: { typeAware: true } });");
    expect(wrapped).not.toContain("vitest");
    expect(read(wrapped)).toEqual(value);
    expect(take(wrapped)).toBe(text);
  });

  test("CommonJS", () => {
    const text = 'const { defineConfig } = require("oxlint");\n\nmodule.exports = defineConfig({});\n';
    const wrapped = put(text);
    expect(wrapped).toContain('const compose = require("./.hi/lint/policy.mjs").default;');
    expect(wrapped).toContain("module.exports = compose(defineConfig({}), core, vitest);");
    expect(read(wrapped)).toEqual(VALUE);
    expect(take(wrapped)).toBe(text);
  });

  test("what a formatter made of it is still it", () => {
    const text = `${IMPORTS}\nexport default compose(\n  {\n    rules: {},\n  },\n  core,\n  vitest,\n);\n`;
    expect(read(text)).toEqual(VALUE);
    expect(take(text)).toBe("export default {\n    rules: {},\n  };\n");
  });

  test("the list and the options of the configuration inside are read as before", () => {
    const parsed = moduleConfigEditor.parse(
      put('import a from "a";\nexport default { extends: [a], options: { maxWarnings: 3 } };\n')
    );
    expect(parsed.ok && [parsed.get("/extends"), parsed.get("/options")]).toEqual([
      [{ import: "a", as: "a" }],
      { maxWarnings: 3 },
    ]);
  });

  test("a function of the same name that is not ours is none", () => {
    const text = 'import compose from "./policy.mjs";\nimport core from "core";\nexport default compose({}, core);\n';
    expect(read(text)).toBeUndefined();
    expect(take(text)).toBe(text);
  });
});

const CONFIG = "const config = { rules: {}, overrides: [] };\n";
const EXPORTED = `${CONFIG}export default config;\n`;

/** The file, and the line that is named. */
const LATE_WRITES: readonly (readonly [string, number])[] = [
  [`${EXPORTED}config.rules["no-var"] = "off";\n`, 3],
  [`${EXPORTED}config = {};\n`, 3],
  [`${EXPORTED}Object.assign(config, { rules: {} });\n`, 3],
  [`${EXPORTED}Object.assign(config.rules, {});\n`, 3],
  [`${EXPORTED}config.overrides.push({});\n`, 3],
  [`${EXPORTED}config.overrides?.push?.({});\n`, 3],
  [`${EXPORTED}delete config.rules;\n`, 3],
  [`${EXPORTED}config.options.maxWarnings++;\n`, 3],
  [`${EXPORTED}change(config);\n`, 3],
  [`${EXPORTED}new Change({ config });\n`, 3],
  [`${EXPORTED}if (process.env.CI) {\n  config.rules.x = "off";\n}\n`, 4],
  [`${EXPORTED}for (const one of config.overrides) one.rules = {};\n`, 3],
  [`${EXPORTED}[config.rules] = [{}];\n`, 3],
  [`${EXPORTED}const { rules } = config;\nrules.x = "off";\n`, 4],
  [`${CONFIG}export default defineConfig(config);\nconfig.rules.x = "off";\n`, 3],
  [`${CONFIG}export default { ...config, rules: config.rules };\nconfig.rules.x = "off";\n`, 3],
  [`const rules = {};\nexport default { rules };\nrules.x = "off";\n`, 3],
  [`const rules = {};\nconst config = { rules };\nexport default config;\nrules.x = "off";\n`, 4],
  [`import base from "./base";\nexport default { extends: [base] };\nbase.rules.x = "off";\n`, 3],
  [`${CONFIG}function late() {\n  config.rules.x = "off";\n}\nexport default config;\nlate();\n`, 3],
  [`${CONFIG}const late = () => (config.rules.x = "off");\nexport default config;\nqueueMicrotask(late);\n`, 2],
  [`${CONFIG}const get = () => config;\nexport default config;\nget().rules.x = "off";\n`, 4],
  [`${CONFIG}module.exports = config;\nmodule.exports.rules.x = "off";\n`, 3],
  [`module.exports = { rules: {} };\nObject.assign(module.exports, {});\n`, 2],
];

const EARLY_WRITES = [
  `${CONFIG}config.rules["no-var"] = "off";\nconfig.overrides.push({});\nexport default config;\n`,
  `${CONFIG}Object.assign(config, {});\nexport default defineConfig(config);\nconst other = {};\nother.rules = {};\n`,
  `const level = "error";\nexport default { rules: { x: level } };\nconsole.log(level);\n`,
  `import path from "node:path";\nexport default { ignorePatterns: [path.join("a")] };\nexport const b = path.join("b");\n`,
  `function make(config) {\n  config.rules = {};\n  return config;\n}\nconst config = make({});\nexport default config;\n`,
  `function make() {\n  const config = {};\n  config.rules = {};\n  return config;\n}\nconst config = make();\nexport default config;\n`,
  `${CONFIG}export { config };\nexport default config;\nexport type Config = typeof config;\n`,
];

describe("what cannot be handed on", () => {
  test.each([
    ["an export under a name", "const config = {};\nexport { config as default };\n"],
    ["an export of another module's", 'export { default } from "./other.ts";\n'],
    ["a function", "export default function config() { return {}; }\nmore();\n"],
    ["no export", "export const config = {};\n"],
    ["a text that does not parse", "export default {\n"],
  ])("%s: refused, with the lines to write", (_name, text) => {
    const result = moduleConfigEditor.edit(text, { kind: "set", pointer: "/default", value: VALUE });
    expect(result).toMatchObject({ ok: false, reason: expect.any(String) });
    expect(!result.ok && result.lines).toEqual([
      ...IMPORTS.trimEnd().split("\n"),
      "export default compose(CONFIGURATION, core, vitest);",
    ]);
  });

  // oxlint reads the export when the whole module has run. A function of ours would read it where the export stands, so
  // that what the project writes after that would be lost without a word.
  test.each(LATE_WRITES)("an export that may be changed after it: %s", (text, line) => {
    const result = moduleConfigEditor.edit(text, { kind: "set", pointer: "/default", value: VALUE });
    expect(result).toEqual({
      ok: false,
      reason: `line ${line} may change what is exported after its export; write the export below it`,
      lines: expect.arrayContaining([expect.stringContaining("compose(CONFIGURATION, core, vitest);")]),
    });
  });

  test.each(EARLY_WRITES)("what is written before the export, or to something else, is no reason: %s", (text) => {
    expect(take(put(text))).toBe(text);
  });

  test("a value that is no wrap of ours", () => {
    for (const value of [7, { call: "./evil.mjs", with: [] }, { call: "./.hi/lint/policy.mjs" }] as Json[]) {
      expect(moduleConfigEditor.edit("export default {};\n", { kind: "set", pointer: "/default", value }).ok).toBe(
        false
      );
    }
  });

  test("a person's comment in our part is not taken out with it", () => {
    const text = `${IMPORTS}\nexport default compose({}, core, /* mine */ vitest);\n`;
    expect(moduleConfigEditor.edit(text, { kind: "remove", pointer: "/default" })).toMatchObject({ ok: false });
  });
});

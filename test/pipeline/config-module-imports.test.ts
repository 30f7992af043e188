import { expect, test } from "vitest";

import { moduleConfigEditor } from "../../src/adapters/module-config.ts";
import type { ConfigEdit } from "../../src/domain/config-edit.ts";

const FROM = "ultracite/oxlint/core";
const CORE = { import: FROM, as: "core" };
const IMPORT = `import core from "${FROM}";\n`;

function edit(text: string, kind: "append" | "remove-element"): string {
  const change: ConfigEdit = { kind, pointer: "/extends", value: CORE };
  const result = moduleConfigEditor.edit(text, change);
  if (!result.ok) throw new Error(result.reason);
  return result.text;
}

function getExtends(text: string): unknown {
  const parsed = moduleConfigEditor.parse(text);
  return parsed.ok ? parsed.get("/extends") : parsed.problem;
}

const ESM = 'import { createRequire } from "node:module";\n\nconst requireConfig = createRequire(import.meta.url);\n';
const CJS = 'const { createRequire } = require("node:module");\n\nconst requireConfig = createRequire(__filename);\n';

/*
 * A module may bring the preset in by a require of its own making, since a preset in ESM cannot always be imported.
 * What already stands in the list must not be put there again under a second name.
 */
test.each([
  ["an import", `import preset from "${FROM}";\n`],
  ["an import of the default by name", `import { default as preset, more } from "${FROM}";\n`],
  ["a require", `const preset = require("${FROM}");\n`],
  ["a require of the default", `const preset = require("${FROM}").default;\n`],
  ["a function of the project's own", `${ESM}const preset = requireConfig("${FROM}");\n`],
  ["that function's default", `${ESM}const preset = requireConfig("${FROM}").default;\n`],
  [
    "that function with types around it",
    `${ESM}const preset = requireConfig<Preset>("${FROM}").default as OxlintConfig;\n`,
  ],
])("%s that stands in the list is named, and nothing is added", (_, head) => {
  for (const element of ["preset", "preset as OxlintConfig"]) {
    const esm = `${head}export default { extends: [local, ${element}] };\n`;
    for (const text of [esm, esm.replace("export default", "module.exports =").replace(ESM, CJS)]) {
      expect(getExtends(text)).toStrictEqual([null, { import: FROM, as: "preset" }]);
      expect(edit(text, "append")).toBe(text);
    }
  }
});

test.each([
  ["more than one argument", `load("${FROM}", other)`],
  ["a method", `tools.load("${FROM}")`],
  ["another member", `load("${FROM}").recommended`],
  ["a spread argument", `load(...["${FROM}"])`],
  ["a new object", `new Load("${FROM}")`],
  ["no call", `"${FROM}"`],
])("%s names no module", (_, init) => {
  const text = `const preset = ${init};\nexport default { extends: [preset] };\n`;
  expect(getExtends(text)).toStrictEqual([null]);
  const after = edit(text, "append");
  expect(after).toBe(`${IMPORT}\n${text.replace("[preset]", "[core, preset]")}`);
  expect(edit(after, "remove-element")).toBe(text);
});

// What such a function returns may be a path or a namespace: only what already stands in the list is taken to be one.
test("a call that does not stand in the list is not put there: ours gets an import of its own", () => {
  const esm = `${ESM}const preset = requireConfig("${FROM}");\nexport default { extends: [local], jsPlugins: [preset] };\n`;
  const after = edit(esm, "append");
  expect(after).toBe(esm.replace('module";\n', `module";\n${IMPORT}`).replace("[local]", "[core, local]"));
  expect(edit(after, "remove-element")).toBe(esm);
});

// oxlint refused the namespace that a bare require of the preset gives: "unknown field `__esModule`".
test("a bare require is no preset; the default of one is", () => {
  const bare = `const preset = require("${FROM}");\n\nmodule.exports = { extends: [], rules: preset.default.rules };\n`;
  const added = `const core = require("${FROM}").default;\n`;
  expect(edit(bare, "append")).toBe(bare.replace(";\n", `;\n${added}`).replace("[]", "[core]"));
  expect(edit(edit(bare, "append"), "remove-element")).toBe(bare);
  const whole = bare.replace(`"${FROM}")`, `"${FROM}").default`);
  expect(edit(whole, "append")).toBe(whole.replace("[]", "[preset]"));
});

test("a call of the project's own function stays when its element goes", () => {
  const text = `${ESM}const preset = requireConfig("${FROM}");\nexport default { extends: [preset, local] };\n`;
  expect(edit(text, "remove-element")).toBe(text.replace("preset, ", ""));
});

test("an import is put after the project's requires, not after its other calls", () => {
  const text = 'const a = require("a");\nconst name = pick("b");\n\nmodule.exports = { extends: [], name, a };\n';
  const after = edit(text, "append");
  expect(after).toBe(
    text.replace('("a");\n', `("a");\nconst core = require("${FROM}").default;\n`).replace("[]", "[core]")
  );
  expect(edit(after, "remove-element")).toBe(text);
});

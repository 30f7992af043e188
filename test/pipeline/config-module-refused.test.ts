import { expect, test } from "vitest";

import { moduleConfigEditor } from "../../src/adapters/module-config.ts";
import type { ConfigEdit } from "../../src/domain/config-edit.ts";

const CORE = { import: "ultracite/oxlint/core", as: "core" };
const ADD: ConfigEdit = { kind: "append", pointer: "/extends/-", value: CORE };
const LINES = ['import core from "ultracite/oxlint/core";', "extends: [core],"];

/*
 * A callback, an object elsewhere, a value nobody can see: a proxy threw a TypeError, or the file was written wrongly
 * (unjs/magicast#49, yamcodes/arkenv#1000, getsentry/sentry-wizard#380). Here each is left alone, with the lines to add.
 */
test.each([
  [
    "a callback with two returns",
    "export default defineConfig(() => {\n  if (a) return { extends: [] };\n  return {};\n});",
    "returns in 2 places",
  ],
  ["a return inside a condition", "export default () => { if (a) { return {}; } };", "returns in 1 places"],
  [
    "a function declared elsewhere",
    "const make = () => ({});\nexport default defineConfig(make);",
    "make is declared apart",
  ],
  [
    "a function statement declared elsewhere",
    "function make() { return {}; }\nexport default defineConfig(make);",
    "make is not declared",
  ],
  ["an imported object", 'import base from "./base";\nexport default base;', "base is not declared"],
  ["a parameter that is returned", "export default defineConfig((base) => base);", "returns its parameter"],
  ["a condition", "export default a ? {} : {};", "not written as an object"],
  ["a call of two values", "export default merge(a, {});", "takes no single object"],
  ["a list of configurations", "export default [{}];", "not written as an object"],
  ["no export", "const config = {};", "exports no configuration"],
  ["an object that is changed later", "const c = {};\nc.extends = [];\nexport default c;", "changed after"],
  ["an object that is merged into", "const c = {};\nObject.assign(c, other);\nexport default c;", "changed after"],
  ["a list that is pushed to", "const c = { extends: [] };\nc.extends.push(x);\nexport default c;", "changed after"],
  ["extends as a call", "export default { extends: presets() };", "not written as a list"],
  ["extends twice", "export default { extends: [], extends: [] };", "more than once"],
  [
    "a spread that may hold extends",
    'import base from "./b";\nexport default { ...base };',
    "may hold its own extends",
  ],
  [
    "a spread after the list",
    'import base from "./b";\nexport default { extends: [], ...base };',
    "may hold its own extends",
  ],
  ["constants in a circle", "const a = b;\nconst b = a;\nexport default a;", "circle"],
  ["a syntax error", "export default {\n  extends: [\n};", "line 3, column 1"],
])("%s: refused with the reason and the lines to add", (_, text, reason) => {
  const result = moduleConfigEditor.edit(text, ADD);
  expect(result.ok).toBe(false);
  expect(!result.ok && result.reason).toContain(reason);
  expect(!result.ok && result.lines.map((line) => line.replace(/;$/, ""))).toStrictEqual(
    LINES.map((line) => line.replace(/;$/, ""))
  );
});

test("a list in CommonJS that cannot be edited: the lines are a require", () => {
  const result = moduleConfigEditor.edit("module.exports = make(a, b);\n", ADD);
  expect(!result.ok && result.lines).toStrictEqual([
    'const core = require("ultracite/oxlint/core").default;',
    "extends: [core],",
  ]);
});

// A side-effect import has no name, and an import helper could not add one (unjs/magicast#106).
test.each<[string, ConfigEdit]>([
  ["an import without a name", { kind: "append", pointer: "/extends/-", value: { import: "x" } }],
  ["a name that is none", { kind: "append", pointer: "/extends/-", value: { import: "x", as: "a-b" } }],
  ["a reserved word as name", { kind: "append", pointer: "/extends/-", value: { import: "x", as: "class" } }],
  ["a source with a quote", { kind: "append", pointer: "/extends/-", value: { import: '";evil()', as: "x" } }],
  ["another key", { kind: "set", pointer: "/rules/no-debugger", value: "off" }],
  ["an element that is not there", { kind: "replace-element", pointer: "/extends", from: CORE, to: CORE }],
])("%s is refused before anything is written", (_, edit) => {
  const result = moduleConfigEditor.edit("export default { extends: [] };\n", edit);
  expect(result.ok).toBe(false);
  expect(!result.ok && result.lines.length).toBeGreaterThan(0);
});

test("taking out what is not there leaves the text", () => {
  const text = 'import core from "other";\nexport default { extends: [core] };\n';
  expect(moduleConfigEditor.edit(text, { kind: "remove-element", pointer: "/extends", value: CORE })).toStrictEqual({
    ok: true,
    text,
  });
});

test("an import that the project uses, or brought in with others, stays when the element goes", () => {
  const used = 'import core from "ultracite/oxlint/core";\nexport default { extends: [core], rules: core.rules };\n';
  const withMore = 'import core, { more } from "ultracite/oxlint/core";\nexport default { extends: [core, more] };\n';
  const remove: ConfigEdit = { kind: "remove-element", pointer: "/extends/-", value: CORE };
  expect(moduleConfigEditor.edit(used, remove)).toStrictEqual({ ok: true, text: used.replace("[core]", "[]") });
  expect(moduleConfigEditor.edit(withMore, remove)).toStrictEqual({
    ok: true,
    text: withMore.replace("[core, more]", "[more]"),
  });
});

test("a syntax error has line and column", () => {
  expect(moduleConfigEditor.parse("\uFEFFexport default {\n  a: 1 b\n};")).toMatchObject({
    ok: false,
    problem: { line: 2, column: 8 },
  });
  expect(moduleConfigEditor.parse(`export default ${"[".repeat(20_000)}`).ok).toBe(false);
});

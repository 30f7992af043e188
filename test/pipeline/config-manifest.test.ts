import { expect, test } from "vitest";

import { jsonConfigEditor } from "../../src/adapters/json-config.ts";
import type { Json } from "../../src/domain/json.ts";

function set(text: string, pointer: string, value: Json): string {
  const result = jsonConfigEditor.edit(text, { kind: "set", pointer, value });
  if (!result.ok) throw new Error(result.reason);
  return result.text;
}

// The tab test ran without its argument, so every file became two spaces (typicode/husky#1493).
test.each([
  ["tabs", "\t"],
  ["two spaces", "  "],
  ["three spaces", "   "],
  ["four spaces", "    "],
])("a manifest indented with %s: the inserted lines are too", (_, unit) => {
  const before = `{\n${unit}"name": "x",\n${unit}"scripts": {\n${unit}${unit}"test": "vitest"\n${unit}}\n}\n`;
  expect(set(before, "/scripts/lint", "oxlint")).toBe(
    before.replace('vitest"', `vitest",\n${unit}${unit}"lint": "oxlint"`)
  );
  expect(set(before, "/scripts", { lint: "x" })).toBe(before.replace('"test": "vitest"', '"lint": "x"'));
  expect(set(before, "/devDependencies/oxlint", "1.80.0")).toBe(
    before.replace("}\n}", `},\n${unit}"devDependencies": {\n${unit}${unit}"oxlint": "1.80.0"\n${unit}}\n}`)
  );
});

test("a block indented otherwise than its file: the block's own indentation is used", () => {
  const before = '{\n  "name": "x",\n  "scripts": {\n\t\t"test": "vitest"\n  }\n}\n';
  expect(set(before, "/scripts/lint", "oxlint")).toBe(before.replace('vitest"', 'vitest",\n\t\t"lint": "oxlint"'));
});

// The whole file was written anew, and one-line lists came out expanded (npm/npm#17069, changesets/changesets#1591, #1434).
test("a list and an object on one line stay on one line, beside or inside the edit", () => {
  const before =
    '{\n  "files": ["dist", "!dist/*.test.*"],\n  "exports": { ".": "./i.js" },\n  "build": 12345678901234567890\n}\n';
  expect(set(before, "/scripts/lint", "oxlint")).toBe(
    before.replace("567890\n", '567890,\n  "scripts": {\n    "lint": "oxlint"\n  }\n')
  );
  expect(set(before, "/exports/.~1a", "./a.js")).toBe(before.replace('./i.js" }', './i.js", "./a": "./a.js" }'));
});

// A writer added or took the newline at the end (npm/npm#3299).
test.each([
  ["no", ""],
  ["one", "\n"],
  ["two", "\n\n"],
])("%s final newline: as many after the edit", (_, end) => {
  expect(set(`{\n  "name": "x"\n}${end}`, "/private", true)).toBe(`{\n  "name": "x",\n  "private": true\n}${end}`);
});

// A rewrite made every line LF with two spaces (conventional-changelog/standard-version#43).
test("CRLF with four spaces: kept on every line, the inserted ones included", () => {
  const before = '{\r\n    "name": "x",\r\n    "scripts": {}\r\n}\r\n';
  const after = set(before, "/scripts", { lint: "oxlint", format: "oxfmt" });
  expect(after).toBe(
    '{\r\n    "name": "x",\r\n    "scripts": {\r\n        "lint": "oxlint",\r\n        "format": "oxfmt"\r\n    }\r\n}\r\n'
  );
});

// Notes under the key "//" were moved or merged (typescript-eslint/typescript-eslint#6140).
test('notes under "//", at the root and among the scripts: kept in place', () => {
  const before = '{\n  "//": ["note"],\n  "scripts": {\n    "//": "why",\n    "test": "x"\n  },\n  "//": "again"\n}\n';
  expect(set(before, "/scripts/lint", "oxlint")).toBe(
    before.replace('    "test"', '    "lint": "oxlint",\n    "test"')
  );
});

test("sorted dependencies stay sorted; unsorted ones get theirs last", () => {
  const sorted = '{\n  "devDependencies": {\n    "@types/node": "1",\n    "zod": "1"\n  }\n}\n';
  expect(set(sorted, "/devDependencies/oxlint", "1")).toBe(
    sorted.replace('    "zod"', '    "oxlint": "1",\n    "zod"')
  );
  expect(set(sorted, "/devDependencies/@effect~1tsgo", "1")).toBe(
    sorted.replace('    "@types', '    "@effect/tsgo": "1",\n    "@types')
  );
  const unsorted = '{\n  "devDependencies": {\n    "zod": "1",\n    "ajv": "1"\n  }\n}\n';
  expect(set(unsorted, "/devDependencies/oxlint", "1")).toBe(
    unsorted.replace('"ajv": "1"', '"ajv": "1",\n    "oxlint": "1"')
  );
});

test("a minified manifest stays minified", () => {
  expect(set('{"name":"x","scripts":{"test":"y"}}', "/scripts/lint", "z")).toBe(
    '{"name":"x","scripts":{"test":"y","lint":"z"}}'
  );
});

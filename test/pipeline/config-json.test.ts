import { expect, test } from "vitest";

import { jsonConfigEditor } from "../../src/adapters/json-config.ts";
import type { ConfigEdit } from "../../src/domain/config-edit.ts";
import type { Json } from "../../src/domain/json.ts";

/** Runs edits one after another, each on the text the one before left. */
function edit(text: string, ...edits: readonly ConfigEdit[]): string {
  let after = text;
  for (const next of edits) {
    const result = jsonConfigEditor.edit(after, next);
    if (!result.ok) throw new Error(result.reason);
    after = result.text;
  }
  return after;
}

const set = (pointer: string, value: Json): ConfigEdit => ({ kind: "set", pointer, value });
const append = (pointer: string, value: Json): ConfigEdit => ({ kind: "append", pointer, value });
const remove = (pointer: string): ConfigEdit => ({ kind: "remove", pointer });
const hook = (command: string): Json => ({ matcher: "Edit|Write", hooks: [{ type: "command", command }] });

// One comment made a strict parser fail, and the failure was read as "no settings" (gsd-build/get-shit-done#1464).
test("a line comment above a key: the key is added and every other byte stays", () => {
  const before = '{\n  // keep me\n  "model": "opus",\n  "env": {}\n}\n';
  expect(edit(before, append("/hooks/PostToolUse", "ours"))).toBe(
    '{\n  // keep me\n  "model": "opus",\n  "env": {},\n  "hooks": {\n    "PostToolUse": ["ours"]\n  }\n}\n'
  );
});

// The reader did not take a comma before a closing bracket (raymondchins/agentmap#19, microsoft/vscode#19625).
test("trailing commas: taken, kept, and not doubled", () => {
  const before = '{\n  "a": ["x", "y",],\n  "b": 1,\n}\n';
  expect(edit(before, append("/a", "z"), set("/zed", 2))).toBe(
    '{\n  "a": ["x", "y", "z",],\n  "b": 1,\n  "zed": 2,\n}\n'
  );
  expect(edit(before, remove("/b"))).toBe('{\n  "a": ["x", "y",],\n}\n');
});

// A trailing comma deep inside failed with an offset nobody can use (nrwl/nx#12736).
test("a trailing comma in a nested object is no error; a real one has line and column", () => {
  expect(edit('{\n  "o": {\n    "strict": true,\n  },\n}', set("/o/noEmit", true))).toBe(
    '{\n  "o": {\n    "strict": true,\n    "noEmit": true,\n  },\n}'
  );
  const broken = jsonConfigEditor.parse('{\n  "o": {\n    "strict" true\n  }\n}');
  expect(broken).toMatchObject({ ok: false, problem: { line: 3, column: 14, message: "a colon is expected" } });
});

// Offsets of one text were used for edits on another, so neighbours collided (microsoft/node-jsonc-parser#53).
test("two neighbouring keys taken out, or two put at one place: each edit reads the text again", () => {
  const before = '{\n  "a": 1,\n  "b": 2,\n  "c": 3\n}';
  expect(edit(before, remove("/b"), remove("/c"))).toBe('{\n  "a": 1\n}');
  expect(edit(before, set("/d", 4), set("/e", 5))).toBe('{\n  "a": 1,\n  "b": 2,\n  "c": 3,\n  "d": 4,\n  "e": 5\n}');
  expect(edit(before, remove("/a"), remove("/b"), remove("/c"))).toBe("{}");
});

// A serialiser dropped all comments, or sorted the keys (nrwl/nx#28484, projen/projen#3974, renovatebot/renovate#38646).
test("comments everywhere and keys out of order: both stay", () => {
  const before = [
    "// head",
    "{ // open",
    '  "z": 1, // about z',
    "  /* above a */",
    '  "a": { /* in */ },',
    "  // tail",
    "}",
    "// end",
    "",
  ].join("\n");
  expect(edit(before, set("/q", true), set("/a/b", 1))).toBe(
    [
      "// head",
      "{ // open",
      '  "z": 1, // about z',
      "  /* above a */",
      '  "a": { /* in */ "b": 1 },',
      '  "q": true,',
      "  // tail",
      "}",
      "// end",
      "",
    ].join("\n")
  );
});

// Half-written JSON was replaced on install and emptied on removal (ntd4996/agentpet#8, provectus/awos#119).
test("JSON cut in the middle of a string: every edit refuses, with the place and the lines to add", () => {
  const cut = '{\n  "mcp": {\n    "name": "ab';
  expect(jsonConfigEditor.parse(cut)).toMatchObject({ ok: false, problem: { line: 3, column: 13 } });
  for (const attempt of [
    set("/a", 1),
    append("/hooks/x", 1),
    remove("/mcp"),
    { kind: "remove-element", pointer: "/mcp", value: 1 } as const,
  ]) {
    const result = jsonConfigEditor.edit(cut, attempt);
    expect(result).toMatchObject({ ok: false, reason: "line 3, column 13: a string is not closed" });
  }
  expect(jsonConfigEditor.edit(cut, set("/scripts/lint", "oxlint"))).toMatchObject({
    lines: ['"scripts": {', '  "lint": "oxlint"', "}"],
  });
});

// A reader gave nothing back for an empty file, and the caller dereferenced it
// (hope1026/weppy-roblox-mcp#175, Agentscreator/engram-memory#3).
test.each([
  ["no bytes", "", '{\n  "a": 1\n}\n'],
  ["two newlines and a tab", "\n\n\t", '{\n  "a": 1\n}\n\n\t'],
  ["a byte order mark alone", "\uFEFF", '\uFEFF{\n  "a": 1\n}\n'],
  ["CRLF alone", "\r\n", '{\r\n  "a": 1\r\n}\r\n'],
  ["a comment alone", "// mine\n", '// mine\n{\n  "a": 1\n}\n'],
])("a file of %s counts as an empty object and becomes a well-formed one", (_, before, after) => {
  expect(jsonConfigEditor.parse(before)).toMatchObject({ ok: true });
  expect(edit(before, set("/a", 1))).toBe(after);
});

// A failed parse counted as "no keys", and one sync wrote that back (Chemaclass/agnostic-ai#740, haydenbleasel/ultracite#165).
test("an update run twice: the second changes nothing", () => {
  const before = '{\n  // editor\n  "editor.tabSize": 2, /* two */\n}\n';
  const once = edit(before, set("/oxc.enable", true));
  expect(once).toBe('{\n  // editor\n  "editor.tabSize": 2, /* two */\n  "oxc.enable": true,\n}\n');
  expect(edit(once, set("/oxc.enable", true))).toBe(once);
});

// Settings were rewritten as a whole, so another tool's entry on the same event vanished (rjwalters/loom#5279).
test("entries of other tools on the same event: kept in place whatever the order, and removal takes only ours", () => {
  const others = `{\n  "hooks": {\n    "SessionStart": [{ "hooks": [] }],\n    "PostToolUse": [\n      ${JSON.stringify(hook("other"))}\n    ]\n  }\n}\n`;
  const installed = edit(others, append("/hooks/PostToolUse", hook("ours")));
  const updated = edit(installed, {
    kind: "replace-element",
    pointer: "/hooks/PostToolUse",
    from: hook("ours"),
    to: hook("ours 2"),
  });
  expect(JSON.parse(updated)).toStrictEqual({
    hooks: { SessionStart: [{ hooks: [] }], PostToolUse: [hook("other"), hook("ours 2")] },
  });
  expect(edit(updated, { kind: "remove-element", pointer: "/hooks/PostToolUse", value: hook("ours 2") })).toBe(others);
});

// A whole-file writer replaced the editor settings (github/spec-kit#859).
test("thirty unrelated keys: ours is added, theirs is read for the plan and left", () => {
  const keys = Array.from({ length: 30 }, (_, index) => `\t"key.${index}": ${index},`);
  const before = `{\n${keys.join("\n")}\n\t"oxc.enable": false\n}`;
  const parsed = jsonConfigEditor.parse(before);
  expect(parsed.ok && parsed.get("/oxc.enable")).toBe(false);
  expect(edit(before, set("/typescript.tsdk", "x"))).toBe(`${before.slice(0, -2)},\n\t"typescript.tsdk": "x"\n}`);
});

// The set path kept trivia, the insert path rendered the document anew (openclaw/openclaw#106847).
test("set, insert, delete and push on one CRLF file with tabs and comments: four minimal changes", () => {
  const lines = ["{", '\t"a": [', '\t\t"x" // ex', "\t],", '\t"b": 1,', "}", ""];
  const before = lines.join("\r\n");
  const at = (index: number, ...replacement: readonly string[]): string =>
    lines.toSpliced(index, 1, ...replacement).join("\r\n");
  expect(edit(before, set("/b", 2))).toBe(at(4, '\t"b": 2,'));
  expect(edit(before, set("/c", { d: 1 }))).toBe(at(4, '\t"b": 1,', '\t"c": {', '\t\t"d": 1', "\t},"));
  expect(edit(before, remove("/b"))).toBe(lines.toSpliced(4, 1).join("\r\n"));
  expect(edit(before, append("/a", "y"))).toBe(at(2, '\t\t"x", // ex', '\t\t"y"'));
});

// The refusal must tell a person what to do, and the file must stay as it is.
test.each<[string, string, ConfigEdit, string]>([
  ["a parent that is text", '{"scripts": "none"}', set("/scripts/lint", "x"), "/scripts holds no object"],
  ["a parent that is null", '{"scripts": null}', set("/scripts/lint", "x"), "/scripts holds no object"],
  ["an array at the root", "[]", set("/a", 1), "the document holds no object"],
  ["an object where a list is wanted", '{"a": {}}', append("/a", 1), "/a holds no array"],
  [
    "an element that is not there",
    '{"a": [1]}',
    { kind: "replace-element", pointer: "/a", from: 2, to: 3 },
    "no such element",
  ],
])("%s: refused with the reason and lines", (_, before, attempt, reason) => {
  const result = jsonConfigEditor.edit(before, attempt);
  expect(result.ok).toBe(false);
  expect(!result.ok && result.reason).toContain(reason);
  expect(!result.ok && result.lines.length).toBeGreaterThan(0);
});

test("a key that stands twice: the last is read and set, the first stays, and taking it out is refused", () => {
  const before = '{ "a": 1, "b": 2, "a": 3 }';
  const parsed = jsonConfigEditor.parse(before);
  expect(parsed.ok && parsed.get("/a")).toBe(3);
  expect(edit(before, set("/a", 4))).toBe('{ "a": 1, "b": 2, "a": 4 }');
  expect(edit(before, set("/c", 5))).toBe('{ "a": 1, "b": 2, "a": 3, "c": 5 }');
  expect(jsonConfigEditor.edit(before, remove("/a"))).toMatchObject({
    ok: false,
    reason: "a stands there more than once",
  });
});

test("`__proto__` is a key like any other", () => {
  const before = '{ "__proto__": { "a": 1 } }';
  expect(edit(before, set("/__proto__/b", 2), set("/c", {}))).toBe('{ "__proto__": { "a": 1, "b": 2 }, "c": {} }');
  expect(Object.hasOwn(Object.prototype, "b")).toBe(false);
});

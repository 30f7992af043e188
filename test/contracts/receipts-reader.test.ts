import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

import { describe, expect, test } from "vitest";

import { openDocuments } from "../../src/adapters/documents.ts";
import { RECEIPT_PATH, SETTINGS_PATH } from "../../src/domain/receipt.ts";
import { Refusal } from "../../src/domain/refusal.ts";
import type { RefusalFacts } from "../../src/domain/refusal.ts";

const EXAMPLES = path.resolve(import.meta.dirname, "../../receipts/examples");
const documents = await openDocuments();
const readReceipt = (text: string) => documents.receipt(text, RECEIPT_PATH);
const readSettings = (text: string) => documents.settings(text, SETTINGS_PATH);

function refusalOf(read: () => unknown): RefusalFacts {
  try {
    read();
  } catch (error) {
    if (error instanceof Refusal) return error.facts;
    throw error;
  }
  throw new Error("nothing was refused");
}

const SHA = "0123456789abcdef".repeat(4);
const ENTRY = { class: "generated", sha256: SHA, generator: "hooks", since: "0.1.0", created: true };
const RECEIPT = {
  schemaVersion: 1,
  templateVersion: "0.1.0",
  templateDigest: SHA,
  inputsDigest: SHA,
  tools: {},
  preview: "on",
  files: {},
};
const withFiles = (files: object): string => JSON.stringify({ ...RECEIPT, files }, null, 2);
const SETTINGS = { schemaVersion: 1, providers: ["claude"], packs: ["base"], lint: { scopes: ["."], exclude: [] } };

describe.each([
  ["receipt", readReceipt],
  ["settings", readSettings],
] as const)("the examples of a %s", (name, read) => {
  test.each(readdirSync(path.join(EXAMPLES, name)))("%s", (file) => {
    const text = readFileSync(path.join(EXAMPLES, name, file), "utf8");
    if (file.startsWith("valid-")) read(text);
    else {
      expect(refusalOf(() => read(text)).code).toMatch(
        /^HI_(?:RECEIPT|SETTINGS)_(?:INVALID|NEWER)$|^HI_SELECTION_REQUIRED$/
      );
    }
  });
});

describe("a receipt", () => {
  test("comes back with its files sorted", () => {
    const read = readReceipt(withFiles({ "b.ts": ENTRY, "a/x.ts": ENTRY }));
    expect(Object.keys(read.files)).toStrictEqual(["a/x.ts", "b.ts"]);
    expect(read).toStrictEqual({ ...RECEIPT, files: { "a/x.ts": ENTRY, "b.ts": ENTRY } });
  });

  test.each([
    [
      "a value of the wrong kind",
      withFiles({ "a.ts": { ...ENTRY, created: "yes" } }),
      14,
      18,
      '"files.a.ts.created" must be boolean',
    ],
    ["a key nobody knows", withFiles({ "a.ts": { ...ENTRY, mode: 1 } }), 15, 7, '"mode" is not known here'],
    [
      "keys of a whole file",
      withFiles({ "a.ts": { ...ENTRY, keys: [] } }),
      15,
      7,
      '"keys" does not belong to an entry of this class',
    ],
    ["a missing key", withFiles({ "a.ts": { class: "generated" } }), 9, 13, 'has no "sha256"'],
    ["an absolute path", withFiles({ "/etc/x": ENTRY }), 9, 5, '"/etc/x" is no name that may stand here'],
    [
      "a path that climbs out",
      withFiles({ "a/../../x": ENTRY }),
      9,
      5,
      '"a/../../x" is not a path inside the repository (escapes)',
    ],
    ["an encoded path", withFiles({ "a/%2e%2e/x": ENTRY }), 9, 5, "(encoded)"],
    ["a path into .git", withFiles({ ".GIT/config": ENTRY }), 9, 5, "(git-directory)"],
    ["a path into what Windows takes for .git", withFiles({ "a/git~1/config": ENTRY }), 9, 5, "(git-directory)"],
    ["a reserved name", withFiles({ x: ENTRY }).replace('"x"', '"__proto__"'), 9, 5, "(a reserved name)"],
    ["JSON cut short", `${withFiles({}).slice(0, -3)}`, 8, 13, "a closing brace is expected"],
    ["a comment", `// mine\n${withFiles({})}`, 1, 1, "a comment is not allowed here"],
    ["a trailing comma", '{\n  "schemaVersion": 1,\n}', 3, 1, "a property name in double quotes is expected"],
    ["nothing", "", 1, 1, "a value is expected"],
    ["a list", "[]", 1, 1, "it must be object"],
  ])("%s: refused with the place", (_, text, line, column, message) => {
    const facts = refusalOf(() => readReceipt(text));
    expect(facts).toMatchObject({ code: "HI_RECEIPT_INVALID", where: { path: RECEIPT_PATH, line, column } });
    expect(facts.message).toContain(message);
    expect(facts.next).toBe("bring back the committed one: git checkout -- .hi/receipt.json");
  });

  test("written by a newer hi: refused as such, whatever else it holds", () => {
    const facts = refusalOf(() => readReceipt('{\n  "files": [],\n  "schemaVersion": 7\n}'));
    expect(facts).toMatchObject({ code: "HI_RECEIPT_NEWER", where: { line: 3, column: 20 } });
    expect(facts.message).toContain("written by a newer hi");
  });

  test("with the markers of a merge: said so", () => {
    const text = withFiles({ a: ENTRY }).replace('  "files"', '<<<<<<< HEAD\n  "files"');
    const facts = refusalOf(() => readReceipt(text));
    expect(facts).toMatchObject({ code: "HI_RECEIPT_INVALID", where: { line: 8, column: 1 } });
    expect(facts.message).toContain("merge conflict");
    expect(facts.next).toContain("settle the conflict");
  });

  test("a value nested without end is refused, not walked", () => {
    const deep = "[".repeat(100_000) + "]".repeat(100_000);
    const keys = `[{"pointer":"/a","value":${deep}}]`;
    const text = withFiles({ a: { ...ENTRY, class: "merged", keys: [] } }).replace('"keys": []', `"keys": ${keys}`);
    expect(refusalOf(() => readReceipt(text)).message).toContain("nested too deep");
  });
});

describe("settings", () => {
  test("comments and trailing commas are a person's; arrays come back sorted, each once", () => {
    const text = `{
      // ours
      "schemaVersion": 1,
      "providers": ["codex", "claude", "codex",],
      "lint": { "scopes": ["./packages/b/", ".", "packages/b"], "exclude": ["z/**", "./a/", "z/**"] },
    }`;
    expect(readSettings(text)).toStrictEqual({
      schemaVersion: 1,
      providers: ["claude", "codex"],
      packs: ["base"],
      lint: { scopes: [".", "packages/b"], exclude: ["a", "z/**"] },
      commitGate: "disabled",
    });
  });

  test("the deadline comes back where it is another than the usual", () => {
    const read = (hook: unknown) => readSettings(JSON.stringify({ ...SETTINGS, hook })).hook;
    expect(read({ deadlineMs: 60_000 })).toStrictEqual({ deadlineMs: 60_000 });
    for (const usual of [undefined, {}, { deadlineMs: 20_000 }]) expect(read(usual)).toBeUndefined();
  });

  test.each([
    ["no lint", { ...SETTINGS, lint: undefined }],
    ["no scopes", { ...SETTINGS, lint: { exclude: [] } }],
    ["nothing at all", {}],
  ])("%s: the selection is asked for", (_, value) => {
    expect(refusalOf(() => readSettings(JSON.stringify(value)))).toMatchObject({
      code: "HI_SELECTION_REQUIRED",
      next: "hi init",
    });
  });

  test.each([
    [
      "an unknown provider",
      { ...SETTINGS, providers: ["claude", "copilot"] },
      5,
      5,
      '"providers.1" must be one of "claude", "codex", "cursor", "opencode"',
    ],
    [
      "a scope that climbs out",
      { ...SETTINGS, lint: { scopes: ["a", "../b"] } },
      12,
      7,
      '"../b" is not a folder path inside the repository (escapes)',
    ],
    ["an absolute scope", { ...SETTINGS, lint: { scopes: ["/a"] } }, 11, 7, "(absolute)"],
    [
      "a pattern that climbs out",
      { ...SETTINGS, lint: { scopes: [], exclude: ["../x"] } },
      12,
      7,
      '"../x" is no exclusion pattern (escapes)',
    ],
    ["a key nobody knows", { ...SETTINGS, linter: {} }, 15, 3, '"linter" is not known here'],
    ["lint as a list", { ...SETTINGS, lint: [] }, 9, 11, '"lint" must be object'],
  ])("%s: refused with the place", (_, value, line, column, message) => {
    const facts = refusalOf(() => readSettings(JSON.stringify(value, null, 2)));
    expect(facts).toMatchObject({ code: "HI_SETTINGS_INVALID", where: { path: SETTINGS_PATH, line, column } });
    expect(facts.message).toContain(message);
  });

  test("written by a newer hi: refused as such, though it has no selection we know", () => {
    expect(refusalOf(() => readSettings('{ "schemaVersion": 2 }')).code).toBe("HI_SETTINGS_NEWER");
  });

  test("a byte order mark is no character of the document", () => {
    expect(readSettings(`\uFEFF${JSON.stringify(SETTINGS)}`).providers).toStrictEqual(["claude"]);
  });
});

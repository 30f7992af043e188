import { expect, test } from "vitest";

import { yamlConfigEditor } from "../../src/adapters/yaml-config.ts";
import type { ConfigEdit } from "../../src/domain/config-edit.ts";
import type { Json } from "../../src/domain/json.ts";

function edit(text: string, ...edits: readonly ConfigEdit[]): string {
  let after = text;
  for (const next of edits) {
    const result = yamlConfigEditor.edit(after, next);
    if (!result.ok) throw new Error(result.reason);
    after = result.text;
  }
  return after;
}

const set = (pointer: string, value: Json): ConfigEdit => ({ kind: "set", pointer, value });
const append = (pointer: string, value: Json): ConfigEdit => ({ kind: "append", pointer, value });
const remove = (pointer: string): ConfigEdit => ({ kind: "remove", pointer });
const JOB = { name: "hi", run: "node .hi/runtime/hook.mjs pre-commit {staged_files}", glob: "*.{ts,js}" };

const LEFTHOOK = [
  "# hooks of this team",
  "",
  "pre-commit: # before each commit",
  "  parallel: true",
  "  commands:",
  "    types: { run: 'tsc -b' } # slow",
  "    spell:",
  "      run: cspell {staged_files}",
  "",
  "# pushes",
  "pre-push:",
  "  jobs:",
  "    - name: test",
  "      run: |",
  "        npm test",
  "",
  "",
].join("\n");

test("a command among commands: three lines more, comments, blank lines and quotes as they were", () => {
  const after = edit(LEFTHOOK, set("/pre-commit/commands/hi", { run: JOB.run, glob: JOB.glob }));
  const lines = ["    hi:", `      run: ${JSON.stringify(JOB.run)}`, `      glob: ${JSON.stringify(JOB.glob)}`];
  expect(after).toBe(LEFTHOOK.replace("cspell {staged_files}\n", `cspell {staged_files}\n${lines.join("\n")}\n`));
  expect(edit(after, remove("/pre-commit/commands/hi"))).toBe(LEFTHOOK);
});

test("a job after a block scalar: its line ends stay, and removal leaves the very bytes", () => {
  const after = edit(LEFTHOOK, append("/pre-push/jobs", JOB));
  expect(after).toBe(
    LEFTHOOK.replace(
      "        npm test\n",
      `        npm test\n    - name: hi\n      run: ${JSON.stringify(JOB.run)}\n      glob: ${JSON.stringify(JOB.glob)}\n`
    )
  );
  expect(edit(after, { kind: "remove-element", pointer: "/pre-push/jobs", value: JOB })).toBe(LEFTHOOK);
});

test("a hook that is not there yet is made at the end", () => {
  expect(edit("a: 1", append("/pre-commit/jobs", { run: "x" }))).toBe("a: 1\npre-commit:\n  jobs:\n    - run: x");
  expect(edit("a: 1\n", append("/pre-commit/jobs", { run: "x" }))).toBe("a: 1\npre-commit:\n  jobs:\n    - run: x\n");
});

test.each([
  ["no bytes", "", "a:\n  b: 1\n"],
  ["comments alone", "# mine\n", "# mine\na:\n  b: 1\n"],
  ["a document start", "---\n", "---\na:\n  b: 1\n"],
  ["empty brackets", "{}\n", "{ a: { b: 1 } }\n"],
  ["a byte order mark and CRLF", "\uFEFFz: 1\r\n", "\uFEFFz: 1\r\na:\r\n  b: 1\r\n"],
])("a file of %s takes a key", (_, before, after) => {
  expect(edit(before, set("/a/b", 1))).toBe(after);
});

test("indentation, compact lists and flow collections are matched", () => {
  expect(edit("a:\n    b: 1\nl:\n- x\n", set("/a/c", { d: 1 }), append("/l", "ours"))).toBe(
    "a:\n    b: 1\n    c:\n        d: 1\nl:\n- x\n- ours\n"
  );
  expect(edit("a: [x, 'y #1']\nm: {\"k\": 1}\n", append("/a", "z"), set("/m/n", "v"))).toBe(
    'a: [x, \'y #1\', z]\nm: {"k": 1, "n": "v"}\n'
  );
  expect(edit("packages:\n  - a\n", append("/packages", "yes"))).toBe('packages:\n  - a\n  - "yes"\n');
});

test("a value is replaced alone; a comment beside it stays", () => {
  expect(edit("a: 'old' # why\nb: 2\n", set("/a", "new"))).toBe("a: new # why\nb: 2\n");
  expect(edit("a:\n  - k: 1 # one\n    l: 2\n", set("/a/0/k", [1]))).toBe("a:\n  - k:\n      - 1 # one\n    l: 2\n");
});

test("comments between brackets stay beside what they are beside; explicit keys, and what ends a text, are no hindrance", () => {
  expect(edit("a: [\n  x, # one\n  y # two\n]\n", append("/a", "z"))).toBe("a: [\n  x, # one\n  y, # two\n  z\n]\n");
  const taken = { kind: "remove-element", pointer: "/a", value: "z" } as const;
  expect(edit("a: [\n  x, # one\n  y, # two\n  z\n]\n", taken)).toBe("a: [\n  x, # one\n  y # two\n]\n");
  expect(edit("? a\n: 1\n", set("/b", 1))).toBe("? a\n: 1\nb: 1\n");
  expect(edit("a: |+\n  x\n\n", set("/b", 1))).toBe("b: 1\na: |+\n  x\n\n");
  expect(edit("a: 1\n---\nb: 1\n", set("/z", 1))).toBe("a: 1\nz: 1\n---\nb: 1\n");
  expect(edit("y: # none\n", append("/y", "z"))).toBe("y:\n  - z # none\n");
});

test.each<[string, string, ConfigEdit, string]>([
  ["an alias on the way", "x: &x\n  k: 1\ny: *x\n", set("/y/z", 1), "alias"],
  ["a list by an alias", "x: &x [p]\ny: *x\n", append("/y", "z"), "alias"],
  ["a list by `<<`", "x: &x\n  y: [p]\n<<: *x\n", append("/y", "z"), "alias"],
  ["an anchor that is used elsewhere", "x: &x\n  k: 1\ny: *x\n", set("/x/z", 1), "more than its own key"],
  ["a list at the root", "- a\n", set("/b", 1), "no place"],
  ["text at the root", "just text\n", set("/b", 1), "no place"],
])("%s: refused with the lines to add", (_, text, change, reason) => {
  const result = yamlConfigEditor.edit(text, change);
  expect(result.ok).toBe(false);
  expect(!result.ok && result.reason).toContain(reason);
  expect(!result.ok && result.lines.length).toBeGreaterThan(0);
});

test.each([
  ["a key twice", "a: 1\nb: 2\na: 3\n", 3, 1],
  ["a tab as indentation", "a:\n\tb: 1\n", 2, 1],
  ["brackets left open", "a: [1,\nb: 2\n", 2, 1],
])("%s is a problem with its line, and every edit refuses", (_, text, line) => {
  const parsed = yamlConfigEditor.parse(text);
  expect(parsed).toMatchObject({ ok: false, problem: { line } });
  expect(yamlConfigEditor.edit(text, set("/z", 1)).ok).toBe(false);
});

test("aliases that multiply without end are a problem, not a hang", () => {
  const lines = Array.from(
    { length: 12 },
    (_, level) =>
      `a${level}: &a${level} [${Array.from({ length: 9 }, () => (level ? `*a${level - 1}` : "x")).join(",")}]`
  );
  expect(yamlConfigEditor.parse(lines.join("\n"))).toMatchObject({ ok: false });
});

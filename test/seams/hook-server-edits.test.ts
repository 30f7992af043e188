import path from "node:path";

import { afterEach, beforeEach, expect, it } from "vitest";

import type { PostEditResult } from "../../src/contracts/post-edit-result.ts";
import { HookRepository } from "../helpers/hook-repository.ts";

// What a formatter's server answers is written into the project's file. Edits were put in in the order in which they
// came, so that two in another order or over one another doubled and lost text, and a place behind a line's end reached
// into the next line. A log of one long line held the process beyond every deadline.

const TEXT = "export const a = 1;\nexport const b = 2;\nexport const c = '😀';\n";
let repository: HookRepository;

beforeEach(async () => {
  repository = await HookRepository.create();
  await repository.write("oxlint.config.ts", "export default { categories: { correctness: 'off' } };\n");
  await repository.write("src/a.ts", TEXT);
  await repository.replaceTool("oxfmt", "tool-server.mjs");
});

afterEach(async () => {
  await repository[Symbol.asyncDispose]();
});

type Place = readonly [line: number, character: number];

const toPlace = ([line, character]: Place) => ({ line, character });
const edit = (start: Place, end: Place, newText: string) => ({
  range: { start: toPlace(start), end: toPlace(end) },
  newText,
});

async function format(reply: object): Promise<PostEditResult> {
  await repository.write("../reply.json", JSON.stringify(reply));
  const env = { HI_TEST_REPLY: path.join(repository.root, "../reply.json"), HI_HOOK_DEADLINE_MS: "300000" };
  return repository.check(["src/a.ts"], { env, killAfterMs: 600_000 });
}

it.each([
  [
    "in any order",
    [edit([1, 13], [1, 14], "two"), edit([0, 13], [0, 14], "one")],
    "export const one = 1;\nexport const two = 2;\n",
  ],
  ["behind a line's end", [edit([0, 0], [0, 999], "// one")], "// one\nexport const b = 2;\n"],
  [
    "at one place, in their order",
    [edit([0, 0], [0, 0], "/* 1 */ "), edit([0, 0], [0, 0], "/* 2 */ ")],
    `/* 1 */ /* 2 */ ${TEXT}`,
  ],
])("edits %s are understood", async (_, edits, begin) => {
  expect(await format({ edits })).toMatchObject({ failures: [], changed: ["src/a.ts"] });
  const text = await repository.read("src/a.ts");
  expect(text.slice(0, begin.length)).toBe(begin);
  expect(text.split("\n").at(-2)).toBe("export const c = '😀';");
});

it.each([
  ["over one another", [edit([0, 0], [0, 12], "let"), edit([0, 7], [0, 14], "var b")]],
  ["that leave half a character", [edit([2, 18], [2, 19], "")]],
  ["with half a character", [edit([0, 0], [0, 0], "// \uD83D\n")]],
  ["that are none", [null]],
  ["that end before they start", [edit([1, 0], [0, 0], "")]],
])("edits %s are a failure, and the file keeps its bytes", async (_, edits) => {
  const result = await format({ edits });
  expect(result).toMatchObject({ status: "failed", changed: [], failures: [{ kind: "malformed-output" }] });
  expect(await repository.read("src/a.ts")).toBe(TEXT);
});

it("a log that is one long line holds nobody up", async () => {
  const result = await format({ edits: [], log: "INFO ".repeat(1_000_000) });
  expect(result).toMatchObject({ status: "failed", changed: [], failures: [{ kind: "process" }] });
});

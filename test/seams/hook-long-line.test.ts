import path from "node:path";

import { afterEach, beforeEach, expect, it } from "vitest";

import { HookRepository, makeScope } from "../helpers/hook-repository.ts";

// A file in one line, as builds leave it, with a finding at every step: every place was counted from the line's start,
// beyond every deadline, and the line was taken into the fingerprint once for each finding, until no text could hold it.

/** Characters of one to four bytes, so that no piece of the line ends where a character does by chance. */
const STEP = "const ü = '日本😀'; debugger; ";
const COUNT = 20_000;
const FILLED = "/* filled */ ".repeat(25);

let repository: HookRepository;
beforeEach(async () => {
  repository = await HookRepository.create();
});
afterEach(async () => {
  await repository[Symbol.asyncDispose]();
});

it("a long line with many findings is told, each at its place", async () => {
  const step = STEP + FILLED;
  const [bytes, units] = [Buffer.byteLength(step), step.length];
  const [before, beforeUnits] = [Buffer.byteLength(step.split("debugger")[0] ?? ""), step.indexOf("debugger")];
  const diagnostics = Array.from({ length: COUNT }, (_, index) => {
    const labels = [{ span: { offset: index * bytes + before, length: 8 } }];
    return { message: "no", code: "x(y)", severity: "error", filename: "src/a.ts", labels };
  });
  await repository.write("src/a.ts", step.repeat(COUNT));
  await repository.select([makeScope(".", { format: null })]);
  await repository.replaceTool("oxlint", "tool-reply.mjs");
  const stdout = JSON.stringify({ diagnostics, number_of_files: 1 });
  await repository.write("../reply.json", JSON.stringify({ exitCode: 1, stdout }));
  // What is ours is reported on only, so that the linter is asked once.
  await repository.write(".hi/receipt.json", JSON.stringify({ files: { "src/a.ts": { class: "generated" } } }));

  const env = { HI_TEST_REPLY: path.join(repository.root, "../reply.json"), HI_HOOK_DEADLINE_MS: "300000" };
  const result = await repository.check(["src/a.ts"], { env, killAfterMs: 600_000 });

  expect(result).toMatchObject({ status: "findings", failures: [], repair: [{ state: "asked" }] });
  const columns = result.findings.map(({ line, column, endColumn = 0 }) => [line, column, endColumn - column]);
  expect(columns).toStrictEqual(Array.from({ length: COUNT }, (_, index) => [1, index * units + beforeUnits + 1, 8]));
});

import { copyFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";

import { expect, test } from "vitest";

import { TOOLCHAIN } from "../../src/domain/toolchain.ts";
import { PROJECT_ROOT } from "../helpers/hi.ts";
import { BAD, LintRepository, toScope } from "../helpers/lint-repository.ts";

const FILES = { "packages/a/x.ts": BAD, "packages/b/y.ts": BAD, "z.ts": BAD };
const SCOPES = [toScope("packages/b"), toScope("packages/a"), toScope(".")];
const TOOL = path.join(PROJECT_ROOT, "node_modules/oxlint/bin/oxlint");
const SAID = ["z.ts", "packages/a/x.ts", "packages/b/y.ts"]
  .map((file) => `${file}\n  1:1  error  \`debugger\` statement is not allowed  eslint(no-debugger)\n`)
  .map((text) => `${text}      Remove the debugger statement\n\n`);
const END = "3 errors. 3 files checked in 3 scopes.\n";

/** Gives one scope a tool of its own that waits for a file. */
async function letWait(repository: LintRepository, scope: string): Promise<void> {
  const place = `${scope}/node_modules/oxlint`;
  const manifest = { name: "oxlint", version: TOOLCHAIN.oxlint, type: "module", bin: { oxlint: "./run.mjs" } };
  await repository.write(`${place}/package.json`, JSON.stringify(manifest));
  await copyFile(path.join(PROJECT_ROOT, "test/fixtures/processes/tool-wait.mjs"), repository.at(`${place}/run.mjs`));
}

test("what a scope has is told before the tool of a later one has ended", async () => {
  await using repository = await LintRepository.create(FILES, SCOPES);
  await letWait(repository, "packages/b");
  const env = { HI_TEST_WAIT: repository.at("told"), HI_TEST_TOOL: TOOL, HI_LINT_DEADLINE_MS: "300000" };
  let heard = "";
  const ended = await repository.run([], {
    env,
    onSpawn: (child) => {
      child.stdout?.on("data", (text) => {
        heard += String(text);
        // Only what is heard lets the tool go on.
        if (heard.includes("packages/a/x.ts")) void writeFile(env.HI_TEST_WAIT, "");
      });
    },
  });
  expect(ended).toMatchObject({ exitCode: 1, stdout: `${SAID.join("")}${END}`, stderr: "" });
});

test.skipIf(os.availableParallelism() < 2)(
  "the order is that of the scopes' paths, whichever is done first",
  async () => {
    await using repository = await LintRepository.create(FILES, [toScope("packages/a"), toScope("packages/b")]);
    await letWait(repository, "packages/a");
    // The tool of the other scope tells that it was called, and so lets the first one go on.
    const told = repository.at("told");
    await repository.replaceTool("oxlint", "tool-record.mjs");
    await rm(told, { force: true });
    const env = { HI_TEST_WAIT: told, HI_TEST_TOLD: told, HI_TEST_TOOL: TOOL, HI_LINT_DEADLINE_MS: "300000" };
    const { stdout, exitCode } = await repository.run([], { env });
    const own = SAID.slice(1).join("");
    expect([exitCode, stdout]).toEqual([1, `${own}2 errors. 2 files checked in 2 scopes.\n`]);
  }
);

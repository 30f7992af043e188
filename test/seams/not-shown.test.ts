import { expect, test } from "vitest";

import { TOOLCHAIN } from "../../src/domain/toolchain.ts";
import { runProcess, withTemporaryDirectory } from "../helpers/hi.ts";
import { sayNotShown } from "./reports.fixture.ts";

/** README names what could not be shown; here it is said aloud in every run, or shown where it can be. */

test("Cursor itself: its projection follows its documents", async (context) => {
  const found = await withTemporaryDirectory((cwd) =>
    runProcess("sh", ["-c", "command -v cursor-agent"], { cwd }).then((ended) => ended.exitCode === 0)
  );
  sayNotShown(`Cursor (${found ? "cursor-agent is here, and needs an account" : "cursor-agent is not on PATH"})`);
  context.skip();
});

test("the exact version of @effect/tsgo is served, so that the effect pack's six packages resolve", async (context) => {
  const wanted = TOOLCHAIN["@effect/tsgo"];
  const ended = await withTemporaryDirectory((cwd) =>
    runProcess("npm", ["view", `@effect/tsgo@${wanted}`, "version", "--fetch-retries=0"], { cwd })
  );
  if (ended.exitCode !== 0 || ended.stdout.trim() === "") {
    sayNotShown(
      `@effect/tsgo@${wanted}: the registry in use does not serve it, so the effect pack is not installed here`
    );
    context.skip();
  }
  expect(ended.stdout.trim()).toBe(wanted);
});

test("macOS and Windows", (context) => {
  if (process.platform === "darwin" || process.platform === "win32") return;
  sayNotShown(`macOS and Windows (this is ${process.platform})`);
  context.skip();
});

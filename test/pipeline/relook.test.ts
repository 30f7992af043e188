import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";

import { expect, test } from "vitest";

import { createWorld } from "../../src/adapters/world.ts";
import { runStages } from "../../src/commands/run-stages.ts";
import type { AbsolutePath } from "../../src/domain/paths.ts";
import type { InitRequest } from "../../src/domain/request.ts";
import { resolve } from "../../src/pipeline/resolve.ts";
import { git, runHi, withTemporaryDirectory } from "../helpers/hi.ts";

const REQUEST: InitRequest = {
  verb: "init",
  format: "human",
  exitCode: false,
  dryRun: false,
  offline: false,
  yes: true,
  preview: "off",
  install: false,
  take: [],
  providers: ["claude", "codex"],
  scopes: ["."],
};

// Two runs at once: the slower one had read the repository before the faster one published, and takes the lock after it.
test.each([
  { yes: true, about: "reads again, and finds nothing to do" },
  { yes: false, about: "is refused, since a person answered for what was there before" },
])("a run that was overtaken between its reading and its lock $about", async ({ yes }) => {
  await withTemporaryDirectory(async (directory) => {
    const repository = path.join(directory, "shop") as AbsolutePath;
    await mkdir(repository);
    await mkdir(path.join(directory, "temporary"), { mode: 0o700 });
    await writeFile(path.join(repository, "package.json"), '{\n  "name": "shop"\n}\n');
    await git(repository, "init", "--quiet");
    const env = { ...process.env, HI_TEMP: path.join(directory, "temporary") };
    const progress = { stage: () => undefined, detail: () => undefined, done: () => undefined };
    const { world } = await createWorld({
      verb: "init",
      cwd: repository,
      env,
      progress,
      interrupted: new AbortController().signal,
      note: () => undefined,
      askInit: async ({ answers }) => answers,
      confirm: async () => true,
    });
    let isFirst = true;
    const request = { ...REQUEST, yes };
    const overtaken = async () => {
      const resolved = await resolve(request, world);
      if (!isFirst) return resolved;
      isFirst = false;
      const flags = ["--yes", "--preview", "off", "--providers", "claude,codex", "--scopes", "."];
      expect((await runHi(["init", ...flags], { cwd: repository, env: { HI_TEMP: env.HI_TEMP } })).exitCode).toBe(0);
      return resolved;
    };
    const receipt = (): Promise<string> => readFile(path.join(repository, ".hi/receipt.json"), "utf-8");
    const report = await runStages({ request, resolve: overtaken }, world);
    const published = await receipt();
    if (yes) expect(report).toMatchObject({ kind: "run", gate: { open: false, because: "nothing-to-do" } });
    else expect(report).toMatchObject({ kind: "refused", refusal: { code: "HI_STALE_PLAN" } });
    expect(await receipt()).toBe(published);
    expect(JSON.parse(published).files[".claude/settings.json"].created).toBe(true);
  });
});

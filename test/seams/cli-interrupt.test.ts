import { mkdir, readdir } from "node:fs/promises";
import path from "node:path";

import { describe, expect, test } from "vitest";

import { readTree } from "../helpers/golden.ts";
import { PROJECT_ROOT, runProcess } from "../helpers/hi.ts";
import { inFolder, makeRepository } from "./init-detect.fixture.ts";

const BIN = path.join(PROJECT_ROOT, "src/bin.ts");
/** With a plugin that never loads: no machine is so fast that the preview is over before the signal comes. */
const TREE = {
  "package.json": { name: "sample", type: "module" },
  "src/index.ts": "export const one = 1;\n",
  ".oxlintrc.json": { jsPlugins: ["./waits.mjs"] },
  "waits.mjs": "setInterval(() => undefined, 1000);\nawait new Promise(() => undefined);\nexport default {};\n",
};

/** Resolves as soon as a candidate is there. */
async function waitForCandidate(temporary: string): Promise<void> {
  while ((await readdir(temporary)).length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
}

describe("a signal while the candidate exists", () => {
  test.each<[NodeJS.Signals, readonly string[]]>([
    ["SIGINT", []],
    ["SIGTERM", []],
    ["SIGHUP", ["--json"]],
  ])("%s %j: 130, candidate gone, nothing written, lock free", (signal, flags) =>
    inFolder(async (folder) => {
      await makeRepository(folder, TREE);
      const before = await readTree(folder);
      const temporary = `${folder}-temporary`;
      await mkdir(temporary, { mode: 0o700 });
      const ended = await runProcess(process.execPath, [BIN, "init", "--yes", ...flags], {
        cwd: folder,
        env: { HI_TEMP: temporary },
        onSpawn: async (child) => {
          await waitForCandidate(temporary);
          child.kill(signal);
        },
      });
      expect(ended).toMatchObject({ exitCode: 130, signal: null });
      const said = flags.length > 0 ? JSON.parse(ended.stdout).refusal.code : ended.stderr.split(" ")[0];
      expect(said).toBe("HI_INTERRUPTED");
      expect(await readdir(temporary)).toEqual([]);
      expect(await readTree(folder)).toEqual(before);
      const again = await runProcess(process.execPath, [BIN, "init", "--yes", "--preview", "off"], {
        cwd: folder,
        env: { HI_TEMP: temporary },
      });
      expect(again.exitCode, again.stderr).toBe(0);
    })
  );
});

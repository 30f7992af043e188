import { closeSync, openSync, readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";

import { describe, expect, it } from "vitest";

import { HI, runHi, runProcess, withTemporaryDirectory } from "../helpers/hi.ts";

// The report is written straight to a pipe or a file, without Node's stream for it (src/adapters/output.ts).

const DRY_RUN = ["init", "--dry-run", "--yes", "--json", "--preview", "off", "--scopes", "."];
const PROVIDERS = ["--providers", "claude,codex,cursor,opencode"];
/** What a pipe of Linux holds. */
const PIPE_BYTES = 65_536;

interface Place {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

function inRepository<Value>(work: (place: Place) => Promise<Value>): Promise<Value> {
  return withTemporaryDirectory(async (directory) => {
    const [cwd, temporary] = [path.join(directory, "repository"), path.join(directory, "temporary")];
    await mkdir(cwd);
    await mkdir(temporary, { mode: 0o700 });
    await writeFile(path.join(cwd, "package.json"), '{ "name": "fixture" }\n');
    return work({ cwd, env: { HI_TEMP: temporary } });
  });
}

describe.skipIf(process.platform === "win32")("where the report goes", () => {
  it("fills a pipe that does not wait for its reader", () =>
    inRepository(async ({ cwd, env }) => {
      // Node makes its own stdout a pipe that does not wait; who inherits it gets it so.
      const wrapper = `
        process.stdout;
        const { spawnSync } = require("node:child_process");
        spawnSync(process.execPath, JSON.parse(process.env.ARGS), { stdio: ["ignore", "inherit", "inherit"] });
      `;
      const script = '"$NODE" -e "$WRAPPER" | (sleep 1; cat)';
      const args = JSON.stringify([HI, ...DRY_RUN, ...PROVIDERS]);
      const ended = await runProcess("sh", ["-c", script], {
        cwd,
        env: { ...env, ARGS: args, NODE: process.execPath, WRAPPER: wrapper },
      });
      expect(ended.stderr).toBe("");
      expect(ended.stdout.length).toBeGreaterThan(PIPE_BYTES);
      expect(JSON.parse(ended.stdout)).toMatchObject({ verb: "init", exitCode: 0 });
    }));

  it("takes a reader that went away for no fault", () =>
    inRepository(async ({ cwd, env }) => {
      const onSpawn = (child: { readonly stdout: { destroy: () => unknown } | null }): void => {
        child.stdout?.destroy();
      };
      expect(await runHi([...DRY_RUN, ...PROVIDERS], { cwd, env, onSpawn })).toMatchObject({ exitCode: 0, stderr: "" });
    }));

  it.each(["report.json", "/dev/null"])("writes to %s without colour and ends", (name) =>
    inRepository(async ({ cwd, env }) => {
      const file = path.resolve(cwd, "..", name);
      closeSync(openSync(file, "a"));
      const args = "init --dry-run --yes --preview off --providers claude --scopes .";
      const script = `unset CI NO_COLOR; exec "$NODE" "$HI" ${args} >"$FILE"`;
      const ended = await runProcess("sh", ["-c", script], {
        cwd,
        env: { ...env, FILE: file, HI, NODE: process.execPath, TERM: "xterm" },
      });
      expect(ended).toMatchObject({ exitCode: 0, stdout: "", stderr: "" });
      const text = readFileSync(file, "utf8");
      expect(text).not.toContain("\u001B");
      expect(text.length > 0).toBe(name !== "/dev/null");
    })
  );
});

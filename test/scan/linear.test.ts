import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";

import { describe, expect, it } from "vitest";

import { askAdapter, HI_ADAPTER, layOut, rulesOf } from "../helpers/adapter.ts";
import { withTemporaryDirectory } from "../helpers/hi.ts";
import { PLANTED_SECRETS } from "../helpers/planted-secrets.ts";

// Files below the size limit on which a search in squares takes minutes: each is answered, within a test's time.

const TOKEN = PLANTED_SECRETS["secret/github-token"] ?? "";
const TLS = "config/dockerfile-insecure-tls-env";

describe("a file made to be slow", () => {
  it.each([
    ["a comment on every line", "a.js", `eval("${TOKEN}");\n${"// hi: ignore\n".repeat(70_000)}`, ["js/no-eval"]],
    ["many comments begun on one line", "a.js", `eval(x);\n${"// hi: ignore[".repeat(70_000)}`, ["js/no-eval"]],
    ["many comments on one line", "a.js", `eval(x);\n${"/* hi: ignore[a] */".repeat(50_000)}`, ["js/no-eval"]],
    ["a program named again and again", "a.dockerfile", `RUN ${"curl ".repeat(200_000)}\n`, []],
    ["nothing but lines that do not parse", "a.ts", `eval(x);\n${"-u a\n".repeat(30_000)}`, ["js/no-eval"]],
    ["and in the end its switch", "a.dockerfile", `RUN ${"curl ".repeat(200_000)} -k x\n`, [TLS]],
    ["two programs in turn", "a.dockerfile", `RUN ${"wget curl -".repeat(90_000)}\n`, []],
  ])("%s", async (_, name, text, expected) => {
    await withTemporaryDirectory(async (cwd) => {
      layOut(cwd, { [name]: text });
      const response = await askAdapter({ command: "scan-file", path: name }, { cwd });
      expect(rulesOf(response)).toStrictEqual(expected);
      expect(JSON.stringify(response)).not.toContain(TOKEN);
    });
  });

  it("says what its parser would take too long for", async () => {
    await withTemporaryDirectory(async (cwd) => {
      layOut(cwd, { "a.js": `eval(x)\n${"/*hi ignore[".repeat(80_000)}` });
      const { skipped = [] } = await askAdapter({ command: "scan-file", path: "a.js" }, { cwd });
      expect(skipped.map(({ reason }) => reason)).toContain("out-of-time");
    });
  });

  it("keeps no signal from ending the adapter", async () => {
    await withTemporaryDirectory(async (cwd) => {
      // Without a comment that ends nothing tells it from a slow one: the parser is busy for long.
      layOut(cwd, { "a.ts": `eval(x);\n${"a<b,".repeat(60_000)}` });
      const child = spawn(process.execPath, [HI_ADAPTER], {
        cwd,
        env: { ...process.env, HI_SCAN_ENGINE: "embedded" },
        stdio: ["pipe", "ignore", "ignore"],
      });
      child.stdin.end(JSON.stringify({ command: "scan-file", path: path.join(cwd, "a.ts") }));
      const ending = once(child, "exit");
      await new Promise((resolve) => setTimeout(resolve, 1500));
      child.kill("SIGTERM");
      expect(await ending).toStrictEqual([null, "SIGTERM"]);
    });
  });
});

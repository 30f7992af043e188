import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";

import { describe, expect, it } from "vitest";

import { ask, isAlive, isGone, node, says, sh, toAnswer, toVerdict } from "../helpers/custom-lint.ts";
import { PROJECT_ROOT, withTemporaryDirectory } from "../helpers/hi.ts";

// How programs misbehave as processes, numbered as in test/README.md. Each is a real process, under the policy that
// would let the fault pass where the case is about that.

const ALLOW = toAnswer("allow");
const DENY = toAnswer("deny", { findings: [{ id: "own", severity: "error", message: "no" }] });
const OK = ["allow", undefined, undefined];
/** A pipe's buffer, and what one read takes. */
const PIPE_BYTES = 64 * 1024;

const bigSubject = (bytes: number) => ({ hook: "pre-tool", subject: { text: "x".repeat(bytes) } });

describe("1: a misspelt policy", () => {
  it.each(["close", "CLOSED", "", "Open", "open "])("%j is a fault, and closed", async (onFailure) => {
    const result = await ask({ argv: says(ALLOW), onFailure });
    expect(toVerdict(result)).toStrictEqual(["deny", "invalid_spec", "unknown-policy"]);
  });

  it.each([
    ["blank-name", { name: " \u0085\u00A0" }],
    ["no-command", { argv: [] }],
    ["no-command", { argv: ["\t"] }],
  ] as const)("so are other faults of a registration by its policy: %s", async (reason, spec) => {
    const result = await ask({ argv: says(ALLOW), onFailure: "open", ...spec });
    expect(toVerdict(result)).toStrictEqual(["advisory", "invalid_spec", reason]);
  });
});

it.each(["open", "closed"])(
  "2: a deny with exit code 1 stays a deny and a crash, and can be read (%s)",
  async (onFailure) => {
    const result = await ask({ argv: says(DENY, 1), onFailure });
    expect(toVerdict(result)).toStrictEqual(["deny", "crash", "exit-code"]);
    expect(result.discarded?.findings).toMatchObject([{ id: "own" }]);
    expect(result.response.findings).toMatchObject([
      { id: "fak.custom-lint.crash", message: "probe: it ended with code 1" },
    ]);
  }
);

it("2: an allow with exit code 1 is no allow", async () => {
  expect(toVerdict(await ask({ argv: says(ALLOW, 1) }))).toStrictEqual(["deny", "crash", "exit-code"]);
  const open = await ask({ argv: says(ALLOW, 1), onFailure: "open" });
  expect(toVerdict(open)).toStrictEqual(["advisory", "crash", "exit-code"]);
});

describe("4: a grandchild outlives a linter that has answered", () => {
  it.each(["pipes", "quiet"])("in its group it does not survive (%s)", async (how) => {
    const result = await ask({ argv: node("family.mjs", how) });
    expect(toVerdict(result)).toStrictEqual(OK);
    expect(await isGone(Number(result.stderr))).toBe(true);
    expect(result.leftBehind).toStrictEqual([]);
  });

  it.runIf(process.platform === "linux").each(["session", "daemon"])(
    "away from its group it is named, and keeps nobody waiting (%s)",
    async (how) => {
      const result = await ask({ argv: node("family.mjs", how) });
      expect(toVerdict(result)).toStrictEqual(OK);
      const pid = Number(result.stderr);
      expect(isAlive(pid)).toBe(true);
      expect(result.leftBehind).toMatchObject([{ pid }]);
      process.kill(pid, "SIGKILL");
    }
  );
});

it.each(["pipes", "quiet"])("5: the deadline ends the grandchild too (%s)", async (how) => {
  const result = await ask({ argv: node("family.mjs", how, "silent", "stay"), limits: { timeoutMs: 5000 } });
  expect(toVerdict(result)).toStrictEqual(["deny", "timeout", "deadline"]);
  expect(await isGone(Number(result.stderr))).toBe(true);
});

it("6: a linter that ignores signals ends at its deadline", async () => {
  const result = await ask({ argv: node("deaf.mjs"), limits: { timeoutMs: 5000 } });
  expect(toVerdict(result)).toStrictEqual(["deny", "timeout", "deadline"]);
  expect(await isGone(Number(result.stderr))).toBe(true);
});

it("7: a linter need not read its request", async () => {
  const asked = { request: bigSubject(1_000_000) };
  expect(toVerdict(await ask({ argv: sh('printf %s "$1"', ALLOW), ...asked }))).toStrictEqual(OK);
});

it("8: a linter that closes its stdin and lives ends at its deadline", async () => {
  const argv = sh("exec <&-; while :; do sleep 1; done");
  const result = await ask({ argv, request: bigSubject(1_000_000), limits: { timeoutMs: 500 } });
  expect(toVerdict(result)).toStrictEqual(["deny", "timeout", "deadline"]);
});

describe("9: a flood", () => {
  it.each([
    ["stdout", "yes", 1024 * 1024, "stdout-limit"],
    ["stderr", "yes >&2", 64 * 1024, "stderr-limit"],
  ])("on %s is cut off at the limit, not at the deadline", async (_, script, limit, reason) => {
    const result = await ask({ argv: sh(script), limits: { timeoutMs: 100_000 } });
    expect(toVerdict(result)).toStrictEqual(["deny", "output_overflow", reason]);
    expect(result.receivedBytes).toBeLessThanOrEqual(limit + PIPE_BYTES);
    expect(result.stderr.length).toBeLessThanOrEqual(64 * 1024);
  });

  it("of somebody away from the group reaches us no longer either", async () => {
    const result = await ask({ argv: sh("setsid yes & wait"), limits: { maxOutputBytes: 1000 } });
    expect(toVerdict(result)).toStrictEqual(["deny", "output_overflow", "stdout-limit"]);
    expect(result.receivedBytes).toBeLessThanOrEqual(1000 + PIPE_BYTES);
    for (const { pid } of result.leftBehind) process.kill(pid, "SIGKILL");
  });
});

describe("10: of two faults", () => {
  const flood = "head -c 2000 /dev/zero";
  it.each([
    ["overflow before the exit code", `${flood}; exit 3`, "output_overflow", 30_000],
    ["overflow before a deadline that comes later", `${flood}; sleep 60`, "output_overflow", 30_000],
    ["a deadline before the exit code", "trap 'exit 3' EXIT; sleep 60", "timeout", 700],
    ["a signal before a broken answer", "printf '{'; kill -9 $$", "crash", 30_000],
    ["the exit code before a broken answer", "printf '{'; exit 3", "crash", 30_000],
  ])("%s", async (_, script, kind, timeoutMs) => {
    const { failure } = await ask({ argv: sh(script), limits: { maxOutputBytes: 1000, timeoutMs } });
    expect(failure?.kind).toBe(kind);
  });
});

describe("11: stderr", () => {
  const noise = (bytes: number) =>
    sh(`head -c ${bytes} /dev/zero | tr '\\0' x >&2; cat >/dev/null; printf %s "$1"`, ALLOW);

  it("may have its limit to the byte, and not one more", async () => {
    const result = await ask({ argv: noise(64 * 1024) });
    expect(toVerdict(result)).toStrictEqual(OK);
    expect(result.stderr).toHaveLength(64 * 1024);
    const over = await ask({ argv: noise(64 * 1024 + 1) });
    expect(toVerdict(over)).toStrictEqual(["deny", "output_overflow", "stderr-limit"]);
  });

  it("is cut behind a whole character", async () => {
    const { stderr } = await ask({ argv: sh("printf 'aé\\342\\202\\254' >&2; cat"), limits: { maxStderrBytes: 5 } });
    expect(stderr).toBe("aé");
  });
});

describe("12: the caller gives up", () => {
  it("before the linter is started", async () => {
    await withTemporaryDirectory(async (root) => {
      const result = await ask({ argv: sh("touch started"), root, signal: AbortSignal.abort() });
      expect(toVerdict(result)).toStrictEqual(["deny", "cancelled", "cancelled"]);
      expect(existsSync(path.join(root, "started"))).toBe(false);
    });
  });

  it("while it runs", async () => {
    const controller = new AbortController();
    const running = ask({ argv: node("deaf.mjs"), onFailure: "open", signal: controller.signal });
    setTimeout(() => controller.abort(), 300);
    expect(toVerdict(await running)).toStrictEqual(["advisory", "cancelled", "cancelled"]);
  });
});

describe("22: what cannot be started", () => {
  it.each([
    ["a program that is not on PATH", ["no-such-linter"], /no program "no-such-linter" on PATH/],
    ["a file that is not there", ["./no-such-linter"], /ENOENT/],
    ["a file that is no program", ["./fixture.mjs"], /EACCES/],
    ["a NUL in the program", ["a\0b"], /NUL/],
    ["a NUL in an argument", ["sh", "a\0b"], /null bytes/],
  ])("%s", async (_, argv, message) => {
    const result = await ask({ argv });
    expect(toVerdict(result)).toStrictEqual(["deny", "crash", "not-started"]);
    expect(result.failure?.message).toMatch(message);
  });

  it("a NUL in a variable is a fault of the registration", async () => {
    const result = await ask({ argv: says(ALLOW), env: ["A=\0"] });
    expect(toVerdict(result)).toStrictEqual(["deny", "invalid_spec", "bad-variable"]);
  });

  it("says that it is the folder, where it is", async () => {
    const result = await ask({ argv: says(ALLOW), dir: "no/such" });
    expect(toVerdict(result)).toStrictEqual(["deny", "crash", "not-started"]);
    expect(result.failure?.message).toMatch(/folder is not there/);
  });

  it("never leaves the repository for its folder", async () => {
    await withTemporaryDirectory(async (directory) => {
      const root = path.join(directory, "root");
      mkdirSync(path.join(root, "in"), { recursive: true });
      symlinkSync(directory, path.join(root, "out"));
      symlinkSync(path.join(root, "in"), path.join(root, "link"));
      for (const dir of ["..", "../x", "/", "out", "in/../..", "C:/x"]) {
        expect(toVerdict(await ask({ argv: says(ALLOW), root, dir }))).toStrictEqual([
          "deny",
          "invalid_spec",
          "dir-outside",
        ]);
      }
      const inside = await ask({ argv: sh("pwd >&2; cat >/dev/null"), root, dir: "link" });
      expect(inside.stderr).toMatch(/\/root\/in\n$/);
    });
  });
});

describe("23: variables of a registration", () => {
  it.each(["FAK_CUSTOM_LINT_SCHEMA=other", "FAK_CUSTOM_LINT_SCHEMA", "fak_custom_lint_schema=x", "HI_LINTER_RUN=1"])(
    "%j may not be set",
    async (entry) => {
      const result = await ask({ argv: says(ALLOW), env: ["A=1", entry] });
      expect(toVerdict(result)).toStrictEqual(["deny", "invalid_spec", "reserved-variable"]);
    }
  );

  it.each(["", "=x", "A B=1", "A\n=1"])("%j is no variable", async (entry) => {
    const result = await ask({ argv: says(ALLOW), env: [entry] });
    expect(toVerdict(result)).toStrictEqual(["deny", "invalid_spec", "bad-variable"]);
  });

  it("a PATH of its own is the linter's, and not where it is looked for", async () => {
    await withTemporaryDirectory(async (directory) => {
      writeFileSync(path.join(directory, "probe-program"), '#!/bin/sh\n/bin/cat >/dev/null\necho "$PATH" >&2\n');
      chmodSync(path.join(directory, "probe-program"), 0o755);
      const found = await ask({ argv: ["probe-program"], ambient: { PATH: directory }, env: ["PATH=/elsewhere"] });
      expect(found.stderr).toBe("/elsewhere\n");
      const missed = await ask({ argv: ["probe-program"], ambient: { PATH: "/usr/bin" }, env: [`PATH=${directory}`] });
      expect(toVerdict(missed)).toStrictEqual(["deny", "crash", "not-started"]);
      const here = await ask({ argv: ["probe-program"], ambient: { PATH: `.:${path.delimiter}` }, root: directory });
      expect(toVerdict(here)).toStrictEqual(["deny", "crash", "not-started"]);
    });
  });
});

it("24: HOME is passed, and the guide says so at once", async () => {
  const result = await ask({ argv: sh('printf %s "$HOME" >&2'), ambient: { PATH: "/usr/bin:/bin", HOME: "/home/of" } });
  expect(result.stderr).toBe("/home/of");
  const [, first = ""] = readFileSync(path.join(PROJECT_ROOT, "docs/custom-linters.md"), "utf8").split("\n\n");
  expect(first).toMatch(/process boundary, not a sandbox/);
  expect(first).toMatch(/HOME/);
});

describe("28: sizes", () => {
  const sized = (bytes: number) =>
    sh(`cat >/dev/null; printf %s "$1"; head -c ${bytes - ALLOW.length} /dev/zero | tr '\\0' ' '`, ALLOW);

  it("an answer may have its limit to the byte, and not one more", async () => {
    expect(toVerdict(await ask({ argv: sized(1024 * 1024) }))).toStrictEqual(OK);
    const over = await ask({ argv: sized(1024 * 1024 + 1), onFailure: "open" });
    expect(toVerdict(over)).toStrictEqual(["advisory", "output_overflow", "stdout-limit"]);
  });

  it("a request too, its newline apart; beyond it the linter is not started", async () => {
    const request = bigSubject(100);
    const bytes = JSON.stringify({ schema: "fak-custom-lint/1", ...request }).length;
    const argv = sh('wc -c >&2; printf %s "$1"', ALLOW);
    const fits = await ask({ argv, request, limits: { maxInputBytes: bytes } });
    expect(toVerdict(fits)).toStrictEqual(OK);
    expect(Number(fits.stderr)).toBe(bytes + 1);
    const over = await ask({ argv, request, limits: { maxInputBytes: bytes - 1 } });
    expect(toVerdict(over)).toStrictEqual(["deny", "input_overflow", "request-too-large"]);
    expect(over.stderr).toBe("");
  });

  it.each([
    ["no-json-subject", { hook: "pre-tool", subject: undefined }],
    ["no-json-subject", { hook: "pre-tool", subject: 1n }],
    ["blank-hook", { hook: " \u2003", subject: null }],
    ["other-schema", { schema: "fak-custom-lint/2", hook: "pre-tool", subject: null }],
  ])("a request that is none is not sent: %s", async (reason, request) => {
    const result = await ask({ argv: says(ALLOW), request });
    expect(toVerdict(result)).toStrictEqual(["deny", "invalid_request", reason]);
  });
});

it("29: what is written after a result does not change it", async () => {
  const result = await ask({ argv: node("family.mjs", "late") });
  const before = JSON.stringify(result);
  expect(toVerdict(result)).toStrictEqual(OK);
  expect(await isGone(Number(result.stderr))).toBe(true);
  expect(JSON.stringify(result)).toBe(before);
});

if (process.platform !== "win32") console.warn("NOT SHOWN: 30, the process tree on Windows (nothing was run there)");

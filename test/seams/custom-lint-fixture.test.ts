import { afterEach, describe, expect, it, vi } from "vitest";

import { isAllowed } from "../../src/contracts/custom-lint.ts";
import { ask, node, sh, toVerdict } from "../helpers/custom-lint.ts";

// Seed 000: every mode of the conformance fixture under both failure policies, each through a real process.

const subject = (text: string) => ({ request: { hook: "pre-tool", subject: { text } } });

afterEach(() => {
  vi.unstubAllEnvs();
});

interface Mode {
  readonly mode: string;
  readonly limits?: object;
  readonly kind: string;
}

const FAILING: readonly Mode[] = [
  { mode: "timeout", limits: { timeoutMs: 400 }, kind: "timeout" },
  { mode: "crash", kind: "crash" },
  { mode: "malformed", kind: "malformed_output" },
  { mode: "overflow", kind: "output_overflow" },
  { mode: "overflow", limits: { maxOutputBytes: 64 }, kind: "output_overflow" },
  { mode: "extra", kind: "malformed_output" },
];

describe.each(["closed", "open"] as const)("registered %s", (onFailure) => {
  it.each([
    ["allow", "safe", undefined],
    ["deny", "please Deny-Me", { id: "fixture.deny", evidence: "deny-me" }],
    ["advisory", "advise-me", { id: "fixture.advise" }],
  ])("hands on what the linter says itself: %s", async (disposition, text, finding) => {
    const result = await ask({ argv: node("fixture.mjs"), onFailure, ...subject(text) });
    expect(toVerdict(result)).toStrictEqual([disposition, undefined, undefined]);
    expect(isAllowed(result)).toBe(disposition !== "deny");
    expect(result.response.findings).toHaveLength(finding ? 1 : 0);
    expect(result.response.findings[0] ?? {}).toMatchObject(finding ?? {});
    expect(result.durationMs).toBeGreaterThan(0);
  });

  it.each(FAILING)("turns $mode ($limits) into one synthetic finding", async ({ mode, limits, kind }) => {
    const result = await ask({
      argv: node("fixture.mjs", "--mode", mode),
      onFailure,
      limits: limits ?? {},
      ...subject("safe"),
    });
    expect(result.failure?.kind).toBe(kind);
    expect(result.response).toStrictEqual({
      schema: "fak-custom-lint/1",
      disposition: onFailure === "closed" ? "deny" : "advisory",
      findings: [
        {
          id: `fak.custom-lint.${kind}`,
          severity: "error",
          message: expect.stringMatching(/^probe: .{10,}/) as string,
        },
      ],
    });
    expect(isAllowed(result)).toBe(onFailure === "open");
  });

  it("shows the linter no variable that it was not given", async () => {
    vi.stubEnv("HI_PLANTED_SECRET", "hunter2");
    const asked = { argv: node("fixture.mjs"), onFailure, ...subject("env:HI_PLANTED_SECRET") };
    expect(toVerdict(await ask(asked))).toStrictEqual(["allow", undefined, undefined]);
    // The fixture would have seen it: given by the registration, it does.
    const given = await ask({ ...asked, env: ["HI_PLANTED_SECRET"] });
    expect(given.response.findings).toMatchObject([{ id: "fixture.env-visible", evidence: "HI_PLANTED_SECRET" }]);
  });
});

describe("the linter's environment", () => {
  const read = async (ambient: Record<string, string>, env: readonly string[] = []): Promise<readonly string[]> => {
    const { stderr } = await ask({ argv: sh("/usr/bin/env >&2"), ambient: { PATH: "/usr/bin:/bin", ...ambient }, env });
    // The shell's own.
    return stderr
      .trimEnd()
      .split("\n")
      .filter((line) => !/^(?:PWD|OLDPWD|SHLVL|_)=/.test(line))
      .toSorted();
  };

  it("is the essentials that the caller has, and the marks, and nothing else", async () => {
    const ambient = {
      HOME: "/h",
      TMPDIR: "/t",
      LANG: "C",
      NODE_OPTIONS: "",
      HTTPS_PROXY: "http://x",
      GITHUB_TOKEN: "t",
    };
    expect(await read(ambient)).toStrictEqual([
      "FAK_CUSTOM_LINT_SCHEMA=fak-custom-lint/1",
      expect.stringMatching(/^HI_LINTER_RUN=[\d-]+$/),
      "HOME=/h",
      "PATH=/usr/bin:/bin",
      "TMPDIR=/t",
    ]);
  });

  it("takes NAME from the caller and NAME=VALUE from the registration, the later over the earlier", async () => {
    const env = ["LANG", "ABSENT", "LANG=", "MODE=a=b", "HOME=/other"];
    const seen = await read({ HOME: "/h", LANG: "C", SECRET: "s" }, env);
    expect(seen.filter((line) => !/^(?:FAK|HI)_/.test(line))).toStrictEqual([
      "HOME=/other",
      "LANG=",
      "MODE=a=b",
      "PATH=/usr/bin:/bin",
    ]);
  });
});

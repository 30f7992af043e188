import { describe, expect, test } from "vitest";

import type { Lockfile } from "../../src/domain/package-manager.ts";
import { decidePackageManager, toPackageManager } from "../../src/domain/package-manager.ts";

const npm: Lockfile = { name: "package-lock.json", manager: "npm" };
const bun: Lockfile = { name: "bun.lock", manager: "bun" };
const berry: Lockfile = { name: "yarn.lock", manager: "yarn-berry" };
const codes = (decision: ReturnType<typeof decidePackageManager>) => decision.findings.map((finding) => finding.code);

describe("the evidence is asked in one order", () => {
  test("flag before field before lockfile before user agent before the default", () => {
    const all = { flag: "yarn" as const, field: "pnpm@9.1.0", lockfiles: [bun], userAgent: "npm/11.0.0 node/v24" };
    expect(decidePackageManager(all).manager).toBe("yarn");
    const { flag: _flag, ...noFlag } = all;
    expect(decidePackageManager(noFlag).manager).toBe("pnpm");
    const { field: _field, ...noField } = noFlag;
    expect(decidePackageManager(noField).manager).toBe("bun");
    expect(decidePackageManager({ ...noField, lockfiles: [] }).manager).toBe("npm");
    expect(decidePackageManager({ lockfiles: [], userAgent: "bun/1.4.5" }).manager).toBe("bun");
    expect(decidePackageManager({ lockfiles: [] })).toMatchObject({ manager: "npm", findings: [] });
  });

  test("every decision names what decided it", () => {
    expect(decidePackageManager({ lockfiles: [bun] }).because).toContain("bun.lock");
    expect(decidePackageManager({ field: "pnpm@9", lockfiles: [] }).because).toContain("packageManager field (pnpm@9)");
    expect(decidePackageManager({ flag: "npm", lockfiles: [] }).because).toContain("--package-manager");
    expect(decidePackageManager({ lockfiles: [] }).because).toContain("default");
  });
});

describe("conflicting evidence", () => {
  // b09: an untracked package-lock.json, left by a stray `npm i`, outvoted the tracked lockfile.
  test("a lockfile that git tracks beats one that it does not, whatever their order", () => {
    const lockfiles = [
      { ...npm, isTracked: false },
      { ...bun, isTracked: true },
    ];
    const decision = decidePackageManager({ lockfiles });
    expect(decision).toMatchObject({ manager: "bun", because: "lockfile tracked by git: bun.lock" });
    expect(decidePackageManager({ lockfiles: lockfiles.toReversed() }).manager).toBe("bun");
    expect(codes(decision)).toEqual(["package-manager-mismatch"]);
  });

  // b09, second case: the field wins, and the other lockfile is a warning.
  test("a field that differs from the lockfile is a warning", () => {
    const decision = decidePackageManager({ field: "npm@11.0.0", lockfiles: [bun] });
    expect(decision.manager).toBe("npm");
    expect(decision.findings).toEqual([
      expect.objectContaining({
        code: "package-manager-mismatch",
        severity: "warning",
        args: expect.objectContaining({ chosen: "npm", other: "bun" }),
      }),
    ]);
  });

  test("a flag that differs from field and lockfile says both", () => {
    const decision = decidePackageManager({ flag: "pnpm", field: "npm@11", lockfiles: [bun] });
    expect(codes(decision)).toEqual(["package-manager-mismatch", "package-manager-mismatch"]);
  });

  test("agreement is silent", () => {
    expect(
      codes(decidePackageManager({ flag: "bun", field: "bun@1.4", lockfiles: [bun], userAgent: "npm/11" }))
    ).toEqual([]);
  });

  test("a field that names something else is said, and the lockfile decides", () => {
    const decision = decidePackageManager({ field: "deno@2.0.0", lockfiles: [npm] });
    expect(decision.manager).toBe("npm");
    expect(codes(decision)).toEqual(["package-manager-unknown"]);
  });
});

describe("alternatives", () => {
  test("evidence of the repository leaves none; no evidence leaves all; rival lockfiles leave each other", () => {
    expect(decidePackageManager({ field: "npm@11", lockfiles: [bun] }).alternatives).toEqual([]);
    expect(decidePackageManager({ lockfiles: [bun] }).alternatives).toEqual([]);
    expect(decidePackageManager({ lockfiles: [npm, bun] }).alternatives).toEqual(["npm", "bun"]);
    expect(decidePackageManager({ lockfiles: [], userAgent: "pnpm/9" }).alternatives).toHaveLength(5);
  });
});

test.each([
  ["pnpm@9.1.0+sha512.abc", "pnpm"],
  ["yarn@1.22.22", "yarn"],
  ["yarn@4.18.1", "yarn-berry"],
  ["yarn@^3", "yarn-berry"],
  ["yarn", "yarn"],
  ["npm/11.2.0 node/v24.21.0 linux x64 workspaces/false", "npm"],
  ["yarn/4.18.1 npm/? node/v24", "yarn-berry"],
  ["bun/1.4.5 npm/? node/v24", "bun"],
  ["deno@2", undefined],
  ["", undefined],
  ["../../x", undefined],
])("%j is %s", (text, manager) => expect(toPackageManager(text)).toBe(manager));

test("a bare `yarn` in the field takes its generation from the lockfile", () => {
  expect(decidePackageManager({ field: "yarn", lockfiles: [berry] }).manager).toBe("yarn-berry");
});

import { rm } from "node:fs/promises";

import { describe, expect, test } from "vitest";

import { askAdapter, layOut, rulesOf } from "../helpers/adapter.ts";
import { BAD, GOOD, LintRepository, toScope } from "../helpers/lint-repository.ts";
import { PLANTED_SECRETS } from "../helpers/planted-secrets.ts";

const ON = { ".hi-scan.yml": "scan:\n  oxlint: true\n" };
const token = PLANTED_SECRETS["secret/npm-token"] ?? "";

describe("findings of the recorded linter", () => {
  test("are a scan's where the configuration asks for them, with the line they are of", async () => {
    const text = `/* é🎈 */ debugger; // ${token}\nvar a = 1;\nalert(a);\n`;
    await using repository = await LintRepository.create({ "src/é.ts": text, "src/ok.ts": GOOD, ...ON });
    const response = await askAdapter({ command: "scan-file", path: "src/é.ts" }, { cwd: repository.root });
    expect(response.exit_code).toBe(1);
    expect(response.findings.map(({ rule_id, severity }) => [rule_id, severity])).toEqual([
      ["oxlint/no-debugger", "medium"],
      ["oxlint/no-var", "medium"],
      ["oxlint/no-alert", "low"],
    ]);
    expect(response.findings[0]).toMatchObject({ file: "src/é.ts", line: 1, column: 11, end_line: 1, end_column: 20 });
    expect(response.findings[0]?.snippet).toBe("/* é🎈 */ debugger; // [REDACTED]");
    expect(JSON.stringify(response)).not.toContain(token);
    const high = { command: "scan-file", path: "src/é.ts", severity: "high" } as const;
    expect((await askAdapter(high, { cwd: repository.root })).findings).toEqual([]);
  });

  test("are of every scope of a workspace, under the names that the request gave, and suppressed as others are", async () => {
    const scopes = [toScope("packages/a"), toScope("packages/b")];
    const files = { "packages/a/a.ts": BAD, "packages/b/b.ts": BAD, "packages/b/c.ts": `// hi: ignore\n${BAD}` };
    await using repository = await LintRepository.create({ ...files, ...ON }, scopes);
    const request = { command: "scan-workspace", workspace_root: repository.root } as const;
    const response = await askAdapter(request, { cwd: "/" });
    expect(response.findings.map(({ file, rule_id }) => [file, rule_id])).toEqual([
      [`${repository.root}/packages/a/a.ts`, "oxlint/no-debugger"],
      [`${repository.root}/packages/b/b.ts`, "oxlint/no-debugger"],
    ]);
  });

  test("are none of a scan that is not told to ask, nor of what is asked for something else", async () => {
    await using repository = await LintRepository.create({ "a.ts": BAD });
    const run = { cwd: repository.root };
    expect((await askAdapter({ command: "scan-file", path: "a.ts" }, run)).findings).toEqual([]);
    layOut(repository.root, ON);
    expect((await askAdapter({ command: "secrets", path: "a.ts" }, run)).findings).toEqual([]);
    expect((await askAdapter({ command: "pqc", path: "a.ts" }, run)).findings).toEqual([]);
    expect(rulesOf(await askAdapter({ command: "scan-file", path: "a.ts" }, run))).toEqual(["oxlint/no-debugger"]);
  });
});

describe("where the linter cannot be asked", () => {
  test("for want of a route, a notice says so and the scan goes on", async () => {
    await using repository = await LintRepository.create({ "a.js": 'crypto.createECDH("x");\n', ...ON });
    await rm(repository.at(".hi/lint/selection.json"));
    const response = await askAdapter({ command: "scan-file", path: "a.js" }, { cwd: repository.root });
    expect(response.ok).toBe(true);
    expect(rulesOf(response)).toEqual(["js/pq-vulnerable-crypto"]);
    expect(response.notices.join("\n")).toContain("no route is recorded");
  });

  test.each([
    ["its package is gone", (repository: LintRepository) => rm(repository.at("node_modules/oxlint")), "tool-missing"],
    ["its configuration is broken", (repository: LintRepository) => repository.write("lint.json", "{"), "oxlint"],
    ["the route is broken", (repository: LintRepository) => repository.write(".hi/lint/selection.json", "{"), "oxlint"],
  ])("since %s: never plainly clean", async (_, breakIt, word) => {
    await using repository = await LintRepository.create({ "a.ts": GOOD, ...ON });
    await breakIt(repository);
    const response = await askAdapter({ command: "scan-file", path: "a.ts" }, { cwd: repository.root });
    expect(response.ok).toBe(true);
    expect(response.skipped).toMatchObject([{ file: "a.ts", reason: "engine-failed" }]);
    expect(response.notices.join("\n")).toContain(word);
  });
});

import { writeFileSync } from "node:fs";

import { describe, expect, it } from "vitest";

import { askAdapter } from "../helpers/adapter.ts";
import { ScanRepository } from "../helpers/scan-repository.ts";

interface Result {
  readonly locations: readonly { readonly physicalLocation: { readonly artifactLocation: object } }[];
}

// The words of `hi scan`: what would do nothing is a mistake and said, and what is a path is taken for nothing else.

describe("flags that would do nothing", () => {
  it.each([
    [["--staged", "diff", "main"]],
    [["diff", "HEAD", "--all-changes"]],
    [["diff", "HEAD", "--write-baseline"]],
    [["diff", "HEAD", "--oxlint"]],
    [["secrets", "--oxlint"]],
    [["triage", "--write-baseline"]],
    [["triage", "--format", "sarif"]],
    [["--only-rule", "js/no-eval"]],
    [["--only-line", "3"]],
    [["secrets", "--only-line", "3"]],
  ])("%j are a usage error", async (args) => {
    await using repository = await ScanRepository.create({ "a.js": "let a;\n" });
    const ended = await repository.scan(args);
    expect(ended).toMatchObject({ exitCode: 2, stdout: "" });
    expect(ended.stderr).toContain("HI_USAGE");
  });
});

it("what stands behind the dashes is a path, whatever it is called", async () => {
  const names = ["diff", "secrets", "pqc", "triage", "baseline"];
  const files = Object.fromEntries(names.map((name) => [`${name}/a.js`, "eval(a);\n"]));
  await using repository = await ScanRepository.create({ ...files, "-r.js": "eval(r);\n" });
  for (const name of [...names, "-r.js"]) {
    const ended = await repository.scan(["--", name]);
    expect(ended, name).toMatchObject({ exitCode: 1, stdout: expect.stringContaining("1 finding: 1 critical") });
  }
  expect(await repository.scan(["pqc", "--", "-r.js"])).toMatchObject({ exitCode: 0 });
});

it("a file whose name begins with two dots lies in the folder, to code scanning too", async () => {
  await using repository = await ScanRepository.create({ "..a.js": "eval(a);\n", "in/b.js": "eval(b);\n" });
  const log = JSON.parse((await repository.scan(["--format", "sarif"])).stdout);
  const uris = (log.runs[0].results as readonly Result[]).map(({ locations: [one] }) => one?.physicalLocation);
  expect(uris.map((one) => one?.artifactLocation)).toStrictEqual([
    { uri: "..a.js", uriBaseId: "%SRCROOT%" },
    { uri: "in/b.js", uriBaseId: "%SRCROOT%" },
  ]);
  const outside = await repository.scan(["--format", "sarif", ".."], { cwd: repository.at("in") });
  expect(outside.stdout).toContain('"uri": "file:///');
});

describe("suppress", () => {
  it("names a file in the configuration as its own filter compares it", async () => {
    await using repository = await ScanRepository.create({ "p/src/a.js": "eval(a);\n", "p/.hi-scan.yml": "{}\n" });
    const { root } = repository;
    for (const request of [
      { workspace_root: root, finding: { file: repository.at("p/src/a.js") } },
      { workspace_root: root, finding: { file: "p/src/a.js" } },
      { workspace_root: repository.at("p"), finding: { file: "src/a.js" } },
      { finding: { file: "./p/src/a.js" } },
      { finding: { file: "p/x/../src/a.js" } },
    ]) {
      const finding = { rule_id: "js/no-eval", line: 1, ...request.finding };
      const asked = { ...request, command: "suppress", suppression: "config", finding } as const;
      const { suppression } = await askAdapter(asked, { cwd: root });
      writeFileSync(repository.at("p/.hi-scan.yml"), suppression?.config_snippet ?? "");
      const left = await askAdapter({ command: "scan-file", path: "p/src/a.js" }, { cwd: root });
      expect(left, JSON.stringify(request)).toMatchObject({ ok: true, findings: [], exit_code: 0 });
      writeFileSync(repository.at("p/.hi-scan.yml"), "{}\n");
    }
  });

  it("writes no command for a line that there cannot be", async () => {
    await using repository = await ScanRepository.create({ "a.js": "eval(a);\n" });
    const finding = { rule_id: "js/no-eval", file: "a.js", line: 0 };
    const asked = { command: "suppress", suppression: "baseline", finding } as const;
    expect(await askAdapter(asked, { cwd: repository.root })).toMatchObject({ ok: false, exit_code: 2 });
  });
});

describe("a configuration made to be slow", () => {
  it.each([
    ["too large", `a: ${"b".repeat(70_000)}\n`, /65536 bytes/],
    ["deep", "[".repeat(60_000), /nested too deeply/],
    ["deep in blocks", `a:\n  ${"- ".repeat(30_000)}b\n`, /nested too deeply/],
  ])("%s is an error", async (_, text, said) => {
    await using repository = await ScanRepository.create({ "a.js": "let a;\n", ".hi-scan.yml": text });
    const { ok, error = "" } = await askAdapter({ command: "scan-file", path: "a.js" }, { cwd: repository.root });
    expect(ok).toBe(false);
    expect(error).toMatch(said);
    expect(error).not.toContain("call stack");
  });

  it("of as many keys as fit is read", async () => {
    const keys = Array.from({ length: 9000 }, (_, at) => `a${at}:`).join("\n");
    await using repository = await ScanRepository.create({ "a.js": "let a;\n", ".hi-scan.yml": `${keys}\n` });
    expect(await askAdapter({ command: "scan-file", path: "a.js" }, { cwd: repository.root })).toMatchObject({
      ok: true,
    });
  });
});

import { readFileSync } from "node:fs";
import path from "node:path";

import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";

import type { ScannerResponse } from "../../src/contracts/scanner.ts";
import { PROJECT_ROOT } from "../helpers/hi.ts";
import { PLANTED_SECRETS } from "../helpers/planted-secrets.ts";
import { validateScanSarif } from "../helpers/sarif-shape.ts";
import { ScanRepository } from "../helpers/scan-repository.ts";
import { hasTerminal, talk } from "../helpers/terminal.ts";

const schema = JSON.parse(readFileSync(path.join(PROJECT_ROOT, "receipts/scanner-response-1.schema.json"), "utf8"));
const validate = new Ajv2020({ allowUnionTypes: true, strict: true }).compile(schema as object);
const token = PLANTED_SECRETS["secret/npm-token"] ?? "";
const ECDH = 'import c from "crypto";\nc.createECDH("x");\n';
const NAME = "src/é 🎈,b:c#[x].js";

function createTwo(): Promise<ScanRepository> {
  return ScanRepository.create({ [NAME]: ECDH, "src/ok.js": "export const a = 1;\n", ".env": `T=${token}\n` });
}

describe("hi scan for a person", () => {
  test("names each finding's place, what to do, and ends with 1", async () => {
    await using repository = await createTwo();
    const { stdout, stderr, exitCode } = await repository.scan([]);
    expect([exitCode, stderr]).toEqual([1, ""]);
    expect(stdout).toContain(`${NAME}\n  2:1     high      createECDH() uses ECDH`);
    expect(stdout).toContain('> c.createECDH("x");');
    expect(stdout.trimEnd().split("\n").slice(-2)).toEqual([
      "1 finding: 1 high. 2 files scanned.",
      "-> mend them, or decide one by one: hi scan triage",
    ]);
  });

  test("says that nothing was found, and ends with 0", async () => {
    await using repository = await createTwo();
    const { stdout, exitCode } = await repository.scan(["src/ok.js"]);
    expect([exitCode, stdout.trimEnd().split("\n").at(-1)]).toEqual([0, "ok Nothing found. 1 file scanned."]);
  });

  test.each([
    ["a file that is too large", "big.js", "x".repeat(2000), ["--max-file-size", "1000"], 0],
    ["a binary file", "a.js", "\0\0", [], 0],
    ["a file that no rule reads", "a.md", "# x\n", [], 0],
    ["what is broken in part", "package.json", "{", ["pqc"], 0],
  ])("never says clean of %s", async (_, name, text, args, code) => {
    await using repository = await ScanRepository.create({ [name]: text });
    const { stdout, exitCode } = await repository.scan([...args, name]);
    expect(exitCode).toBe(code);
    expect(stdout).toContain("Nothing found in what was scanned");
    expect(stdout).not.toContain("ok Nothing found.");
  });

  test("looks at what is staged only where it is asked for that", async () => {
    await using repository = await ScanRepository.create({ "a.js": ECDH, "b é.js": ECDH });
    repository.git("add", "b é.js");
    const { stdout } = await repository.scan(["--staged", "--json"]);
    const { findings } = JSON.parse(stdout) as ScannerResponse;
    expect(findings.map(({ file }) => file)).toEqual(["b é.js"]);
  });

  test("cannot look by a baseline that is named and not there, unless it is about to be written", async () => {
    await using repository = await ScanRepository.create({ "a.js": ECDH });
    const { stderr, exitCode } = await repository.scan(["--baseline", "nope.json"]);
    expect([exitCode, stderr]).toEqual([
      2,
      expect.stringContaining("HI_SCAN_FAILED baseline 'nope.json' does not exist"),
    ]);
    const written = await repository.scan(["--baseline", "new.json", "--write-baseline", "new.json"]);
    expect(written.stdout).toContain("Wrote baseline to new.json: 1 added");
    expect((await repository.scan(["--baseline", "new.json"])).exitCode).toBe(0);
  });

  test.each([
    [["diff", "nope"], "there is no commit 'nope' here: name a branch, tag or commit"],
    [["secret"], "-> did you mean hi scan secrets?"],
    [[""], "The path is empty."],
    [["secrets", "", "--json"], "The path is empty."],
  ])("says what is wrong with %j, and what was meant", async (args, words) => {
    await using repository = await ScanRepository.create({ "a.js": ECDH });
    repository.git("add", ".");
    repository.git("commit", "-qm", "a");
    const { stdout, stderr, exitCode } = await repository.scan(args);
    expect(exitCode).toBe(2);
    expect(stdout + stderr).toContain(words);
  });

  test("keeps the help within 80 columns", async () => {
    await using repository = await ScanRepository.create({});
    const { stdout } = await repository.scan(["--help"]);
    expect(stdout).toContain("Exit: 0");
    expect(stdout.split("\n").filter((line) => line.length > 80)).toEqual([]);
  });

  test("does not count the script for editors that hi generates as passed over by a rule", async () => {
    await using repository = await ScanRepository.create({ "a.js": "1;\n", ".hi/scan-on-save.sh": "true\n" });
    const { stdout, exitCode } = await repository.scan([]);
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining("ok Nothing found. 1 file scanned.")]);
  });

  test("takes a baseline, tells only what is new after it, and appends", async () => {
    await using repository = await ScanRepository.create({ "a.js": ECDH });
    const taken = await repository.scan(["baseline"]);
    expect([taken.exitCode, taken.stdout.includes("Wrote baseline")]).toEqual([0, true]);
    expect(taken.stdout).toContain("1 finding is known now. 1 file scanned.\n-> look at the baseline, and commit it\n");
    expect((await repository.scan([])).exitCode).toBe(0);
    repository.write({ "b.js": ECDH });
    const { stdout, exitCode } = await repository.scan(["--write-baseline"]);
    expect([exitCode, stdout.includes("1 added, 2 in all")]).toEqual([1, true]);
    expect((await repository.scan([])).exitCode).toBe(0);
  });
});

describe("hi scan where it cannot look", () => {
  test.each([
    ["a path that is not there", ["nothing"], "does not exist"],
    ["a configuration that is not there", ["--config", "no.yml"], "does not exist"],
    ["a revision that is not there", ["diff", "nothing"], ""],
  ])("ends with 2 for %s, and says the next step", async (_, args, words) => {
    await using repository = await createTwo();
    const { stdout, stderr, exitCode } = await repository.scan(args);
    expect([exitCode, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(/^HI_SCAN_FAILED .+\n-> .+hi scan/);
    expect(stderr).toContain(words);
    const json = await repository.scan([...args, "--json"]);
    expect([json.exitCode, JSON.parse(json.stdout).ok]).toEqual([2, false]);
    const sarif = JSON.parse((await repository.scan([...args, "--format", "sarif"])).stdout);
    expect(validateScanSarif(sarif)).toBe(true);
    expect(sarif.runs[0].invocations[0].executionSuccessful).toBe(false);
    expect((await repository.scan([...args, "--format", "github"])).stdout).toMatch(/^::error title=hi scan%3A /);
  });

  test.each([
    ["a flag", ["--sevrity", "high"]],
    ["a value", ["--severity", "hihg"]],
    ["a number", ["--min-confidence", "2"]],
    ["two of one kind", ["--staged", "--changed"]],
    ["an engine", ["secrets", "--engine", "magic"]],
  ])("refuses %s that is not known", async (_, args) => {
    await using repository = await createTwo();
    const { stderr, exitCode } = await repository.scan(args);
    expect([exitCode, stderr.startsWith("HI_USAGE")]).toEqual([2, true]);
  });
});

describe("hi scan for programs", () => {
  test("prints the contract's response and nothing else", async () => {
    await using repository = await createTwo();
    const { stdout, stderr, exitCode } = await repository.scan(["secrets", "--json"]);
    const response = JSON.parse(stdout) as ScannerResponse;
    expect(validate(response), JSON.stringify(validate.errors)).toBe(true);
    expect([exitCode, stderr, response.exit_code]).toEqual([1, "", 1]);
    expect(response.findings.map(({ file, rule_id }) => [file, rule_id])).toEqual([[".env", "secret/npm-token"]]);
  });

  test("prints SARIF by which code scanning finds the place, and annotations", async () => {
    await using repository = await createTwo();
    const log = JSON.parse((await repository.scan(["--format", "sarif"])).stdout);
    expect(validateScanSarif(log), JSON.stringify(validateScanSarif.errors)).toBe(true);
    const [result] = log.runs[0].results;
    const { artifactLocation, region } = result.locations[0].physicalLocation;
    expect(decodeURIComponent(artifactLocation.uri)).toBe(NAME);
    expect(region).toEqual({ startLine: 2, startColumn: 1, endLine: 2, endColumn: 18 });
    const rule = log.runs[0].tool.driver.rules[result.ruleIndex];
    expect(rule.id).toBe("js/pq-vulnerable-crypto");
    expect(rule.properties.tags).toContain("external/cwe/cwe-327");
    const { stdout } = await repository.scan(["--format=github"]);
    expect(stdout).toMatch(
      /^::error file=src\/é 🎈%2Cb%3Ac#\[x\]\.js,line=2,endLine=2,col=1,endColumn=18,title=[^\n]+\n$/
    );
  });

  test("hostile names and texts stay on their line in every format", async () => {
    const name = "a\n::error::x\u001B[31m.js";
    await using repository = await ScanRepository.create({ [name]: `${ECDH.trimEnd()} // \u202E\u001B[31m::stop::\n` });
    for (const args of [[], ["--json"], ["--format", "sarif"], ["--format", "github"]]) {
      const { stdout, stderr } = await repository.scan(args);
      expect(`${stdout}${stderr}`).not.toMatch(/\u001B|\u202E/);
      expect(stdout).not.toMatch(/^::(?:error::x|stop)/m);
    }
  });
});

describe.skipIf(!hasTerminal)("hi scan in a terminal", () => {
  test("has colours there and nowhere else", async () => {
    await using repository = await ScanRepository.create({ "a.js": ECDH });
    const { screen, exitCode } = await talk("scan --engine embedded", repository.root, []);
    expect(exitCode).toBe(1);
    expect(screen).toContain("\u001B[31m");
    expect((await repository.scan([])).stdout).not.toContain("\u001B");
  });
});

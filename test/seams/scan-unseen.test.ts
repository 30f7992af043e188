import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";

import { describe, expect, test } from "vitest";

import type { ScannerResponse } from "../../src/contracts/scanner.ts";
import { SCANNER_LIMITS } from "../../src/contracts/scanner.ts";
import { HI, runProcess } from "../helpers/hi.ts";
import { PLANTED_SECRETS } from "../helpers/planted-secrets.ts";
import { ScanRepository } from "../helpers/scan-repository.ts";
import { sayNotShown } from "./reports.fixture.ts";

// A gate passes nothing that it did not see.

const EVIL = "eval(x);\n";
const TOKEN = `T=${PLANTED_SECRETS["secret/github-token"] ?? ""}\n`;
const NOBODY = 65_534;
async function createStaged(files: Readonly<Record<string, string>>): Promise<ScanRepository> {
  const repository = await ScanRepository.create({ "a.txt": "ok\n", "link.js": "" });
  rmSync(repository.at("link.js"));
  symlinkSync("a.txt", repository.at("link.js"));
  repository.git("add", ".");
  repository.git("commit", "-qm", "i");
  repository.write({ "other.txt": "b\n", ...files });
  repository.git("add", ".");
  return repository;
}

async function scan(repository: ScanRepository, ...args: readonly string[]) {
  const { exitCode, stdout } = await repository.scan([...args, "--json"]);
  const response = JSON.parse(stdout) as ScannerResponse;
  return { exitCode, response, files: response.findings.map(({ file }) => file), skipped: response.skipped ?? [] };
}

describe("what is staged is judged, whatever stands in the work tree by now", () => {
  test.each<[string, (place: string) => unknown]>([
    ["nothing", () => undefined],
    ["a link", (place) => symlinkSync("a.txt", place)],
    ["a link that leads out", (place) => symlinkSync("/etc/hostname", place)],
    ["a folder", (place) => mkdirSync(place)],
    ["a pipe", (place) => spawnSync("mkfifo", [place])],
  ])("where %s stands instead of the file", async (_, replace) => {
    await using repository = await createStaged({ "in/leak.env": TOKEN });
    rmSync(repository.at("in/leak.env"));
    replace(repository.at("in/leak.env"));
    expect(await scan(repository, "secrets", "--staged")).toMatchObject({ exitCode: 1, files: ["in/leak.env"] });
  });

  test("where its folder is a link by now", async () => {
    await using repository = await createStaged({ "in/leak.env": TOKEN });
    rmSync(repository.at("in"), { recursive: true });
    symlinkSync(".", repository.at("in"));
    expect(await scan(repository, "secrets", "--staged")).toMatchObject({ exitCode: 1, files: ["in/leak.env"] });
  });

  test("where a link became a file", async () => {
    await using repository = await createStaged({});
    rmSync(repository.at("link.js"));
    repository.write({ "link.js": EVIL });
    expect((await scan(repository, "--unstaged")).files).toEqual(["link.js"]);
    expect((await scan(repository, "diff", "HEAD")).files).toEqual(["link.js"]);
    repository.git("add", "link.js");
    for (const args of [["--staged"], ["--changed"], ["--all-changes"], ["diff", "HEAD"]]) {
      expect(await scan(repository, ...args), args.join(" ")).toMatchObject({ exitCode: 1, files: ["link.js"] });
    }
  });

  test("a staged link and a merge that is not done are no content, and are said", async () => {
    await using repository = await createStaged({});
    symlinkSync("a.txt", repository.at("new.js"));
    repository.git("add", "new.js");
    const linked = await scan(repository, "--staged");
    expect([linked.exitCode, linked.skipped]).toMatchObject([0, [{ file: "new.js", reason: "not-a-file" }]]);
    repository.git("commit", "-qm", "one");
    repository.git("checkout", "-qb", "side", "HEAD~");
    repository.write({ "m.js": "let side;\n" });
    repository.git("add", "m.js");
    repository.git("commit", "-qm", "side");
    repository.git("checkout", "-q", "main");
    repository.write({ "m.js": EVIL });
    repository.git("add", "m.js");
    repository.git("commit", "-qm", "two");
    expect(() => repository.git("merge", "-q", "side")).toThrow();
    const unmerged = await scan(repository, "--staged");
    expect(unmerged).toMatchObject({ exitCode: 2, skipped: [{ file: "m.js", reason: "unreadable" }] });
    expect((await scan(repository, "--unstaged")).files).toEqual(["m.js"]);
  });
});

test("a file behind a link that leads out is not looked at, even where git has it", async () => {
  await using outside = await ScanRepository.create({ "in/a.js": EVIL });
  await using repository = await ScanRepository.create({ "in/a.js": EVIL, "ok.js": "let a;\n" });
  repository.git("add", ".");
  rmSync(repository.at("in"), { recursive: true });
  symlinkSync(outside.at("in"), repository.at("in"));
  const { files, skipped } = await scan(repository);
  expect(files).toEqual([]);
  expect(skipped).toMatchObject([{ file: "in/a.js", reason: "link-outside" }]);
});

describe.skipIf(process.platform !== "linux")("a name that is no UTF-8 is no file that is gone", () => {
  const names = ["bad\u00FF.js", "d\u00FF/x.js"].map((name) => Buffer.from(name, "latin1"));

  test.each<[string, boolean, readonly string[]]>([
    ["in a repository", true, []],
    ["outside of one", false, []],
    ["among the changes", true, ["--all-changes"]],
    ["among what is staged", true, ["--staged"]],
    ["in a comparison", true, ["diff", "HEAD"]],
  ])("%s", async (_, isRepository, args) => {
    await using repository = await ScanRepository.create({ "ok.js": "let a = 1;\n" });
    repository.git("add", ".");
    repository.git("commit", "-qm", "i");
    for (const name of names) {
      const place = Buffer.concat([Buffer.from(`${repository.root}/`), name]);
      mkdirSync(Buffer.from(path.dirname(place.toString("latin1")), "latin1"), { recursive: true });
      writeFileSync(place, EVIL);
    }
    writeFileSync(
      Buffer.concat([Buffer.from(`${repository.root}/photo`), Buffer.from([0xff]), Buffer.from(".jpg")]),
      "x"
    );
    if (args.includes("--staged")) repository.git("add", ".");
    if (!isRepository) rmSync(repository.at(".git"), { recursive: true });
    const { exitCode, skipped } = await scan(repository, ...args);
    expect(exitCode).toBe(2);
    expect(skipped.map(({ file, reason }) => [file.slice(0, 2), reason]).toSorted()).toEqual([
      ["ba", "unreadable"],
      ["d\uFFFD", "unreadable"],
    ]);
    expect((await scan(repository, ...args, "--exclude", "bad*,d*")).exitCode).toBe(0);
  });
});

describe("a folder that may not be read", () => {
  const own = process.geteuid?.() === 0 ? ["setpriv", `--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups"] : [];
  const canDrop = own.length === 0 || spawnSync(own[0] ?? "", ["--version"]).status === 0;
  if (!canDrop) sayNotShown("a folder that may not be read: setpriv is missing");

  test.skipIf(!canDrop).each([
    ["that is new", false],
    ["in which a file is tracked", true],
  ])("%s ends the gate with 2, and the rest is scanned", async (_, isTracked) => {
    await using repository = await ScanRepository.create({ "out/shut/a.js": EVIL, "out/b.js": EVIL });
    repository.git("add", isTracked ? "." : "out/b.js");
    if (own.length > 0) giveAway(repository.root);
    chmodSync(repository.at("out/shut"), 0);
    const env = { HI_SCAN_ENGINE: "embedded", HOME: repository.root };
    for (const cwd of [repository.root, repository.at("out")]) {
      const argv = [...own, process.execPath, HI, "scan", "--json"];
      const ended = await runProcess(argv[0] ?? "", argv.slice(1), { cwd, env });
      expect(ended.exitCode, ended.stderr).toBe(2);
      const { findings, skipped = [] } = JSON.parse(ended.stdout) as ScannerResponse;
      expect(findings.map(({ file }) => path.basename(file))).toEqual(["b.js"]);
      const shown = path.relative(cwd, repository.at("out/shut"));
      expect(skipped.some(({ file, reason }) => reason === "unreadable" && file.startsWith(shown))).toBe(true);
    }
    chmodSync(repository.at("out/shut"), 0o755);
  });
});

function giveAway(folder: string): void {
  chownSync(folder, NOBODY, NOBODY);
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    chownSync(path.join(folder, name), NOBODY, NOBODY);
  }
}

test("a crowd of harmless skips hides none that a gate goes by", async () => {
  const crowd = Object.fromEntries(Array.from({ length: SCANNER_LIMITS.maxSkipped }, (_, at) => [`a${at}.vue`, ""]));
  await using repository = await ScanRepository.create(crowd);
  symlinkSync("nowhere", repository.at("z.js"));
  const { exitCode, response, skipped } = await scan(repository);
  expect([exitCode, skipped.length]).toEqual([2, SCANNER_LIMITS.maxSkipped]);
  expect(skipped[0]).toMatchObject({ file: "z.js", reason: "unreadable" });
  expect(response.notices).toContain("1 more skipped files are not listed.");
});

describe("a path that was named and is no file", () => {
  test("ends the gate with 2; in a folder it is nobody's business", async () => {
    await using repository = await ScanRepository.create({ "ok.js": "let a;\n" });
    spawnSync("mkfifo", [repository.at("p.js")]);
    for (const name of ["p.js", "./p.js", repository.at("p.js"), "/dev/zero"]) {
      expect((await scan(repository, name)).exitCode, name).toBe(2);
      expect((await scan(repository, "secrets", name)).exitCode, name).toBe(2);
    }
    expect((await scan(repository, ".")).exitCode).toBe(0);
  });
});

test.skipIf(process.platform !== "linux")("a file that says it is empty is read to its end", async () => {
  await using repository = await ScanRepository.create({});
  const env = { LEAK: TOKEN.trim() };
  const { stdout, exitCode } = await repository.scan(["secrets", "/proc/self/environ", "--json"], { env });
  expect(exitCode, stdout).toBe(0);
  expect((JSON.parse(stdout) as ScannerResponse).skipped).toMatchObject([{ reason: "binary" }]);
  const large = await repository.scan(["secrets", "/proc/self/maps", "--max-file-size", "100", "--json"]);
  expect((JSON.parse(large.stdout) as ScannerResponse).skipped).toMatchObject([{ reason: "too-large" }]);
});

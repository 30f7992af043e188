import { chmodSync, existsSync, mkdirSync, rmSync, utimesSync } from "node:fs";
import path from "node:path";

import { describe, expect, test } from "vitest";

import type { ScannerResponse } from "../../src/contracts/scanner.ts";
import { runProcess, withTemporaryDirectory } from "../helpers/hi.ts";
import { ScanRepository } from "../helpers/scan-repository.ts";

// What a repository's own configuration names is not started by looking at it.

const EVIL = "eval(x);\n";
const WAYS = [["diff", "HEAD"], ["--unstaged"], ["--changed"], ["--all-changes"], ["--staged"], []];

/** Has one changed file that git wants to look into; `configure` gets a command that leaves a trace. */
async function createWithTrace(
  configure: (repository: ScanRepository, trace: string) => unknown
): Promise<ScanRepository> {
  const repository = await ScanRepository.create({ "a.js": "let a;\n" });
  repository.git("add", ".");
  repository.git("commit", "-qm", "i");
  repository.write({ "a.js": EVIL });
  configure(repository, `touch '${repository.at("trace").replaceAll("'", String.raw`'\''`)}'; cat`);
  return repository;
}

describe("a scan of changes starts nothing that the configuration names", () => {
  test.each<[string, (repository: ScanRepository, trace: string) => unknown]>([
    [
      "a filter",
      (repository, trace) => {
        repository.write({ ".gitattributes": "*.js filter=x\n*.ts filter=a.b=c\n" });
        repository.git("config", "filter.x.clean", trace);
        repository.git("config", "filter.x.required", "true");
      },
    ],
    [
      "a long-running filter with an odd name, in an included file",
      (repository, trace) => {
        repository.write({ ".gitattributes": "*.js filter=a.B=c\n", ".git/more": "" });
        repository.git("config", "-f", ".git/more", "filter.a.B=c.process", trace);
        repository.git("config", "include.path", "more");
      },
    ],
    ["a monitor", (repository, trace) => repository.git("config", "core.fsmonitor", trace)],
    [
      "a diff tool",
      (repository, trace) => {
        repository.write({ ".gitattributes": "*.js diff=x\n" });
        repository.git("config", "diff.external", trace.replace(/cat$/, "true"));
        repository.git("config", "diff.x.command", trace.replace(/cat$/, "true"));
        repository.git("config", "diff.x.textconv", trace);
      },
    ],
    [
      "a submodule's filter",
      (repository, trace) => {
        const inner = path.join(repository.root, "sub");
        mkdirSync(inner);
        repository.git("-C", inner, "init", "-q", "-b", "main");
        repository.write({ "sub/s.js": "let s;\n", "sub/.gitattributes": "*.js filter=y\n" });
        repository.git("-C", inner, "add", ".");
        repository.git("-C", inner, "commit", "-qm", "s");
        repository.git("add", "sub");
        repository.git("commit", "-qm", "sub");
        repository.git("-C", inner, "config", "filter.y.clean", trace);
        utimesSync(repository.at("sub/s.js"), 1, 1);
        rmSync(repository.at("trace"), { force: true });
      },
    ],
  ])("%s", async (_, configure) => {
    await using repository = await createWithTrace(configure);
    for (const args of WAYS) {
      const { stdout, stderr } = await repository.scan([...args, "--json"]);
      const { ok, findings } = JSON.parse(stdout) as ScannerResponse;
      expect(existsSync(repository.at("trace")), `${args.join(" ")} ${stderr}`).toBe(false);
      expect(ok).toBe(true);
      if (!args.includes("--staged")) expect(findings.map(({ file }) => file)).toContain("a.js");
    }
    // The configuration is one that git itself would follow.
    repository.git("-c", "core.pager=", "status", "--porcelain");
    if (!existsSync(repository.at("trace"))) repository.git("diff", "HEAD", "--stat", "--ext-diff");
    if (!existsSync(repository.at("trace"))) repository.git("diff", "HEAD", "--ext-diff");
    expect(existsSync(repository.at("trace"))).toBe(true);
  });

  test.each(WAYS)("a program named git that the project brings, first on PATH: %s %s", async (...way) => {
    await using repository = await createWithTrace((made, trace) => {
      made.write({ "node_modules/.bin/git": `#!/bin/sh\n${trace.replace(/cat$/, "true")}\n` });
      chmodSync(made.at("node_modules/.bin/git"), 0o755);
    });
    const own = [repository.at("node_modules/.bin"), process.env["PATH"] ?? ""].join(path.delimiter);
    const run = await repository.scan([...way.filter((word) => word !== undefined), "--json"], { env: { PATH: own } });
    expect(existsSync(repository.at("trace"))).toBe(false);
    expect(JSON.parse(run.stdout)).toMatchObject({ ok: true });
    await runProcess("git", ["--version"], { cwd: repository.root, env: { PATH: own } });
    expect(existsSync(repository.at("trace"))).toBe(true);
  });

  test("what a partial clone lacks is fetched by nobody, and the scan says that it could not look", async () => {
    await using origin = await ScanRepository.create({ "a.js": `${EVIL}let a;\n` });
    origin.git("add", ".");
    origin.git("commit", "-qm", "i");
    origin.git("config", "uploadpack.allowFilter", "true");
    await withTemporaryDirectory(async (folder) => {
      const clone = path.join(folder, "clone");
      const words = ["clone", "-q", "--no-checkout", "--filter=blob:none", `file://${origin.root}`, clone];
      const cloned = await runProcess("git", words, { cwd: folder });
      expect(cloned.exitCode, cloned.stderr).toBe(0);
      const trace = path.join(folder, "trace");
      const ask = (...args: readonly string[]) => runProcess("git", args, { cwd: clone });
      await ask("config", "remote.origin.url", `ext::touch ${trace}`);
      await ask("config", "protocol.ext.allow", "always");
      origin.git("-C", clone, "read-tree", "HEAD");
      await runProcess("sh", ["-c", "echo 'eval(y);' > a.js"], { cwd: clone });
      const run = await origin.scan(["diff", "HEAD", "--json"], { cwd: clone });
      expect(existsSync(trace)).toBe(false);
      expect(run.exitCode).toBe(2);
      await ask("cat-file", "-p", "HEAD:a.js");
      expect(existsSync(trace)).toBe(true);
    });
  });
});

import { chmod, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";

import { describe, expect, test } from "vitest";

import { git } from "../helpers/hi.ts";
import { BAD, GOOD, LintRepository, listFindings, listNamed, toScope } from "../helpers/lint-repository.ts";

const TWO = [toScope("packages/a"), toScope("packages/b")];
const FILES = { "packages/a/x.ts": BAD, "packages/b/y.ts": BAD, ".gitignore": "node_modules\n" };

/** A repository of git's, with everything committed where it is told so. */
async function createStaged(
  files: Readonly<Record<string, string>> = FILES,
  { isCommitted = true }: { readonly isCommitted?: boolean } = {}
): Promise<LintRepository> {
  const repository = await LintRepository.create(files, TWO);
  await git(repository.root, "init", "--quiet");
  if (!isCommitted) return repository;
  await git(repository.root, "add", "--all");
  await git(repository.root, "commit", "--quiet", "--message=state");
  return repository;
}

const toWork = (scopes: readonly { path: string; whole: boolean; because?: string }[]) =>
  scopes.map((scope) => [scope.path, scope.because ?? scope.whole]);

describe("what is staged", () => {
  test("on a first commit is all that was added, and nothing else", async () => {
    await using repository = await createStaged(FILES, { isCommitted: false });
    await git(repository.root, "add", "packages/a/x.ts");
    const result = await repository.lint(["--staged"]);
    expect(listFindings(result)).toEqual(["packages/a/x.ts eslint(no-debugger)"]);
    expect(toWork(result.scopes)).toEqual([["packages/a", false]]);
  });

  test("is nothing: 0 files checked, said, and no tool is started", async () => {
    await using repository = await createStaged();
    const { result, calls } = await repository.record(["--staged"]);
    expect([result.status, result.exitCode, result.given, calls]).toEqual(["empty", 0, 0, []]);
  });

  test("a file moved to another package: its new owner is asked, the old name is passed to nobody", async () => {
    await using repository = await createStaged();
    await git(repository.root, "mv", "packages/a/x.ts", "packages/b/x.ts");
    const { result, calls } = await repository.record(["--staged"]);
    expect(calls.map((call) => [call.cwd.slice(repository.root.length + 1), listNamed(call)])).toEqual([
      ["packages/b", ["x.ts"]],
    ]);
    expect(result.left).toEqual([{ reason: "gone", count: 1, names: ["packages/a/x.ts"] }]);
  });

  test("a deleted file is passed to nobody; a deleted policy asks for all of its scope", async () => {
    await using repository = await createStaged({
      ...FILES,
      "packages/b/base.json": '{ "rules": { "no-debugger": "error" } }',
      "packages/b/lint.json": '{ "extends": ["./base.json"] }',
    });
    await git(repository.root, "rm", "--quiet", "packages/a/x.ts", "packages/b/base.json");
    const result = await repository.lint(["--staged"]);
    expect([result.status, toWork(result.scopes)]).toEqual(["failed", [["packages/b", "packages/b/base.json"]]]);
    expect(result.left).toEqual([{ reason: "gone", count: 1, names: ["packages/a/x.ts"] }]);
  });

  test("a file whose deletion is staged, and which is still on disk, is none of the commit", async () => {
    await using repository = await createStaged();
    await git(repository.root, "rm", "--quiet", "--cached", "packages/a/x.ts");
    const result = await repository.lint(["--staged"]);
    expect([result.status, result.exitCode, result.findings, result.left]).toEqual([
      "empty",
      0,
      [],
      [{ reason: "gone", count: 1, names: ["packages/a/x.ts"] }],
    ]);
    expect(result.notes).toEqual(["packages/a/x.ts: its deletion is staged: what is still on disk is not judged"]);
  });

  test("a manifest below a scope asks for all of it where it came or went, and not where it changed", async () => {
    const name = "packages/a/vendor/package.json";
    await using repository = await createStaged({
      ...FILES,
      [name]: '{ "name": "vendor" }',
      "packages/a/vendor/z.ts": BAD,
    });
    await repository.write(name, '{ "name": "vendor2" }');
    await git(repository.root, "add", name);
    expect((await repository.lint(["--staged"])).status).toBe("empty");
    await git(repository.root, "rm", "--quiet", "--force", name);
    const went = await repository.lint(["--staged"]);
    expect(toWork(went.scopes)).toEqual([["packages/a", name]]);
    expect(listFindings(went)).toContain("packages/a/vendor/z.ts eslint(no-debugger)");
    await git(repository.root, "commit", "--quiet", "--message=went");
    await repository.write(name, '{ "name": "vendor" }');
    await git(repository.root, "add", name);
    expect(toWork((await repository.lint(["--staged"])).scopes)).toEqual([["packages/a", name]]);
  });

  // Decoded as UTF-8 such a name leads to nothing: it must not pass for a file that is gone, nor vanish.
  test.runIf(process.platform === "linux")("a name that is no UTF-8 is said, staged and in a whole run", async () => {
    await using repository = await createStaged({ ".gitignore": "node_modules\n", "packages/b/y.ts": GOOD });
    const name = Buffer.concat([Buffer.from(repository.at("packages/a/bad")), Buffer.from([0xff]), Buffer.from(".js")]);
    await writeFile(name, BAD);
    await git(repository.root, "add", "--all");
    const staged = await repository.lint(["--staged"]);
    expect(staged.left).toEqual([{ reason: "unusual", count: 1, names: ["packages/a/bad\uFFFD.js"] }]);
    expect((await repository.run(["--staged"])).stdout).toContain("is of a name that no tool can be told");
    const note = "packages/a/bad\uFFFD.js: not checked, its name or its permissions keep it out of reach";
    expect((await repository.lint()).notes).toEqual([note]);
    expect((await repository.lint(["packages"])).notes).toEqual([note]);
  });

  test("a changed policy asks for all of its scope that git knows: a file that nobody added is no part of a commit", async () => {
    await using repository = await createStaged();
    await repository.write("packages/a/untracked.ts", BAD);
    await repository.write("packages/a/lint.json", '{ "rules": { "no-debugger": "warn" } }');
    await git(repository.root, "add", "packages/a/lint.json");
    const result = await repository.lint(["--staged"]);
    expect(toWork(result.scopes)).toEqual([["packages/a", "packages/a/lint.json"]]);
    expect(listFindings(result)).toEqual(["packages/a/x.ts eslint(no-debugger)"]);
  });

  test("a changed toolchain, the root's lockfile, asks for every scope", async () => {
    await using repository = await createStaged();
    await repository.write("package-lock.json", "{}\n");
    await git(repository.root, "add", "package-lock.json");
    expect(toWork((await repository.lint(["--staged"])).scopes)).toEqual([
      ["packages/a", "package-lock.json"],
      ["packages/b", "package-lock.json"],
    ]);
  });

  // Without a hook manager that sets the rest aside, the disk is what a tool can read. It must not pass for the index.
  test("a part of a file: the disk is judged, nothing is written, and that is said", async () => {
    await using repository = await createStaged();
    await repository.write("packages/a/x.ts", GOOD);
    await git(repository.root, "add", "packages/a/x.ts");
    await repository.write("packages/a/x.ts", `${GOOD}debugger;\n`);
    const status = await git(repository.root, "status", "--porcelain");
    const result = await repository.lint(["--staged"]);
    expect(listFindings(result)).toEqual(["packages/a/x.ts eslint(no-debugger)"]);
    expect(result.notes).toEqual(["packages/a/x.ts: judged as on disk, which is not as staged"]);
    expect((await repository.run(["--staged"])).stdout).toContain("note: packages/a/x.ts: judged as on disk");
    expect([await git(repository.root, "status", "--porcelain"), status]).toEqual([status, "MM packages/a/x.ts\n"]);
  });

  test("a file that is gone from disk, and a policy that is another there, are said too", async () => {
    await using repository = await createStaged();
    await repository.write("packages/a/x.ts", GOOD);
    await repository.write("packages/b/y.ts", GOOD);
    await git(repository.root, "add", "packages");
    await rm(repository.at("packages/a/x.ts"));
    await repository.write("packages/b/lint.json", '{ "rules": { "no-undef": "off" } }');
    const { notes } = await repository.lint(["--staged"]);
    expect(notes).toEqual([
      "packages/a/x.ts: staged and gone from disk: not judged",
      "packages/b/lint.json: this policy was used as on disk, which is not as staged",
    ]);
  });

  test("names with blanks, line breaks of git's and marks of globs are the names that they are", async () => {
    const names = ["packages/a/a b.ts", "packages/a/é🎈.ts", "packages/a/[id].ts", 'packages/a/"q".ts'];
    await using repository = await createStaged();
    for (const name of names) await repository.write(name, BAD);
    await git(repository.root, "add", "--all");
    const { findings } = await repository.lint(["--staged"]);
    expect(findings.map(({ file }) => file)).toEqual(names.toSorted());
  });

  // `git commit -- FILE` and `git commit -a` make an index of their own and name it to the hooks.
  test("the index that git names is asked, not the one of the repository", async () => {
    await using repository = await createStaged();
    await repository.write("packages/a/x.ts", `${BAD}debugger;\n`);
    const env = { GIT_INDEX_FILE: repository.at(".git/other-index") };
    expect((await repository.lint(["--staged"])).status).toBe("empty");
    await rename(repository.at(".git/index"), env.GIT_INDEX_FILE);
    await git(repository.root, "read-tree", "HEAD");
    const { runProcess } = await import("../helpers/hi.ts");
    await runProcess("git", ["add", "packages/a/x.ts"], { cwd: repository.root, env });
    expect(listFindings(await repository.lint(["--staged"], { env }))).toHaveLength(2);
  });

  // npm puts the project's own programs first on PATH where a script runs the gate.
  test("the machine's git is asked, not a program of that name that the project brings", async () => {
    await using repository = await createStaged();
    await repository.write("packages/a/x.ts", `${BAD}debugger;\n`);
    await git(repository.root, "add", "packages/a/x.ts");
    const own = repository.at("bin");
    await repository.write("bin/git", "#!/bin/sh\nexit 0\n");
    await chmod(repository.at("bin/git"), 0o755);
    const env = { PATH: [own, process.env["PATH"] ?? ""].join(path.delimiter) };
    expect(listFindings(await repository.lint(["--staged"], { env }))).toHaveLength(2);
  });

  test("outside of git there is nothing that can be asked: a process failure, and no run over everything", async () => {
    await using repository = await LintRepository.create(FILES, TWO);
    const { status, exitCode, failures, scopes } = await repository.lint(["--staged"]);
    expect([status, exitCode, failures.map(({ kind }) => kind), scopes]).toEqual(["failed", 2, ["process"], []]);
  });
});

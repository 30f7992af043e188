import { chmodSync, mkdirSync, renameSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";

import { expect, test } from "vitest";

import { toSessionTree } from "../../src/guard/decide/fingerprint.ts";
import { listTree, toTreeEnvironment, toTreeExcludes, toTreeIndex } from "../../src/guard/decide/list-tree.ts";
import { splitNul } from "../../src/guard/decide/path-text.ts";
import { runGit } from "../../src/guard/decide/run-git.ts";
import { GuardedRepository } from "../helpers/guard-session.ts";
import { git, withTemporaryDirectory } from "../helpers/hi.ts";

/** Long names make an index large with few files. */
const LONG = "name-".repeat(40);
const FILES = Object.fromEntries(
  Array.from({ length: 4200 }, (_, at) => [`big/d${at % 7}/${LONG}${at}.js`, `${at}\n`])
);

/** All differences, by the one command that a small tree is asked with. */
async function listAtOnce(guarded: GuardedRepository): Promise<readonly string[]> {
  const tree = toSessionTree({ active: (await guarded.open()).active, env: guarded.whole });
  const args = ["ls-files", "-z", "-t", "-m", "-d", "-o", "-X", toTreeExcludes(tree.folder)];
  const { stdout } = await runGit({ root: tree.root, env: tree.env, gitEnv: toTreeEnvironment(tree), args });
  return [...new Set(splitNul(stdout).map((line) => line.toString("latin1", 2)))].toSorted();
}

test("a large tree is listed by two processes, with what one would list", async () => {
  await withTemporaryDirectory(async (folder) => {
    const guarded = await new GuardedRepository(folder).begin(FILES);
    const { active } = await guarded.open();
    const tree = toSessionTree({ active, env: guarded.whole });
    expect(statSync(toTreeIndex(tree.folder)).size).toBeGreaterThan(1024 * 1024);
    const at = (...names: readonly string[]): string => path.join(guarded.root, ...names);
    const list = async (): Promise<readonly string[]> =>
      (await listTree(tree)).map((one) => Buffer.from(one.path).toString("latin1")).toSorted();
    expect(await list()).toStrictEqual([]);
    await guarded.seal();
    expect(await guarded.canStop()).toMatchObject({ exitCode: 0 });

    // Touched and not changed: two of the three are listed by what looks at the times alone.
    utimesSync(at("src/math.js"), 1, 1);
    expect(await list()).toStrictEqual([]);
    expect(await guarded.canStop()).toMatchObject({ exitCode: 0 });

    guarded.write(`big/d0/${LONG}0.js`, "other\n");
    rmSync(at(`big/d1/${LONG}1.js`));
    chmodSync(at(`big/d2/${LONG}2.js`), 0o755);
    rmSync(at(`big/d3/${LONG}3.js`));
    symlinkSync("elsewhere", at(`big/d3/${LONG}3.js`));
    rmSync(at(`big/d4/${LONG}4.js`));
    mkdirSync(at(`big/d4/${LONG}4.js/inner`), { recursive: true });
    writeFileSync(at(`big/d4/${LONG}4.js/inner/a`), "1");
    guarded.write("new/a b.js", "1");
    guarded.write("new/caf\u00E9.js", "1");
    guarded.write("new/.gitignore", "*\n");
    guarded.write("a.secret", "1");
    expect(await list()).toStrictEqual(await listAtOnce(guarded));
    expect(await list()).toContain(`big/d0/${LONG}0.js`);
    expect(await guarded.canStop()).toMatchObject({ exitCode: 6, reasonCode: "COMPLETION_BLOCKED" });
    await guarded.seal();
    expect(await guarded.canStop()).toMatchObject({ exitCode: 0 });
    guarded.write("new/caf\u00E9.js", "2");
    expect(await guarded.canStop()).toMatchObject({ exitCode: 6 });

    // More names than a command line takes.
    renameSync(at("big/d5"), at("big/other"));
    expect(await list()).toStrictEqual(await listAtOnce(guarded));

    // Below a folder that is a link by now nothing is.
    renameSync(at("big/d6"), at("big/moved"));
    symlinkSync("moved", at("big/d6"));
    const found = await listTree(tree);
    expect(found.filter((one) => one.path.startsWith("big/d6/") && one.kind === "removed")).toHaveLength(600);
  });
});

test("a submodule in a large tree is asked for its commit, and nothing of its own is run", async () => {
  await withTemporaryDirectory(async (folder) => {
    const guarded = new GuardedRepository(folder);
    await guarded.addSubmodule();
    await guarded.begin(FILES);
    await guarded.seal();
    expect(await guarded.canStop()).toMatchObject({ exitCode: 0 });
    const ran = path.join(folder, "ran");
    await git(guarded.root, "config", "-f", ".gitmodules", "submodule.mod.ignore", "all");
    await git(path.join(guarded.root, "mod"), "config", "core.fsmonitor", `touch ${ran}; false`);
    await git(guarded.root, "checkout", "-q", ".gitmodules");
    expect(await guarded.canStop()).toMatchObject({ exitCode: 0 });
    writeFileSync(path.join(guarded.root, "mod/f"), "2");
    expect(await guarded.canStop()).toMatchObject({ exitCode: 6 });
    writeFileSync(path.join(guarded.root, "mod/f"), "1");
    rmSync(ran, { force: true });
    await guarded.canStop();
    expect(() => statSync(ran)).toThrow("ENOENT");
    await git(path.join(guarded.root, "mod"), "commit", "-q", "--allow-empty", "-m", "n");
    expect(await guarded.canStop()).toMatchObject({ exitCode: 6 });
  });
});

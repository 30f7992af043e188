import {
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";

import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";

import { findAskedPaths } from "../../src/runtime/guard/asked-paths.ts";
import { runProcess } from "../helpers/hi.ts";

// What a real bash writes by commands made of the listed forms, against what the guard asks about before it runs: every
// file that changed was asked about, or the command was one that cannot be told.

const FILES = ["a", "b c", "t/x", "t/y z", "t/u/w", "$d"];

let history = "";

/** A history with another content of every file, to be copied. */
beforeAll(async () => {
  history = realpathSync(mkdtempSync(path.join(os.tmpdir(), "hi-bash-git-")));
  const git = (...args: readonly string[]) =>
    runProcess("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], { cwd: history, env: { HOME: history } });
  await git("init", "-q");
  for (const content of ["earlier", "later"]) {
    for (const file of FILES) {
      mkdirSync(path.dirname(path.join(history, file)), { recursive: true });
      writeFileSync(path.join(history, file), `${content} content of ${file} x\n`);
    }
    await git("add", "-A");
    const { exitCode } = await git("commit", "-qm", content);
    expect(exitCode).toBe(0);
  }
});

afterAll(() => rmSync(history, { recursive: true, force: true }));

function make(): string {
  const root = realpathSync(mkdtempSync(path.join(os.tmpdir(), "hi-bash-")));
  cpSync(path.join(history, ".git"), path.join(root, ".git"), { recursive: true });
  for (const folder of ["t/u", "o"]) mkdirSync(path.join(root, folder), { recursive: true });
  for (const file of FILES) writeFileSync(path.join(root, file), `content of ${file} x\n`);
  return root;
}

/** Every path below, with what it holds. */
function read(root: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const name of readdirSync(root, { recursive: true, encoding: "utf8" })) {
    if (name.startsWith(".git/")) continue;
    const file = path.join(root, name);
    const facts = lstatSync(file);
    if (facts.isSymbolicLink()) found.set(name, `-> ${readlinkSync(file)}`);
    else if (facts.isFile()) found.set(name, readFileSync(file, "latin1"));
  }
  return found;
}

const NAMES = [...FILES, "t", "o", "o/new", "new one", "t/n'w", 'q"q', "back\\slash", "t/*", "a?"];
const single = (name: string): string => `'${name.replaceAll("'", String.raw`'\''`)}'`;
const double = (name: string): string => `"${name.replaceAll(/[$`"\\]/g, String.raw`\$&`)}"`;
const escaped = (name: string): string => name.replaceAll(/[^\w/.]/g, String.raw`\$&`);

/** A name in one of a shell's ways of writing it. */
const word: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom(...NAMES),
    fc.constantFrom(
      single,
      double,
      escaped,
      (name: string) => `./${single(name)}`,
      (name: string) => `${double(name.slice(0, 1))}${single(name.slice(1))}`
    )
  )
  .map(([name, write]) => write(name));
const pattern = fc.constantFrom(
  "t/*",
  "t/?",
  "[a]",
  "t/u/[!q]",
  "t/[[:alpha:]]",
  "[[:lower:]]*",
  "t/[]x]",
  "*x*",
  "$PWD/a",
  "{a,b}",
  '"$PWD"/t/x',
  "$(echo a)",
  "`echo a`"
);
const target = fc.oneof({ weight: 5, arbitrary: word }, { weight: 1, arbitrary: pattern });

const simple: fc.Arbitrary<string> = fc.oneof(
  fc
    .tuple(fc.constantFrom(">", ">>", ">|", "&>", "1>", ">&"), target)
    .map(([operator, to]) => `echo new ${operator} ${to}`),
  fc.tuple(target, target).map(([from, to]) => `cp ${from} ${to}`),
  fc.tuple(target, target).map(([from, to]) => `cp -r ${from} ${to}`),
  fc.tuple(target, target).map(([from, to]) => `mv -f ${from} ${to}`),
  fc.tuple(target, target).map(([from, to]) => `ln -sf ${from} ${to}`),
  fc.tuple(target, target).map(([from, to]) => `ln -f ${from} ${to}`),
  fc.tuple(target, target, word).map(([one, other, to]) => `mv ${one} ${other} ${to}`),
  fc.tuple(target, target).map(([from, to]) => `install -m 600 ${from} ${to}`),
  fc
    .tuple(
      fc.constantFrom(
        "rm -f",
        "rm -rf",
        "touch",
        "truncate -s 0",
        "tee",
        "sed -i s/x/y/",
        "sed -i.bak -e s/x/y/",
        "perl -pi -e s/x/y/",
        "unlink"
      ),
      target
    )
    .map(([verb, to]) => `${verb} ${to} < /dev/null`),
  target.map((to) => `dd if=/dev/null of=${to}`),
  target.map((to) => `cat > ${to} <<'E F'\necho > not\nE F\n`),
  // Options cut short, clustered and with their values behind them.
  fc.tuple(target, word).map(([from, to]) => `cp --target-dir=${to} ${from}`),
  fc.tuple(target, word).map(([from, to]) => `cp -ft ${to} ${from}`),
  fc.tuple(target, target).map(([from, to]) => `cp -Stmp ${from} ${to}`),
  fc.tuple(target, target).map(([from, to]) => `cp --parents -r ${from} ${to}`),
  target.map((to) => `sed --in-plac s/x/y/ ${to}`),
  target.map((to) => `truncate --si 0 ${to}`),
  // What starts another command.
  fc
    .tuple(
      fc.constantFrom(
        "env -C t",
        "env --chdir=t",
        "env -iu X PATH=/usr/bin:/bin",
        "nice --adjustment 5",
        "nice -n5",
        "time -p",
        "command --",
        "stdbuf --output L",
        "timeout --kill-after 9 9",
        "exec -a q",
        "A[0]=1",
        "CDPATH=t"
      ),
      fc.constantFrom("rm -f", "tee", "touch"),
      target
    )
    .map(([starter, verb, to]) => `${starter} ${verb} ${to} < /dev/null`),
  target.map((to) => `env -C t tee ${to}`),
  target.map((to) => `git -C t checkout HEAD~1 -- ${to}`),
  word.map((to) => `env -S "rm -f" ${to}`),
  // What chooses or makes commands.
  target.map((to) => `find . -maxdepth 0 -exec true \\; -exec rm -f ${to} \\;`),
  fc.constantFrom(
    "find t -name 'x' -exec env rm {} \\;",
    "find t -name x -exec sh -c 'rm \"$1\"' _ {} \\;",
    "find t -name x -execdir rm x \\;",
    "find t -name x -fprint a",
    "ls t/* | xargs sh -c 'rm -f \"$@\"' _",
    "echo q | xargs -I {} tee a",
    "bash -Ec 'rm -f a'",
    "bash -co pipefail 'rm -f a'",
    "bash <<X\nrm -f a\nX\n",
    "bash -s q <<'X'\nrm -f t/x\nX\n",
    "bash <<< 'rm -f a'",
    "echo rm -f a | sh",
    "bash <(echo rm -f a)",
    'eval "$(echo rm -f a)"',
    "source /dev/stdin <<'X'\ncd t\nX\n",
    "trap 'rm -f a' EXIT",
    "function f { rm -f a; }; f"
  ),
  // Git, which has an earlier content of every file.
  fc
    .tuple(
      fc.constantFrom(
        "checkout HEAD~1 --",
        "checkout",
        "restore",
        "restore --source=HEAD~1 --staged --work",
        "restore --stag",
        "restore -sHEAD~1",
        "rm -fq",
        "-C t checkout --"
      ),
      target
    )
    .map(([verb, to]) => `git ${verb} ${to}`),
  fc.constantFrom(
    "git reset -q --har HEAD~1",
    "git checkout -qf",
    "git checkout -qfb topic",
    "git switch -q --orphan topic",
    "git checkout -- '*x'",
    "git checkout -- q*x",
    "GIT_WORK_TREE=$PWD git checkout HEAD~1 -- t",
    "git -c core.worktree=.. checkout HEAD~1 -- a"
  ),
  fc.constantFrom(
    "cd -- t",
    "cd -P t",
    "cd -Le -- t",
    "CDPATH=t; cd u",
    "pushd -n t",
    "cd t",
    "cd nowhere",
    "true",
    "false",
    ":",
    "echo '> a' \"> b\" \\> c # > a",
    "[[ a > b ]]",
    "A='> a' B=1"
  )
);

const tree: fc.Arbitrary<string> = fc.letrec((tie) => ({
  command: fc.oneof(
    { maxDepth: 3 },
    simple,
    fc
      .tuple(tie("command"), fc.constantFrom("; ", " && ", " || ", "\n", " | "), tie("command"))
      .map(([one, between, other]) => `${String(one)}${between}${String(other)}`),
    tie("command").map((inner) => `( ${String(inner)}\n)`),
    tie("command").map((inner) => `{ ${String(inner)}\n}`),
    tie("command").map((inner) => `if true; then ${String(inner)}\nfi`),
    tie("command").map((inner) => `for i in 1 2; do ${String(inner)}\ndone`),
    tie("command").map((inner) => `echo "$( ${String(inner)}\n)" done`),
    tie("command").map((inner) => `bash -c ${single(String(inner))}`),
    tie("command").map((inner) => `eval ${single(String(inner))}`)
  ),
})).command as fc.Arbitrary<string>;

/** What a command makes on its way may lead its next part to names that nobody can know of; what was there is known. */
const MAKES_NAMES = /\b(?:ln|mv|cp|install)\b/;

it("asks about every file that a real bash changes", async () => {
  let told = 0;
  await fc.assert(
    fc.asyncProperty(tree, async (command) => {
      const root = make();
      try {
        const before = read(root);
        const { paths, undecided } = await findAskedPaths(root, {
          tool: "shell",
          args: { command, cwd: "." },
          base: root,
        });
        await runProcess("bash", ["-c", command], { cwd: root, env: { HOME: root } });
        const after = read(root);
        const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
          (name) => before.get(name) !== after.get(name)
        );
        const asked = new Set(paths.map((file) => path.relative(root, file)));
        const isKnown = (name: string): boolean => before.has(name) || !MAKES_NAMES.test(command);
        const missed = changed.filter((name) => isKnown(name) && !asked.has(name) && !isBackup(name, asked));
        if (undecided.length === 0) {
          told += changed.length > 0 ? 1 : 0;
          expect(missed, command).toEqual([]);
        }
      } finally {
        rmSync(root, { recursive: true, force: true });
      }
    }),
    { numRuns: 400 }
  );
  // Otherwise nothing was shown.
  expect(told).toBeGreaterThan(50);
});

/** `sed -i.bak` also makes a file that nothing has named. */
function isBackup(name: string, asked: ReadonlySet<string>): boolean {
  return name.endsWith(".bak") && asked.has(name.slice(0, -".bak".length));
}

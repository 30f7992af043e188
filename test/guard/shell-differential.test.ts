import {
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
import { expect, it } from "vitest";

import { findAskedPaths } from "../../src/runtime/guard/asked-paths.ts";
import { runProcess } from "../helpers/hi.ts";

// What a real bash writes by commands made of the listed forms, against what the guard asks about before it runs: every
// file that changed was asked about, or the command was one that cannot be told.

const FILES = ["a", "b c", "t/x", "t/y z", "t/u/w", "$d"];

function make(): string {
  const root = realpathSync(mkdtempSync(path.join(os.tmpdir(), "hi-bash-")));
  for (const folder of ["t/u", "o"]) mkdirSync(path.join(root, folder), { recursive: true });
  for (const file of FILES) writeFileSync(path.join(root, file), `content of ${file} x\n`);
  return root;
}

/** Every path below, with what it holds. */
function read(root: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const name of readdirSync(root, { recursive: true, encoding: "utf8" })) {
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
  fc.constantFrom(
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

it("asks about every file that a real bash changes", { timeout: 300_000 }, async () => {
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
    { numRuns: 300 }
  );
  // Otherwise nothing was shown.
  expect(told).toBeGreaterThan(50);
});

/** `sed -i.bak` also makes a file that nothing has named. */
function isBackup(name: string, asked: ReadonlySet<string>): boolean {
  return name.endsWith(".bak") && asked.has(name.slice(0, -".bak".length));
}

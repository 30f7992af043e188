import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";

import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { relativePath } from "../../src/domain/paths.ts";
import { readGitIgnore } from "../../src/runtime/git-ignore.ts";

// What the runtime takes for ignored is what git takes for ignored, asked of git itself.

let root: string;

beforeAll(async () => {
  root = await realpath(await mkdtemp(path.join(os.tmpdir(), "hi-gitignore-")));
  execFileSync("git", ["init", "-q", root]);
  await mkdir(path.join(root, "a/b"), { recursive: true });
});

afterAll(() => rm(root, { recursive: true, force: true }));

function askGit(files: readonly string[]): ReadonlySet<string> {
  try {
    const input = files.join("\0");
    const options = {
      cwd: root,
      input,
      encoding: "utf8",
      env: { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null" },
    } as const;
    return new Set(execFileSync("git", ["check-ignore", "--no-index", "-z", "--stdin"], options).split("\0"));
  } catch {
    // Exit 1: none is ignored.
    return new Set();
  }
}

const name = fc.constantFrom("a", "b", "c.ts", "x.gen.ts", "d");
const piece = fc.oneof(
  name,
  fc.constantFrom("*", "**", "*.ts", "?", "[ab]", "[!a]", "x.*", "a*", "*.gen.*", "\\a", "{a,b}", "[a-c].ts")
);
const pattern = fc
  .tuple(
    fc.constantFrom("", "", "!", "#"),
    fc.constantFrom("", "/"),
    fc.array(piece, { minLength: 1, maxLength: 3 }),
    fc.constantFrom("", "", "/", "  ")
  )
  .map(([mark, anchor, pieces, tail]) => mark + anchor + pieces.join("/") + tail);
const ignoreFile = fc.array(pattern, { maxLength: 4 }).map((lines) => `${lines.join("\n")}\n`);
const file = fc
  .tuple(fc.array(name, { maxLength: 3 }), fc.constantFrom("c.ts", "x.gen.ts", "y.ts"))
  .map(([folders, last]) => [...folders, last].join("/"));

describe("readGitIgnore", () => {
  it("agrees with git", async () => {
    await fc.assert(
      fc.asyncProperty(
        ignoreFile,
        ignoreFile,
        fc.array(file, { minLength: 8, maxLength: 8 }),
        async (top, nested, files) => {
          await writeFile(path.join(root, ".gitignore"), top);
          await writeFile(path.join(root, "a/.gitignore"), nested);
          const theirs = askGit(files);
          for (const each of files) {
            expect([each, await readGitIgnore(root)(relativePath(each))]).toStrictEqual([each, theirs.has(each)]);
          }
        }
      ),
      { numRuns: 500 }
    );
  });
});

import { describe, expect, test } from "vitest";

import { parseRelativePath } from "../../src/domain/paths.ts";

// NTFS drops dots and spaces at a name's end, knows `.git` as `git~1` and opens streams by a colon; HFS+ passes over
// invisible characters. A receipt that names such a path would have a file written or removed inside `.git`.

describe("what some file system takes for the git directory is refused on all", () => {
  test.each([
    ".git ",
    ".git.",
    ".git. .",
    ".GIT...",
    "git~1",
    "GIT~1",
    "git~2 .",
    ".git::$INDEX_ALLOCATION",
    ".git:stream",
    "git~1::$DATA",
    ".g\u200Cit",
    "\uFEFF.git",
    ".gi\u206At\u200F",
  ])("%j", (name) => {
    for (const path of [name, `${name}/config`, `a/${name}/hooks/pre-commit`]) {
      expect(parseRelativePath(path)).toEqual({ problem: "git-directory" });
    }
  });
});

describe("names of dots and spaces alone, which Windows takes for no name or for the folder above", () => {
  test.each([".. ", "a/.. /b", "... ", ".. .", "..."])("%j", (name) => {
    expect(parseRelativePath(name)).toEqual({ problem: "escapes" });
  });

  test.each([". ", "a/. ./b", " ", "a/ /b", " . "])("%j", (name) => {
    expect(parseRelativePath(name)).toEqual({ problem: "not-normal" });
  });
});

test.each([
  ".gitignore",
  ".github/x",
  ".git-blame-ignore-revs",
  "git",
  "git~x",
  "digit~1",
  ".gitmodules",
  "..a",
  "a..",
  ".git.md",
  "g\u00EFt",
  "docs/a:b",
  ".a ",
])("is an ordinary name: %j", (name) => expect(parseRelativePath(name)).toBe(name));

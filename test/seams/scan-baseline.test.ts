import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

import { describe, expect, it } from "vitest";

import { PROJECT_ROOT, withTemporaryDirectory } from "../helpers/hi.ts";
import { ScanRepository } from "../helpers/scan-repository.ts";

// Findings are added to a baseline that people keep: nothing of theirs changes, nothing lands elsewhere, nothing is lost.

const ENTRY = { fingerprint: "f".repeat(64), rule_id: "js/no-eval", file: "old.js", line: 1 };
const NAME = ".hi-scan-baseline.json";
const PAUSE = path.join(PROJECT_ROOT, "test/fixtures/crash/pause.mjs");

describe("a baseline that stands there", () => {
  it.each([
    [
      "with members of its own, in four spaces",
      `${JSON.stringify({ comment: "ours", version: 1, entries: [ENTRY], z: 1 }, undefined, 4)}\n`,
    ],
    ["on one line", JSON.stringify({ version: 1, entries: [ENTRY], note: "é" })],
    [
      "with tabs and the line ends of Windows",
      JSON.stringify({ version: 1, entries: [ENTRY] }, undefined, "\t").replaceAll("\n", "\r\n"),
    ],
    ["with no entry", '{\n   "version": 1,\n   "entries": [\n   ]\n}\n'],
    ["with an empty list", '{"version":1,"entries":[]}'],
  ])("%s keeps every byte, and its mode", async (_, text) => {
    await using repository = await ScanRepository.create({ "a.js": "eval(a);\n", "b.js": "eval(b);\n", [NAME]: text });
    chmodSync(repository.at(NAME), 0o600);
    const ended = await repository.scan(["baseline"]);
    expect(ended.stdout).toContain("Wrote baseline to ");
    const after = readFileSync(repository.at(NAME), "utf8");
    const [start = "", end = ""] = text.split(/(?<=\[)\s*(?=\])|(?<=\})(?=\s*\])/);
    expect(after.startsWith(start), after).toBe(true);
    expect(after.endsWith(end), after).toBe(true);
    const before = JSON.parse(text) as { readonly entries: readonly unknown[] };
    const { entries, ...rest } = JSON.parse(after) as { readonly entries: readonly { readonly file: string }[] };
    expect({ ...rest, entries: [] }).toStrictEqual({ ...before, entries: [] });
    expect(entries.map(({ file }) => file).slice(before.entries.length)).toStrictEqual(["a.js", "b.js"]);
    expect(after.includes("\r\n")).toBe(text.includes("\r\n"));
    expect(after.replaceAll("\r\n", "").includes("\n")).toBe(text.replaceAll("\r\n", "").includes("\n"));
    expect(statSync(repository.at(NAME)).mode & 0o777).toBe(0o600);
    // Once more adds nothing, and changes nothing.
    await repository.scan(["baseline"]);
    expect(readFileSync(repository.at(NAME), "utf8")).toBe(after);
  });

  it.each([0, 1])("loses nothing that others add at the same moment (%i there before)", async (count) => {
    const files = Object.fromEntries(Array.from({ length: 8 }, (_, at) => [`f${at}.js`, `eval(x${at});\n`]));
    await using repository = await ScanRepository.create(files);
    const entries = Array.from({ length: count }, () => ENTRY);
    if (count > 0) repository.write({ [NAME]: JSON.stringify({ version: 1, entries }) });
    await Promise.all(Object.keys(files).map((file) => repository.scan(["--write-baseline", "--", file])));
    const after = JSON.parse(readFileSync(repository.at(NAME), "utf8")) as { readonly entries: readonly unknown[] };
    expect(after.entries).toHaveLength(8 + count);
    expect(readdirSync(repository.root).filter((name) => name.endsWith(".tmp"))).toStrictEqual([]);
  });

  // No system compares and renames in one step: between the two another's entry was put in place, and was lost again.
  it("loses nothing either where one is held up between its last look and its rename", async () => {
    await withTemporaryDirectory(async (marks) => {
      const text = JSON.stringify({ version: 1, entries: [] });
      await using repository = await ScanRepository.create({
        "a.js": "eval(a);\n",
        "b.js": "eval(b);\n",
        [NAME]: text,
      });
      const [held, go] = [path.join(marks, "held"), path.join(marks, "go")];
      const pause = { HI_TEST_PAUSE: repository.at(NAME), HI_TEST_HELD: held, HI_TEST_GO: go };
      const env = { ...pause, NODE_OPTIONS: `--import=${pathToFileURL(PAUSE).href}` };
      const first = repository.scan(["--write-baseline", "--", "a.js"], { env });
      await waitFor(() => existsSync(held));
      const second = repository.scan(["--write-baseline", "--", "b.js"]);
      await waitFor(() => readFileSync(repository.at(NAME), "utf8").includes("b.js"));
      writeFileSync(go, "");
      const ends = await Promise.all([first, second]);
      expect(ends.map(({ exitCode, stderr }) => [exitCode, stderr])).toEqual([
        [1, ""],
        [1, ""],
      ]);
      const { entries } = JSON.parse(readFileSync(repository.at(NAME), "utf8"));
      expect(entries.map(({ file }: { readonly file: string }) => file).toSorted()).toEqual(["a.js", "b.js"]);
    });
  });
});

/** What never comes is ended by the test's own limit. */
async function waitFor(isThere: () => boolean): Promise<void> {
  while (!isThere()) await new Promise((resolve) => setTimeout(resolve, 20));
}

it("makes no folder behind a link before it refuses", async () => {
  await withTemporaryDirectory(async (outside) => {
    await using repository = await ScanRepository.create({ "a.js": "eval(a);\n" });
    symlinkSync(outside, repository.at("link"));
    symlinkSync(path.join(outside, "gone"), repository.at("nowhere"));
    mkdirSync(repository.at("real"));
    writeFileSync(repository.at("real/file"), "");
    for (const place of ["link/new/deep/b.json", "nowhere/b.json", "real/file/b.json"]) {
      const ended = await repository.scan(["--write-baseline", place]);
      expect(ended.exitCode, place).toBe(2);
      expect(ended.stderr).toContain("HI_SCAN_FAILED The baseline ");
    }
    expect(readdirSync(outside)).toStrictEqual([]);
    expect((await repository.scan(["--write-baseline", "real/new/deep/b.json"])).exitCode).toBe(1);
    expect(existsSync(repository.at("real/new/deep/b.json"))).toBe(true);
  });
});

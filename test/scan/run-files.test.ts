import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { afterAll, describe, expect, it } from "vitest";

import type { LookAsk } from "../../src/scan/embedded/look-at-file.ts";
import { runFiles } from "../../src/scan/embedded/run-files.ts";
import type { SelectedFile } from "../../src/scan/select-files.ts";

const folder = mkdtempSync(path.join(tmpdir(), "hi-run-files-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ASK: LookAsk = { kind: "scan", isNamed: false, noBuiltins: false, options: {}, maxFileBytes: 1_048_576 };

function write(name: string, text: string | Buffer): SelectedFile {
  const place = path.join(folder, name);
  mkdirSync(path.dirname(place), { recursive: true });
  writeFileSync(place, text);
  return { shown: `shown/${name}`, place, inside: name };
}

/** Files of every ending, a finding in each third, and a few that cannot be looked at. */
function makeFiles(count: number): SelectedFile[] {
  const files = Array.from({ length: count }, (_, at) =>
    write(`a${at}.${["js", "ts", "tsx", "mjs"][at % 4]}`, at % 3 === 0 ? `eval(text${at});\n` : "export {};\n")
  );
  const odd = [
    write("binary.js", Buffer.from([0x61, 0, 0x62])),
    write("latin.js", Buffer.from([0xe9, 0x0a])),
    write("broken.ts", "const a = = eval(1);\n"),
    write("large.js", `// ${"x".repeat(1_100_000)}`),
    { shown: "shown/gone.js", place: path.join(folder, "gone.js"), inside: "gone.js" },
  ];
  return [...files.slice(0, count / 2), ...odd, ...files.slice(count / 2)];
}

describe("a run over files", () => {
  const files = makeFiles(400);

  it("says the same in one thread and in several, in the order of the list", async () => {
    const alone = await runFiles(files, ASK, { threads: 1 });
    expect(alone).toHaveLength(files.length);
    const named = alone.flatMap(({ findings, skipped }) => [...findings, ...skipped].map(({ file }) => file));
    const order = files.map(({ shown }) => shown).filter((shown) => named.includes(shown));
    expect([...new Set(named)]).toStrictEqual(order);
    expect(alone.flatMap(({ findings }) => findings).length).toBeGreaterThan(100);
    expect(alone.flatMap(({ skipped }) => skipped.map(({ reason }) => reason))).toStrictEqual([
      "binary",
      "not-utf8",
      "partial-parse",
      "too-large",
      "unreadable",
    ]);
    for (const threads of [2, 3]) expect(await runFiles(files, ASK, { threads })).toStrictEqual(alone);
  });

  it("says how far it is, to the end", async () => {
    for (const threads of [1, 2]) {
      const said: (readonly [number, number])[] = [];
      await runFiles(files, ASK, { threads, onProgress: (done, total) => said.push([done, total]) });
      expect(said.at(-1)).toStrictEqual([files.length, files.length]);
      expect(said.map(([done]) => done)).toStrictEqual(said.map(([done]) => done).toSorted((a, b) => a - b));
    }
  });

  it("ends when it is told to, and says which files it did not reach", async () => {
    for (const threads of [1, 2]) {
      const control = new AbortController();
      const answers = await runFiles(files, ASK, {
        threads,
        signal: control.signal,
        onProgress: (done) => {
          if (done >= 40) control.abort();
        },
      });
      expect(answers).toHaveLength(files.length);
      const late = answers.filter(({ skipped }) => skipped.some(({ reason }) => reason === "out-of-time"));
      expect(late.length).toBeGreaterThan(200);
      expect(answers.filter(({ isScanned }) => isScanned).length).toBeGreaterThanOrEqual(30);
    }
  });

  it("that was told to end before it began looks at nothing", async () => {
    for (const threads of [1, 2]) {
      const answers = await runFiles(files, ASK, { threads, signal: AbortSignal.abort() });
      expect(answers.every(({ isScanned }) => !isScanned)).toBe(true);
    }
  });

  it("over nothing says nothing", async () => {
    for (const threads of [0, 1, 2]) expect(await runFiles([], ASK, { threads })).toStrictEqual([]);
  });

  it("asks no detector where none is wanted, and looks at a link's target as its caller chose it", async () => {
    symlinkSync(path.join(folder, "a0.js"), path.join(folder, "link.js"));
    const link = { shown: "link.js", place: path.join(folder, "link.js"), inside: "link.js" };
    const none = await runFiles([link], { ...ASK, noBuiltins: true });
    expect(none).toStrictEqual([{ findings: [], skipped: [], isScanned: true }]);
  });
});

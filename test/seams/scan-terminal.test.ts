import { execFileSync } from "node:child_process";
import { stripVTControlCharacters } from "node:util";

import { describe, expect, test } from "vitest";

import { runHi } from "../helpers/hi.ts";
import { plant } from "../helpers/live-tree.ts";
import { hasTerminal, talk } from "../helpers/terminal.ts";
import { inFolder } from "./init-detect.fixture.ts";

/** Where descriptions begin: behind the place and the severity. */
const INDENT = " ".repeat(20);

const FILES = {
  "src/運行.js": [
    "// 日本語のとても長い説明文がここにあります",
    "export function run(req, res) { const 名前 = req.query.name; eval(req.query.code + 名前); res.send('<b>' + 名前 + '</b>'); }",
    "document.write(location.hash); // a comment behind it that is long enough to go over the edge of any of the terminals",
    "",
  ].join("\n"),
};

const readWords = (text: string): readonly string[] => text.split(/\s+/).filter((word) => word !== "");

/** As a terminal counts: these letters take two places each. */
const widthOf = (line: string): number => [...line].length + (line.match(/[\u3000-\u9FFF]/gu)?.length ?? 0);

async function scanAt(folder: string, columns: number): Promise<readonly string[]> {
  const { screen } = await talk("scan 2>/dev/null", folder, [], columns);
  return stripVTControlCharacters(screen).replaceAll("\r", "").split("\n");
}

describe.skipIf(!hasTerminal)("hi scan in a terminal", () => {
  test("no line of a finding is longer than the terminal is wide, and the next hangs below its text", () =>
    inFolder(async (folder) => {
      await plant(folder, FILES);
      execFileSync("git", ["init", "--quiet"], { cwd: folder });
      const whole = await runHi(["scan"], { cwd: folder, env: {} });
      expect(Math.max(...whole.stdout.split("\n").map(widthOf))).toBeGreaterThan(120);
      for (const columns of [30, 60, 80, 120]) {
        const lines = await scanAt(folder, columns);
        const told = lines.slice(0, lines.indexOf(""));
        expect(Math.max(...told.map(widthOf)), told.join("\n")).toBeLessThanOrEqual(columns);
        const place = told.findIndex((line) => /^ {2}2:\d+ /.test(line));
        const hang = columns === 30 ? " ".repeat(4) : INDENT;
        if (columns < 120) expect(told[place + 1]).toMatch(new RegExp(`^${hang}\\S`));
        // What is broken is spaces alone, or a word that no line can hold.
        const words = readWords(told.slice(1).join("\n")).join("");
        expect(words).toBe(
          readWords(whole.stdout.slice(0, whole.stdout.indexOf("\n\n")))
            .slice(1)
            .join("")
            .replaceAll("->", "→")
        );
      }
    }));

  test("what a program reads has whole lines, with colours forced too", () =>
    inFolder(async (folder) => {
      await plant(folder, FILES);
      const piped = await talk("scan 2>/dev/null | cat", folder, [], 60);
      const forced = await runHi(["scan"], { cwd: folder, env: { FORCE_COLOR: "1", COLUMNS: "60" } });
      const plain = await runHi(["scan"], { cwd: folder, env: { COLUMNS: "60" } });
      expect(Math.max(...plain.stdout.split("\n").map(widthOf))).toBeGreaterThan(120);
      expect(stripVTControlCharacters(forced.stdout)).toBe(plain.stdout);
      const findings = plain.stdout.slice(0, plain.stdout.indexOf("\n\n"));
      expect(piped.screen.replaceAll("\r", "").startsWith(findings)).toBe(true);
    }));
});

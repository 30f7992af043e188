import { createHash, createHmac } from "node:crypto";
import { existsSync, lstatSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";

import { describe, expect, it } from "vitest";
import { parse } from "yaml";

import { askAdapter, layOut } from "../helpers/adapter.ts";
import { git, runHi, withTemporaryDirectory } from "../helpers/hi.ts";
import { PLANTED_SECRETS } from "../helpers/planted-secrets.ts";
import { CONTROL_C, hasTerminal, talk } from "../helpers/terminal.ts";
import { sayNotShown } from "./reports.fixture.ts";

/** Mechanism: findings are decided about one by one by the person who knows, and every decision is kept at once. */

if (!hasTerminal) sayNotShown("hi scan triage (util-linux's script is not here)");

/** The last line of a question that waits; once it is answered, its other lines are drawn again. */
const ASKED = "the next walk goes on here";
async function withProject(
  files: Readonly<Record<string, string>>,
  work: (root: string) => Promise<void>
): Promise<void> {
  await withTemporaryDirectory(async (parent) => {
    const root = path.join(parent, "work");
    layOut(root, { ...files, ".gitignore": "x\n" });
    await git(root, "init", "--quiet");
    await work(root);
  });
}

const read = (root: string, name: string): string => readFileSync(path.join(root, name), "utf8");

async function walk(root: string, lines: Parameters<typeof talk>[2], args = "--engine embedded") {
  const session = await talk(`scan triage ${args}`, root, lines);
  return { ...session, screen: stripVTControlCharacters(session.screen) };
}

describe.skipIf(!hasTerminal)("hi scan triage", () => {
  it("shows, explains, and suppresses in all three places, without a changed byte beside it", () =>
    withProject(
      {
        "a.js": "let a;\r\n  eval(a);\r\n",
        "b.js": "eval(b);\n",
        "c.js": "eval(c);\n",
        ".hi-scan.yml": "# ours\nscan:\n  severity: low # all\n",
      },
      async (root) => {
        const { screen, exitCode } = await walk(root, [
          { after: ASKED, type: "e" },
          { after: "confidence: 1", type: "" },
          { after: ASKED, type: "i" },
          { after: ASKED, type: "c" },
          { after: ASKED, type: "b" },
        ]);
        expect(screen).toMatch(/1 of 3[\s\S]*critical {2}js\/no-eval \(CWE-95\)[\s\S]*> 2 \| {3}eval\(a\);/);
        expect(screen).toContain("2 of 3");
        expect(screen).toContain("3 suppressed. Nothing is left to tell.");
        expect(screen).toContain("look at what was written, and commit it: git diff");
        expect(screen).toContain("for js/no-eval in this file, in .hi-scan.yml");
        expect(screen).toContain("Written to .hi-scan.yml: js/no-eval is not told in b.js.");
        expect(screen).toContain("Added to .hi-scan-baseline.json: this finding alone.");
        expect(screen).not.toContain(root);
        expect(exitCode).toBe(0);
        expect(read(root, "a.js")).toBe("let a;\r\n  // hi: ignore[js/no-eval]\r\n  eval(a);\r\n");
        expect(read(root, ".hi-scan.yml")).toMatch(/^# ours\nscan:\n {2}severity: low # all\n {2}ignore_rules:\n/);
        expect(parse(read(root, ".hi-scan.yml"))).toMatchObject({
          scan: { ignore_rules: [{ path: "b.js", rules: ["js/no-eval"] }] },
        });
        expect(JSON.parse(read(root, ".hi-scan-baseline.json"))).toMatchObject({ entries: [{ file: "c.js" }] });
        const left = await askAdapter({ command: "scan-workspace" }, { cwd: root });
        expect(left).toMatchObject({ exit_code: 0, findings: [] });
      }
    ));

  it("goes on where it was left, and asks again about what was skipped only where that is wished", () =>
    withProject({ "a.js": "eval(a);\n", "b.js": "eval(b);\n", "c.js": "eval(c);\n" }, async (root) => {
      const first = await walk(root, [
        { after: ASKED, type: "s" },
        { after: ASKED, type: "q" },
      ]);
      expect(first).toMatchObject({ exitCode: 1, screen: expect.stringContaining("3 left: 1 skipped, 2 open.") });
      // A line that moves is no other finding.
      layOut(root, { "a.js": "\n\neval(a);\n" });
      const second = await walk(root, [
        { after: "ask about all again", type: "g" },
        { after: "b.js:1:1", type: "" },
        { after: ASKED, type: "q" },
      ]);
      expect(second.screen).toContain("1 of 2");
      const third = await walk(root, [
        { after: "ask about all again", type: "a" },
        { after: "a.js:3:1", type: "" },
        { after: ASKED, type: "q" },
      ]);
      expect(third.screen).toContain("1 of 3");
      // Nothing of it lies in the work tree.
      expect(await git(root, "status", "--porcelain")).toBe("?? .gitignore\n?? a.js\n?? b.js\n?? c.js\n");
    }));

  it("puts back a comment that would not be one, and says what else there is", () =>
    withProject({ "a.jsx": "const a = (\n  <p>\n    {eval(x)}\n  </p>\n);\n" }, async (root) => {
      const before = read(root, "a.jsx");
      const { screen } = await walk(root, [
        { after: ASKED, type: "i" },
        { after: "no comment can stand above this line", type: "" },
        { after: ASKED, type: "q" },
      ]);
      expect(screen).toContain("Not suppressed");
      expect(read(root, "a.jsx")).toBe(before);
    }));

  it("leaves a configuration alone that cannot be added to without a change, and says what to write", () =>
    withProject({ "a.js": "eval(a);\n", ".hi-scan.yml": "scan: { severity:   low }\n" }, async (root) => {
      const { screen } = await walk(root, [
        { after: ASKED, type: "c" },
        { after: "by hand", type: "" },
        { after: ASKED, type: "q" },
      ]);
      expect(screen).toContain("ignore_rules:");
      expect(read(root, ".hi-scan.yml")).toBe("scan: { severity:   low }\n");
    }));

  it("makes the configuration where there is none, and shows no secret", () =>
    withProject({ "k.env": `t = "${PLANTED_SECRETS["secret/npm-token"]}"\n` }, async (root) => {
      const lines = [{ after: ASKED, type: "c" }];
      const { screen, exitCode } = await walk(root, lines, "--engine embedded --of secrets");
      expect(exitCode).toBe(0);
      expect(screen).toContain("turns secret/npm-token off for every file, in .hi-scan.yml");
      expect(screen).toContain("Written to .hi-scan.yml: secret/npm-token is not told in any file.");
      expect(screen).toContain("[REDACTED]");
      expect(screen).not.toContain(PLANTED_SECRETS["secret/npm-token"]);
      expect(parse(read(root, ".hi-scan.yml"))).toStrictEqual({ secrets: { ignore_rules: ["secret/npm-token"] } });
    }));

  it("is cancelled by control and C, and nothing is undecided by it", () =>
    withProject({ "a.js": "eval(a);\n" }, async (root) => {
      const { exitCode } = await walk(root, [{ after: ASKED, type: CONTROL_C }]);
      expect(exitCode).toBe(130);
      expect(read(root, "a.js")).toBe("eval(a);\n");
    }));
});

describe.skipIf(!hasTerminal)("a secret that was skipped", () => {
  const NPM = PLANTED_SECRETS["secret/npm-token"] as string;
  const OTHER = `${NPM.slice(0, -3)}Zz9`;
  const toLine = (secret: string): string => `token = "${secret}"\n`;
  const skip = [
    { after: ASKED, type: "s" },
    { after: ASKED, type: "q" },
  ];
  const goOn = [
    { after: "ask about all again", type: "g" },
    { after: ASKED, type: "q" },
  ];
  const look = (root: string, lines: Parameters<typeof talk>[2]) => walk(root, lines, "--engine embedded --of secrets");

  it("is told apart from one that takes its place, and from one that comes above it", () =>
    withProject({ "k.env": toLine(NPM) }, async (root) => {
      expect(OTHER).not.toBe(NPM);
      expect((await look(root, skip.slice(0, 1))).screen).toContain("1 left: 1 skipped, 0 open.");
      layOut(root, { "k.env": toLine(OTHER) });
      expect((await look(root, skip.slice(1))).screen).toContain("1 left: 0 skipped, 1 open.");
      layOut(root, { "k.env": toLine(OTHER) + toLine(NPM) });
      const both = await look(root, goOn);
      expect(both.screen).toContain("2 left: 1 skipped, 1 open.");
      expect(both.screen).toMatch(/1 of 1[\s\S]*k\.env:1:/);
      layOut(root, { "k.env": `\n\n${toLine(NPM)}` });
      expect((await look(root, goOn.slice(0, 1))).screen).toContain("1 left: 1 skipped, 0 open.");
    }));

  it("leaves nothing in the repository that a guess can be held against", () =>
    withProject({ "k.env": toLine(NPM) }, async (root) => {
      await look(root, skip.slice(0, 1));
      const kept = read(root, ".git/hi-triage/passed-over.json");
      const key = path.join(`${root}-state`, "hi/triage/key");
      expect(lstatSync(key).mode & 0o777).toBe(0o600);
      expect(kept).toMatch(/^\["[0-9a-f]{32}"\]$/);
      const text = ["secret/npm-token", "k.env", toLine(NPM).trim(), 0].join("\0");
      const toHmac = (secret: Buffer | string): string =>
        createHmac("sha256", secret).update(text).digest("hex").slice(0, 32);
      // With the key it is what was written; without it, nothing that can be worked out is.
      expect(kept).toBe(JSON.stringify([toHmac(Buffer.from(readFileSync(key, "utf8"), "hex"))]));
      expect(kept).not.toContain(toHmac(""));
      expect(kept).not.toContain(createHash("sha256").update(text).digest("hex").slice(0, 32));
      // Another user's key knows nothing of it.
      writeFileSync(key, "0".repeat(64));
      expect((await look(root, skip.slice(1))).screen).toContain("1 left: 0 skipped, 1 open.");
    }));

  it("is known by its line with the secret hidden where no key can be kept", () =>
    withProject({ "k.env": toLine(NPM) }, async (root) => {
      layOut(path.dirname(root), { [`${path.basename(root)}-state/hi`]: "a file\n" });
      await look(root, skip.slice(0, 1));
      layOut(root, { "k.env": toLine(OTHER) });
      expect((await look(root, goOn.slice(0, 1))).screen).toContain("1 left: 1 skipped, 0 open.");
      expect(readdirSync(path.join(root, ".git/hi-triage"))).toEqual(["passed-over.json"]);
    }));
});

it("needs a terminal, and says what does without", async () => {
  await withProject({ "a.js": "eval(a);\n" }, async (root) => {
    const ended = await runHi(["scan", "triage"], { cwd: root });
    expect(ended).toMatchObject({ exitCode: 2, stdout: "" });
    expect(ended.stderr).toMatch(
      /HI_NEEDS_TERMINAL .*\n.*run hi scan triage in a terminal; hi scan lists the findings/
    );
    expect(existsSync(path.join(root, ".hi-scan.yml"))).toBe(false);
  });
});

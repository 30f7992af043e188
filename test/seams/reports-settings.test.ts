import { readFileSync } from "node:fs";
import path from "node:path";

import { render } from "ejs";
import { describe, expect, test } from "vitest";

import type { Json } from "../../src/domain/json.ts";
import { PROJECT_ROOT } from "../helpers/hi.ts";
import type { Project } from "./reports.fixture.ts";
import { expectRefused, init, succeed, toDocument, update, withProject, OFF } from "./reports.fixture.ts";

/** The element that is ours in an agent's settings, as the template has it under the usual deadline. */
function readOurs(file: string, event: string): Json {
  const template = readFileSync(path.join(PROJECT_ROOT, "templates", file), "utf8");
  const text = render(template, { timeoutSeconds: 60, preTool: undefined, stop: undefined });
  return (JSON.parse(text) as { hooks: Record<string, Json[]> }).hooks[event]?.[0] ?? null;
}

const CLAUDE = readOurs("provider-claude/settings.json.ejs", "PostToolUse");
const CURSOR = readOurs("provider-cursor/hooks.json.ejs", "postToolUse");

/** A value as it stands in a file of this indentation and line end, some levels deep. */
function toText(value: Json, { unit = "  ", depth = 0, eol = "\n" } = {}): string {
  return JSON.stringify(value, null, unit)
    .split("\n")
    .join(eol + unit.repeat(depth));
}

/** Our hook as one more key at the end of an object whose last line ends in `last`. */
const asLastKey = (last: string): string =>
  `${last}\n  "hooks": {\n    "PostToolUse": [\n      ${toText(CLAUDE, { depth: 3 })}\n    ]\n  }`;

const SETTINGS = ".claude/settings.json";
const HOOKS = ".cursor/hooks.json";

/** Takes ours out again: another agent is chosen, and the settings are no longer wanted. */
const leave = (project: Project) => succeed(project, ["init", "--yes", "--providers", "codex", ...OFF]);

describe("an agent's settings that are JSON with comments", () => {
  // A strict parser failed on a comment, and the failure was read as "no settings"
  // (gsd-build/get-shit-done#1464, haydenbleasel/ultracite#165, Chemaclass/agnostic-ai#740: a01, a20, a14).
  // A reader that knows no trailing comma lost them too (raymondchins/agentmap#19: a02).
  test.each([
    [
      "one line comment above a key",
      '{\n  // keep me\n  "model": "opus"\n}\n',
      (text: string) => text.replace('"opus"', asLastKey('"opus",')),
    ],
    [
      "block and line comments on every key",
      '/* head */\n{ // open\n  "model": "opus", // why\n  /* above */\n  "env": {} // last\n  // tail\n}\n// end\n',
      (text: string) => text.replace("{} // last", asLastKey("{}, // last")),
    ],
    [
      "a comma after the last property and the last element",
      '{\n  "permissions": { "allow": ["Bash", "Read",], },\n  "model": "opus",\n}\n',
      (text: string) => text.replace('"opus",', `${asLastKey('"opus",')},`),
    ],
  ])("%s: ours is added, every other byte stays, and a second run changes nothing", (_, before, expected) =>
    withProject({ [SETTINGS]: before }, async (project) => {
      await init(project);
      const once = await project.read(SETTINGS);
      expect(once).toBe(expected(before));
      await update(project);
      await init(project);
      expect(await project.read(SETTINGS)).toBe(once);
    })
  );

  // Trailing commas made the editors' own API give up (microsoft/vscode#19625: a17); files that are none of ours are not
  // even opened, so a broken one beside good ones stops nothing (provectus/awos#119: a25).
  test("editor settings with a trailing comma, and a broken .mcp.json, are none of ours: byte for byte as they were", () =>
    withProject(
      { ".vscode/settings.json": '{\n\t"a": 1, // x\n}', ".mcp.json": '{ "mcpServers": {' },
      async (project) => {
        await init(project, ["--providers", "claude,codex,cursor,opencode"]);
        expect(await project.read(".vscode/settings.json")).toBe('{\n\t"a": 1, // x\n}');
        expect(await project.read(".mcp.json")).toBe('{ "mcpServers": {');
      }
    ));

  // Formatting commands and migrations deleted the comments of a base tsconfig and of lint configurations
  // (nrwl/nx#28484, nrwl/nx#2678: a06, a07), and of a bot's JSON5 (projen/projen#3974, renovatebot/renovate#38646: a22).
  test("a tsconfig and another tool's configuration: the one untouched, the other with our element and its comments", () => {
    const tsconfig = '{\n  // base\n  "compilerOptions": { "strict": true /* always */, "lib": ["ES2024",], },\n}\n';
    const biome =
      '{\n  // why no assist\n  "assist": { "enabled": false },\n  "formatter": { "lineWidth": 100 } // wide\n}\n';
    return withProject({ "tsconfig.json": tsconfig, "biome.jsonc": biome }, async (project) => {
      await init(project);
      expect(await project.read("tsconfig.json")).toBe(tsconfig);
      const [start = "", end = ""] = biome.split(" // wide");
      const after = await project.read("biome.jsonc");
      expect(after.startsWith(`${start}, // wide\n  "overrides": [\n`)).toBe(true);
      expect(after.endsWith(`\n  ]${end}`)).toBe(true);
    });
  });
});

describe("what cannot be read is never taken for empty", () => {
  // The offset that a parser gives is of no use (nrwl/nx#12736: a08); half-written JSON was replaced on install and emptied
  // on removal (ntd4996/agentpet#8: a10); a project was left half installed (provectus/awos#119: a25).
  test.each([
    ["a name without a colon, deep inside", '{\n  "o": {\n    "strict" true\n  }\n}\n', { line: 3, column: 14 }],
    ["JSON cut in the middle of a string", '{\n  "hooks": {\n    "x": "ab', { line: 3, column: 10 }],
  ])("%s: init, update and removal name the place and leave all files as they are", (_, broken, place) =>
    withProject({ [HOOKS]: "{}\n" }, async (project) => {
      await project.write(HOOKS, broken);
      const flags = ["--yes", ...OFF, "--scopes", "."];
      const first = await expectRefused(project, ["init", ...flags, "--providers", "claude,cursor"]);
      expect(first).toMatchObject({ code: "HI_UNPARSEABLE", where: { path: HOOKS, ...place } });
      await project.write(HOOKS, "{}\n");
      await init(project, ["--providers", "claude,cursor"]);
      await project.write(HOOKS, broken);
      for (const args of [
        ["update", "--yes", ...OFF],
        ["init", ...flags, "--providers", "claude"],
      ]) {
        expect((await expectRefused(project, args)).where, args.join(" ")).toEqual({ path: HOOKS, ...place });
      }
      expect((await project.hi(["check"])).exitCode).toBe(1);
      expect(await project.read(HOOKS)).toBe(broken);
    })
  );

  test("a manifest deep in a workspace: a trailing comma in a nested object is taken and kept, what is broken is named", () => {
    const inner = "packages/deep/inner/package.json";
    const before = '{\n  "name": "inner",\n  "config": {\n    "list": [1, 2,],\n  },\n}\n';
    return withProject({ [inner]: before }, async (project) => {
      await init(project, ["--scopes", "packages/deep/inner"]);
      expect((await project.read(inner)).startsWith(before.slice(0, -2))).toBe(true);
      await project.write(inner, before.replace('"config":', '"config"'));
      const refusal = await expectRefused(project, ["update", "--yes", ...OFF]);
      expect(refusal).toMatchObject({ code: "HI_UNPARSEABLE", where: { path: inner, line: 3, column: 12 } });
    });
  });

  // A file in another encoding failed as "unexpected token at 0" (angular/angular-cli#3970: a19).
  test.each([SETTINGS, "package.json", "biome.json", ".hi/settings.json"])(
    "%s in UTF-16: the encoding is named",
    (file) =>
      withProject({ [file]: Buffer.from("\uFEFF{}\n", "utf16le") }, async (project) => {
        const refusal = await expectRefused(project, [
          "init",
          "--yes",
          ...OFF,
          "--scopes",
          ".",
          "--providers",
          "claude",
        ]);
        expect(refusal).toMatchObject({ code: "HI_UNPARSEABLE", where: { path: file } });
        expect(refusal.message).toMatch(/UTF-16/i);
      })
  );

  // A reader gave nothing for an empty file, and the installer crashed on that
  // (hope1026/weppy-roblox-mcp#175, Agentscreator/engram-memory#3: a11).
  test.each([
    ["0 bytes", "", "\n"],
    ["two newlines and a tab", "\n\n\t", "\n\n\t"],
  ])("a file of %s counts as an empty object and becomes a well-formed one", (_, before, end) =>
    withProject({ [SETTINGS]: before, [HOOKS]: before }, async (project) => {
      const ended = await init(project, ["--providers", "claude,cursor"]);
      expect(ended.stderr).toBe("");
      expect(await project.read(SETTINGS)).toBe(`${toText({ hooks: { PostToolUse: [CLAUDE] } })}${end}`);
      expect(JSON.parse(await project.read(HOOKS))).toEqual({
        version: 1,
        hooks: { postToolUse: [CURSOR] },
      });
    })
  );
});

describe("entries of others", () => {
  const entry = (command: string): Json => ({ matcher: "Edit", hooks: [{ type: "command", command }] });
  const others = `${toText({
    hooks: { SessionStart: [entry("one")], PostToolUse: [entry("one"), entry("two")] },
  })}\n`;

  // Settings were rewritten as a whole, so what another tool had installed depended on who came last
  // (rjwalters/loom#5279: a15).
  test("two other tools on the same event: kept in place, ours goes last, and removal gives the first bytes back", () =>
    withProject({ [SETTINGS]: others }, async (project) => {
      await init(project);
      await update(project);
      const installed = JSON.parse(await project.read(SETTINGS)) as { hooks: Record<string, Json[]> };
      expect(installed.hooks["PostToolUse"]).toEqual([entry("one"), entry("two"), CLAUDE]);
      await leave(project);
      expect(await project.read(SETTINGS)).toBe(others);
    }));

  test("a tool that installs after ours: nothing of it moves, and what is left is what it would be without ours", () =>
    withProject({ [SETTINGS]: '{\n  "hooks": {\n    "PostToolUse": []\n  }\n}\n' }, async (project) => {
      await init(project);
      const ours = toText(CLAUDE, { depth: 3 });
      const theirs = toText(entry("later"), { depth: 3 });
      await project.write(SETTINGS, (await project.read(SETTINGS)).replace(ours, `${ours},\n      ${theirs}`));
      await update(project);
      expect((await project.hi(["check"])).exitCode).toBe(0);
      await leave(project);
      expect(await project.read(SETTINGS)).toBe(
        `{\n  "hooks": {\n    "PostToolUse": [\n      ${theirs}\n    ]\n  }\n}\n`
      );
    }));

  // "Ours" was found by a substring of the whole file, so an unrelated command that mentions it hid that ours was missing.
  test("an unrelated command that mentions the runtime is no hook of ours", () =>
    withProject(
      { [SETTINGS]: others.replaceAll("one", "cat .hi/runtime/hook.mjs --provider claude") },
      async (project) => {
        await init(project);
        expect(await project.read(SETTINGS)).toContain(toText(CLAUDE, { depth: 3 }));
      }
    ));

  // A whole-file writer replaced the settings (github/spec-kit#859: a21).
  test("thirty unrelated keys, and a value that differs from ours: all kept, and the difference shown as a conflict", () => {
    const keys = Array.from({ length: 30 }, (_, index) => `  "key.${index}": ${index},\n`).join("");
    const before = `{\n${keys}  "version": 2\n}\n`;
    return withProject({ [HOOKS]: before }, async (project) => {
      const document = toDocument(await init(project, ["--providers", "cursor", "--json"]));
      const version = document.plan?.entries.find(({ path: name }) => name === HOOKS)?.keys[0];
      expect(version).toMatchObject({ pointer: "/version", action: "conflict", value: 1, theirs: "2" });
      const after = await project.read(HOOKS);
      expect(after.startsWith(before.slice(0, -3))).toBe(true);
      expect(JSON.parse(after)).toMatchObject({ version: 2, hooks: { postToolUse: [CURSOR] } });
      const shown = await project.hi(["update", "--dry-run", ...OFF]);
      expect(shown.stdout).toContain("version");
      expect((await project.hi(["update", "--dry-run", "--exit-code", ...OFF])).exitCode).toBe(1);
    });
  });
});

describe("every kind of edit on one CRLF file with tabs, comments and trailing commas", () => {
  const crlf = (...lines: readonly string[]): string => lines.join("\r\n");
  const inTabs = { unit: "\t", depth: 3, eol: "\r\n" };
  const before = crlf(
    "{",
    "\t// theirs",
    '\t"hooks": {',
    '\t\t"postToolUse": [',
    '\t\t\t{ "command": "x" }, // ex',
    "\t\t],",
    "\t},",
    "}",
    ""
  );
  const added = before
    .replace("// ex", `// ex\r\n\t\t\t${toText(CURSOR, inTabs)},`)
    .replace("\r\n}", '\r\n\t"version": 1,\r\n}');

  // One path of the editor kept trivia, the other rendered the document anew (openclaw/openclaw#106847: a24); edits of one
  // text were joined though each had moved the next (microsoft/node-jsonc-parser#53: a05).
  test("insert and push, set and replace, delete: each changes its own range alone", () =>
    withProject({ [HOOKS]: before }, async (project) => {
      await init(project, ["--providers", "cursor"]);
      expect(await project.read(HOOKS)).toBe(added);
      // As an earlier version of the templates left it: another command and number, and the receipt says that they are ours.
      const age = (text: string): string =>
        text
          .replaceAll("--provider cursor", "--provider cursor --old")
          .replace(/(?<="version": |"\/version",\s+"value": )1/, "0");
      await project.write(HOOKS, age(added));
      await project.write(".hi/receipt.json", age(await project.read(".hi/receipt.json")));
      await update(project);
      expect(await project.read(HOOKS)).toBe(added);
      await leave(project);
      expect(await project.read(HOOKS)).toBe(before);
    }));

  test("two neighbours go in one update, and come back in another", () =>
    withProject({}, async (project) => {
      await init(project, ["--packs", "base,format"]);
      const both = await project.read("package.json");
      await init(project, ["--packs", "base"]);
      const one = await project.read("package.json");
      const lost = both.split("\n").filter((line) => !one.split("\n").includes(line));
      expect(lost.map((line) => line.trim().split(":")[0])).toEqual(['"format"', '"format', '"oxfmt"']);
      expect(Object.keys(JSON.parse(one).scripts)).toEqual(["lint", "lint:fix"]);
      await init(project, ["--packs", "base,format"]);
      expect(await project.read("package.json")).toBe(both);
    }));
});

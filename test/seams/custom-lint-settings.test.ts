import { existsSync } from "node:fs";
import path from "node:path";

import { describe, expect, it, test } from "vitest";

import { openDocuments } from "../../src/adapters/documents.ts";
import { SETTINGS_PATH } from "../../src/domain/receipt.ts";
import { Refusal } from "../../src/domain/refusal.ts";
import { expectRefused, init, OFF, succeed, withProject } from "./reports.fixture.ts";

// Linters are registered in the settings, which are intent: an update brings the record and the projections in step,
// and never writes the settings. Their folders come with a clone and are untrusted.

const SETTINGS = ".hi/settings.json";
const RECORD = ".hi/linters.json";
const PROJECTIONS = [".claude/settings.json", ".codex/hooks.json", ".cursor/hooks.json", ".opencode/plugins/hi.js"];
const GATE = '{ "name": "gate", "argv": ["sh", "gate.sh"], "events": ["pre-tool"], "onFailure": "closed" }';

const toSettings = (linters: string): string => `{
  "schemaVersion": 1,
  "providers": ["claude", "codex", "cursor", "opencode"],
  "lint": { "scopes": ["."] }, // comments are people's
  "linters": [${linters}]
}
`;

/** Hooks of the project's own on the same event: Codex gives trust to a position. */
const NEIGHBOURS = `{
  "hooks": {
    "PreToolUse": [
      { "matcher": "Bash", "hooks": [{ "type": "command", "command": "true" }] }
    ]
  }
}
`;

test("registering, changing and taking out a linter: record and projections follow, neighbours and settings stay", () =>
  withProject({ ".codex/hooks.json": NEIGHBOURS }, async (project) => {
    await init(project, ["--packs", "base", "--providers", "claude,codex,cursor,opencode"]);
    await project.write(SETTINGS, toSettings(""));
    await succeed(project, ["update", "--yes", ...OFF]);
    expect((await project.hi(["check"])).exitCode).toBe(0);
    const before = await Promise.all(PROJECTIONS.map((name) => project.read(name)));

    await project.write(SETTINGS, toSettings(GATE));
    expect((await project.hi(["check"])).exitCode).toBe(1);
    await succeed(project, ["update", "--yes", ...OFF]);
    expect((await project.hi(["check"])).exitCode).toBe(0);
    expect(await project.read(SETTINGS)).toBe(toSettings(GATE));
    expect(JSON.parse(await project.read(RECORD))).toMatchObject({
      linters: [{ name: "gate", dir: ".", limits: { timeoutMs: 5000 } }],
    });
    const codex = JSON.parse(await project.read(".codex/hooks.json")) as {
      hooks: { PreToolUse: { hooks: { command: string }[] }[] };
    };
    expect(codex.hooks.PreToolUse.map((group) => group.hooks[0]?.command.includes("pre-tool"))).toEqual([false, true]);

    // What only describes changes nothing that is published.
    await project.write(SETTINGS, toSettings(GATE.replace("}", ', "version": "2.0.0", "capabilities": ["network"] }')));
    expect((await project.hi(["check"])).exitCode).toBe(0);

    await project.write(SETTINGS, toSettings(""));
    await succeed(project, ["update", "--yes", ...OFF]);
    const after = await Promise.all(PROJECTIONS.map((name) => project.read(name)));
    expect(after.map((text) => text.includes("pre-tool"))).toEqual([false, false, false, false]);
    expect(after[3]).toBe(before[3]);
    expect(existsSync(path.join(project.root, RECORD))).toBe(false);
    await succeed(project, ["update", "--yes", ...OFF]);
    expect((await project.hi(["check"])).exitCode).toBe(0);
  }));

test("init on an initialised repository keeps the linters and every byte of them", () =>
  withProject({}, async (project) => {
    await init(project, ["--packs", "base"]);
    const text = toSettings(`\n    // ours\n    ${GATE},\n  `);
    await project.write(SETTINGS, text);
    await succeed(project, ["init", "--yes", ...OFF]);
    expect(await project.read(SETTINGS)).toBe(text);
    expect(existsSync(path.join(project.root, RECORD))).toBe(true);
  }));

test("a misspelt policy is refused with its place, and nothing is written", () =>
  withProject({}, async (project) => {
    await init(project, ["--packs", "base"]);
    await project.write(SETTINGS, toSettings(GATE.replace("closed", "close")));
    const refusal = await expectRefused(project, ["update", "--yes", ...OFF]);
    expect(refusal).toMatchObject({ code: "HI_SETTINGS_INVALID", where: { path: SETTINGS, line: 5 } });
    expect(refusal.message).toContain('"linters.0.onFailure" must be one of "open", "closed"');
  }));

// Of two members with one name the later one wins in silence: an open policy behind a closed one, or an empty list.
test.each([
  [
    "a policy",
    (text: string) => text.replace('"onFailure": "closed"', '"onFailure": "closed", "onFailure": "open"'),
    '"onFailure"',
  ],
  ["the list", (text: string) => text.replace(/\}\s*$/, ', "linters": [] }'), '"linters"'],
])("%s that stands twice is refused with its place, and nothing is written", (_, double, name) =>
  withProject({}, async (project) => {
    await init(project, ["--packs", "base"]);
    await project.write(SETTINGS, double(toSettings(GATE)));
    const refusal = await expectRefused(project, ["update", "--yes", ...OFF]);
    expect(refusal).toMatchObject({ code: "HI_SETTINGS_INVALID", where: { path: SETTINGS } });
    expect(refusal.message).toContain(`${name} stands twice`);
  })
);

test("a program without a name is refused with its place", () =>
  withProject({}, async (project) => {
    await init(project, ["--packs", "base"]);
    await project.write(SETTINGS, toSettings(GATE.replace('"sh", "gate.sh"', '" "')));
    const refusal = await expectRefused(project, ["update", "--yes", ...OFF]);
    expect(refusal).toMatchObject({ code: "HI_SETTINGS_INVALID", where: { path: SETTINGS, line: 5 } });
  }));

describe("what a schema cannot say is refused too, with its place", () => {
  const read = async (linters: readonly unknown[]) => {
    const documents = await openDocuments();
    const text = JSON.stringify({ schemaVersion: 1, providers: [], lint: { scopes: [] }, linters }, null, 2);
    try {
      return documents.settings(text, SETTINGS_PATH);
    } catch (error) {
      if (error instanceof Refusal) return error.facts;
      throw error;
    }
  };
  const gate = JSON.parse(GATE) as Record<string, unknown>;

  it.each([
    ["a name twice", [gate, gate], '"gate" is registered twice'],
    ["tools that no edit is", [{ ...gate, events: ["post-edit"], tools: ["shell"] }], "it would never be asked"],
    [
      "a folder that climbs out",
      [{ ...gate, dir: "a/../../b" }],
      '"a/../../b" is no folder inside the repository (escapes)',
    ],
    ["an absolute folder", [{ ...gate, dir: "/etc" }], "(absolute)"],
    ["a folder of git's", [{ ...gate, dir: ".git/hooks" }], "(git-directory)"],
    ["a folder of a drive", [{ ...gate, dir: "C:/x" }], "(drive)"],
    ["requests that climb out", [{ ...gate, requests: "../x" }], '"../x" is no folder inside the repository (escapes)'],
    [
      "the host's own variable",
      [{ ...gate, env: ["A=1", "FAK_CUSTOM_LINT_SCHEMA=x"] }],
      "is the host's own, and may not be set",
    ],
    ["the same in another case", [{ ...gate, env: ["hi_linter_run"] }], "is the host's own, and may not be set"],
  ])("%s", async (_, linters, message) => {
    const facts = await read(linters);
    expect(facts).toMatchObject({
      code: "HI_SETTINGS_INVALID",
      where: { path: SETTINGS_PATH, line: expect.any(Number) as number },
    });
    expect("message" in facts ? facts.message : "").toContain(message);
  });

  it("reads what is right: sorted by name, every default said, descriptions apart", async () => {
    const settings = await read([
      { ...gate, name: "z" },
      { ...gate, name: "a", dir: "./tools/a/", tools: ["mcp", "shell"], limits: { maxFindings: 3 }, version: "1" },
    ]);
    expect(settings).toMatchObject({
      linters: [
        {
          name: "a",
          dir: "tools/a",
          tools: ["shell", "mcp"],
          limits: { timeoutMs: 5000, maxFindings: 3 },
          about: { version: "1" },
        },
        { name: "z", dir: ".", env: [], tools: expect.arrayContaining(["shell", "other"]) as string[], about: {} },
      ],
    });
    expect(await read([])).not.toHaveProperty("linters");
  });
});

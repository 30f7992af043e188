import { expect, test } from "vitest";

import { expectRefused, init, OFF, succeed, withProject } from "./reports.fixture.ts";

const SETTINGS = ".hi/settings.json";
const CODEX = ".codex/hooks.json";
const PLUGIN = ".opencode/plugins/hi.js";

const toSettings = (hook: string): string => `{
  // how long an edit may be held up
  "schemaVersion": 1,
  "providers": ["claude", "codex", "cursor", "opencode"],${hook}
  "lint": { "scopes": ["."] }
}
`;

/** Hooks of the project's own before ours and after: Codex gives trust to a position. */
const NEIGHBOURS = `{
  "hooks": {
    "PostToolUse": [
      { "matcher": "Bash", "hooks": [{ "type": "command", "command": "true" }] }
    ]
  }
}
`;

test("the deadline goes from the settings into the selection, and into the timeouts only where they are too short", () =>
  withProject({ [CODEX]: NEIGHBOURS }, async (project) => {
    await init(project, ["--packs", "base", "--providers", "claude,codex,cursor,opencode"]);
    const first = { codex: await project.read(CODEX), plugin: await project.read(PLUGIN) };
    expect(JSON.parse(await project.read(".hi/lint/selection.json"))).toMatchObject({ hook: { deadlineMs: 20_000 } });

    // The usual deadline, written down, changes nothing at all.
    await project.write(SETTINGS, toSettings(' "hook": { "deadlineMs": 20000 },'));
    expect((await project.hi(["check"])).exitCode).toBe(0);

    await project.write(SETTINGS, toSettings(' "hook": { "deadlineMs": 40000 },'));
    expect((await project.hi(["check"])).exitCode).toBe(1);
    await succeed(project, ["update", "--yes", ...OFF]);
    expect(JSON.parse(await project.read(".hi/lint/selection.json"))).toMatchObject({ hook: { deadlineMs: 40_000 } });
    expect(await project.read(CODEX)).toBe(first.codex);
    expect(await project.read(PLUGIN)).toBe(first.plugin);

    await project.write(SETTINGS, toSettings(' "hook": { "deadlineMs": 120000 },'));
    await succeed(project, ["update", "--yes", ...OFF]);
    expect(await project.read(CODEX)).toBe(first.codex.replace('"timeout": 60', '"timeout": 130'));
    expect(await project.read(PLUGIN)).toBe(first.plugin.replace("60_000", "130_000"));
    expect((await project.hi(["check"])).exitCode).toBe(0);
  }));

test("init on an initialised repository keeps the deadline and every byte of it", () =>
  withProject({}, async (project) => {
    await init(project, ["--packs", "base"]);
    const text = toSettings(' "hook": { "deadlineMs": 70000 /* slow machines */ },');
    await project.write(SETTINGS, text);
    await succeed(project, ["init", "--yes", ...OFF]);
    expect(await project.read(SETTINGS)).toBe(text);
    expect(JSON.parse(await project.read(".hi/lint/selection.json"))).toMatchObject({ hook: { deadlineMs: 70_000 } });
    expect(await project.read(CODEX)).toContain('"timeout": 80');
  }));

test("a deadline out of its bounds is refused with its place", () =>
  withProject({}, async (project) => {
    await init(project, ["--packs", "base"]);
    await project.write(SETTINGS, toSettings(' "hook": { "deadlineMs": 500 },'));
    const refusal = await expectRefused(project, ["update", "--yes", ...OFF]);
    expect(refusal).toMatchObject({ code: "HI_SETTINGS_INVALID", where: { path: SETTINGS, line: 4 } });
    expect(refusal.message).toContain("hook.deadlineMs");
  }));

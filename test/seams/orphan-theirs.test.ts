import { expect, test } from "vitest";

import { init, OFF, succeed, withProject } from "./reports.fixture.ts";

const PLUGIN = ".opencode/plugins/hi.js";

// The plugin was committed by a colleague, byte for byte as ours: the receipt owns its bytes and says that the file was
// there before. Taking OpenCode away used to delete it.
test("a file that stood there before ours, with the very same bytes, stays when it leaves the templates", () =>
  withProject({}, async (project) => {
    await init(project, ["--providers", "opencode", "--packs", "base"]);
    const plugin = await project.read(PLUGIN);
    const before = { [PLUGIN]: plugin };
    await withProject(before, async (other) => {
      await init(other, ["--providers", "opencode", "--packs", "base"]);
      expect(JSON.parse(await other.read(".hi/receipt.json")).files[PLUGIN]).toMatchObject({ created: false });
      const settings = await other.read(".hi/settings.json");
      await other.write(".hi/settings.json", settings.replace('"opencode"', '"claude"'));
      const diff = await other.hi(["diff"]);
      expect(diff.stdout).toMatch(
        /orphan\s+\.opencode\/plugins\/hi\.js\s+agent opencode is no longer selected; it stood here/
      );
      const ended = await succeed(other, ["update", "--yes", ...OFF]);
      expect(ended.stdout).toContain("it stood here before us, so it is left");
      expect(await other.read(PLUGIN)).toBe(plugin);
      expect(JSON.parse(await other.read(".hi/receipt.json")).files[PLUGIN]).toBeUndefined();
      expect((await other.hi(["check"])).exitCode).toBe(0);
    });
  }));

test("--take of a name that the plan does not know is refused with those that it does", () =>
  withProject({}, async (project) => {
    await init(project, ["--packs", "base"]);
    const ended = await project.hi(["update", "--yes", "--take", "oxlnt,typescript", "--json", ...OFF]);
    expect(ended.exitCode).toBe(2);
    expect(JSON.parse(ended.stdout).refusal).toMatchObject({
      code: "HI_TAKE_UNKNOWN",
      message: '--take names "oxlnt", which is no devDependency that this repository would get.',
      next: "use one or more of: oxlint, oxlint-tsgolint, typescript, ultracite",
    });
    const known = await project.hi(["update", "--yes", "--take", "typescript", ...OFF]);
    expect(known.exitCode).toBe(0);
  }));

import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";

import { describe, expect, test } from "vitest";

import { sha256 } from "../../src/adapters/hash.ts";
import { makeNode } from "../helpers/doctor.ts";
import type { Project, Where } from "./reports.fixture.ts";
import { commitAll, expectRefused, init, OFF, succeed, withProject } from "./reports.fixture.ts";

// A plan names what was found of the Node that agents would get. Where another one came first on PATH, publishing it was
// refused as no plan of ours, though every byte was the same.

const PLAN = "../plan.json";

async function withChange(work: (project: Project) => Promise<void>, flags: readonly string[] = []): Promise<void> {
  await withProject({}, async (project) => {
    await init(project, flags);
    const settings = await project.read(".hi/settings.json");
    await project.write(".hi/settings.json", settings.replace('"claude"', '"claude", "cursor"'));
    await commitAll(project.root);
    await work(project);
  });
}

/** Every byte that the plan says is there. */
async function expectPublished(project: Project, at?: Where): Promise<void> {
  const { plan } = JSON.parse(await readFile(path.join(project.root, PLAN), "utf8"));
  await succeed(project, ["update", "--plan", PLAN, "--yes"], at);
  const written = plan.entries.filter(({ action }: { action: string }) => /create|update/.test(action));
  expect(written.length).toBeGreaterThan(1);
  for (const { path: name, after } of written) expect(sha256(await project.read(name)), name).toBe(after);
  expect((await project.hi(["check"])).exitCode).toBe(0);
}

const toNode = async (project: Project, script: string): Promise<Where> => ({ env: await makeNode(project, script) });

describe("a plan that was written where another Node comes first is published, exactly as it was written", () => {
  test.each([
    ["v24.1.0", "v20.19.0"],
    ["v20.19.0", "v24.1.0"],
    ["v20.19.0", "v20.18.1"],
    ["v22.18.0", "v24.11.0"],
  ])("written under %s, published under %s", (written, published) =>
    withChange(async (project) => {
      const planned = await succeed(
        project,
        ["update", "--plan-out", PLAN, ...OFF],
        await toNode(project, `echo ${written}`)
      );
      const isOld = written === "v20.19.0";
      expect(planned.stdout.includes("which cannot load")).toBe(isOld);
      const shown = await succeed(project, ["show", PLAN]);
      expect(shown.stdout.includes("which cannot load")).toBe(isOld);
      await expectPublished(project, await toNode(project, `echo ${published}`));
    })
  );

  test("written where there is none, published where there is one; the publication tells of its own", () =>
    withChange(async (project) => {
      const empty = path.join(project.directory, "empty");
      await mkdir(empty);
      const { PATH = "" } = await makeNode(project, "echo v20.19.0");
      const tools = PATH.split(path.delimiter).slice(1);
      await writeFile(path.join(empty, "git"), '#!/bin/sh\nexec /usr/bin/git "$@"\n');
      await chmod(path.join(empty, "git"), 0o755);
      expect(tools).toContain("/usr/bin");
      const planned = await succeed(project, ["update", "--plan-out", PLAN, ...OFF], { env: { PATH: empty } });
      expect(planned.stdout).toContain("there is no node on PATH");
      const again = await project.hi(["update", "--plan", PLAN, "--yes"], { env: { PATH } });
      expect(again.exitCode, again.stderr).toBe(0);
      expect(again.stdout).toContain("node on PATH is 20.19.0");
    }));
});

test("so is one from a clone where git runs the commit gate, in one where it does not", () =>
  withChange(
    async (project) => {
      const hook = path.join(project.root, ".git/hooks/pre-commit");
      await mkdir(path.dirname(hook), { recursive: true });
      const planned = await succeed(project, ["update", "--plan-out", PLAN, ...OFF]);
      expect(planned.stdout).toContain("lefthook's hooks are not installed");
      await writeFile(hook, "#!/bin/sh\nlefthook run pre-commit\n");
      await expectPublished(project);
    },
    ["--commit-gate", "lefthook"]
  ));

test("any other finding is proven equal as before: a planted one is no plan of ours", () =>
  withChange(async (project) => {
    await succeed(project, ["update", "--plan-out", PLAN, ...OFF]);
    const file = path.join(project.root, PLAN);
    const plan = JSON.parse(await readFile(file, "utf8"));
    const { toSeal } = await import("../../src/domain/plan-file.ts");
    for (const code of ["node-too-older", "gate-replaced", "no-scopes"]) {
      const lie = { ...plan, findings: [...plan.findings, { code, severity: "warning", args: {} }] };
      await writeFile(file, JSON.stringify({ ...lie, seal: toSeal(lie, sha256) }));
      expect((await expectRefused(project, ["update", "--plan", PLAN, "--yes"])).code).toBe("HI_PLAN_NOT_OURS");
    }
  }));

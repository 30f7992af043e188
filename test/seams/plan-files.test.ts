import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";

import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";

import { sha256 } from "../../src/adapters/hash.ts";
import { toSeal } from "../../src/domain/plan-file.ts";
import { git, PROJECT_ROOT } from "../helpers/hi.ts";
import type { Project } from "./reports.fixture.ts";
import {
  commitAll,
  expectRefused,
  hashWorkTree,
  init,
  OFF,
  succeed,
  toDocument,
  withProject,
} from "./reports.fixture.ts";

/** Mechanism: what a reviewer saw in a dry run and what a later run published were two plans, made at two times. */

const PLAN = "../plan.json";

async function withPlan(work: (project: Project) => Promise<void>): Promise<void> {
  await withProject({}, async (project) => {
    await init(project);
    const settings = await project.read(".hi/settings.json");
    await project.write(".hi/settings.json", settings.replace('"claude"', '"claude", "cursor"'));
    await commitAll(project.root);
    await work(project);
  });
}

const writePlan = (project: Project, flags: readonly string[] = []) =>
  succeed(project, ["update", "--plan-out", PLAN, ...OFF, ...flags]);

const readPlan = async (project: Project) => JSON.parse(await readFile(path.join(project.root, PLAN), "utf8"));

/** A plan as far as these tests alter it. */
interface Draft {
  formatVersion: string;
  inputs: { sha256: string }[];
  plan: { templateDigest: string; entries: { path: string; action: string; after: string; risk?: string }[] };
  contents: Record<string, { encoding: string; data: string }>;
  unknown?: boolean;
  reviewers?: string[];
}

interface Lie {
  hi: string;
  inputs: unknown[];
  commands: string[][];
  findings: unknown[];
  plan: { install: string[]; findings: unknown[]; templateVersion: string; templateDigest: string };
}

/** Whoever alters a plan seals it again. */
async function alter(project: Project, change: (plan: Draft) => unknown): Promise<void> {
  const plan = await readPlan(project);
  change(plan);
  await writeFile(path.join(project.root, PLAN), JSON.stringify({ ...plan, seal: toSeal(plan, sha256) }));
}

describe("hi update --plan-out, --plan", () => {
  test("writes the plan and nothing else, and later publishes exactly it", () =>
    withPlan(async (project) => {
      const before = await hashWorkTree(project.root);
      const { stdout } = await writePlan(project);
      expect(stdout).toContain("To publish: hi update --plan ../plan.json --yes");
      expect(await hashWorkTree(project.root)).toEqual(before);
      const plan = await readPlan(project);
      const planned = plan.plan.entries.filter((entry: { action: string }) => /create|update/.test(entry.action));
      const { published } = toDocument(await succeed(project, ["update", "--plan", PLAN, "--yes", "--json"]));
      expect(published?.written.toSorted()).toEqual(planned.map((entry: { path: string }) => entry.path).toSorted());
      for (const { path: name, after } of planned) expect(sha256(await project.read(name)), name).toBe(after);
      // Its receipt says what the run that made it was told.
      expect(JSON.parse(await project.read(".hi/receipt.json")).preview).toBe("off");
    }));

  test("goes through every stage: containment and cleanup are proven, and without a terminal it takes --yes", () =>
    withPlan(async (project) => {
      await writePlan(project);
      expect((await expectRefused(project, ["update", "--plan", PLAN])).code).toBe("HI_NEEDS_YES");
      const document = JSON.parse((await succeed(project, ["update", "--plan", PLAN, "--yes", "--json"])).stdout);
      expect(document.containment.checks).toHaveLength(8);
      expect(document.cleanup.gone).toBe(true);
    }));

  test.each([
    [".hi/settings.json", (project: Project) => edit(project, ".hi/settings.json", "\n}", "\n} ")],
    [".hi/receipt.json", (project: Project) => edit(project, ".hi/receipt.json", "\n}", "\n} ")],
    ["package.json", (project: Project) => edit(project, "package.json", '"private": true', '"private": false')],
    [".cursor/hooks.json", (project: Project) => project.write(".cursor/hooks.json", "{}\n")],
    [".hi/README.md", (project: Project) => edit(project, ".hi/README.md", "Made", "made")],
  ])("is stale once %s has changed: 2, the first change named, nothing written", (name, change) =>
    withPlan(async (project) => {
      await writePlan(project);
      await change(project);
      const refusal = await expectRefused(project, ["update", "--plan", PLAN, "--yes"]);
      expect(refusal).toMatchObject({ code: "HI_PLAN_STALE", where: { path: name } });
      expect(refusal.message).toBe(`The plan is stale: ${name} changed since it was made.`);
      expect((await succeed(project, ["show", PLAN])).stdout).toContain("hi show: 1 to create");
    })
  );

  test("is stale once what was found in the repository has, and in front of another hi", () =>
    withPlan(async (project) => {
      await writePlan(project);
      await project.write(".prettierrc", "{}\n");
      expect((await expectRefused(project, ["update", "--plan", PLAN, "--yes"])).message).toContain("what was found");
      await git(project.root, "clean", "--quiet", "--force");
      await alter(project, (plan: Draft) => {
        plan.inputs = plan.inputs.map((input, at) => (at === 0 ? { ...input, sha256: sha256("another hi") } : input));
        plan.plan.templateDigest = sha256("another hi");
      });
      expect((await expectRefused(project, ["update", "--plan", PLAN, "--yes"])).message).toContain(
        "stale: hi changed"
      );
      expect((await succeed(project, ["show", PLAN])).stdout).toContain("was made by another hi");
    }));

  test("published once, it is stale", () =>
    withPlan(async (project) => {
      await writePlan(project);
      await succeed(project, ["update", "--plan", PLAN, "--yes"]);
      expect((await expectRefused(project, ["update", "--plan", PLAN, "--yes"])).code).toBe("HI_PLAN_STALE");
    }));

  test("holds what was chosen of conflicts, and --take", () =>
    withPlan(async (project) => {
      await edit(project, ".claude/settings.json", '"timeout": 60', '"timeout": 61');
      await edit(project, ".hi/settings.json", '"commitGate"', '"hook": { "deadlineMs": 90000 },\n  "commitGate"');
      const open = await project.hi(["update", "--plan-out", PLAN, ...OFF]);
      expect(open.exitCode).toBe(1);
      await expect(readPlan(project)).rejects.toThrow("ENOENT");
      await writePlan(project, ["--on-conflict", "take"]);
      await succeed(project, ["update", "--plan", PLAN, "--yes"]);
      expect(await project.read(".claude/settings.json")).toContain('"timeout": 100');
    }));

  test("a flag that would make another plan is a wrong command line", () =>
    withPlan(async (project) => {
      await writePlan(project);
      for (const flag of [
        ["--take", "oxlint"],
        ["--preview", "off"],
        ["--on-conflict", "keep"],
        ["--plan-out", "x"],
      ]) {
        expect((await expectRefused(project, ["update", "--plan", PLAN, "--yes", ...flag])).code).toBe("HI_USAGE");
      }
    }));
});

describe("a plan is untrusted", () => {
  test("an altered one is damaged; one that is sealed again is not what this hi plans", () =>
    withPlan(async (project) => {
      await writePlan(project);
      const text = await readFile(path.join(project.root, PLAN), "utf8");
      await writeFile(path.join(project.root, PLAN), text.replace("hook.mjs", "evil.mjs"));
      expect((await expectRefused(project, ["update", "--plan", PLAN, "--yes"])).code).toBe("HI_PLAN_INVALID");
      await writeFile(path.join(project.root, PLAN), text);
      const evil = "process.exit(1);\n";
      await alter(project, (plan: Draft) => {
        const entry = plan.plan.entries.find((one: { path: string }) => one.path === ".cursor/hooks.json");
        plan.contents[sha256(evil)] = { encoding: "utf8", data: evil };
        plan.plan.entries.push({ ...entry, path: "src/a.ts", action: "update", after: sha256(evil) });
      });
      const refusal = await expectRefused(project, ["update", "--plan", PLAN, "--yes"]);
      expect(refusal).toMatchObject({ code: "HI_PLAN_NOT_OURS", where: { path: "src/a.ts" } });
    }));

  // Mechanism: only the entries were compared, so all else that a reviewer was shown could say anything.
  test("one that says anything else than what is planned is not ours, whatever of it was altered", () =>
    withPlan(async (project) => {
      await writePlan(project);
      const original = await readFile(path.join(project.root, PLAN), "utf8");
      const finding = { code: "toString", severity: "info", args: {} };
      const changes: Readonly<Record<string, (plan: Lie) => unknown>> = {
        inputs: (plan) => (plan.inputs = []),
        commands: (plan) => (plan.commands = [["evil"]]),
        install: (plan) => (plan.plan.install = ["evil"]),
        findings: (plan) => (plan.findings = [...plan.findings, finding]),
        "plan.findings": (plan) => (plan.plan.findings = [finding]),
        hi: (plan) => (plan.hi = "9.9.9"),
        templateVersion: (plan) => (plan.plan.templateVersion = "9.9.9"),
        templateDigest: (plan) => (plan.plan.templateDigest = sha256("other")),
      };
      for (const [member, change] of Object.entries(changes)) {
        await writeFile(path.join(project.root, PLAN), original);
        await alter(project, change as never);
        const refusal = await expectRefused(project, ["update", "--plan", PLAN, "--yes"]);
        expect(refusal.code, member).toBe("HI_PLAN_NOT_OURS");
        expect(refusal.message, member).toContain(`something of ${member} that`);
        await succeed(project, ["show", PLAN]);
      }
      await writeFile(path.join(project.root, PLAN), original);
      await alter(project, (plan: Draft) => {
        plan.plan.entries = plan.plan.entries.map((entry) => ({ ...entry, reason: { code: "toString" } }));
      });
      expect((await succeed(project, ["show", PLAN])).stdout).toContain("toString");
    }));

  test("paths that lead out, contents under another name and what is no plan at all are invalid", () =>
    withPlan(async (project) => {
      await writePlan(project);
      const plan = await readFile(path.join(project.root, PLAN), "utf8");
      for (const change of [
        (document: Draft) =>
          (document.plan.entries = document.plan.entries.map((one) => ({ ...one, path: "../outside" }))),
        (document: Draft) => ((Object.values<{ data: string }>(document.contents)[0] as { data: string }).data += "x"),
        (document: Draft) => (document.unknown = true),
      ]) {
        await writeFile(path.join(project.root, PLAN), plan);
        await alter(project, change);
        expect((await expectRefused(project, ["update", "--plan", PLAN, "--yes"])).code).toBe("HI_PLAN_INVALID");
      }
      for (const name of ["package.json", "../nowhere.json", ".", "../temporary"]) {
        expect((await expectRefused(project, ["update", "--plan", name, "--yes"])).code).toBe("HI_PLAN_INVALID");
      }
    }));

  test("--plan-out replaces a plan and nothing else, and goes through no link", () =>
    withPlan(async (project) => {
      await writePlan(project);
      await writePlan(project);
      for (const name of ["package.json", "src", "nowhere/plan.json"]) {
        expect((await expectRefused(project, ["update", "--plan-out", name, ...OFF])).code).toBe("HI_PLAN_UNWRITABLE");
      }
      const both = ["update", "--plan-out", "../p.json", "--output", ".././p.json", ...OFF];
      expect((await expectRefused(project, both)).code).toBe("HI_OUTPUT_REFUSED");
    }));
});

describe("versions", () => {
  test("fields of a newer minor are passed over and said; a newer major is refused", () =>
    withPlan(async (project) => {
      await writePlan(project);
      await alter(project, (plan: Draft) => {
        plan.formatVersion = "1.7";
        plan.reviewers = ["ada"];
        plan.plan.entries = plan.plan.entries.map((one) => ({ ...one, risk: "low" }));
      });
      const { stdout } = await succeed(project, ["show", PLAN]);
      expect(stdout).toContain(
        "was written in format 1.7, of which this hi does not know: plan.entries.risk, reviewers"
      );
      await alter(project, (plan: Draft) => (plan.formatVersion = "2.0"));
      expect((await expectRefused(project, ["show", PLAN])).code).toBe("HI_PLAN_NEWER");
      expect((await expectRefused(project, ["update", "--plan", PLAN, "--yes"])).code).toBe("HI_PLAN_NEWER");
    }));

  test("what is written follows its schema", () =>
    withPlan(async (project) => {
      await writePlan(project);
      const names = ["receipt", "report", "containment", "cleanup", "plan"];
      const read = async (name: string) =>
        JSON.parse(await readFile(path.join(PROJECT_ROOT, `receipts/${name}-1.schema.json`), "utf8"));
      const ajv = new Ajv2020({ allowUnionTypes: true, schemas: await Promise.all(names.map(read)) });
      const validate = ajv.getSchema("plan-1.schema.json");
      expect(validate?.(await readPlan(project)), JSON.stringify(validate?.errors)).toBe(true);
    }));
});

describe("hi show", () => {
  test("prints a plan as the run did that wrote it, anywhere, in every format", () =>
    withPlan(async (project) => {
      await writePlan(project);
      const at = { cwd: path.join(project.directory, "home") };
      const human = await succeed(project, ["show", "../plan.json"], at);
      expect(human.stdout).toContain("+ .cursor/hooks.json");
      expect(human.stdout).toContain("To publish exactly this: hi update --plan ../plan.json --yes");
      const document = toDocument(await succeed(project, ["show", "../plan.json", "--json"], at));
      const entry = document.plan?.entries.find(({ path: name }) => name === ".cursor/hooks.json");
      expect(entry).toMatchObject({ action: "create", diff: expect.stringContaining("+++ b/.cursor/hooks.json") });
      expect(document.gate).toEqual({ open: false, because: "reads-only" });
      const markdown = await succeed(project, ["show", "../plan.json", "--format", "markdown"], at);
      expect(markdown.stdout).toContain(".cursor/hooks.json");
      const html = await succeed(project, ["show", "../plan.json", "--format", "html"], at);
      expect(html.stdout).toMatch(/^<!doctype html>/i);
      const sarif = await succeed(project, ["show", "../plan.json", "--format", "sarif"], at);
      expect(JSON.parse(sarif.stdout)).toMatchObject({ version: "2.1.0" });
    }));
});

async function edit(project: Project, file: string, from: string, to: string): Promise<void> {
  const text = await project.read(file);
  expect(text).toContain(from);
  const at = text.lastIndexOf(from);
  await project.write(file, text.slice(0, at) + to + text.slice(at + from.length));
}

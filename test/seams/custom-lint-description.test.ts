import { existsSync, rmSync } from "node:fs";
import path from "node:path";

import { expect, test } from "vitest";

import { toAnswer } from "../helpers/custom-lint.ts";
import { runProcess } from "../helpers/hi.ts";
import { init, OFF, succeed, withProject } from "./reports.fixture.ts";
import type { Project } from "./reports.fixture.ts";

// Seed 000: describing a linter never widens what it gets, and never counts as having been run.

const SETTINGS = ".hi/settings.json";
const RAN = "ran";

/** Claims of everything that a registration could be tempted to believe. */
const DESCRIPTION = {
  version: "9.9.9",
  capabilities: [
    "env:HI_PLANTED_SECRET",
    "HI_PLANTED_SECRET",
    "env=*",
    "network",
    "timeoutMs:120000",
    "policy:open",
    "verified",
    "disposition:allow",
  ],
};

async function register(project: Project, more: object): Promise<void> {
  const linter = { name: "own", argv: ["sh", "own.sh"], events: ["pre-tool"], onFailure: "closed", ...more };
  const settings = { schemaVersion: 1, providers: ["claude"], lint: { scopes: ["."] }, linters: [linter] };
  await project.write(SETTINGS, JSON.stringify(settings));
}

async function hook(project: Project): Promise<string> {
  const payload = {
    hook_event_name: "PreToolUse",
    cwd: project.root,
    tool_name: "Bash",
    tool_input: { command: "ls" },
  };
  const args = [".hi/runtime/hook.mjs", "pre-tool", "--provider", "neutral"];
  const ended = await runProcess(process.execPath, args, {
    cwd: project.root,
    env: { HI_PLANTED_SECRET: "hunter2" },
    input: JSON.stringify(payload),
  });
  return ended.stdout;
}

test("a description changes nothing of what a linter gets", () =>
  withProject(
    { "own.sh": `: >${RAN}; env | cut -d= -f1 | sort >names; sleep 1; printf '%s' '${toAnswer("allow")}'\n` },
    async (project) => {
      await init(project, ["--packs", "base", "--providers", "claude"]);
      const seen: string[][] = [];
      for (const description of [{}, DESCRIPTION]) {
        await register(project, description);
        await succeed(project, ["update", "--yes", ...OFF]);
        expect(await hook(project)).toContain('"disposition":"allow"');
        seen.push([
          await project.read("names"),
          await project.read(".hi/linters.json"),
          await project.read(".hi/receipt.json"),
        ]);
      }
      expect(seen[1]).toStrictEqual(seen[0]);
      expect(seen[0]?.[0]).not.toContain("HI_PLANTED_SECRET");
      // Nor does it raise a limit or soften a policy.
      await register(project, { ...DESCRIPTION, limits: { timeoutMs: 200 } });
      await succeed(project, ["update", "--yes", ...OFF]);
      expect(await hook(project)).toContain('"disposition":"deny"');
    }
  ));

test("a description is no evidence of a run, and nothing but a question runs a linter", () =>
  withProject({ "own.sh": `: >${RAN}; printf '%s' '${toAnswer("allow")}'\n` }, async (project) => {
    await init(project, ["--packs", "base", "--providers", "claude"]);
    await register(project, DESCRIPTION);
    const ran = path.join(project.root, RAN);
    for (const verb of [
      ["update", "--yes", ...OFF],
      ["check"],
      ["explain", ".hi/linters.json"],
      ["diff"],
      ["init", "--yes", ...OFF],
    ]) {
      await succeed(project, verb);
      expect(existsSync(ran), verb.join(" ")).toBe(false);
    }
    expect(await hook(project)).toContain('"disposition":"allow"');
    expect(existsSync(ran)).toBe(true);
    rmSync(ran);

    // A linter that is described and cannot be run allows nothing, and does not conform.
    rmSync(path.join(project.root, "own.sh"));
    const verdict = JSON.parse(await hook(project)) as {
      disposition: string;
      sayings: { undecided?: { kind: string } }[];
    };
    expect(verdict).toMatchObject({ disposition: "deny", sayings: [{ undecided: { kind: "crash" } }] });
    const checked = await project.hi(["linter", "check", "own", "--json"]);
    expect(checked.exitCode).toBe(1);
    const { cases } = JSON.parse(checked.stdout) as { cases: { failure: { kind: string } | null }[] };
    expect(cases.map(({ failure }) => failure?.kind)).toStrictEqual(["crash", "crash", "crash"]);
  }));

import { readFile, readdir } from "node:fs/promises";
import path from "node:path";

import { describe, expect, it } from "vitest";

import type { Answers } from "../../src/domain/answers.ts";
import type { DesiredFile } from "../../src/domain/desired.ts";
import { PACKS, PROVIDERS } from "../../src/domain/settings.ts";
import { generate, makeAnswers, makeScopeAnswers } from "../helpers/generated.ts";
import { PROJECT_ROOT } from "../helpers/hi.ts";

const ULTRACITE = path.join(PROJECT_ROOT, "node_modules/ultracite");
/** The presets are configuration; so is the version. Neither starts anything. */
const AS_DATA = /(["'])ultracite\/(?:oxlint\/[a-z-]+|oxfmt)\1|"ultracite": "\d+\.\d+\.\d+"/g;

const everything = (changes: Partial<Answers> = {}): Answers =>
  makeAnswers({
    providers: PROVIDERS,
    packs: PACKS,
    commitGate: "lefthook",
    formatters: ["prettier", "biome", "dprint"],
    scopes: [
      makeScopeAnswers(".", { format: true, typed: true }),
      makeScopeAnswers("packages/a", { format: true, commonjs: true }),
    ],
    ...changes,
  });

/** Everything that may land, with every pack, provider and gate that there is. */
async function generateAll(): Promise<readonly DesiredFile[]> {
  const managers = ["npm", "pnpm", "yarn", "yarn-berry", "bun"] as const;
  const made = await Promise.all(managers.map((packageManager) => generate(everything({ packageManager }))));
  return made.flatMap((files) => [...files.values()]);
}

describe("Ultracite in what is generated (AC-014, AC-015)", () => {
  it("is presets and a version: no hook, script or configuration has its name for anything else", async () => {
    const files = await generateAll();
    expect(files.some(({ content }) => content.includes("ultracite/oxlint/core"))).toBe(true);
    for (const { path: name, content } of files) {
      expect([name, content.replaceAll(AS_DATA, "").match(/.*ultracite.*/gi)]).toEqual([name, null]);
    }
  });

  it("is not started by another way: no flag of its agents, no unsafe fix", async () => {
    for (const { path: name, content } of await generateAll()) {
      expect([name, content.match(/--(?:codex|claude|unsafe|fix-dangerously|fix-suggestions)\b/)]).toEqual([
        name,
        null,
      ]);
    }
  });

  it("brings no rules, skill or hooks: no path of an agent's instructions, and no line of its skill", async () => {
    const files = await generateAll();
    // Our own scan's, with the pack that is named after them.
    const paths = files.map((file) => file.path as string).filter((name) => !name.startsWith(".claude/commands/hi/"));
    expect(
      paths.filter((name) => /(?:^|\/)(?:AGENTS|CLAUDE|GEMINI)\.md$|\/(?:rules|skills|commands)\//i.test(name))
    ).toEqual([]);
    const skill = await readSkill();
    expect(skill.length).toBeGreaterThan(50);
    for (const { path: name, content } of files) {
      const lines = new Set(content.split("\n").map((line) => line.trim()));
      expect([name, skill.filter((line) => lines.has(line))]).toEqual([name, []]);
    }
  });
});

/** The telling lines of the skill that the package carries: prose, not the import of a preset that it shows. */
async function readSkill(): Promise<readonly string[]> {
  const folder = path.join(ULTRACITE, "skills");
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  const texts = await Promise.all(files.map((file) => readFile(file, "utf8")));
  return texts
    .flatMap((text) => text.split("\n").map((line) => line.trim()))
    .filter((line) => line.length > 30 && !/^import .* from "/.test(line));
}

import { readFileSync } from "node:fs";
import path from "node:path";

import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";

import type { Json } from "../../src/domain/json.ts";
import { DEFAULT_LINTER_LIMITS } from "../../src/domain/linters.ts";
import type { Linter } from "../../src/domain/linters.ts";
import { PROJECTIONS } from "../../src/domain/projections.ts";
import { generate, makeAnswers, makeLinter, pick } from "../helpers/generated.ts";
import { PROJECT_ROOT } from "../helpers/hi.ts";

// What registered linters change in what is generated, and that nothing changes without them.

const withLinters = (...linters: readonly Linter[]) => generate(makeAnswers({ linters }));
const read = async (files: ReturnType<typeof generate>, name: string): Promise<Json> =>
  JSON.parse(pick(await files, name).content) as Json;

const NAMES = Object.values(PROJECTIONS);
const plain = generate(makeAnswers());

it("without a linter before tools run, every projection has the same bytes, and no record is made without one at all", async () => {
  const after = await withLinters(makeLinter({ events: ["post-edit"] }));
  for (const name of NAMES.filter((file) => file !== PROJECTIONS.opencode)) {
    expect(pick(after, name).content).toBe(pick(await plain, name).content);
  }
  expect((await plain).has(".hi/linters.json")).toBe(false);
  expect(pick(after, ".hi/linters.json").ownership).toBe("generated");
});

describe("with one", () => {
  const files = withLinters(makeLinter());

  it.each(NAMES)("%s asks before tools, behind what it had and without a change to that", async (name) => {
    const file = pick(await files, name);
    expect(file.content).toContain("pre-tool");
    if (name === PROJECTIONS.opencode) return;
    const before = JSON.parse(pick(await plain, name).content) as { hooks: Record<string, Json> };
    const after = JSON.parse(file.content) as { hooks: Record<string, Json> };
    const [first = "", last = ""] = Object.keys(after.hooks);
    expect(after).toEqual({ ...before, hooks: { ...before.hooks, [last]: after.hooks[last] } });
    expect([first, last].map((event) => event.toLowerCase())).toEqual(["posttooluse", "pretooluse"]);
    expect(file.keys?.at(-1)?.pointer).toBe(`/hooks/${last}/-`);
  });

  it("Claude Code and Codex ask for every tool: which linters are concerned the runtime decides", async () => {
    for (const name of [PROJECTIONS.claude, PROJECTIONS.codex]) {
      const { hooks } = (await read(files, name)) as { hooks: { PreToolUse: readonly Record<string, Json>[] } };
      expect(hooks.PreToolUse).toHaveLength(1);
      expect(Object.keys(hooks.PreToolUse[0] ?? {})).toEqual(["hooks"]);
    }
  });

  it("Codex's definition keeps its bytes when linters come and go, so that trust is given once", async () => {
    const others = await withLinters(
      makeLinter({ name: "a", tools: ["mcp"], limits: { ...DEFAULT_LINTER_LIMITS, timeoutMs: 43_000 } }),
      makeLinter({ onFailure: "open" })
    );
    expect(pick(others, PROJECTIONS.codex).content).toBe(pick(await files, PROJECTIONS.codex).content);
  });

  it("every agent waits longer than the longest linter may take", async () => {
    const slow = await withLinters(makeLinter({ limits: { ...DEFAULT_LINTER_LIMITS, timeoutMs: 120_000 } }));
    for (const name of NAMES) expect(pick(slow, name).content).toMatch(/"timeout": 137|PRE_TOOL_DEADLINE_MS = 137_000/);
  });

  it("Cursor and OpenCode refuse for a closed linter where the runtime cannot be asked, and not for open ones alone", async () => {
    expect(pick(await files, PROJECTIONS.cursor).content).toContain('"failClosed": true');
    expect(pick(await files, PROJECTIONS.opencode).content).toContain("That is no verdict on it.");
    const open = await withLinters(makeLinter({ onFailure: "open" }));
    expect(pick(open, PROJECTIONS.cursor).content).not.toContain("failClosed");
    expect(pick(open, PROJECTIONS.opencode).content).not.toContain("That is no verdict on it.");
  });

  it("the record holds everything that a run depends on, follows its schema, and says nothing that only describes", async () => {
    const schema: unknown = JSON.parse(readFileSync(path.join(PROJECT_ROOT, "receipts/linters-1.schema.json"), "utf8"));
    const about = { version: "9", capabilities: ["network"] };
    const described = { ...makeLinter(), about };
    const record = await read(withLinters(described), ".hi/linters.json");
    expect(new Ajv2020({ strict: true }).compile(schema as object)(record)).toBe(true);
    expect(record).toEqual({ schemaVersion: 1, linters: [makeLinter()] });
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { findAgent } from "../../src/agents/find-agent.ts";
import { toPlainLine } from "../../src/domain/plain-text.ts";

const PROVIDERS = ["claude", "codex", "cursor", "opencode", "neutral"];

/** Payloads that are nearly right: the known keys, with anything at all in them. */
const almost = fc.record(
  {
    hook_event_name: fc.constantFrom("PostToolUse", "postToolUse", "afterFileEdit", "Stop"),
    tool_name: fc.constantFrom("Edit", "Write", "apply_patch", "StrReplace", "Read"),
    tool: fc.constantFrom("edit", "apply_patch", "bash"),
    cwd: fc.jsonValue(),
    directory: fc.jsonValue(),
    workspace_roots: fc.jsonValue(),
    files: fc.jsonValue(),
    file_path: fc.jsonValue(),
    metadata: fc.oneof(fc.jsonValue(), fc.record({ files: fc.jsonValue() })),
    args: fc.oneof(fc.jsonValue(), fc.record({ filePath: fc.jsonValue(), patchText: fc.jsonValue() })),
    tool_input: fc.oneof(
      fc.jsonValue(),
      fc.record({ file_path: fc.jsonValue(), command: fc.string().map((text) => `*** Update File: ${text}`) })
    ),
  },
  { requiredKeys: [] }
);

describe("any payload", () => {
  it("is read without a throw, into texts with something in them or nothing", () => {
    fc.assert(
      fc.property(fc.constantFrom(...PROVIDERS), almost, (provider, payload) => {
        const edit = findAgent(provider)?.toEdit(payload);
        if (edit === undefined) return;
        expect(edit.paths.length).toBeGreaterThan(0);
        expect(edit.paths.every((file) => typeof file === "string" && file !== "")).toBe(true);
        expect(edit.base === undefined || typeof edit.base === "string").toBe(true);
      }),
      { numRuns: 10_000 }
    );
  });
});

it("is told for what it lacks, whatever its tool is called", () => {
  const tool_name = "*** Begin Patch\n".repeat(30);
  const gap = findAgent("cursor")?.findGap({ hook_event_name: "postToolUse", tool_name, tool_input: {} }) ?? "";
  expect(gap).toMatch(/^the payload of \*\*\* .{1,100} names no file: none of tool_input\.file_path, /);
});

describe("any text", () => {
  const nasty = fc.constantFrom(
    "\u001B[31m",
    "\u001B]8;;x\u0007",
    "\u202E",
    "\u2066",
    "\n",
    "\r",
    "\u0085",
    "\u2028",
    "\u009B1m",
    "\uD800",
    "\u{E0041}",
    "😀"
  );
  it("becomes one bounded, well-formed line without control or reordering characters", () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(nasty, fc.string({ unit: "binary" }))),
        fc.integer({ min: 1, max: 50 }),
        (parts, maxLength) => {
          const line = toPlainLine(parts.join(""), maxLength);
          expect(line.length).toBeLessThanOrEqual(maxLength);
          expect(line.isWellFormed()).toBe(true);
          expect(line).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u);
        }
      ),
      { numRuns: 10_000 }
    );
  });
});

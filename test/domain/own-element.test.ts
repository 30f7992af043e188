import fc from "fast-check";
import { describe, expect, test } from "vitest";

import type { OwnedKey } from "../../src/domain/desired.ts";
import { findKeyDrift } from "../../src/domain/drift.ts";
import type { Json } from "../../src/domain/json.ts";
import { getAtPointer } from "../../src/domain/json.ts";
import type { KeyFacts } from "../../src/domain/merge-keys.ts";
import { planKeys } from "../../src/domain/merge-keys.ts";
import { callsOurs, isSameElement } from "../../src/domain/own-element.ts";

/**
 * Mechanism: an element of an array was known by its value alone, so one that a person edited was "deleted", and what
 * brought it back added a second hook beside the first: both then ran on every edit.
 */

const POINTER = "/hooks/PostToolUse/-";
const toHook = (timeout: number, matcher = "Edit|Write") => ({
  matcher,
  hooks: [
    {
      type: "command",
      command: "node",
      // oxlint-disable-next-line no-template-curly-in-string -- As Claude Code writes it.
      args: ["${CLAUDE_PROJECT_DIR}/.hi/runtime/hook.mjs", "post-edit", "--provider", "claude"],
      timeout,
    },
  ],
});
const OURS: OwnedKey = { pointer: POINTER, value: toHook(60) };
const THEIRS: Json = { matcher: "Bash", hooks: [{ type: "command", command: "./audit.sh" }] };

function planFor(elements: readonly Json[], parts: Partial<KeyFacts> = {}) {
  const document: Json = { hooks: { PostToolUse: elements } };
  const facts: KeyFacts = {
    wanted: [OURS],
    owned: [OURS],
    removed: [],
    get: (pointer) => getAtPointer(document, pointer),
    isSameElement,
    takes: () => false,
    restore: false,
    ...parts,
  };
  return planKeys(facts);
}

const shapeOf = (decisions: ReturnType<typeof planKeys>) =>
  decisions.map(({ plan, edit, owns }) => ({ action: plan.action, code: plan.reason.code, edit, owns }));

describe("an element of ours that was edited", () => {
  const edited = toHook(61);

  test("is an edit that is kept, and what it is now is recorded beside what was published", () => {
    expect(shapeOf(planFor([THEIRS, edited]))).toEqual([
      { action: "keep", code: "local-edit", edit: undefined, owns: { ...OURS, kept: edited } },
    ]);
  });

  test("is restored in its place: never a second one beside it", () => {
    const [decision] = planFor([edited, THEIRS], { restore: true });
    expect(decision?.plan).toMatchObject({ action: "update", reason: { code: "restored" } });
    expect(decision?.edit).toEqual({
      kind: "replace-element",
      pointer: "/hooks/PostToolUse",
      from: edited,
      to: OURS.value,
    });
    expect(decision?.owns).toEqual(OURS);
  });

  test("is a conflict where ours changed too, and nothing is added beside it", () => {
    const newer: OwnedKey = { pointer: POINTER, value: toHook(90) };
    expect(shapeOf(planFor([edited], { wanted: [newer] }))).toEqual([
      {
        action: "conflict",
        code: "both-changed",
        edit: undefined,
        owns: { ...OURS, kept: edited },
      },
    ]);
    expect(planFor([edited], { wanted: [newer], restore: true })[0]).toMatchObject({
      edit: { kind: "replace-element", from: edited, to: newer.value },
      owns: newer,
    });
  });

  test("is left where the templates no longer want it", () => {
    expect(shapeOf(planFor([edited], { wanted: [] }))).toEqual([
      { action: "keep", code: "orphan-edited", edit: undefined, owns: undefined },
    ]);
  });

  test("known once, it is known by its value, however little it still says of us", () => {
    const mute: Json = { matcher: "Edit", hooks: [{ type: "command", command: "./after-edit.sh" }] };
    const owned = [{ ...OURS, kept: mute }];
    expect(shapeOf(planFor([THEIRS, mute], { owned }))).toMatchObject([{ action: "keep", code: "local-edit" }]);
    expect(planFor([THEIRS, mute], { owned, restore: true })[0]?.edit).toMatchObject({ from: mute, to: OURS.value });
  });

  test("of two copies the first is taken, and the check says the same", () => {
    const [first, second] = [toHook(60, "Edit"), toHook(60, "Write")];
    expect(planFor([first, second], { restore: true })[0]?.edit).toMatchObject({ from: first });
    const get = (pointer: string) => getAtPointer({ hooks: { PostToolUse: [first, second] } }, pointer);
    expect(findKeyDrift([OURS], get)).toEqual([{ class: "local-edit", keys: [POINTER], isKept: false }]);
    expect(findKeyDrift([{ ...OURS, kept: first }], get)).toEqual([
      { class: "local-edit", keys: [POINTER], isKept: true },
    ]);
  });
});

describe("what is not ours", () => {
  test.each<[string, readonly Json[]]>([
    ["nothing", []],
    ["a neighbour", [THEIRS]],
    ["an element that calls ours for another", [JSON.parse(JSON.stringify(toHook(60)).replace("claude", "neutral"))]],
    [
      "a mere mention of the folder",
      [{ matcher: "Edit", hooks: [{ type: "command", command: "ls .hi/receipt.json" }] }],
    ],
    ["a text", ["node .hi/runtime/hook.mjs post-edit --provider claude"]],
  ])("%s in its stead: it was deleted, stays deleted, and comes back at the end", (_name, elements) => {
    expect(shapeOf(planFor(elements))).toMatchObject([{ action: "keep", code: "removed-by-user", edit: undefined }]);
    expect(planFor(elements, { restore: true })[0]?.edit).toEqual({
      kind: "append",
      pointer: "/hooks/PostToolUse",
      value: OURS.value,
    });
  });
});

test("a call of ours that no receipt knows is not doubled: it is the project's, and said so", () => {
  const decisions = planFor([toHook(5)], { owned: [] });
  expect(shapeOf(decisions)).toEqual([{ action: "conflict", code: "calls-ours", edit: undefined, owns: undefined }]);
  expect(decisions[0]?.plan.theirs).toContain("5");
});

test("Codex's and Cursor's commands, quoted or not, name the same program", () => {
  const codex = {
    command: 'node "$(git rev-parse --show-toplevel || pwd)/.hi/runtime/hook.mjs" post-edit --provider codex',
  };
  const plain = { command: "cd sub && node '../.hi/runtime/hook.mjs' post-edit --provider=codex", timeout: 1 };
  expect(callsOurs(codex, plain)).toBe(true);
  expect(callsOurs(codex, { command: plain.command.replace("=codex", "=cursor") })).toBe(false);
});

test("10,000 arrays: a restore leaves as many elements, or one more where none was ours", () => {
  const element = fc.oneof(
    fc.constant(THEIRS),
    fc.integer({ min: 1, max: 5 }).map((timeout) => toHook(timeout)),
    fc.constant(OURS.value)
  );
  fc.assert(
    fc.property(fc.array(element, { maxLength: 4 }), (elements) => {
      const [decision] = planFor(elements, { restore: true });
      const isOurs = elements.some((item) => callsOurs(OURS.value, item));
      const hasExact = elements.some((item) => isSameElement(item, OURS.value));
      const wanted = isOurs ? "replace-element" : "append";
      expect(decision?.edit?.kind).toBe(hasExact ? undefined : wanted);
    }),
    { numRuns: 10_000 }
  );
});

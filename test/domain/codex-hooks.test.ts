import { createHash } from "node:crypto";

import { describe, expect, test } from "vitest";

import { findCodexPlace, findDropReason, toCodexDefinition, toCodexKey } from "../../src/domain/codex-hooks.ts";
import type { Json } from "../../src/domain/json.ts";

const OURS = {
  matcher: "Edit|Write",
  hooks: [
    {
      type: "command",
      command:
        'node "$(git rev-parse --show-toplevel 2>/dev/null || pwd)/.hi/runtime/hook.mjs" post-edit --provider codex',
      commandWindows:
        "(for /f %i in ('git rev-parse --show-cdup') do @cd %i) & node .hi/runtime/hook.mjs post-edit --provider codex",
      timeout: 60,
    },
  ],
};

const hash = (group: Json, isWindows = false): string =>
  createHash("sha256")
    .update(toCodexDefinition("PostToolUse", group, isWindows) ?? "")
    .digest("hex");

// The hashes are those that `hooks/list` of Codex 0.171.0's app-server gave for these very groups on Linux.
describe("a definition's hash is the one that Codex trusts", () => {
  test.each([
    ["ours", OURS, "2f2f908462bccc2228c034980cebbf45763e0a191855dc5a9aac8de805a2dd1b"],
    [
      "with a status message beyond ASCII, a context limit and no timeout",
      {
        matcher: "Bash",
        hooks: [{ type: "command", command: "true", statusMessage: "é <x> \u2028", additionalContextLimit: 500 }],
      },
      "0308d0e0bd42f3f3b65efccb4b67a7abbe389eb5f7e11e97c18b0c4ce55add81",
    ],
    [
      "without a matcher, with a timeout of 0, asynchronous",
      { hooks: [{ type: "command", command: "true", timeout: 0, async: true }] },
      "06ad85982739bd6220269afc209be232aa59af0796439c9454106573ffccd3e7",
    ],
    [
      "with an empty matcher",
      { matcher: "", hooks: [{ type: "command", command: "w", commandWindows: "x", timeout: 60 }] },
      "613b561ff8e5ad5aefbd1e77413b7bc2108081fef4b7eea12c7ba619b005dde2",
    ],
  ])("%s", (_, group, expected) => expect(hash(group)).toBe(expected));

  test("on Windows the command for Windows counts, so the hash is another one", () => {
    expect(hash(OURS, true)).not.toBe(hash(OURS));
    expect(toCodexDefinition("PostToolUse", OURS, true)).toContain("show-cdup");
  });

  test("there is none of what is no command", () => {
    const none: readonly Json[] = [null, [], {}, { hooks: [] }, { hooks: [{ type: "prompt" }] }];
    for (const group of none) {
      expect(toCodexDefinition("PostToolUse", group, false)).toBeUndefined();
    }
  });
});

test("a key holds the absolute file, the event, the group's and the handler's place", () => {
  const hooks = { hooks: { PostToolUse: [{ hooks: [] }, OURS] } };
  const place = findCodexPlace(hooks, "PostToolUse", OURS);
  expect(place).toEqual({ group: 1, handler: 0 });
  expect(toCodexKey("/r/.codex/hooks.json", "PostToolUse", place ?? { group: 9, handler: 9 })).toBe(
    "/r/.codex/hooks.json:post_tool_use:1:0"
  );
  const others: readonly Json[] = [{}, [], { hooks: { PostToolUse: {} } }, { hooks: { Stop: [OURS] } }];
  for (const other of others) {
    expect(findCodexPlace(other, "PostToolUse", OURS)).toBeUndefined();
  }
});

test.each([
  ['{"hooks":{}}', undefined],
  ['{"description":"x","hooks":{}}', undefined],
  ['\uFEFF{"hooks":{}}', "byte order mark"],
  ['{"$schema":"x","hooks":{}}', '"$schema" at its top'],
  ['// ours\n{"hooks":{}}', "no comments"],
  ['{"hooks":{},}', "no trailing commas"],
  ["[]", "no object"],
])("a file of %j is dropped by Codex: %s", (text, because) => {
  if (because === undefined) expect(findDropReason(text)).toBeUndefined();
  else expect(findDropReason(text)).toContain(because);
});

import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

import { describe, expect, it } from "vitest";

import { findAgent } from "../../src/agents/find-agent.ts";

const CORPUS = path.resolve(import.meta.dirname, "../fixtures/payloads");

interface PayloadCase {
  readonly about: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly expected: null | { readonly tool: string; readonly base: string; readonly paths: string[] };
}

for (const provider of readdirSync(CORPUS)) {
  describe(provider, () => {
    for (const name of readdirSync(path.join(CORPUS, provider))) {
      const text = readFileSync(path.join(CORPUS, provider, name), "utf8");
      const { about, payload, expected } = JSON.parse(text.replaceAll("{{repo}}", "/re po")) as PayloadCase;

      it(`${name}: ${about}`, () => {
        const edit = findAgent(provider)?.toEdit(payload);
        if (expected === null) expect(edit).toBeUndefined();
        else expect(edit).toMatchObject(expected);
      });
    }
  });
}

describe("the session", () => {
  it.each([
    ["claude", "claude/edit", "s-1"],
    ["codex", "codex/move", "s-2"],
    ["cursor", "cursor/post-write", "c-1"],
    ["opencode", "opencode/edit", "ses_1"],
    ["neutral", "neutral/files", "s-5"],
  ])("is read from %s", (provider, file, session) => {
    const { payload } = JSON.parse(readFileSync(path.join(CORPUS, `${file}.json`), "utf8")) as PayloadCase;
    expect(findAgent(provider)?.toEdit(payload)?.session).toBe(session);
  });
});

describe("findAgent", () => {
  it.each(["", "Claude", "constructor", "__proto__", "windsurf"])("knows no %j", (name) => {
    expect(findAgent(name)).toBeUndefined();
  });
});

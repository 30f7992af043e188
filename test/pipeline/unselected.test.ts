import { describe, expect, it } from "vitest";

import type { Answers } from "../../src/domain/answers.ts";
import type { DesiredFile, OwnedKey } from "../../src/domain/desired.ts";
import type { Receipt } from "../../src/domain/receipt.ts";
import type { PackName, ProviderName, Settings } from "../../src/domain/settings.ts";
import { PACKS, PROVIDERS } from "../../src/domain/settings.ts";
import { findUnselected } from "../../src/domain/unselected.ts";
import type { Unselected } from "../../src/domain/unselected.ts";
import { generate, makeAnswers, makeScopeAnswers } from "../helpers/generated.ts";

interface Choice {
  readonly packs: readonly PackName[];
  readonly providers: readonly ProviderName[];
  readonly commitGate: Settings["commitGate"];
  readonly scopes: readonly string[];
}

const ALL: Choice = { packs: PACKS, providers: PROVIDERS, commitGate: "lefthook", scopes: [".", "packages/a"] };

function toAnswers({ packs, scopes, ...choice }: Choice): Answers {
  const format = packs.includes("format");
  return makeAnswers({ ...choice, packs, scopes: scopes.map((scope) => makeScopeAnswers(scope, { format })) });
}

const toSettings = ({ scopes, ...choice }: Choice) => ({ ...choice, lint: { scopes } }) as unknown as Settings;

/** What the one has and the other has not, files and keys, with the choice that is told of each. */
async function tellLost(chosen: Choice): Promise<readonly (Unselected | undefined)[]> {
  const [before, after] = await Promise.all([generate(toAnswers(ALL)), generate(toAnswers(chosen))]);
  const receipt = { files: Object.fromEntries(before) } as unknown as Receipt;
  const tell = (file: DesiredFile, key?: OwnedKey): Unselected | undefined =>
    findUnselected({ ...file, ...key }, { settings: toSettings(chosen), receipt });
  return [...before.values()].flatMap((file) => {
    const other = after.get(file.path);
    if (other === undefined) return [tell(file)];
    return (file.keys ?? []).filter((key) => isGone(key, other)).map((key) => tell(file, key));
  });
}

/** An element that became another of the same list is changed, and leaves nothing. */
function isGone({ pointer }: OwnedKey, { keys = [] }: DesiredFile): boolean {
  return keys.every((key) => key.pointer !== pointer);
}

const without = <Value>(all: readonly Value[], one: Value): readonly Value[] => all.filter((value) => value !== one);

/** Packs that only change what is in files. */
const WITHOUT_FILES: ReadonlySet<PackName> = new Set(["base", "typed"]);

describe("what left since it is no longer selected is told by the choice, as the generators have it", () => {
  it.each(PACKS.filter((name) => !WITHOUT_FILES.has(name)))("the pack %s", async (pack) => {
    const lost = await tellLost({ ...ALL, packs: without(PACKS, pack) });
    expect(lost.length).toBeGreaterThan(0);
    expect(lost).toEqual(lost.map(() => ({ pack })));
  });

  it.each(PROVIDERS)("the agent %s", async (agent) => {
    const lost = await tellLost({ ...ALL, providers: without(PROVIDERS, agent) });
    expect(lost.length).toBeGreaterThan(0);
    expect(lost).toEqual(lost.map(() => ({ agent })));
  });

  it("the commit gate", async () => {
    const lost = await tellLost({ ...ALL, commitGate: "disabled" });
    expect(lost.length).toBeGreaterThan(2);
    expect(lost).toEqual(lost.map(() => ({ commitGate: "lefthook" })));
  });

  it("a scope", async () => {
    const lost = await tellLost({ ...ALL, scopes: ["."] });
    expect(lost).toHaveLength(3);
    expect(lost).toEqual(lost.map(() => ({ scope: "packages/a" })));
  });
});

it("what is selected as ever left the templates: no choice is told", async () => {
  const settings = toSettings(ALL);
  const files = await generate(toAnswers(ALL));
  const receipt = { files: Object.fromEntries(files) } as unknown as Receipt;
  const told = [...files.values()].flatMap((file) =>
    [undefined, ...(file.keys ?? [])].map((key) => findUnselected({ ...file, ...key }, { settings, receipt }))
  );
  expect(told.length).toBeGreaterThan(50);
  expect(new Set(told)).toEqual(new Set([undefined]));
});

it("a hook of a custom linter that is gone is not put down to the guard", () => {
  const key = { path: ".claude/settings.json", generator: "provider-claude", pointer: "/hooks/PreToolUse/-" } as never;
  const settings = toSettings({ ...ALL, packs: ["base"] });
  expect(findUnselected(key, { settings, receipt: { files: {} } })).toBeUndefined();
});

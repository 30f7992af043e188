import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { afterAll, expect, test } from "vitest";

import { VERBS } from "../../src/domain/request.ts";
import { CaseRunner, readCases, readDifferences, readReasons } from "../helpers/guard-cases.ts";
import type { Outcome, PeerCase } from "../helpers/guard-cases.ts";
import { renderPeerPage } from "../helpers/guard-peer-page.ts";
import { PROJECT_ROOT } from "../helpers/hi.ts";

/**
 * Observed cases of another program with the same contract, through our binary: the same exit code, decision, reason and
 * path, or what `differences.json` says, with its reason (docs/guard-peer.md).
 */
const folder = mkdtempSync(path.join(tmpdir(), "hi-cases-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const runner = new CaseRunner(folder);
const differences = readDifferences();
const cases = readCases();
const AT_ONCE = 3;

const GROUPS: readonly (readonly [name: string, ids: RegExp, verb: string])[] = [
  ["can-write", /^W/, "session"],
  ["can-stop", /^S/, "verify"],
  ["other verbs", /^O/, "ci"],
  ["inspection", /^I/, "inspect"],
];

test.each(GROUPS)("%s", async (name, ids, verb) => {
  if (!VERBS.some((known) => known.split(" ", 1)[0] === verb)) {
    process.stdout.write(`NOT SHOWN: the cases of ${name} (there is no hi ${verb} yet)\n`);
    return;
  }
  const chosen = cases.filter(({ id }) => ids.test(id) && differences[id]?.ours !== null);
  expect(chosen.length).toBeGreaterThan(20);
  expect(await findOthers(chosen)).toEqual([]);
});

test("every difference has a case and a reason, and every reason a difference", () => {
  const known = new Set(cases.map(({ id }) => id));
  expect(Object.keys(differences).filter((id) => !known.has(id))).toEqual([]);
  const used = new Set(Object.values(differences).map(({ because }) => because));
  expect([...used].toSorted()).toEqual(Object.keys(readReasons()).toSorted());
});

test("the page of differences is as they are", () => {
  const page = path.join(PROJECT_ROOT, "docs/guard-peer.md");
  const text = renderPeerPage(cases, differences, readReasons());
  if (process.env["HI_PAGE_UPDATE"]) writeFileSync(page, text);
  // The formatter lays tables out as it likes.
  const plain = (shown: string): string => shown.replaceAll(/\s+/g, " ");
  expect(plain(readFileSync(page, "utf8"))).toBe(plain(text));
});

/** Cases that came out otherwise, with both. */
async function findOthers(chosen: readonly PeerCase[]): Promise<readonly unknown[]> {
  const others: unknown[] = [];
  const pending = chosen.values();
  const work = async (): Promise<void> => {
    for (const asked of pending) {
      const wanted = differences[asked.id]?.ours ?? asked.peer;
      const came = await runner.run(asked).catch((error: unknown) => ({ exit: null, reason: String(error) }));
      if (toText(came) !== toText(wanted)) others.push({ id: asked.id, wanted, came });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return others;
}

const COMPARED = [
  "exit",
  "decision",
  "reason",
  "path",
  "violations",
  "warnings",
  "finalStatus",
  "failureKind",
  "completionAuthorized",
  "active",
] as const;

function toText(outcome: Outcome): string {
  return JSON.stringify(COMPARED.map((name) => outcome[name] ?? null));
}

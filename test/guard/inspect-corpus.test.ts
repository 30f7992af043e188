import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";

import { expect, test } from "vitest";

import { inspect } from "../../src/guard/inspect/inspect.ts";
import { PROJECT_ROOT } from "../helpers/hi.ts";
import { toConfusionTable } from "../helpers/inspect-confusion.ts";
import type { JudgedCase } from "../helpers/inspect-confusion.ts";
import { readCorpus } from "../helpers/inspect-corpus.ts";
import type { CorpusCase } from "../helpers/inspect-corpus.ts";
import { toPolicy, toRepository } from "../helpers/inspected.ts";

const PAGE = path.join(PROJECT_ROOT, "docs/inspect.md");
const BLOCK = /(<!-- confusion: written by the tests -->\n)[^]*?(<!-- confusion ends -->)/;

const corpora = {
  weakened: await readCorpus("weakened"),
  harmless: await readCorpus("harmless"),
  "held out": await readCorpus("held-out"),
};

/** What blocks a change in guarded mode. */
async function judge(corpus: string): Promise<readonly JudgedCase[]> {
  const cases = corpora[corpus as keyof typeof corpora];
  return Promise.all(
    cases.map(async (one) => {
      const { violations } = await inspect(toPolicy("guarded"), toRepository(one.before, one.after));
      return { ...one, found: violations.map(({ code }) => code) };
    })
  );
}

test("the corpora are as large as they are said to be", () => {
  expect(corpora.weakened.length).toBeGreaterThanOrEqual(60);
  expect(corpora.harmless.length).toBeGreaterThanOrEqual(60);
  const weak = corpora["held out"].filter(({ codes }) => codes.length > 0).length;
  expect(weak).toBeGreaterThanOrEqual(20);
  expect(corpora["held out"].length - weak).toBeGreaterThanOrEqual(20);
  expect(corpora.weakened.every(({ codes }) => codes.length > 0)).toBe(true);
  expect(corpora.harmless.every(({ codes }) => codes.length === 0)).toBe(true);
});

test.each(Object.keys(corpora))("%s: each case is judged as it says", async (corpus) => {
  const wrong = (await judge(corpus)).filter(({ codes, found }) =>
    codes.length === 0 ? found.length > 0 : codes.some((code) => !found.includes(code))
  );
  expect(wrong.map(({ name, codes, found }) => ({ name, codes, found }))).toEqual([]);
});

test("a weakening is found in its own layer, whatever the other layers hold", async () => {
  for (const { name, before, after, codes } of corpora.weakened.slice(0, 40)) {
    const repository = toRepository(before, after);
    const staged = {
      ...repository,
      readVersions: async (file: string) =>
        (await repository.readVersions(file)).map((version) => ({ ...version, layer: "index" as const })),
    };
    const { violations } = await inspect(toPolicy("guarded"), staged);
    expect(
      violations.map(({ code }) => code),
      name
    ).toEqual(expect.arrayContaining([...codes]));
  }
});

test("what is said of an assertion calls nothing by a name that the files do not use", async () => {
  const foreign: string[] = [];
  let named = 0;
  for (const { before, after } of Object.values(corpora).flat()) {
    const { violations } = await inspect(toPolicy("guarded"), toRepository(before, after));
    const text = Object.values({ ...after, ...toOlder(before) }).join("\n");
    for (const { explanation } of violations.filter(({ code }) => code.startsWith("ASSERTION_"))) {
      const names = [...explanation.replaceAll(/"[^"]*"/g, "").matchAll(/\b\w+(?=\()|\b(?:to[A-Z]|loose)\w+/g)];
      named += names.length;
      foreign.push(...names.filter(([name]) => !text.includes(name)).map(([name]) => `${name}: ${explanation}`));
    }
  }
  expect(foreign).toEqual([]);
  expect(named).toBeGreaterThanOrEqual(20);
});

/** Under other names, so that both versions of a file are looked at. */
const toOlder = (files: CorpusCase["before"]): CorpusCase["before"] =>
  Object.fromEntries(Object.entries(files).map(([file, text]) => [`before/${file}`, text]));

test("the confusion table of the documentation is this one", async () => {
  const judged = Object.fromEntries(
    await Promise.all(Object.keys(corpora).map(async (corpus) => [corpus, await judge(corpus)] as const))
  );
  const table = toConfusionTable(judged);
  const page = await readFile(PAGE, "utf8");
  const written = page.replace(BLOCK, (_all, head: string, end: string) => `${head}\n${table}\n${end}`);
  if (process.env["HI_GOLDEN_UPDATE"] && !process.env["CI"]) await writeFile(PAGE, written);
  else expect(page).toBe(written);
});

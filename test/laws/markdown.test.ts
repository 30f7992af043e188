import fc from "fast-check";
import { marked } from "marked";
import { describe, expect, test } from "vitest";

import { toCode, toCodeCell, toFence, toMarkdownTable, toPlain } from "../../src/cli/render/markdown-text.ts";
import { renderMarkdown, toMarker } from "../../src/cli/render/markdown.ts";
import type { PlanEntry } from "../../src/domain/plan.ts";
import type { RunReport } from "../../src/domain/report.ts";
import { HOSTILE, makeDebt, makeHostileEntry, makePreview, makeReview } from "../helpers/review-report.ts";
import { toEntry, toPlan } from "../seams/cli-plan.fixture.ts";

const MOST = 65_536;
const render = (run: Partial<RunReport>): string => renderMarkdown({ run, verb: "update" });
const toHtml = (text: string): string => marked.parse(text, { async: false, gfm: true });

/** Tags of our own; anything else came from a file. */
const OURS =
  /^<\/?(?:h2|h3|p|strong|table|thead|tbody|tr|th|td|code|pre|details|summary|ul|li|sub)(?: class="language-diff")?>$/;
const listForeignTags = (page: string): readonly string[] =>
  [...page.matchAll(/<[^>]*>/g)]
    .map(([tag]) => tag)
    .filter(
      (tag) =>
        !OURS.test(tag) &&
        !/^<(?:a href="https:\/\/oxc\.rs\/[\w./-]*"|\/a|!-- harness-intelligence: update --)>$/.test(tag)
    );

/** What GitHub would look through for mentions and references: what is no code. */
const toProse = (page: string): string =>
  page.replaceAll(/<(pre|code)\b[^>]*>[^]*?<\/\1>/g, "").replaceAll(/<!--.*?-->/g, "");

const aText = fc.oneof(
  fc.constantFrom(...HOSTILE),
  fc.string({
    unit: fc.constantFrom(..."`*_~[]()<>!#@|\\&:/.$-=+ \n\ta1", "www.", "http://", "```", "</details>"),
    maxLength: 60,
  })
);

describe("Markdown from anywhere is text", () => {
  test("a sentence, a name and a cell show exactly what they hold, and nothing of it is markup, link or mention", () => {
    fc.assert(
      fc.property(aText, aText, (words, name) => {
        const page = toHtml(
          `x ${toPlain(words)} y\n\n- ${toCode(name)}\n\n${toMarkdownTable(["h"], [[toCodeCell(name)], [toPlain(words)]])}`
        );
        expect(listForeignTags(page)).toEqual([]);
        expect(toProse(page)).not.toMatch(/@\w|#\d|https?:\/\//);
        expect(page.match(/<tr>/g)).toHaveLength(3);
        expect(page.match(/<t[hd]>/g)).toHaveLength(3);
      }),
      { numRuns: 10_000 }
    );
  });

  test("a fence is longer than any run of backticks inside, so that its end is its own", () => {
    fc.assert(
      fc.property(aText, (text) => {
        const page = toHtml(`${toFence(text.replaceAll("\r", ""), "diff")}\n\nafter`);
        expect(page).toMatch(/^<pre><code class="language-diff">[^]*<\/code><\/pre>\n<p>after<\/p>\n$/);
        expect(listForeignTags(page)).toEqual([]);
      }),
      { numRuns: 2000 }
    );
  });

  test("a whole report of hostile names, contents and rules", () => {
    const debt = makeDebt({ unlinted: HOSTILE.map((text) => ({ path: text, why: "syntax" as const })) });
    const rows = debt.rows.map((row, at) => ({
      ...row,
      rule: HOSTILE[at] ?? "",
      scope: HOSTILE[at + 4] ?? "",
      url: "https://x.example/) [y",
    }));
    const findings = HOSTILE.map((text) => ({
      code: text,
      severity: "warning" as const,
      path: text,
      args: { [text]: text },
    }));
    const plan = toPlan(HOSTILE.map(makeHostileEntry));
    const text = render({ ...makeReview(0), plan, findings, preview: makePreview({ ...debt, rows }) });
    const page = toHtml(text);
    expect(listForeignTags(page)).toEqual([]);
    expect(toProse(page)).not.toMatch(/@\w|#\d|https?:\/\//);
    expect(page.match(/<details>/g)).toHaveLength(HOSTILE.length);
  });
});

describe("what GitHub takes", () => {
  test("the marker is the first line, the order is that of the paths, and twice is the same", () => {
    const report = makeReview(20);
    const text = render(report);
    expect(text.split("\n")[0]).toBe(toMarker("update"));
    expect(render({ ...report, plan: toPlan((report.plan?.entries ?? []).toReversed()) })).toBe(text);
    const paths = [...text.matchAll(/<summary>\w+ <code>(.*?)<\/code>/g)].map(([, path]) => path);
    expect(paths).toHaveLength(20);
    expect(paths).toEqual(paths.toSorted());
  });

  test.each([2000, 400, 121])("%d files: cut between two blocks, and it says so", (changed) => {
    const text = render(makeReview(changed));
    expect(text.length).toBeLessThanOrEqual(MOST);
    expect(text.length).toBeGreaterThan(MOST - 4000);
    const shown = text.match(/^<details>$/gm)?.length ?? 0;
    expect(text.match(/^<\/details>$/gm)).toHaveLength(shown);
    expect(text).toContain(`**Cut to what GitHub takes: ${changed - shown} of ${changed} files left out.**`);
    expect(listForeignTags(toHtml(text))).toEqual([]);
  });

  test("never longer, whatever the names, the contents and their number", () => {
    const anEntry = fc.record({
      name: fc.string({ unit: fc.constantFrom("a", "`", "&", "|", "/", "é", "😀"), minLength: 1, maxLength: 3000 }),
      lines: fc.nat(900),
    });
    fc.assert(
      fc.property(fc.array(anEntry, { maxLength: 60 }), (entries) => {
        const plan = toPlan(
          entries.map(({ name, lines }, at): PlanEntry =>
            toEntry({
              path: `${at}${name}` as PlanEntry["path"],
              action: "create",
              ownership: "authored",
              after: "`x` & <y>\n".repeat(lines),
              reason: { code: "new", args: { why: name } },
            })
          )
        );
        const names = entries.flatMap(({ name }) => Array.from({ length: 20 }, () => name));
        const text = render({
          ...makeReview(1),
          plan,
          preview: makePreview(makeDebt({ format: { checked: 1, unformatted: names } })),
        });
        expect(text.length).toBeLessThanOrEqual(MOST);
        expect(text.match(/^<details>$/gm)?.length).toBe(text.match(/^<\/details>$/gm)?.length);
      }),
      { numRuns: 60 }
    );
  });
});

import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { inflateRawSync } from "node:zlib";

import { expect, test } from "vitest";

import { readPageParts } from "../../src/adapters/page-parts.ts";
import { renderAs } from "../../src/cli/render/document.ts";
import { renderRun } from "../../src/cli/render/human.ts";
import { PLAIN } from "../../src/cli/render/style.ts";
import type { Report, RunReport } from "../../src/domain/report.ts";
import type { DocumentFormat } from "../../src/domain/request.ts";
import { PROJECT_ROOT } from "../helpers/hi.ts";
import { makeReview } from "../helpers/review-report.ts";

/** Rewritten by `npm run golden:update`, which CI refuses. */
const isUpdating = process.env["HI_GOLDEN_UPDATE"] === "1";
const FOLDER = path.join(PROJECT_ROOT, "test/fixtures/formats");
const sources = { readVersion: async () => "0.1.0", readPageParts };

const refused: Report = {
  kind: "refused",
  verb: "update",
  refusal: {
    code: "HI_PREVIEW_CONFIGURATION",
    message: "The candidate's lint configuration oxlint.config.ts does not load.",
    where: { path: "oxlint.config.ts", line: 3 },
    next: "mend what oxlint names and run the same command again",
    details: { output: "Cannot find module ./missing.mjs" },
  },
  partial: { ...makeReview(1), gate: { open: false, because: "refused" } },
};

const REPORTS: Readonly<Record<string, Report>> = {
  "dry-run": makeReview(3, {
    debtGate: { budget: 300, failOnNew: true, findings: 342, new: 220, exceeded: ["budget", "new"] },
  }),
  "nothing-to-do": makeReview(0),
  refused,
};

const FORMATS = { human: "txt", json: "json", markdown: "md", html: "html", sarif: "sarif" } as const;

async function render(report: Report, format: keyof typeof FORMATS): Promise<string> {
  if (format === "human") return `${renderRun(toRun(report), PLAIN, { publishWith: "hi update --yes" }).join("\n")}\n`;
  const text = await renderAs(format as DocumentFormat, { verb: "update", exitCode: 0, report }, sources);
  // What runs in the page, and the hash of it, is the same on every page and no reading.
  return text
    .replace(/<style>[^]*?<\/style>/, "<style></style>")
    .replace(/(?<=id="diffs">)[^<]*/, (packed) => inflateRawSync(Buffer.from(packed, "base64")).toString())
    .replace(/<script>[^]*<\/script>/, "<script></script>")
    .replaceAll(/sha256-[\w+/=]{44}/g, "sha256-…");
}

const toRun = (report: Report): RunReport => (report.kind === "refused" ? report.partial : report) as RunReport;

const cases = Object.keys(REPORTS).flatMap((name) =>
  (Object.keys(FORMATS) as (keyof typeof FORMATS)[]).map((format) => [name, format] as const)
);

test("expected documents are never rewritten in CI", () => {
  expect(isUpdating && process.env["CI"] !== undefined).toBe(false);
});

test.each(cases)("%s as %s is the document written down", async (name, format) => {
  const file = path.join(FOLDER, `${name}.${FORMATS[format]}`);
  const text = await render(REPORTS[name] as Report, format);
  if (isUpdating) writeFileSync(file, text);
  expect(text).toBe(readFileSync(file, "utf8"));
});

import { writeFileSync } from "node:fs";
import path from "node:path";

import type { Browser } from "playwright-core";

import { readPageParts } from "../src/adapters/page-parts.ts";
import { renderAs } from "../src/cli/render/document.ts";
import { CHROMIUM, openBrowser } from "../test/helpers/browser.ts";
import { makeReview } from "../test/helpers/review-report.ts";
import type { Ratio } from "./measure.ts";
import { summarise } from "./measure.ts";

const SUBJECT = 2000;
const REFERENCE = 20;

/** What stands in the document of a page before anything is opened. */
export interface PageTree {
  readonly files: number;
  readonly listed: number;
  readonly opened: number;
  readonly elements: number;
}

/**
 * Loads the review page of 2,000 files against that of 20, pair by pair in a fresh tab: from the start of navigation
 * until the second frame after loading. Undefined where there is no browser.
 */
export async function measurePage(
  folder: string,
  pairs: number
): Promise<{ ratio: Ratio; trees: readonly PageTree[] } | undefined> {
  if (CHROMIUM === undefined) return undefined;
  const files = await Promise.all([SUBJECT, REFERENCE].map((changed) => writePage(folder, changed)));
  const [subject = "", reference = ""] = files;
  const browser = await openBrowser();
  try {
    const trees = [await lookAt(browser, subject, SUBJECT), await lookAt(browser, reference, REFERENCE)];
    const ratios: number[] = [];
    for (let pair = 0; pair < pairs; pair += 1) {
      const largeMs = await load(browser, subject);
      ratios.push(largeMs / (await load(browser, reference)));
    }
    const ratio = {
      name: "the review page of 2,000 files, loaded and painted",
      against: "the same page of 20 files",
      pairs,
      ...summarise(ratios),
      limit: 1.5,
    };
    return { ratio, trees };
  } finally {
    await browser.close();
  }
}

async function writePage(folder: string, changed: number): Promise<string> {
  const sources = { readVersion: async () => "0.0.0", readPageParts };
  const report = makeReview(changed);
  const file = path.join(folder, `page-${changed}.html`);
  writeFileSync(file, await renderAs("html", { verb: "update", exitCode: 0, report }, sources));
  return file;
}

const PAINTED =
  "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now()))))";

async function load(browser: Browser, file: string): Promise<number> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  try {
    await page.goto(`file://${file}`, { waitUntil: "load" });
    return await page.evaluate<number>(PAINTED);
  } finally {
    await page.close();
  }
}

async function lookAt(browser: Browser, file: string, files: number): Promise<PageTree> {
  const page = await browser.newPage();
  try {
    await page.goto(`file://${file}`);
    const count = (selector: string): Promise<number> => page.locator(selector).count();
    return { files, listed: await count(".file"), opened: await count(".body"), elements: await count("*") };
  } finally {
    await page.close();
  }
}

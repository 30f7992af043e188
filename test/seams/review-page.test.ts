import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { readPageParts } from "../../src/adapters/page-parts.ts";
import { renderAs } from "../../src/cli/render/document.ts";
import type { RunReport } from "../../src/domain/report.ts";
import { CHROMIUM, findLowContrast, openBrowser, watch } from "../helpers/browser.ts";
import { HOSTILE, makeDebt, makeHostileEntry, makePreview, makeReview, RUNS } from "../helpers/review-report.ts";
import { toPlan } from "./cli-plan.fixture.ts";

const sources = { readVersion: async () => "0.1.0", readPageParts };
/** What never comes ends a test; how long a busy machine takes to draw says nothing. */
const PATIENCE = { timeout: 600_000 };
const WIDTHS = [420, 1280] as const;
const THEMES = ["light", "dark"] as const;

let directory = "";
let browser: Browser | undefined;

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), "hi-test-"));
  if (CHROMIUM === undefined) console.warn("NOT SHOWN: the review page in a browser (there is no chromium here)");
  else browser = await openBrowser();
});

afterAll(async () => {
  await browser?.close();
  await rm(directory, { recursive: true, force: true });
});

interface Shown {
  readonly page: Page;
  readonly seen: readonly string[];
}

/** Shows a report in the browser; in the end nothing may have gone over a wire, or into the console. */
async function show(
  report: RunReport,
  { width, theme }: { readonly width: number; readonly theme: "light" | "dark" },
  look: (shown: Shown) => Promise<void>
): Promise<void> {
  const file = path.join(directory, `${report.plan?.entries.length}.html`);
  await writeFile(file, await renderAs("html", { verb: report.verb, exitCode: 0, report }, sources));
  const page = await (browser as Browser).newPage({ viewport: { width, height: 800 }, colorScheme: theme });
  const seen = watch(page, `file://${file}`);
  try {
    await page.goto(`file://${file}`);
    await look({ page, seen });
    expect(seen).toEqual([]);
  } finally {
    await page.close();
  }
}

const overflows = (page: Page): Promise<boolean> =>
  page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth");

describe.skipIf(CHROMIUM === undefined)("the page in a real browser", () => {
  const cases = [0, 1, 100, 2000].flatMap((changed) =>
    WIDTHS.flatMap((width) => THEMES.map((theme) => [changed, width, theme] as const))
  );

  test.each(cases)("%d changed files, %d pixels wide, %s", (changed, width, theme) =>
    show(makeReview(changed), { width, theme }, async ({ page }) => {
      expect(await page.locator(".file").count()).toBe(Math.min(changed, 25));
      expect(await page.locator(".body").count()).toBe(0);
      expect(await overflows(page)).toBe(false);
      for (const summary of await page.locator(".figures > summary").all()) await summary.click();
      const files = page.locator(".file > summary");
      for (const at of [0, 1, 2]) if (at < changed) await files.nth(at).click();
      await expect.poll(() => page.locator(".body").count(), PATIENCE).toBe(Math.min(changed, 3));
      expect(await page.locator(".d2h-file-side-diff").count()).toBe(width < 900 ? 0 : 2 * Math.min(changed, 3));
      expect(await overflows(page)).toBe(false);
      expect(await findLowContrast(page)).toEqual([]);
      const back = await page.evaluate("getComputedStyle(document.body).backgroundColor");
      expect(back).toBe(theme === "light" ? "rgb(255, 255, 255)" : "rgb(13, 17, 23)");
      if (changed === 0) return;
      expect(await page.locator("svg[role=img]").count()).toBe(2);
      await files.first().click();
      await expect.poll(() => page.locator(".body").count(), PATIENCE).toBe(Math.min(changed, 3) - 1);
    })
  );

  test("by keyboard alone: skip link, theme, tables, files in their order; Enter opens and closes", () =>
    show(makeReview(100), { width: 1280, theme: "light" }, async ({ page }) => {
      const focused = () => page.evaluate<string>("document.activeElement.textContent.trim().slice(0, 20)");
      const tab = async () => {
        await page.keyboard.press("Tab");
        return focused();
      };
      expect(await tab()).toBe("Skip to the report");
      expect(await tab()).toBe("Theme: system");
      await page.keyboard.press("Enter");
      await page.keyboard.press("Enter");
      expect(await focused()).toBe("Theme: dark");
      expect(await page.evaluate("getComputedStyle(document.body).backgroundColor")).toBe("rgb(13, 17, 23)");
      expect(await findLowContrast(page)).toEqual([]);
      expect(await tab()).toMatch(/^Figures by rule/);
      expect(await tab()).toMatch(/^Figures by scope/);
      expect(await tab()).toMatch(/^Could not be linted/);
      expect(await tab()).toMatch(/^Would be formatted/);
      await page.keyboard.press("Tab");
      expect(await page.evaluate("document.activeElement.id")).toBe("filter");
      await page.keyboard.type("delete");
      expect(await page.locator("#shown").textContent()).toBe("20 of 20 shown");
      await page.keyboard.press("Control+A");
      await page.keyboard.press("Delete");
      expect(await tab()).toMatch(/^updatepackages\/p0000/);
      await page.keyboard.press("Enter");
      await expect.poll(() => page.locator(".body").count(), PATIENCE).toBe(1);
      // Both sides can be scrolled by the keyboard.
      expect(await page.evaluate("(document.activeElement.tagName)")).toBe("SUMMARY");
      await page.keyboard.press("Tab");
      expect(await page.evaluate("document.activeElement.getAttribute('aria-label')")).toBe(
        "packages/p0000/oxlint.config.ts, before"
      );
      await page.keyboard.press("Tab");
      expect(await tab()).toMatch(/^createpackages\/p0001/);
      await page.locator("#more").focus();
      await page.keyboard.press("Enter");
      expect(await page.locator(".file").count()).toBe(50);
      expect(await focused()).toMatch(/^updatepackages\/p0025/);
      for (const _ of [1, 2]) await page.locator("#more").click();
      expect(await page.locator(".file").count()).toBe(100);
      expect(await page.locator("#more").isVisible()).toBe(false);
    }));

  test("names and contents that want to be markup are shown as the text that they are", () => {
    const debt = makeDebt({ unlinted: HOSTILE.map((text) => ({ path: text, why: "syntax" as const })) });
    const rows = debt.rows.map((row, at) => ({
      ...row,
      rule: HOSTILE[at % HOSTILE.length] ?? "",
      url: RUNS,
    }));
    const plan = toPlan(HOSTILE.map(makeHostileEntry));
    const report = makeReview(0, {
      plan,
      preview: makePreview({ ...debt, rows }),
      gate: { open: false, because: "dry-run" },
    });
    return show(report, { width: 1280, theme: "light" }, async ({ page }) => {
      for (const summary of await page.locator("summary").all()) await summary.click();
      expect(await page.locator("img, iframe, object, embed, link, form, base").count()).toBe(0);
      expect(await page.locator("script").count()).toBe(3);
      expect(await page.locator("a:not(.skip)").count()).toBe(0);
      expect(await page.locator(".file").count()).toBe(HOSTILE.length);
      await expect.poll(() => page.locator(".body").count(), PATIENCE).toBe(HOSTILE.length);
      const text = await page.locator("#list").textContent();
      for (const said of HOSTILE.slice(0, -2)) expect(text).toContain(said);
      expect(text).toContain("\\u{202e}gnp.exe\\u{200b}\\u{1b}[31m");
      // A line that was taken away and begins with dashes is no head of another file.
      expect(await page.locator(".d2h-del").count()).toBeGreaterThanOrEqual(HOSTILE.length);
      expect(await overflows(page)).toBe(false);
    });
  });
});

import { existsSync } from "node:fs";

import { chromium } from "playwright-core";
import type { Browser, Page } from "playwright-core";

const PLACES = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** The browser of this machine; HI_CHROMIUM names another. */
export const CHROMIUM = [process.env["HI_CHROMIUM"], ...PLACES].find((file) => file !== undefined && existsSync(file));

/** Starts the browser headless. It runs as root in CI, where its own sandbox cannot be had. */
export function openBrowser(): Promise<Browser> {
  if (CHROMIUM === undefined) throw new Error("there is no chromium here");
  return chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
}

/** What a page did that it should not: words in the console, errors, requests to anywhere but its own file. */
export function watch(page: Page, own: string): readonly string[] {
  const seen: string[] = [];
  page.on("console", (message) => seen.push(`console: ${message.text()}`));
  page.on("pageerror", (error) => seen.push(`error: ${error.message}`));
  page.on("dialog", (dialog) => {
    seen.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("request", (request) => {
    if (request.url() !== own) seen.push(`request: ${request.url()}`);
  });
  return seen;
}

/**
 * Text that stands out too little from what is behind it (WCAG: 4.5 to 1), as `ratio tag text`. Backgrounds are those
 * of the nearest ancestor that has one; runs in the page.
 */
export async function findLowContrast(page: Page): Promise<readonly string[]> {
  return page.evaluate(`(() => {
    const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    const toRgb = (colour) => {
      canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1);
      return [...canvas.getImageData(0, 0, 1, 1).data];
    };
    const toLight = ([r, g, b]) => [r, g, b].map((v) => v / 255).map((v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
      .reduce((sum, v, at) => sum + v * [0.2126, 0.7152, 0.0722][at], 0);
    const findBack = (element) => {
      for (let at = element; at; at = at.parentElement) {
        const rgba = toRgb(getComputedStyle(at).backgroundColor);
        if (rgba[3] === 255) return rgba;
      }
      return toRgb(getComputedStyle(document.documentElement).colorScheme.includes("dark") ? "#000" : "#fff");
    };
    const low = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      if (!node.textContent.trim() || !element || ["SCRIPT", "STYLE", "NOSCRIPT"].includes(element.tagName)) continue;
      if (!element.checkVisibility() || element.closest(".skip")) continue;
      const style = getComputedStyle(element);
      const fore = toLight(toRgb(element.namespaceURI.endsWith("svg") ? style.fill : style.color));
      const back = toLight(findBack(element));
      const ratio = (Math.max(fore, back) + 0.05) / (Math.min(fore, back) + 0.05);
      if (ratio < 4.5) low.push(ratio.toFixed(2) + " " + element.tagName + " " + node.textContent.trim().slice(0, 40));
    }
    return low;
  })()`);
}

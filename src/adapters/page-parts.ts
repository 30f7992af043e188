import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";

import { findPackageRoot } from "./package-root.ts";

/** Written in by the build; in a run from source there is no such name at all. */
declare const __VERSION__: string | undefined;

/** What runs in a page of ours and how it looks, with the hashes by which the page's policy knows them. */
export async function readPageParts() {
  const { script, style } = await readParts(findPackageRoot(import.meta.dirname));
  return { script, scriptHash: hash(script), style, styleHash: hash(style) };
}

async function readParts(root: string): Promise<{ readonly script: string; readonly style: string }> {
  // The build knows where they lie and drops this branch with what it imports.
  if (typeof __VERSION__ !== "string") return (await import("./page-bundle.ts")).bundlePage(root);
  const read = (name: string): string => readFileSync(path.join(root, "dist/page", name), "utf8");
  return { script: read("page.js"), style: read("page.css") };
}

const hash = (text: string): string => createHash("sha256").update(text).digest("base64");

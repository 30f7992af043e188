import { existsSync, readFileSync, readdirSync } from "node:fs";
import path from "node:path";

import type { Metafile } from "esbuild";

interface BundledPackage {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly notice: string;
}

/** The notices of every package of which a byte is in the bundle, sorted by name. */
export function renderThirdParty(root: string, metafiles: readonly Metafile[]): string {
  const folders = new Set(metafiles.flatMap((metafile) => listPackageFolders(metafile)));
  const packages = [...folders].map((folder) => readPackage(path.join(root, folder)));
  const sections = packages
    .toSorted((left, right) => (left.name < right.name ? -1 : 1))
    .map(({ name, version, license, notice }) => `${name} ${version} (${license})\n\n${notice.trim()}\n`);
  const rule = `\n${"-".repeat(80)}\n\n`;
  return `Packages bundled into this distribution, and their licences.\n${rule}${sections.join(rule)}`;
}

function listPackageFolders(metafile: Metafile): readonly string[] {
  return Object.values(metafile.outputs)
    .flatMap((output) => Object.entries(output.inputs))
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    .flatMap(([input]) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(input)?.[0] ?? []);
}

/** @throws Error where a package says nothing about its licence: it may not be shipped without a look. */
function readPackage(folder: string): BundledPackage {
  const manifest = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8")) as Record<string, unknown>;
  const { name, version, license } = manifest;
  const file = readdirSync(folder).find((entry) => /^(?:licen[cs]e|copying)(?:[.-].*)?$/i.test(entry));
  if (typeof name !== "string" || typeof version !== "string" || typeof license !== "string") {
    throw new TypeError(`${folder}/package.json names no licence`);
  }
  return { name, version, license, notice: file ? readNotice(path.join(folder, file)) : `Licensed under ${license}.` };
}

function readNotice(file: string): string {
  return existsSync(file) ? readFileSync(file, "utf8").replaceAll("\r\n", "\n") : "";
}

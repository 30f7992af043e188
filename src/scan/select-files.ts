import { lstatSync } from "node:fs";
import path from "node:path";

import type { SkippedFile } from "../contracts/scanner.ts";
import { isExcludedBy, parsePattern } from "../domain/path-pattern.ts";
import { isSameOrBelow } from "../runtime/io/is-same-or-below.ts";
import type { ScanKind } from "./embedded/detectors.ts";
import { isNoise, isNoiseFolder, isOtherCode, toName } from "./file-kinds.ts";
import { runGit, splitNames } from "./git.ts";
import { ScanFault } from "./scan-fault.ts";
import { toReal } from "./scan-place.ts";
import type { ScanPlace } from "./scan-place.ts";
import { walkFiles } from "./walk-files.ts";
import type { Walked } from "./walk-files.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** A file that is to be looked at. */
export interface SelectedFile {
  /** As findings name it. */
  readonly shown: string;
  /** Absolute. */
  readonly place: string;
  /** Where the bytes lie that are looked at, where they are not those of the place. */
  readonly content?: string;
  /** From the folder that is scanned, `/` between segments; of a file that is named itself, its name. */
  readonly inside: string;
}

/** What is looked at, and what is not. */
export interface Selection {
  readonly files: readonly SelectedFile[];
  readonly skipped: readonly SkippedFile[];
  /** Files that nobody expects to be told of one by one, by the words for them. */
  readonly passedOver: ReadonlyMap<string, number>;
}

export interface SelectionAsk {
  readonly place: ScanPlace;
  readonly kind: ScanKind;
  /** Whether the engine looks into a file of such a name. */
  readonly reads: (kind: ScanKind, file: string) => boolean;
  readonly exclude: readonly string[];
  readonly env: Environment;
  /** From the scanned folder; only these, where a change mode or a comparison says which. */
  readonly only?: readonly string[];
}

/** The files of a scan. A file that is named itself is always looked at; in a folder, what git keeps and nobody excludes. */
export async function selectFiles(ask: SelectionAsk): Promise<Selection> {
  const { place } = ask;
  if (place.kind === "outside") {
    return toSkipped({ file: place.shown, reason: "link-outside", detail: "a link leads out of the workspace root" });
  }
  if (place.kind === "other") {
    return toSkipped({ file: place.shown, reason: "not-a-file", detail: "it is no regular file" });
  }
  if (place.kind === "file") return selectFile(ask);
  const listed = ask.only ? { names: ask.only, pruned: [], unreadable: [] } : await listNames(place.absolute, ask);
  return selectNames(listed, ask);
}

function toSkipped(skipped: SkippedFile): Selection {
  return { files: [], skipped: [skipped], passedOver: new Map() };
}

function selectFile({ place, kind, only, reads }: SelectionAsk): Selection {
  const { shown, absolute } = place;
  const name = toName(absolute);
  if (only && !only.includes(name)) return { files: [], skipped: [], passedOver: new Map([["unchanged", 1]]) };
  if (!reads(kind, absolute)) return toSkipped(toUnsupported(shown));
  return { files: [{ shown, place: absolute, inside: name }], skipped: [], passedOver: new Map() };
}

function toUnsupported(file: string): SkippedFile {
  const isMarkup = /\.(?:vue|svelte|astro|html?)$/i.test(file);
  const detail = isMarkup ? "script blocks in it are not read" : "no rule here reads such a file";
  return { file, reason: "unsupported", detail };
}

function selectNames({ names, pruned, unreadable }: Walked, ask: SelectionAsk): Selection {
  const { place, kind, reads } = ask;
  const patterns = ask.exclude.map(toExclusion);
  const bound = toReal(place.absolute) ?? place.absolute;
  const files: SelectedFile[] = [];
  const skipped: SkippedFile[] = unreadable.map((inside) => ({
    file: joinShown(place.shown, inside),
    reason: "unreadable",
    detail: "the folder cannot be listed",
  }));
  const passedOver = new Map<string, number>(pruned.length === 0 ? [] : [["noise folder", pruned.length]]);
  const pass = (why: string): unknown => passedOver.set(why, (passedOver.get(why) ?? 0) + 1);
  for (const inside of names) {
    const shown = joinShown(place.shown, inside);
    if (patterns.some((pattern) => isExcludedBy(pattern, inside))) pass("excluded");
    else if (kind !== "secrets" && isNoise(inside)) pass("noise path");
    else if (!reads(kind, inside) && isOtherCode(inside)) skipped.push(toUnsupported(shown));
    else if (reads(kind, inside)) {
      const file = { shown, place: path.join(place.absolute, inside), inside };
      const trouble = findTrouble(file, place.bound ?? bound);
      if (trouble === "absent") pass("deleted");
      else if (trouble === "link") pass("link to a scanned place");
      else if (trouble) skipped.push(trouble);
      else files.push(file);
    } else pass("unsupported extension");
  }
  return { files, skipped, passedOver };
}

/** What keeps a listed file from being looked at. Links are not followed: where they lead inside, that is listed itself. */
function findTrouble({ shown, place }: SelectedFile, bound: string): SkippedFile | "absent" | "link" | undefined {
  const facts = lstatSync(place, { throwIfNoEntry: false });
  if (!facts) return "absent";
  if (!facts.isSymbolicLink()) {
    return facts.isFile() ? undefined : { file: shown, reason: "not-a-file", detail: "it is no regular file" };
  }
  const real = toReal(place);
  if (real === undefined) return { file: shown, reason: "unreadable", detail: "a link that leads nowhere" };
  if (isSameOrBelow(bound, real)) return "link";
  return { file: shown, reason: "link-outside", detail: "a link leads out of what is scanned" };
}

/** @throws ScanFault */
function toExclusion(text: string): string {
  const parsed = parsePattern(text.replaceAll("\\", "/"));
  if ("pattern" in parsed) return parsed.pattern;
  throw new ScanFault(`invalid exclude pattern '${text}': ${parsed.problem}`);
}

/** A name below a shown folder, as findings have it. */
function joinShown(folder: string, inside: string): string {
  if (folder === "." || folder === "./") return inside;
  return `${folder.replace(/[/\\]+$/, "")}/${inside}`;
}

/** What git has under control or would take, else what a walk finds. A repository within is walked in its turn. */
async function listNames(folder: string, { env, kind }: SelectionAsk): Promise<Walked> {
  const args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate"];
  const walk = (place: string): Walked => walkFiles(place, (name) => kind !== "secrets" && isNoiseFolder(name));
  const outcome = await runGit(folder, args, env);
  if (outcome.ending !== "ok") return walk(folder);
  const found = { names: [] as string[], pruned: [] as string[], unreadable: [] as string[] };
  for (const name of splitNames(outcome.stdout)) {
    if (!name.endsWith("/") && !isFolder(path.join(folder, name))) found.names.push(name);
    else {
      const inner = name.replace(/\/$/, "");
      const listed = walk(path.join(folder, inner));
      for (const key of ["names", "pruned", "unreadable"] as const) {
        found[key].push(...listed[key].map((each) => (each === "" ? inner : `${inner}/${each}`)));
      }
    }
  }
  return { ...found, names: found.names.toSorted() };
}

function isFolder(place: string): boolean {
  return lstatSync(place, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

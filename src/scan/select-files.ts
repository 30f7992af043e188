import { lstatSync } from "node:fs";
import path from "node:path";

import type { SkippedFile } from "../contracts/scanner.ts";
import { isExcludedBy, parsePattern } from "../domain/path-pattern.ts";
import { isSameOrBelow } from "../runtime/io/is-same-or-below.ts";
import type { ScanKind } from "./embedded/detectors.ts";
import { isNoise, isNoiseFolder, isOtherCode, toName } from "./file-kinds.ts";
import { CANNOT_BE_LISTED, runGit, toNames } from "./git.ts";
import type { GitNames } from "./git.ts";
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
  readonly only?: GitNames;
  /** What is looked at is what the index holds, whatever stands in the work tree by now. */
  readonly isStaged?: boolean;
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
  const listed = ask.only ? { ...ask.only, pruned: [] } : await listNames(place.absolute, ask);
  return selectNames(listed, ask);
}

function toSkipped(skipped: SkippedFile): Selection {
  return { files: [], skipped: [skipped], passedOver: new Map() };
}

function selectFile({ place, kind, only, reads }: SelectionAsk): Selection {
  const { shown, absolute } = place;
  const name = toName(absolute);
  if (only && !only.names.includes(name)) return { files: [], skipped: [], passedOver: new Map([["unchanged", 1]]) };
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
  const troubleOf = ask.isStaged ? (): Trouble => undefined : openTroubleFinder(place);
  const files: SelectedFile[] = [];
  const skipped: SkippedFile[] = [];
  const passedOver = new Map<string, number>(pruned.length === 0 ? [] : [["noise folder", pruned.length]]);
  const pass = (why: string): unknown => passedOver.set(why, (passedOver.get(why) ?? 0) + 1);
  for (const [inside, detail] of [...names.map((name) => [name, undefined] as const), ...unreadable]) {
    const shown = joinShown(place.shown, inside);
    if (patterns.some((pattern) => isExcludedBy(pattern, inside))) pass("excluded");
    else if (kind !== "secrets" && isNoise(detail === CANNOT_BE_LISTED ? `${inside}/` : inside)) pass("noise path");
    else if (detail === CANNOT_BE_LISTED) skipped.push({ file: shown, reason: "unreadable", detail });
    else if (!reads(kind, inside) && isOtherCode(inside)) skipped.push(toUnsupported(shown));
    else if (reads(kind, inside)) {
      const file = { shown, place: path.join(place.absolute, inside), inside };
      const trouble = troubleOf(file);
      if (detail !== undefined) skipped.push({ file: shown, reason: "unreadable", detail });
      else if (trouble === "absent") pass("deleted");
      else if (trouble === "link") pass("link to a scanned place");
      else if (trouble) skipped.push(trouble);
      else files.push(file);
    } else pass("unsupported extension");
  }
  return { files, skipped, passedOver };
}

type Trouble = SkippedFile | "absent" | "link" | undefined;

/** What keeps a listed file from being looked at. Links are not followed: where they lead inside, that is listed itself. */
function openTroubleFinder(place: ScanPlace): (file: SelectedFile) => Trouble {
  const base = toReal(place.absolute) ?? place.absolute;
  const bound = place.bound ?? base;
  const folders = new Map<string, string | undefined>();
  return (file) => {
    const folder = path.dirname(file.inside);
    if (!folders.has(folder)) folders.set(folder, toReal(path.join(base, folder)));
    const real = folders.get(folder);
    if (real !== undefined && !isSameOrBelow(bound, real)) return toLinkTrouble(file, real, bound);
    try {
      return findTrouble(file, bound);
    } catch (error) {
      const detail = (error as NodeJS.ErrnoException).code ?? "it cannot be read";
      return { file: file.shown, reason: "unreadable", detail };
    }
  };
}

function findTrouble(file: SelectedFile, bound: string): Trouble {
  const { shown, place } = file;
  const facts = lstatSync(place, { throwIfNoEntry: false });
  if (!facts) return "absent";
  if (!facts.isSymbolicLink()) {
    return facts.isFile() ? undefined : { file: shown, reason: "not-a-file", detail: "it is no regular file" };
  }
  const real = toReal(place);
  if (real === undefined) return { file: shown, reason: "unreadable", detail: "a link that leads nowhere" };
  return toLinkTrouble(file, real, bound);
}

/** Of a file that is a link, or that lies behind one. */
function toLinkTrouble({ shown }: SelectedFile, real: string, bound: string): Trouble {
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
  const listed = await toNames(outcome, folder, env);
  const names: string[] = [];
  const pruned: string[] = [];
  const unreadable = new Map(listed.unreadable);
  for (const name of listed.names) {
    if (!name.endsWith("/") && !isFolder(path.join(folder, name))) names.push(name);
    else {
      const inner = name.replace(/\/$/, "");
      const toOuter = (each: string): string => (each === "" ? inner : `${inner}/${each}`);
      const found = walk(path.join(folder, inner));
      names.push(...found.names.map(toOuter));
      pruned.push(...found.pruned.map(toOuter));
      for (const [each, detail] of found.unreadable) unreadable.set(toOuter(each), detail);
    }
  }
  return { names: names.toSorted(), pruned, unreadable };
}

function isFolder(place: string): boolean {
  try {
    return lstatSync(place, { throwIfNoEntry: false })?.isDirectory() ?? false;
  } catch {
    return false;
  }
}

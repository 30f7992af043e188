import { matchesSegment } from "../path-pattern.ts";

/** Alternatives that braces may unfold into. */
const MOST_ALTERNATIVES = 256;

/** How one folder lies to another: what a glob loses (`down`) or gains (`up`) when it is read from there. */
export type Way =
  | { readonly kind: "same" }
  /** The new folder lies in the old one. */
  | { readonly kind: "down"; readonly folders: readonly string[] }
  /** The old folder lies in the new one. */
  | { readonly kind: "up"; readonly folder: string }
  | { readonly kind: "apart" };

/** The way of a glob that is written for files below `from` and read for files below `to`; both `/`-separated. */
export function findWay(from: string, to: string): Way {
  if (from === to) return { kind: "same" };
  if (from === "." || to.startsWith(`${from}/`)) {
    return { kind: "down", folders: (from === "." ? to : to.slice(from.length + 1)).split("/") };
  }
  if (to === "." || from.startsWith(`${to}/`)) {
    return { kind: "up", folder: to === "." ? from : from.slice(to.length + 1) };
  }
  return { kind: "apart" };
}

/** The globs of an override. */
export interface Globs {
  readonly files: readonly string[];
  readonly excludeFiles?: readonly string[] | undefined;
}

/**
 * An override's globs, read from another folder: as many overrides as it takes, none where it reaches no file there.
 * oxlint matches a file below the configuration's folder by its path from there, any other by its whole path; a glob
 * without a slash is meant at any depth.
 * @throws RangeError for braces that unfold without end, and for what is excluded by what it is not
 */
export function moveGlobs(globs: Globs, way: Way): readonly Globs[] {
  return way.kind === "same" ? [globs] : spellOut(globs).flatMap((one) => movePlain(one, way));
}

/** A glob that stands for every file that it does not match, said as an exclusion. */
function spellOut({ files, excludeFiles = [] }: Globs): readonly Globs[] {
  const excluded = excludeFiles.find(isNegated);
  if (excluded !== undefined) throw new RangeError(`what ${excluded} excludes cannot be said from another folder`);
  const plain = files.filter((glob) => !isNegated(glob));
  const negated = files.filter(isNegated).map((glob) => ({
    files: ["**"],
    excludeFiles: [...excludeFiles, glob.slice(1)],
  }));
  return plain.length > 0 ? [{ files: plain, excludeFiles }, ...negated] : negated;
}

/** A sign is one only where there is a slash: without, oxlint puts `**` and a slash before it. */
function isNegated(glob: string): boolean {
  return glob.startsWith("!") && glob.includes("/");
}

function movePlain({ files, excludeFiles = [] }: Globs, way: Exclude<Way, { kind: "same" }>): readonly Globs[] {
  if (way.kind === "up") return moveGlobsUp({ files, excludeFiles }, way.folder);
  const move = (globs: readonly string[]): readonly string[] => unique(globs.flatMap((glob) => moveGlob(glob, way)));
  return keepReaching({ files: move(files), excludeFiles: move(excludeFiles) });
}

/** In the old folder a glob goes on from there; outside of it only those hold that are meant at any depth. */
function moveGlobsUp({ files, excludeFiles = [] }: Globs, folder: string): readonly Globs[] {
  const place = escapeGlob(folder);
  const goOn = (globs: readonly string[]): readonly string[] => unique(globs.map((glob) => prefixGlob(glob, place)));
  const free = (globs: readonly string[]): readonly string[] => globs.filter(isFree);
  // Most mean the same on both sides of the folder's border, so that one override will do.
  const isBlind = [...free(files), ...free(excludeFiles)].every((glob) => isBlindTo(glob, folder.split("/")));
  if (isBlind) {
    const join = (globs: readonly string[]): readonly string[] =>
      unique(globs.map((glob) => (isFree(glob) ? glob : prefixGlob(glob, place))));
    return keepReaching({ files: join(files), excludeFiles: join(excludeFiles) });
  }
  return [
    ...keepReaching({ files: goOn(files), excludeFiles: goOn(excludeFiles) }),
    ...keepReaching({ files: free(files), excludeFiles: [...free(excludeFiles), `${place}/**`] }),
  ];
}

/** An override's globs as they hold in a folder below, and nowhere else. @throws RangeError as moveGlobs */
export function confineGlobs(globs: Globs, folder: string): readonly Globs[] {
  const place = escapeGlob(folder);
  const goOn = (list: readonly string[]): readonly string[] => unique(list.map((glob) => prefixGlob(glob, place)));
  return spellOut(globs).map(({ files, excludeFiles = [] }) => ({
    files: goOn(files),
    excludeFiles: goOn(excludeFiles),
  }));
}

/**
 * Ignore patterns as they hold in a folder below, whose files nothing above ignores. There each is said of what is in a
 * folder, too: what is said of a path itself stands before what is said of the folder above it.
 */
export function confineIgnores(patterns: readonly string[], folder: string): readonly string[] {
  const rules = patterns.flatMap((pattern) => parseIgnore(pattern));
  return [
    `!/${escapeGlob(folder)}/**`,
    ...rules.flatMap((rule) => {
      const moved = moveUp(rule, folder);
      const inside = `${moved.replace(/\/$/, "")}/**`;
      return moved.endsWith("/**") ? [moved] : [moved, inside];
    }),
  ];
}

const unique = (globs: readonly string[]): readonly string[] => [...new Set(globs)];

const keepReaching = (globs: Globs): readonly Globs[] => (globs.files.length > 0 ? [globs] : []);

/** Meant at any depth, so that it also matches a whole path. */
function isFree(glob: string): boolean {
  return /^(?:\.\/)?\*\*(?:\/|$)/.test(glob) || !glob.includes("/");
}

/** Whether the folder's own name makes no difference to what a glob matches below it. */
function isBlindTo(glob: string, folders: readonly string[]): boolean {
  if (!glob.includes("/")) return true;
  return unfoldBraces(glob.replace(/^\.\//, "")).every((one) =>
    derive(one.split("/"), folders).every((rest) => rest === one)
  );
}

function prefixGlob(written: string, place: string): string {
  const glob = written.replace(/^\.\//, "");
  return glob.includes("/") || glob !== written ? `${place}/${glob}` : `${place}/**/${glob}`;
}

function moveGlob(written: string, way: Extract<Way, { kind: "apart" | "down" }>): readonly string[] {
  const glob = written.replace(/^\.\//, "");
  if (!glob.includes("/") && glob === written) return [glob];
  if (way.kind === "apart") return isFree(written) ? [glob] : [];
  const rests = unfoldBraces(glob).flatMap((one) => derive(one.split("/"), way.folders));
  return rests.map((rest) => (rest.includes("/") ? rest : `./${rest}`));
}

/** What is left of a glob below the folders; a glob that ends above the files names none of them. */
function derive(glob: readonly string[], folders: readonly string[]): readonly string[] {
  const [head, ...rest] = glob;
  const [here, ...below] = folders;
  if (head === undefined) return [];
  if (here === undefined) return [glob.join("/")];
  if (head === "**") return [...derive(rest, folders), ...derive(glob, below)];
  return matchesSegment(head, here) ? derive(rest, below) : [];
}

/** Every glob that braces stand for, nested ones included. @throws RangeError beyond the limit */
function unfoldBraces(glob: string): readonly string[] {
  const open = findBrace(glob);
  if (!open) return [glob];
  const { start, end, choices } = open;
  const tails = unfoldBraces(glob.slice(end));
  const unfolded = choices.flatMap((choice) =>
    unfoldBraces(choice).flatMap((middle) => tails.map((tail) => glob.slice(0, start) + middle + tail))
  );
  if (unfolded.length > MOST_ALTERNATIVES) throw new RangeError(`the braces of ${glob} stand for too much`);
  return unfolded;
}

/** The first choice of a glob: where it stands, and its parts. */
function findBrace(glob: string) {
  const choices: string[] = [];
  let depth = 0;
  let start = -1;
  let from = 0;
  for (let at = 0; at < glob.length; at += 1) {
    const char = glob.charAt(at);
    if (char === "\\") at += 1;
    else if (char === "[" && glob.includes("]", at)) at = glob.indexOf("]", at + 2);
    else if (char === "{") {
      depth += 1;
      if (depth === 1) [start, from] = [at, at + 1];
    } else if (depth === 1 && (char === "," || char === "}")) {
      choices.push(glob.slice(from, at));
      from = at + 1;
    }
    if (char === "}" && depth > 0) {
      depth -= 1;
      if (depth === 0) return { start, end: at + 1, choices };
    }
  }
  return undefined;
}

/**
 * `ignorePatterns` read from another folder: git's ignore rules, rooted at the configuration's folder. What a pattern
 * decides of a folder above the new one comes first, as it is the weakest: what is said of a nearer path stands.
 */
export function moveIgnores(patterns: readonly string[], way: Way): readonly string[] {
  if (way.kind === "same") return patterns;
  if (way.kind === "apart") return [];
  const rules = patterns.flatMap((pattern) => parseIgnore(pattern));
  if (way.kind === "up") return rules.map((rule) => moveUp(rule, way.folder));
  const isIgnored = isFolderIgnored(rules, way.folders);
  return [...(isIgnored ? ["/*"] : []), ...rules.flatMap((rule) => moveDown(rule, way.folders))];
}

interface IgnoreRule {
  readonly sign: "" | "!";
  readonly glob: string;
  /** Only folders. */
  readonly isFolder: boolean;
  /** Rooted at the folder of the file; else meant at any depth. */
  readonly isRooted: boolean;
}

function parseIgnore(pattern: string): readonly IgnoreRule[] {
  const text = pattern.replace(/(?<!\\) +$/, "");
  if (text === "" || text.startsWith("#")) return [];
  const sign = text.startsWith("!") ? "!" : "";
  const body = text.slice(sign.length);
  const isFolder = body.endsWith("/");
  const plain = isFolder ? body.slice(0, -1) : body;
  const isRooted = plain.includes("/");
  return [{ sign, isFolder, isRooted, glob: plain.replace(/^\//, "") }];
}

function renderIgnore({ sign, isFolder }: IgnoreRule, glob: string): string {
  return `${sign}${glob}${isFolder ? "/" : ""}`;
}

function moveUp(rule: IgnoreRule, folder: string): string {
  const place = escapeGlob(folder);
  return renderIgnore(rule, rule.isRooted ? `/${place}/${rule.glob}` : `/${place}/**/${rule.glob}`);
}

function moveDown(rule: IgnoreRule, folders: readonly string[]): readonly string[] {
  if (!rule.isRooted) return [renderIgnore(rule, rule.glob)];
  return derive(rule.glob.split("/"), folders).map((rest) => renderIgnore(rule, `/${rest}`));
}

/** Whether the folder, or the nearest one above it that a pattern speaks of, is ignored; of several patterns the last. */
function isFolderIgnored(rules: readonly IgnoreRule[], folders: readonly string[]): boolean {
  for (let depth = folders.length; depth > 0; depth -= 1) {
    const above = folders.slice(0, depth);
    const last = rules.findLast(({ glob, isRooted }) =>
      isRooted ? namesFolder(glob.split("/"), above) : matchesSegment(glob, above.at(-1) ?? "")
    );
    if (last) return last.sign === "";
  }
  return false;
}

function namesFolder(glob: readonly string[], folders: readonly string[]): boolean {
  const [head, ...rest] = glob;
  const [here, ...below] = folders;
  if (head === undefined || here === undefined) return head === undefined && here === undefined;
  if (head !== "**") return matchesSegment(head, here) && namesFolder(rest, below);
  // At the end it stands for what is in a folder, not for the folder.
  return (rest.length > 0 && namesFolder(rest, folders)) || (rest.length === 0 ? true : namesFolder(glob, below));
}

function escapeGlob(path: string): string {
  return path.replaceAll(/[*?[\]{}!\\]/g, String.raw`\$&`);
}

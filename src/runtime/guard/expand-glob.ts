import { readdirSync } from "node:fs";
import path from "node:path";

/** More than this is looked at for no pattern. */
const MAX_MATCHES = 5000;

/**
 * The paths that a pattern of a shell's stands for on disk now, hidden ones among them, whatever the shell's options are.
 * Itself where nothing matches, as a shell leaves it. Undefined where that cannot be told: `**`, which shells read in two
 * ways, and a pattern that matches without end.
 */
export function expandGlob(base: string, pattern: string): readonly string[] | undefined {
  if (pattern.includes("**")) return undefined;
  const isAbsolute = pattern.startsWith("/");
  let found = [isAbsolute ? "/" : base];
  for (const step of pattern.split("/").filter((part) => part !== "")) {
    const isGlob = /(?<!\\)[*?[]/.test(step);
    found = isGlob
      ? found.flatMap((folder) => match(folder, step))
      : found.map((folder) => path.join(folder, unquote(step)));
    if (found.length > MAX_MATCHES) return undefined;
  }
  return found.length > 0 ? found : [path.resolve(base, unquote(pattern))];
}

function match(folder: string, step: string): readonly string[] {
  const pieces = toPieces(step);
  return listNames(folder)
    .filter((name) => isMatch(name, pieces))
    .map((name) => path.join(folder, name));
}

function listNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

const unquote = (text: string): string => text.replaceAll(/\\(.)/gs, "$1");

/** One place in a pattern: any number of characters, or one of a kind. */
type Piece = "*" | ((character: string) => boolean);

const PIECE = /\\(.)|\[([!^]?)(\]?(?:\[([:=.])(?:(?!\4\])[^/])*\4\]|\\.|[^\]\\])*)\]|[^]/gsu;

function toPieces(step: string): readonly Piece[] {
  return [...step.matchAll(PIECE)].map(([piece, quoted, not, set]) => {
    if (quoted !== undefined) return toSame(quoted);
    if (set !== undefined) return toSet(set, not !== "");
    if (piece === "*") return "*";
    return piece === "?" ? () => true : toSame(piece);
  });
}

/** Whatever a shell's options say of upper and lower case. */
const toSame =
  (wanted: string): Piece =>
  (character) =>
    character.toLowerCase() === wanted.toLowerCase();

/** A class such as `[:alpha:]`, and a range that is none, stand for anything: better a name too many. */
function toSet(set: string, isNot: boolean): Piece {
  if (/\[[:=.]/.test(set)) return () => true;
  try {
    const expression = new RegExp(`^[${isNot ? "^" : ""}${toSetText(set)}]$`, "su");
    return (character) =>
      [character, character.toLowerCase(), character.toUpperCase()].some((one) => expression.test(one));
  } catch {
    return () => true;
  }
}

const toSetText = (set: string): string =>
  set.replaceAll(
    /\\(.)|[[\]^&~|(){}/]/gsu,
    (piece, quoted) =>
      String.raw`\u{${(typeof quoted === "string" ? quoted : piece).codePointAt(0)?.toString(16) ?? ""}}`
  );

/** In time that grows with the name's length times the pattern's, whatever stars it has. */
function isMatch(name: string, pieces: readonly Piece[]): boolean {
  const characters = [...name];
  let [at, piece] = [0, 0];
  let back: { at: number; piece: number } | undefined;
  while (at < characters.length) {
    const wanted = pieces[piece];
    if (wanted === "*") {
      piece += 1;
      back = { at, piece };
    } else if (wanted?.(characters[at] ?? "") === true) {
      at += 1;
      piece += 1;
    } else if (back) {
      back = { at: back.at + 1, piece: back.piece };
      ({ at, piece } = back);
    } else return false;
  }
  return pieces.slice(piece).every((one) => one === "*");
}

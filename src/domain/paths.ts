/** A path below the repository root, POSIX separators, no leading `./`, never empty; `"."` is a ScopePath only. */
export type RelativePath = string & { readonly __path: "relative" };
/** An absolute path on this machine, in the machine's own separators. */
export type AbsolutePath = string & { readonly __path: "absolute" };
/** A package root: `"."` for the repository root, else a RelativePath. */
export type ScopePath = string & { readonly __path: "relative" | "root" };

/** Why a text is not a RelativePath, as a word the renderer can explain. */
export type PathProblem =
  | "empty"
  | "absolute"
  | "drive"
  | "backslash"
  | "control"
  | "escapes"
  | "not-normal"
  | "encoded"
  | "git-directory";

/**
 * Reads an untrusted text as a path below the repository root. Lexical only: links are the disk's business.
 * Refuses on every platform what would escape on any (drive letters, UNC, backslashes, encoded dots).
 */
export function parseRelativePath(text: unknown): RelativePath | { problem: PathProblem } {
  const problem = findPathProblem(text);
  return problem ? { problem } : (text as RelativePath);
}

export function isRelativePath(text: unknown): text is RelativePath {
  return findPathProblem(text) === undefined;
}

/** Marks a path that our own code wrote down. @throws TypeError when it is not one: a defect, never user input. */
export function relativePath(text: string): RelativePath {
  const problem = findPathProblem(text);
  if (problem) throw new TypeError(`not a repository-relative path (${problem}): ${JSON.stringify(text)}`);
  return text as RelativePath;
}

function findPathProblem(text: unknown): PathProblem | undefined {
  if (typeof text !== "string" || text === "") return "empty";
  // eslint-disable-next-line no-control-regex
  if (/[\u0000-\u001F\u007F]/.test(text)) return "control";
  if (text.includes("\\")) return "backslash";
  if (text.startsWith("/")) return "absolute";
  if (text.charAt(1) === ":" && /^[A-Za-z]/.test(text)) return "drive";
  if (text.includes("%") && /%(?:2e|2f|5c|00)/i.test(text)) return "encoded";
  const segments = text.split("/");
  if (segments.some(isUpward)) return "escapes";
  if (segments.some(isNothing)) return "not-normal";
  if (segments.some(isGitDirectory)) return "git-directory";
  return undefined;
}

/** Also what Windows takes for it, where dots and spaces at a name's end do not count. */
function isUpward(segment: string): boolean {
  return segment.startsWith("..") && isNothing(segment);
}

/** No name at all, or none for Windows. */
function isNothing(segment: string): boolean {
  return segment === "" || ((segment.startsWith(".") || segment.startsWith(" ")) && /^[. ]+$/.test(segment));
}

/**
 * What some file system takes for `.git`: in any case; on NTFS by its short name, with dots and spaces at the end, or as
 * a stream; on HFS+ with invisible characters in it. Git refuses to check out the same names.
 */
function isGitDirectory(segment: string): boolean {
  // Nearly no name gets beyond this.
  if (!/^[.g\u200C-\uFEFF]/i.test(segment)) return false;
  return /^(?:\.git|git~\d+)[. ]*(?::.*)?$/i.test(segment.replaceAll(INVISIBLE, ""));
}

/** The characters that HFS+ passes over in names. */
const INVISIBLE = /[\u200C-\u200F\u202A-\u202E\u206A-\u206F\uFEFF]/g;

/** Joins a scope and a path inside it. */
export function joinScope(scope: ScopePath, inside: string): RelativePath {
  return relativePath(scope === "." ? inside : `${scope}/${inside}`);
}

/** True when `path` is `folder` or lies below it, segment-wise. */
export function isWithin(folder: ScopePath | RelativePath, path: string): boolean {
  return folder === "." || path === folder || path.startsWith(`${folder}/`);
}

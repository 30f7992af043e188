/** An ignore file's text, byte for byte as Latin-1, and the folder it stands in, from the root ("" for the root's own). */
export interface IgnoreFile {
  readonly folder: string;
  readonly text: string;
}

/**
 * The rules of ignore files of many folders as one file at the root (gitignore(5)): those of deeper folders come later,
 * as the last rule that matches decides. So no ignore file that is written later has a say.
 */
export function rebaseIgnoreFiles(files: readonly IgnoreFile[]): string {
  const depth = ({ folder }: IgnoreFile): number => (folder === "" ? 0 : folder.split("/").length);
  const sorted = files.toSorted((left, right) => depth(left) - depth(right) || (left.folder < right.folder ? -1 : 1));
  return sorted.flatMap(({ folder, text }) => text.split("\n").flatMap((line) => rebaseRule(folder, line))).join("");
}

function rebaseRule(folder: string, written: string): readonly string[] {
  const line = written.replace(/\r$/, "");
  if (line === "" || line.startsWith("#")) return [];
  if (folder === "") return [`${line}\n`];
  const isNegated = line.startsWith("!");
  const rule = isNegated ? line.slice(1) : line;
  const body = trimEnd(rule).replace(/\/$/, "");
  if (body === "" || body === "/") return [];
  const isAnchored = body.includes("/");
  const place = `/${escapeGlob(folder)}/${isAnchored ? "" : "**/"}`;
  return [`${isNegated ? "!" : ""}${place}${rule.replace(/^\//, "")}\n`];
}

/** Blanks at the end count only where a backslash stands before them. */
function trimEnd(rule: string): string {
  return rule.replace(/(?<!\\) +$/, "");
}

function escapeGlob(folder: string): string {
  return folder.replaceAll(/[*?[\]\\ ]/g, String.raw`\$&`);
}

/** Where a finding points: its rule and place in one file; line and column 1-based, the column in UTF-8 bytes. */
interface Pointed {
  readonly rule: string;
  readonly line: number;
  readonly column: number;
}

/** Of a longer line only what stands about the finding counts, this many characters to each side. */
const MOST_ABOUT = 100;

/**
 * What the findings of one file are known again by: the rule, and the text of the line it points at, white space aside.
 * Lines that move, and an indentation that changes, leave it as it is; a line that changes is another finding. The same
 * rule on the same text twice has one fingerprint twice: pairs are counted, so nothing is lost by it.
 * Where the text is not known (`undefined`), the place has to do.
 */
export function toFingerprints(findings: readonly Pointed[], text: string | undefined): readonly string[] {
  const lines = text?.split(/\r\n|\n|\r/);
  return findings.map((finding) => {
    const line = lines?.[finding.line - 1];
    const seen = line === undefined ? undefined : toSeen(line, finding.column - 1);
    return seen === undefined || seen === ""
      ? `${finding.rule}\0@${finding.line}:${finding.column}`
      : `${finding.rule}\0${seen}`;
  });
}

function toSeen(line: string, byteColumn: number): string {
  if (line.length <= 2 * MOST_ABOUT) return flatten(line);
  // Bytes are taken for characters: a window that begins a little elsewhere is still the same window in both runs.
  const from = Math.max(0, Math.min(byteColumn, line.length) - MOST_ABOUT);
  return flatten(line.slice(from, from + 2 * MOST_ABOUT));
}

const flatten = (text: string): string => text.replaceAll(/\s+/g, " ").trim();

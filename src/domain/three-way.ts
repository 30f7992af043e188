/** One stretch of a merge by lines; lines keep their endings. */
export type MergeRegion =
  | { readonly kind: "agreed"; readonly lines: readonly string[] }
  | {
      readonly kind: "conflict";
      readonly current: readonly string[];
      readonly base: readonly string[];
      readonly wanted: readonly string[];
    };

/** The three texts of a merge: what was published last, what is on disk, what the templates want now. */
export interface ThreeTexts {
  readonly base: string;
  readonly current: string;
  readonly wanted: string;
}

/** The merged text where every region is agreed upon, else undefined. */
export function toCleanText(regions: readonly MergeRegion[]): string | undefined {
  const lines = regions.map((region) => (region.kind === "agreed" ? region.lines.join("") : undefined));
  return lines.includes(undefined) ? undefined : lines.join("");
}

const OPENS = "<<<<<<< ";
const CLOSES = ">>>>>>> ";

/** The text with standard conflict markers, the base between them, in the line ending given. */
export function toMarkedText(regions: readonly MergeRegion[], lineEnd: string): string {
  const close = (lines: readonly string[]): string => {
    const text = lines.join("");
    return text === "" || text.endsWith("\n") ? text : text + lineEnd;
  };
  return regions
    .map((region) => {
      if (region.kind === "agreed") return region.lines.join("");
      return [
        `${OPENS}current${lineEnd}`,
        close(region.current),
        `||||||| base${lineEnd}`,
        close(region.base),
        `=======${lineEnd}`,
        close(region.wanted),
        `${CLOSES}wanted${lineEnd}`,
      ].join("");
    })
    .join("");
}

/** Whether conflict markers stand in a text still: one of those that `toMarkedText` writes, or a pair such as git's. */
export function hasMarkers(text: string): boolean {
  const isOurs = /^(?:<{7} current|>{7} wanted)\r?$/m.test(text);
  return isOurs || (/^<{7} \S/m.test(text) && /^>{7} \S/m.test(text));
}

/** The line ending that a text has throughout (CRLF), or LF for every other text. */
export function findLineEnd(text: string): "\r\n" | "\n" {
  return /\r\n/.test(text) && !/(?:^|[^\r])\n/.test(text) ? "\r\n" : "\n";
}

/** A text of LF lines in another line ending. */
export function toLineEnd(text: string, lineEnd: string): string {
  return lineEnd === "\n" ? text : text.replaceAll(/\r?\n/g, lineEnd);
}

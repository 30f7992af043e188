import { diffArrays } from "diff";
import { diff3MergeRegions, diffIndices } from "node-diff3";

import type { MergeRegion, ThreeTexts } from "../domain/three-way.ts";
import { toCleanText } from "../domain/three-way.ts";

/**
 * Merges two texts over their base, by lines. Where equal lines leave open which of them a change is about, another
 * alignment could put both changes together in another way: such a merge is a conflict, never a guess.
 */
export function mergeLines({ base, current, wanted }: ThreeTexts): readonly MergeRegion[] {
  const [o, a, b] = [toLines(base), toLines(current), toLines(wanted)];
  const merged = align(a, o, b);
  const clean = toCleanText(merged);
  if (clean === undefined || current === wanted || current === base || wanted === base) return merged;
  const isSure = ALIGNMENTS.every((alignment) => putTogether(o, alignment(o, a), alignment(o, b)) === clean);
  return isSure ? merged : toOneConflict(a, o, b);
}

function toLines(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function align(a: string[], o: string[], b: string[]): readonly MergeRegion[] {
  return diff3MergeRegions(a, o, b).map((region): MergeRegion => {
    if (region.stable) return { kind: "agreed", lines: region.bufferContent };
    const { aContent, oContent, bContent } = region;
    return isSame(aContent, bContent)
      ? { kind: "agreed", lines: aContent }
      : { kind: "conflict", current: aContent, base: oContent, wanted: bContent };
  });
}

const isSame = (left: readonly string[], right: readonly string[]): boolean =>
  left.length === right.length && left.every((line, index) => line === right[index]);

/** A change of the base: `length` lines from `start` on become `lines`. */
interface Change {
  readonly start: number;
  readonly length: number;
  readonly lines: readonly string[];
}

type Align = (base: readonly string[], side: readonly string[]) => readonly Change[];

const alignByLongest: Align = (o, side) =>
  diffIndices([...o], [...side]).map(({ buffer1: [start, length], buffer2Content }) => ({
    start,
    length,
    lines: buffer2Content,
  }));

const alignByShortest: Align = (o, side) => {
  const changes: Change[] = [];
  let at = 0;
  let open: { start: number; length: number; lines: string[] } | undefined;
  for (const { added, removed, value } of diffArrays([...o], [...side])) {
    if (!added && !removed) {
      at += value.length;
      open = undefined;
      continue;
    }
    if (open === undefined) changes.push((open = { start: at, length: 0, lines: [] }));
    if (added) open.lines.push(...value);
    else {
      open.length += value.length;
      at += value.length;
    }
  }
  return changes;
};

/** From the last line to the first: of several equal lines it takes the other ones. */
const reverse =
  (alignment: Align): Align =>
  (o, side) =>
    alignment(o.toReversed(), side.toReversed())
      .map(({ start, length, lines }) => ({ start: o.length - start - length, length, lines: lines.toReversed() }))
      .toReversed();

const ALIGNMENTS: readonly Align[] = [
  alignByLongest,
  reverse(alignByLongest),
  alignByShortest,
  reverse(alignByShortest),
];

/** Both sides' changes put into the base; undefined where two of them meet, or could. */
function putTogether(o: readonly string[], left: readonly Change[], right: readonly Change[]): string | undefined {
  if (doTouch(o, left, right)) return undefined;
  const known = new Set<string>();
  const changes = [...left, ...right]
    .filter((change) => !known.has(JSON.stringify(change)) && known.add(JSON.stringify(change)))
    .toSorted((one, other) => one.start - other.start);
  let at = 0;
  const lines = changes.flatMap((change) => {
    const before = o.slice(at, change.start);
    at = change.start + change.length;
    return [...before, ...change.lines];
  });
  return [...lines, ...o.slice(at)].join("");
}

/** The first and last place at which a change could be said to stand, and be the same. */
function toReach(o: readonly string[], { start, length, lines }: Change): { from: number; to: number } {
  const end = start + length;
  if (length > 0 && lines.length > 0) return { from: start, to: end };
  const moved = length > 0 ? o.slice(start, end) : lines;
  return { from: start - slideUp(o, start, moved), to: end + slideDown(o, end, moved) };
}

/** By how many lines a run that comes or goes can stand further up. */
function slideUp(o: readonly string[], start: number, moved: readonly string[]): number {
  const at = (index: number): string | undefined => (index < 0 ? o[start + index] : moved[index]);
  let steps = 0;
  while (start - steps > 0 && at(-1 - steps) === at(moved.length - 1 - steps)) steps += 1;
  return steps;
}

function slideDown(o: readonly string[], end: number, moved: readonly string[]): number {
  const at = (index: number): string | undefined =>
    index < moved.length ? moved[index] : o[end + index - moved.length];
  let steps = 0;
  while (end + steps < o.length && at(steps) === at(moved.length + steps)) steps += 1;
  return steps;
}

/** Two changes of different sides that are not the same one, and meet or could. */
function doTouch(o: readonly string[], left: readonly Change[], right: readonly Change[]): boolean {
  return left.some((one) =>
    right.some((other) => {
      const [reach, others] = [toReach(o, one), toReach(o, other)];
      return JSON.stringify(one) !== JSON.stringify(other) && reach.from <= others.to && others.from <= reach.to;
    })
  );
}

/** All that is not alike at both ends. */
function toOneConflict(a: readonly string[], o: readonly string[], b: readonly string[]): readonly MergeRegion[] {
  const shortest = Math.min(a.length, o.length, b.length);
  let head = 0;
  while (head < shortest && a[head] === o[head] && b[head] === o[head]) head += 1;
  let tail = 0;
  while (tail < shortest - head && a.at(-1 - tail) === o.at(-1 - tail) && b.at(-1 - tail) === o.at(-1 - tail)) {
    tail += 1;
  }
  const middle = (lines: readonly string[]): readonly string[] => lines.slice(head, lines.length - tail);
  return [
    { kind: "agreed", lines: o.slice(0, head) },
    { kind: "conflict", current: middle(a), base: middle(o), wanted: middle(b) },
    { kind: "agreed", lines: o.slice(o.length - tail) },
  ];
}

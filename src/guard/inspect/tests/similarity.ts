/** The words of a text, at most a few thousand: enough to tell whether two texts are about the same. */
export function toWords(text: string): readonly string[] {
  return (text.slice(0, 20_000).match(/[\w$]+/g) ?? []).slice(0, 3000);
}

/** How much of the words is the same, 0 to 1; each counts as often as it stands there. */
export function toSimilarity(one: readonly string[], other: readonly string[]): number {
  if (one.length === 0 && other.length === 0) return 1;
  const counts = new Map<string, number>();
  for (const word of one) counts.set(word, (counts.get(word) ?? 0) + 1);
  let same = 0;
  for (const word of other) {
    const left = counts.get(word) ?? 0;
    if (left === 0) continue;
    same += 1;
    counts.set(word, left - 1);
  }
  return (2 * same) / (one.length + other.length);
}

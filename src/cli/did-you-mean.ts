/** The known word that the given one most likely stands for: at most two letters away, and at most half its length. */
export function findNearest(given: string, known: readonly string[]): string | undefined {
  const ranked = known
    .map((word) => ({ word, distance: measureDistance(given.toLowerCase(), word.toLowerCase()) }))
    .filter(({ word, distance }) => distance <= 2 && distance * 2 <= word.length)
    .toSorted((left, right) => left.distance - right.distance);
  return ranked[0]?.word;
}

/** Insertions, deletions and replacements between two short words. */
function measureDistance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (const [index, letter] of [...left].entries()) {
    const next = [index + 1];
    for (let column = 1; column <= right.length; column += 1) {
      const replaced = (row[column - 1] ?? 0) + (right[column - 1] === letter ? 0 : 1);
      next.push(Math.min(replaced, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** Lays rows out in columns, two spaces apart; the last column is not padded. Widths count characters. */
export function toTable(rows: readonly (readonly string[])[], indent = "  "): string[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [column, cell] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, [...cell].length);
  }
  return rows.map((row) => {
    const cells = row.map((cell, column) => (column === row.length - 1 ? cell : pad(cell, widths[column] ?? 0)));
    return (indent + cells.join("  ")).trimEnd();
  });
}

function pad(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - [...text].length));
}

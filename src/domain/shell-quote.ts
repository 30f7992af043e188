/** A word of a command as a person types it in a POSIX shell. What a terminal would act on is the printer's to show. */
export function quoteForShell(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

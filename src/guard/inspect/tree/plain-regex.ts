/** Classes of JavaScript's expressions that have a name of their own, with the very same characters under every flag. */
const NAMED: Readonly<Record<string, string>> = {
  "[0-9]": String.raw`\d`,
  "[^0-9]": String.raw`\D`,
  [String.raw`[\d]`]: String.raw`\d`,
  [String.raw`[\w]`]: String.raw`\w`,
  [String.raw`[\s]`]: String.raw`\s`,
};

/** An expression in one spelling of those that mean the same: `[0-9]` is `\d`. */
export const toPlainRegex = (pattern: string): string =>
  // What is escaped is passed over, so that `\[0-9]` stays what it is.
  pattern.replaceAll(/\\[^]|\[(?:\\[^]|[^\]\\])*\]/g, (part) =>
    Object.hasOwn(NAMED, part) ? (NAMED[part] ?? part) : part
  );

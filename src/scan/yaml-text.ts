import { parse, parseDocument, stringify } from "yaml";

/** Most runs meet no YAML: this module, and the library with it, is loaded where one does. */
const MAX_ALIASES = 100;

/** The value of one YAML document; undefined for an empty one. @throws Error with the library's first words */
export function parseYaml(text: string): unknown {
  try {
    return (parse(text, { maxAliasCount: MAX_ALIASES }) as unknown) ?? undefined;
  } catch (error) {
    // The library may tell an exhausted stack as a fault of the text.
    if (/call stack/.test((error as Error).message)) throw new Error("it is nested too deeply", { cause: error });
    // What follows its first line quotes the file.
    throw new Error(String((error as Error).message).split("\n")[0], { cause: error });
  }
}

/** A value as YAML, every text quoted where it needs it and on its own line. */
export function renderYaml(value: unknown): string {
  return stringify(value, { lineWidth: 0 });
}

/**
 * The text with one more item in the list at a path of keys, made where it is missing. Undefined where any line that is
 * there would change: the library writes some spellings anew.
 */
export function addToYaml(text: string, at: readonly string[], item: unknown): string | undefined {
  const document = parseDocument(text);
  if (document.errors.length > 0 || String(document) !== text) return undefined;
  try {
    if (document.hasIn(at)) document.addIn(at, document.createNode(item));
    else document.setIn(at, document.createNode([item]));
  } catch {
    return undefined;
  }
  const added = document.toString({ lineWidth: 0 });
  return keepsLines(text, added) ? added : undefined;
}

/** Whether every line of a text stands in another one, in order. */
function keepsLines(text: string, other: string): boolean {
  const lines = text.split("\n").filter((line) => line !== "");
  let next = 0;
  for (const line of other.split("\n")) if (line === lines[next]) next += 1;
  return next === lines.length;
}

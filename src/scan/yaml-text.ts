import { parse, stringify } from "yaml";

/** Most runs meet no YAML: this module, and the library with it, is loaded where one does. */
const MAX_ALIASES = 100;

/** The value of one YAML document; undefined for an empty one. @throws Error with the library's first words */
export function parseYaml(text: string): unknown {
  try {
    return (parse(text, { maxAliasCount: MAX_ALIASES }) as unknown) ?? undefined;
  } catch (error) {
    // What follows its first line quotes the file.
    throw new Error(String((error as Error).message).split("\n")[0], { cause: error });
  }
}

/** A value as YAML, every text quoted where it needs it and on its own line. */
export function renderYaml(value: unknown): string {
  return stringify(value, { lineWidth: 0 });
}

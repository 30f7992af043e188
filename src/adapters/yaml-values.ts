import { parse, stringify } from "yaml";

/** YAML as plain values, in a file of its own so that it loads lazily the same way from source and bundled. */
export function parseYaml(text: string): unknown {
  return parse(text);
}

export function renderYaml(value: unknown): string {
  return stringify(value);
}

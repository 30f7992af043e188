import { parse, TomlError } from "smol-toml";

import type { Json } from "../domain/json.ts";

/** A document's value, or what is wrong with it and where: 1-based, in UTF-16 code units. */
export type TomlReading =
  | { readonly value: Json }
  | { readonly problem: string; readonly line: number; readonly column: number };

/** Reads TOML into JSON's values: dates become texts, and whole numbers beyond what is exact become texts too. */
export function parseTomlText(text: string): TomlReading {
  try {
    const document = parse(text.replace(/^\uFEFF/, ""), { integersAsBigInt: "asNeeded" });
    return { value: JSON.parse(JSON.stringify(document, toPlain)) as Json };
  } catch (error) {
    const [first = "it is no TOML"] = (error instanceof Error ? error.message : String(error)).split("\n");
    const { line, column } = error instanceof TomlError ? error : { line: 1, column: 1 };
    return { problem: first, line, column };
  }
}

const toPlain = (_key: string, value: unknown): unknown => (typeof value === "bigint" ? String(value) : value);

import { parse } from "smol-toml";

import type { Json } from "../domain/json.ts";

/** Reads TOML into JSON's values: dates become texts, and whole numbers beyond what is exact become texts too. */
export function parseTomlText(text: string): { readonly value: Json } | { readonly problem: string } {
  try {
    const document = parse(text.replace(/^\uFEFF/, ""), { integersAsBigInt: "asNeeded" });
    return { value: JSON.parse(JSON.stringify(document, toPlain)) as Json };
  } catch (error) {
    const [first = "it is no TOML"] = (error instanceof Error ? error.message : String(error)).split("\n");
    return { problem: first };
  }
}

const toPlain = (_key: string, value: unknown): unknown => (typeof value === "bigint" ? String(value) : value);

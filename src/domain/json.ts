/** A JSON value as parsed; key order is kept as read. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** The one text of a value whatever its key order: what digests are computed over. */
export function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item as Json)).join(",")}]`;
  if (value !== null && typeof value === "object") {
    const record = value as { readonly [key: string]: Json };
    const members = Object.keys(record)
      .filter((key) => record[key] !== undefined)
      .toSorted()
      .map((key) => `${JSON.stringify(key)}:${canonicalJson(record[key] as Json)}`);
    return `{${members.join(",")}}`;
  }
  return JSON.stringify(value);
}

/** Deep equality, key order apart. */
export function isJsonEqual(left: Json | undefined, right: Json | undefined): boolean {
  if (left === undefined || right === undefined) return left === right;
  return left === right || canonicalJson(left) === canonicalJson(right);
}

/** Splits an RFC 6901 pointer into its unescaped segments; `""` is the whole document. */
export function toPointerSegments(pointer: string): string[] {
  if (pointer === "") return [];
  return pointer
    .slice(1)
    .split("/")
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** Builds an RFC 6901 pointer from unescaped segments. */
export function toPointer(segments: readonly string[]): string {
  return segments.map((part) => `/${part.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** The value at a pointer, own keys only, or undefined. */
export function getAtPointer(value: Json | undefined, pointer: string): Json | undefined {
  let here: Json | undefined = value;
  for (const segment of toPointerSegments(pointer)) {
    if (here === null || typeof here !== "object") return undefined;
    if (Array.isArray(here) && !/^(?:0|[1-9]\d*)$/.test(segment)) return undefined;
    here = Object.hasOwn(here, segment) ? (here as { readonly [key: string]: Json })[segment] : undefined;
  }
  return here;
}

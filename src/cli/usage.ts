import { Refusal } from "../domain/refusal.ts";
import { findNearest } from "./did-you-mean.ts";

/** The command line itself is wrong: nothing was read, nothing written. */
export function toUsageRefusal(message: string, next: string): Refusal {
  return new Refusal({ code: "HI_USAGE", message, next });
}

/** Reads a list as flags give it: split at commas, repeats joined, `none` for the empty list. */
export function parseList(text: string, previous: readonly string[] | undefined): readonly string[] {
  const items = text
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");
  return [...(previous ?? []), ...items.filter((item) => item !== "none")];
}

/** A reader of one name out of a closed list. @throws Refusal HI_USAGE that names what is known */
export function toNameParser<Name extends string>(kind: string, known: readonly Name[]) {
  return (text: string): Name => {
    const found = known.find((name) => name === text);
    if (found !== undefined) return found;
    const nearest = findNearest(text, known);
    const hint = nearest === undefined ? "" : ` Did you mean ${nearest}?`;
    throw toUsageRefusal(`Unknown ${kind} ${JSON.stringify(text)}.${hint}`, `use one of: ${known.join(", ")}`);
  };
}

/** The same for a comma-separated list. */
export function toNamesParser<Name extends string>(kind: string, known: readonly Name[]) {
  const parseName = toNameParser(kind, known);
  return (text: string, previous: readonly Name[] | undefined): readonly Name[] =>
    parseList(text, previous).map((name) => parseName(name));
}

import type { Json } from "./json.ts";
import { isJsonEqual } from "./json.ts";

/** What the receipt says of an element: as it was published, and as an update found it edited. */
export interface RecordedElement {
  readonly value: Json;
  readonly kept?: Json;
}

/** Array elements are told apart by value; in a module an element stands for the import that it names. */
export function isSameElement(left: Json, right: Json): boolean {
  return isJsonEqual(toImport(left) ?? left, toImport(right) ?? right);
}

function toImport(value: Json): Json | undefined {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return undefined;
  const record = value as { readonly [key: string]: Json };
  return typeof record["import"] === "string" && typeof record["as"] === "string" ? record["import"] : undefined;
}

/**
 * Finds what became of an element of ours that is not there as it was published: the one that an update has recorded as
 * an edit of it, else the first that makes the same call (`callsOurs`) and is accounted for by nothing else. The words
 * alone make nothing ours: it is asked only for what the receipt says we published into this very array.
 */
export function findEdited(
  { value, kept }: RecordedElement,
  elements: readonly Json[],
  isAccounted: (element: Json) => boolean
): Json | undefined {
  const known = kept === undefined ? undefined : elements.find((element) => isSameElement(element, kept));
  return known ?? elements.find((element) => !isAccounted(element) && callsOurs(value, element));
}

/**
 * Whether an element names a path below `.hi/` that `ours` names too, with the same word after it (the event) and for
 * the same provider: it is what ours does, whatever else was changed in it. A command that only mentions the program,
 * to print it or to search it, does something else. A text that stands for itself is another text once it is changed, so never that.
 */
export function callsOurs(ours: Json, element: Json): boolean {
  if (!isStructure(ours) || !isStructure(element)) return false;
  const [wanted, found] = [toCall(ours), toCall(element)];
  return found.provider === wanted.provider && found.programs.some((program) => wanted.programs.includes(program));
}

const isStructure = (value: Json): boolean => typeof value === "object" && value !== null;

interface Call {
  /** A path below `.hi/` and the word that follows it. */
  readonly programs: readonly string[];
  readonly provider: string | undefined;
}

function toCall(value: Json): Call {
  const words = toTexts(value)
    .flatMap((text) => text.split(/[\s"'`=]+/))
    .filter((word) => word !== "");
  const programs = words.flatMap((word, index) => {
    const path = /(?:^|[/\\])(\.hi[/\\].+)$/.exec(word)?.[1]?.replaceAll("\\", "/");
    return path === undefined ? [] : [`${path} ${words[index + 1] ?? ""}`];
  });
  const flag = words.indexOf("--provider");
  return { programs, provider: flag === -1 ? undefined : words[flag + 1] };
}

/** Every text in a value, in the order in which it is written. */
function toTexts(value: Json): readonly string[] {
  if (typeof value === "string") return [value];
  return isStructure(value) ? Object.values(value as object).flatMap((item) => toTexts(item as Json)) : [];
}

import type { ConfigEdit } from "../../src/domain/config-edit.ts";
import type { Json } from "../../src/domain/json.ts";
import { toPointer } from "../../src/domain/json.ts";
import type { Choices } from "./jsonc-documents.ts";

/** An edit with the value the document must hold afterwards, worked out by plain assignment. */
export interface ExpectedEdit {
  readonly edit: ConfigEdit;
  readonly expected: Json;
  /** What becomes of the document's text; for a replacement the value that goes and the one that comes. */
  readonly effect: "add" | "remove" | { readonly from: Json; readonly to: Json };
}

type Mutable = { [key: string]: unknown } | unknown[];

const VALUES: readonly Json[] = [
  "oxlint --max-warnings 0",
  7,
  true,
  null,
  [],
  {},
  ["core"],
  [{ type: "command", command: "node x" }],
  { matcher: "Edit|Write", hooks: [{ type: "command", timeout: 30 }] },
  { a: { b: { c: ["d"] } } },
  'naïve \u2028 "q" \\',
];
const NEW_KEYS = ["lint", "lint:fix", "zzz", "a", "__proto__", "x/y", "m~n", "//"];

/** Chooses an edit that has a place in `value`. */
export function chooseEdit(choices: Choices, value: Json): ExpectedEdit {
  const expected = copyJson(value);
  const { container, segments } = descend(choices, expected as Mutable);
  const pointer = toPointer(segments);
  if (Array.isArray(container)) return changeArray(choices, { container, pointer, expected });
  return changeObject(choices, { container, segments, expected });
}

interface Place<C> {
  readonly container: C;
  readonly expected: Json;
}

function changeArray(
  choices: Choices,
  { container, pointer, expected }: Place<unknown[]> & { pointer: string }
): ExpectedEdit {
  const value = choices.pick(VALUES);
  const index = choices.below(Math.max(container.length, 1));
  const element = container[index] as Json;
  const last = container.findLastIndex((item) => sortedText(item) === sortedText(element));
  const action =
    container.length === 0 ? "append" : choices.pick(["append", "append", "remove-element", "replace-element", "set"]);
  if (action === "append") {
    container.push(value);
    return { edit: { kind: "append", pointer, value }, expected, effect: "add" };
  }
  if (action === "remove-element") {
    container.splice(last, 1);
    return { edit: { kind: "remove-element", pointer, value: element }, expected, effect: "remove" };
  }
  if (action === "set") {
    container[index] = value;
    return {
      edit: { kind: "set", pointer: `${pointer}/${index}`, value },
      expected,
      effect: { from: element, to: value },
    };
  }
  container[last] = value;
  return {
    edit: { kind: "replace-element", pointer, from: element, to: value },
    expected,
    effect: { from: element, to: value },
  };
}

function changeObject(
  choices: Choices,
  { container, segments, expected }: Place<{ [key: string]: unknown }> & { segments: readonly string[] }
): ExpectedEdit {
  const keys = Object.keys(container);
  const value = choices.pick(VALUES);
  const action = keys.length === 0 ? "add" : choices.pick(["add", "add", "replace", "remove", "deep"]);
  const key = action === "replace" || action === "remove" ? choices.pick(keys) : choices.pick(NEW_KEYS);
  const pointer = toPointer([...segments, key]);
  if (action === "remove") {
    delete container[key];
    return { edit: { kind: "remove", pointer }, expected, effect: "remove" };
  }
  if (action === "deep" && !Object.hasOwn(container, key)) {
    define(container, key, { inner: [value] });
    return { edit: { kind: "append", pointer: `${pointer}/inner`, value }, expected, effect: "add" };
  }
  const from = Object.hasOwn(container, key) ? (container[key] as Json) : undefined;
  define(container, key, value);
  const effect = from === undefined ? "add" : { from, to: value };
  return { edit: { kind: "set", pointer, value }, expected, effect };
}

/** Walks to some container of the value. */
function descend(choices: Choices, root: Mutable): { container: Mutable; segments: readonly string[] } {
  let container = root;
  const segments: string[] = [];
  while (choices.chance(65)) {
    const inner = Object.entries(container).filter(([, item]) => typeof item === "object" && item !== null);
    if (inner.length === 0) break;
    const [key, next] = choices.pick(inner);
    segments.push(key);
    container = next as Mutable;
  }
  return { container, segments };
}

function define(object: { [key: string]: unknown }, key: string, value: unknown): void {
  Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
}

function copyJson(value: Json): Json {
  return structuredClone(value);
}

/** One text for a value whatever its key order. */
export function sortedText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sortedText).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const members = Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1));
  return `{${members.map(([key, item]) => `${JSON.stringify(key)}:${sortedText(item)}`).join(",")}}`;
}

import { parse } from "@babel/parser";

import type { ParseProblem } from "../domain/config-edit.ts";
import { toTextPosition } from "../domain/text-position.ts";

/** A syntax tree node; offsets are those of the text. Properties are reached through the functions below. */
export interface Ast {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

/** A module that parsed. */
export interface ModuleText {
  readonly text: string;
  readonly body: readonly Ast[];
  readonly directives: readonly Ast[];
  /** The `#!` line. */
  readonly interpreter: Ast | undefined;
  readonly comments: readonly Ast[];
}

export type ModuleReading =
  | { readonly ok: true; readonly module: ModuleText }
  | { readonly ok: false; readonly problem: ParseProblem };

/** Parses TypeScript or JavaScript, ESM or CommonJS. */
export function readModuleText(text: string): ModuleReading {
  try {
    const file: unknown = parse(text, {
      sourceType: "unambiguous",
      plugins: ["typescript"],
      allowReturnOutsideFunction: true,
    });
    const program = getNode(file, "program");
    const module = {
      text,
      body: getNodes(program, "body"),
      directives: getNodes(program, "directives"),
      interpreter: getNode(program, "interpreter"),
      comments: getNodes(file, "comments"),
    };
    return { ok: true, module };
  } catch (error) {
    const offset = getProperty(error, "pos");
    const isDeep = error instanceof RangeError;
    if (typeof offset !== "number" && !isDeep) throw error;
    const message = isDeep ? "nested too deep" : String(getProperty(error, "message")).replace(/ ?\(\d+:\d+\)$/, "");
    return { ok: false, problem: { message, ...toTextPosition(text, typeof offset === "number" ? offset : 0) } };
  }
}

export function getProperty(node: unknown, key: string): unknown {
  return typeof node === "object" && node !== null && key in node ? (node as Record<string, unknown>)[key] : undefined;
}

/** A property that is a node. */
export function getNode(node: unknown, key: string): Ast | undefined {
  const value = getProperty(node, key);
  return isNode(value) ? value : undefined;
}

/** A property that is a list of nodes; holes are left out. */
export function getNodes(node: unknown, key: string): readonly Ast[] {
  const value = getProperty(node, key);
  return Array.isArray(value) ? value.filter(isNode) : [];
}

const WRAPPERS = /^(?:TS(?:As|Satisfies|NonNull)Expression|TSTypeAssertion|ParenthesizedExpression)$/;

/** The expression inside brackets and type assertions, which change no value. */
export function unwrap(node: Ast | undefined): Ast | undefined {
  let inner = node;
  while (inner && WRAPPERS.test(inner.type)) inner = getNode(inner, "expression");
  return inner;
}

/** The name of an identifier, or undefined for any other node. */
export function getName(node: Ast | undefined): string | undefined {
  const name = node?.type === "Identifier" ? getProperty(node, "name") : undefined;
  return typeof name === "string" ? name : undefined;
}

/** The value of a string literal, or undefined for any other node. */
export function getString(node: Ast | undefined): string | undefined {
  const value = node?.type === "StringLiteral" ? getProperty(node, "value") : undefined;
  return typeof value === "string" ? value : undefined;
}

/** Every node from `node` down, parents first; `skip` leaves out what is below a node. */
export function* walkNodes(node: unknown, skip: (node: Ast) => boolean = () => false): Generator<Ast> {
  if (Array.isArray(node)) {
    for (const item of node) yield* walkNodes(item, skip);
  } else if (isNode(node)) {
    yield node;
    if (skip(node)) return;
    for (const [key, value] of Object.entries(node)) {
      if (typeof value === "object" && !key.endsWith("Comments") && key !== "loc" && key !== "extra") {
        yield* walkNodes(value, skip);
      }
    }
  }
}

function isNode(value: unknown): value is Ast {
  return typeof getProperty(value, "type") === "string" && typeof getProperty(value, "start") === "number";
}

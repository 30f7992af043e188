import type { Json } from "../domain/json.ts";
import { readPlain } from "./module-plain.ts";
import { findExported } from "./module-shape.ts";
import { readSources } from "./module-sources.ts";
import type { ModuleSource } from "./module-sources.ts";
import type { Ast, ModuleText } from "./module-syntax.ts";
import { getName, getNode, getNodes, unwrap } from "./module-syntax.ts";

/**
 * The value at `/default` of a module whose configuration is handed through a function of ours: which module exports the
 * function, and what it is given beside the configuration, an export (`module`, or `module#name`) or a plain value.
 */
export interface Wrap {
  readonly call: string;
  readonly with: readonly Json[];
}

/** A wrap that stands in a module. */
export interface StandingWrap {
  readonly node: Ast;
  /** The configuration, the first argument. */
  readonly inner: Ast;
  readonly value: Wrap;
  readonly sources: readonly ModuleSource[];
}

/** What is known to be a function of ours, by the name of the module that exports it. */
export const OURS = /(?:^|\/)\.hi\/lint\/policy\.mjs$/;

/** The wrap that a module's default export is in, if it is in one of ours. */
export function findWrap(module: ModuleText): StandingWrap | undefined {
  const node = unwrap(findExported(module.body)?.node);
  if (node?.type !== "CallExpression") return undefined;
  const known = readSources(module);
  const find = (argument: Ast | undefined): ModuleSource | undefined =>
    known.find(({ local }) => local === getName(unwrap(argument)));
  const callee = find(getNode(node, "callee"));
  const [inner, ...rest] = getNodes(node, "arguments");
  if (callee === undefined || inner === undefined || !OURS.test(callee.source)) return undefined;
  const values = rest.map((argument) => find(argument)?.source ?? readPlain(argument) ?? null);
  const sources = [callee, ...rest.flatMap((argument) => find(argument) ?? [])];
  return { node, inner, value: { call: callee.source, with: values }, sources };
}

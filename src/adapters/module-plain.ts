import type { Json } from "../domain/json.ts";
import type { Ast } from "./module-syntax.ts";
import { getName, getNode, getNodes, getProperty, getString, unwrap } from "./module-syntax.ts";

/** A value that is written out, whole: texts, numbers, truth values, and lists and objects of them; undefined for any other. */
export function readPlain(wrapped: Ast | undefined): Json | undefined {
  const node = unwrap(wrapped);
  if (!node) return undefined;
  if (/^(?:Boolean|Numeric|String)Literal$/.test(node.type)) return getProperty(node, "value") as Json;
  if (node.type === "ArrayExpression") {
    const items = getNodes(node, "elements").map(readPlain);
    return items.every((item): item is Json => item !== undefined) ? items : undefined;
  }
  if (node.type !== "ObjectExpression") return undefined;
  const members = getNodes(node, "properties").map((member) => [readKey(member), readPlain(getNode(member, "value"))]);
  const isPlain = members.every(([key, value]) => key !== undefined && value !== undefined);
  return isPlain ? (Object.fromEntries(members) as Json) : undefined;
}

/** A member's name where it is not computed. */
export function readKey(member: Ast): string | undefined {
  if (getProperty(member, "computed") === true) return undefined;
  const key = getNode(member, "key");
  return getName(key) ?? getString(key);
}

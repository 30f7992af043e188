import type { ParsedConfig } from "../domain/config-edit.ts";
import { findValue } from "../domain/config-value.ts";
import type { Json } from "../domain/json.ts";
import { readBindings } from "./module-bindings.ts";
import { findConfigShape } from "./module-shape.ts";
import type { Ast, ModuleText } from "./module-syntax.ts";
import { getName, getNode, getNodes, getProperty, getString, readModuleText, unwrap } from "./module-syntax.ts";

/** Reads a configuration module: `/extends` is its list as `{import, as}`, null for what cannot be named. */
export function parseModuleConfig(text: string): ParsedConfig {
  const reading = readModuleText(text);
  if (!reading.ok) return reading;
  const shape = findShape(reading.module);
  const list = "reason" in shape ? undefined : shape.list;
  const options = "reason" in shape ? undefined : readOptions(shape.object);
  const value: Json = {
    ...(list ? { extends: readElements(reading.module, list) } : {}),
    ...(options ? { options } : {}),
  };
  return { ok: true, get: (pointer) => findValue(value, pointer) };
}

/** `options` where it is written out: a member that is no plain value leaves the whole unread. */
function readOptions(object: Ast): Json | undefined {
  const members = getNodes(getMember(object, "options"), "properties").map((member) => [
    getKey(member),
    readPlain(unwrap(getNode(member, "value"))),
  ]);
  const isPlain = members.every(([key, value]) => key !== undefined && value !== undefined);
  return members.length > 0 && isPlain ? (Object.fromEntries(members) as Json) : undefined;
}

function getMember(object: Ast, name: string): Ast | undefined {
  const member = getNodes(object, "properties").find((one) => getKey(one) === name);
  return unwrap(getNode(member, "value"));
}

function getKey(member: Ast): string | undefined {
  if (getProperty(member, "computed") === true) return undefined;
  const key = getNode(member, "key");
  return getName(key) ?? getString(key);
}

function readPlain(node: Ast | undefined): Json | undefined {
  const value = /^(?:Boolean|Numeric|String)Literal$/.test(node?.type ?? "") ? getProperty(node, "value") : undefined;
  return value as Json | undefined;
}

/** Finds the configuration object; a reason also where constants lead round in a circle. */
export function findShape(module: ModuleText): ReturnType<typeof findConfigShape> {
  try {
    return findConfigShape(module);
  } catch (error) {
    if (error instanceof RangeError) return { reason: "the constants lead round in a circle" };
    throw error;
  }
}

/** The list's elements as `{import, as}`; null for what is no plain name of another module. */
export function readElements(module: ModuleText, list: Ast): readonly Json[] {
  const bindings = readBindings(module);
  return getNodes(list, "elements").map((element) => {
    const name = getName(unwrap(element));
    const binding = bindings.find((other) => other.local === name);
    return binding ? { import: binding.from, as: binding.local } : null;
  });
}

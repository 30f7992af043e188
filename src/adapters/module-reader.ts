import type { ParsedConfig } from "../domain/config-edit.ts";
import { findValue } from "../domain/config-value.ts";
import type { Json } from "../domain/json.ts";
import { readBindings } from "./module-bindings.ts";
import { readKey, readPlain } from "./module-plain.ts";
import { findConfigShape } from "./module-shape.ts";
import type { Ast, ModuleText } from "./module-syntax.ts";
import { getName, getNode, getNodes, readModuleText, unwrap } from "./module-syntax.ts";
import { findWrap } from "./module-wrap-reader.ts";

/** Reads a configuration module: `/extends` is its list as `{import, as}`, null for what cannot be named; `/options` where they are written out; `/default` what its export is put over, where it is handed through a function of ours. */
export function parseModuleConfig(text: string): ParsedConfig {
  const reading = readModuleText(text);
  if (!reading.ok) return reading;
  const shape = findShape(reading.module);
  const list = "reason" in shape ? undefined : shape.list;
  const options = "reason" in shape ? undefined : readPlain(findMember(shape.object, "options"));
  const wrap = findWrap(reading.module);
  const value: Json = {
    ...(list ? { extends: readElements(reading.module, list) } : {}),
    ...(options ? { options } : {}),
    ...(wrap ? { default: wrap.value as unknown as Json } : {}),
  };
  return { ok: true, get: (pointer) => findValue(value, pointer) };
}

function findMember(object: Ast, name: string): Ast | undefined {
  return getNode(
    getNodes(object, "properties").find((member) => readKey(member) === name),
    "value"
  );
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

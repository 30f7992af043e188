import type { ParsedConfig } from "../domain/config-edit.ts";
import { findValue } from "../domain/config-value.ts";
import type { Json } from "../domain/json.ts";
import { readBindings } from "./module-bindings.ts";
import { findConfigShape } from "./module-shape.ts";
import type { Ast, ModuleText } from "./module-syntax.ts";
import { getName, getNodes, readModuleText, unwrap } from "./module-syntax.ts";

/** Reads a configuration module: `/extends` is its list as `{import, as}`, null for what cannot be named. */
export function parseModuleConfig(text: string): ParsedConfig {
  const reading = readModuleText(text);
  if (!reading.ok) return reading;
  const shape = findShape(reading.module);
  const list = "reason" in shape ? undefined : shape.list;
  const value: Json = list ? { extends: readElements(reading.module, list) } : {};
  return { ok: true, get: (pointer) => findValue(value, pointer) };
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

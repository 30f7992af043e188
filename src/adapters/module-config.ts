import MagicString from "magic-string";

import type { ConfigEdit, ConfigEditor, EditedConfig } from "../domain/config-edit.ts";
import { findValue } from "../domain/config-value.ts";
import type { Json } from "../domain/json.ts";
import { isJsonEqual } from "../domain/json.ts";
import { chooseFreeName, countNames, readBindings } from "./module-bindings.ts";
import type { ModuleBinding } from "./module-bindings.ts";
import { isSeenByMagicast } from "./module-check.ts";
import { findShape, parseModuleConfig, readElements } from "./module-reader.ts";
import type { ConfigShape } from "./module-shape.ts";
import {
  insertFirstMember,
  insertImports,
  insertName,
  removeElement,
  removeImport,
  renderImport,
} from "./module-splice.ts";
import type { ModuleText } from "./module-syntax.ts";
import { getName, getNodes, readModuleText, unwrap } from "./module-syntax.ts";
import { editWrap } from "./module-wrap.ts";
import type { Splice } from "./text-splice.ts";

/** The value of one owned element: the default export of `import`, named `as` where that name is free. */
interface Preset {
  readonly import: string;
  readonly as: string;
  /** A line above the import that says why it is there. */
  readonly comment?: string;
}

/** A module whose configuration was found, and the index in its `extends` that a new element gets. */
interface Subject {
  readonly module: ModuleText;
  readonly shape: ConfigShape;
  readonly place: number;
}

/**
 * Edits a configuration module: the default export is handed through a function of ours, or its `extends` list changes: an import and an element that names it, put in or taken out.
 * A new element comes first: of two entries of `extends` oxlint lets the later one win, and the project's must.
 * Spans come from the syntax tree; a shape that is not understood as a whole is refused with the lines to add.
 */
export const moduleConfigEditor: ConfigEditor = {
  parse: parseModuleConfig,
  edit: (text, edit) => {
    if (edit.pointer === "/default" && edit.kind === "set") return editWrap(text, edit.value);
    if (edit.pointer === "/default" && edit.kind === "remove") return editWrap(text, undefined);
    return edit.kind === "replace-element" ? replaceElement(text, edit) : editElement(text, edit);
  },
};

function editElement(text: string, edit: ConfigEdit, place = 0): EditedConfig {
  const reading = readModuleText(text);
  const preset = edit.kind === "append" || edit.kind === "remove-element" ? toPreset(edit.value) : undefined;
  const module = reading.ok ? reading.module : undefined;
  const refuse = (reason: string): EditedConfig => ({ ok: false, reason, lines: toModuleLines(edit, module) });
  if (!/^\/extends(?:\/-)?$/.test(edit.pointer)) return refuse(`${edit.pointer} cannot be edited in a module`);
  if (!preset) return refuse("only an import with a name can be put into or taken out of extends");
  if (!reading.ok) {
    const { message, line, column } = reading.problem;
    return refuse(`line ${line}, column ${column}: ${message}`);
  }
  const shape = findShape(reading.module);
  if ("reason" in shape) return refuse(shape.reason);
  const subject = { module: reading.module, shape, place };
  return edit.kind === "append" ? addPreset(subject, preset, refuse) : takePreset(subject, preset, refuse);
}

function replaceElement(text: string, edit: Extract<ConfigEdit, { kind: "replace-element" }>): EditedConfig {
  const { pointer, from, to } = edit;
  const parsed = parseModuleConfig(text);
  const elements = parsed.ok ? parsed.get("/extends") : undefined;
  const place = Array.isArray(elements)
    ? elements.findLastIndex((item) => item !== null && isSame(item as Json, from))
    : -1;
  if (place === -1) {
    return { ok: false, reason: "extends holds no such element", lines: toModuleLines(edit, undefined) };
  }
  const taken = editElement(text, { kind: "remove-element", pointer, value: from });
  return taken.ok ? editElement(taken.text, { kind: "append", pointer, value: to }, place) : taken;
}

function isSame(left: Json, right: Json): boolean {
  return toPreset(left)?.import === toPreset(right)?.import;
}

function toPreset(value: Json): Preset | undefined {
  const from = findValue(value, "/import");
  const name = findValue(value, "/as");
  const comment = findValue(value, "/comment");
  if (typeof from !== "string" || !/^[^"'\\\r\n]+$/.test(from)) return undefined;
  if (typeof name !== "string" || !/^[A-Za-z_$][\w$]*$/.test(name)) return undefined;
  return typeof comment === "string" && !/[\r\n]/.test(comment)
    ? { import: from, as: name, comment }
    : { import: from, as: name };
}

type Refuse = (reason: string) => EditedConfig;

function addPreset({ module, shape, place }: Subject, preset: Preset, refuse: Refuse): EditedConfig {
  const before = shape.list ? readElements(module, shape.list) : [];
  if (before.some((item) => isSame(item, { ...preset }))) return { ok: true, text: module.text };
  const bound = readBindings(module).find((binding) => binding.isDefault && binding.from === preset.import);
  const local = bound?.local ?? chooseFreeName(module, preset.as);
  const { isCommonJs } = shape;
  const element = shape.list
    ? insertName(module, shape.list, { name: local, index: place })
    : insertFirstMember(module, shape.object, `extends: [${local}]`);
  const imports = bound
    ? []
    : insertImports(module, [{ from: preset.import, local, comment: preset.comment, isCommonJs }]);
  const added = { import: preset.import, as: local };
  const isImported = bound ? isImport(bound) : !isCommonJs;
  const wanted = before.toSpliced(place, 0, added);
  return finish(
    { module, splices: [...imports, ...element], wanted, isImported, changed: added, index: place },
    refuse
  );
}

function takePreset({ module, shape }: Subject, preset: Preset, refuse: Refuse): EditedConfig {
  const { list } = shape;
  const before = list ? readElements(module, list) : [];
  const index = before.findLastIndex((item) => isSame(item, { ...preset }));
  const element = list && getNodes(list, "elements")[index];
  const local = getName(unwrap(element));
  if (!list || !element || local === undefined) return { ok: true, text: module.text };
  const binding = readBindings(module).find((other) => other.local === local);
  // Its two names: in the import, and in the list. One more and the project uses it, too.
  const isOurs = binding?.isDefault === true && binding.isSole && countNames(module).get(local) === 2;
  const splices = [
    ...removeElement(module, list, element),
    ...(binding && isOurs ? removeImport(module, binding, preset.comment) : []),
  ];
  const wanted = before.toSpliced(index, 1);
  const isImported = !isOurs && binding !== undefined && isImport(binding);
  return finish({ module, splices, wanted, isImported, changed: before[index] ?? null }, refuse);
}

/** Whether the second reader lists it among the imports. */
function isImport(binding: ModuleBinding): boolean {
  return binding.statement.type === "ImportDeclaration";
}

interface Outcome {
  readonly module: ModuleText;
  readonly splices: readonly Splice[];
  readonly wanted: readonly Json[];
  readonly isImported: boolean;
  /** The element that was put in or taken out. */
  readonly changed: Json;
  /** Where it was put in. */
  readonly index?: number;
}

/** Writes the spans, reads the result twice (by this reader and by magicast) and hands it out only if it is as wanted. */
function finish({ module, splices, wanted, isImported, changed, index }: Outcome, refuse: Refuse): EditedConfig {
  const writer = new MagicString(module.text);
  for (const { start, end, text } of splices) {
    if (start === end) writer.appendLeft(start, text);
    else if (text === "") writer.remove(start, end);
    else writer.update(start, end, text);
  }
  const text = writer.toString();
  const parsed = parseModuleConfig(text);
  const found = parsed.ok ? parsed.get("/extends") : undefined;
  const item = toPreset(changed);
  const claim = item && { local: item.as, from: item.import, isImported, count: wanted.length, index };
  const isGood = isJsonEqual(found, wanted) && (!claim || isSeenByMagicast(text, claim));
  return isGood ? { ok: true, text } : refuse("the edit would change more than its own element");
}

/** The lines that a person adds (or takes out) by hand. */
function toModuleLines(edit: ConfigEdit, module: ModuleText | undefined): readonly string[] {
  const value = toShownValue(edit);
  const preset = toPreset(value);
  if (!preset) {
    const from = findValue(value, "/import");
    return [typeof from === "string" ? `import ${JSON.stringify(from)};` : `${edit.pointer}: ${JSON.stringify(value)}`];
  }
  const isCommonJs = module !== undefined && /\bmodule\.exports\b/.test(module.text);
  const wanted = { from: preset.import, local: preset.as, comment: preset.comment, isCommonJs };
  const shown = module ?? { text: "", body: [], directives: [], interpreter: undefined, comments: [] };
  return [...renderImport(shown, wanted), `extends: [${preset.as}],`];
}

function toShownValue(edit: ConfigEdit): Json {
  if (edit.kind === "remove") return null;
  return edit.kind === "replace-element" ? edit.to : edit.value;
}

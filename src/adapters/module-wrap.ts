import MagicString from "magic-string";

import type { EditedConfig } from "../domain/config-edit.ts";
import { findValue } from "../domain/config-value.ts";
import type { Json } from "../domain/json.ts";
import { isJsonEqual } from "../domain/json.ts";
import { toTextPosition } from "../domain/text-position.ts";
import { chooseFreeName, countNames, isImport, isRequire } from "./module-bindings.ts";
import { isWrapSeenByMagicast } from "./module-check.ts";
import { findExported } from "./module-shape.ts";
import { readSources } from "./module-sources.ts";
import type { ModuleSource } from "./module-sources.ts";
import { insertImports, removeStatements, renderImports } from "./module-splice.ts";
import type { WantedImport } from "./module-splice.ts";
import type { ModuleText } from "./module-syntax.ts";
import { readModuleText } from "./module-syntax.ts";
import { findWrap, OURS } from "./module-wrap-reader.ts";
import type { Wrap } from "./module-wrap-reader.ts";
import { findLateWrite } from "./module-writes.ts";
import type { Splice } from "./text-splice.ts";

/** Puts the default export into a wrap, or into another one; undefined takes it out. */
export function editWrap(text: string, value: Json | undefined): EditedConfig {
  const reading = readModuleText(text);
  const wanted = value === undefined ? undefined : toWrap(value);
  const refuse = (reason: string): EditedConfig => ({ ok: false, reason, lines: toLines(wanted, reading) });
  if (value !== undefined && !wanted) return refuse("only a function of ours can be put round a configuration");
  if (!reading.ok) {
    const { message, line, column } = reading.problem;
    return refuse(`line ${line}, column ${column}: ${message}`);
  }
  const bare = findWrap(reading.module) ? takeWrap(reading.module) : text;
  const late = wanted && sayLateWrite(reading.module);
  if (late !== undefined) return refuse(late);
  const result = wanted && bare !== undefined ? putWrap(bare, wanted) : bare;
  if (result === undefined) return refuse("the default export is no expression that could be handed on");
  return isAsWanted(result, wanted)
    ? { ok: true, text: result }
    : refuse("the edit would change more than its own text");
}

/** oxlint reads the export when the whole module has run, a function of ours where the export stands. */
function sayLateWrite(module: ModuleText): string | undefined {
  const exported = findExported(module.body);
  const write = exported?.isExpression ? findLateWrite(module, exported) : undefined;
  if (write === undefined) return undefined;
  const { line } = toTextPosition(module.text, write.start);
  return `line ${line} may change what is exported after its export; write the export below it`;
}

function toWrap(value: Json): Wrap | undefined {
  const call = findValue(value, "/call");
  const list = findValue(value, "/with");
  if (typeof call !== "string" || !OURS.test(call) || !Array.isArray(list)) return undefined;
  return { call, with: list as readonly Json[] };
}

function putWrap(text: string, { call, with: given }: Wrap): string | undefined {
  const reading = readModuleText(text);
  const exported = reading.ok ? findExported(reading.module.body) : undefined;
  if (!reading.ok || !exported?.isExpression) return undefined;
  const { module } = reading;
  const known = readSources(module);
  const names = new Map<string, string>();
  const taken = new Set<string>();
  const missing: WantedImport[] = [];
  for (const source of [call, ...given.filter((item): item is string => typeof item === "string")]) {
    const standing = known.find((one) => one.source === source);
    const local = standing?.local ?? chooseFreeName(module, toLocalName(source, call), taken);
    taken.add(local);
    names.set(source, local);
    if (!standing) missing.push(toImport(source, local, exported.isCommonJs));
  }
  const rest = given.map((item) => (typeof item === "string" ? (names.get(item) ?? item) : renderPlain(item)));
  const { start, end } = exported.node;
  return apply(text, [
    ...insertImports(module, missing),
    { start, end: start, text: `${names.get(call)}(` },
    { start: end, end, text: `${rest.map((item) => `, ${item}`).join("")})` },
  ]);
}

/** What was put round the configuration goes, and so do the imports that nothing else uses. */
function takeWrap(module: ModuleText): string | undefined {
  const wrap = findWrap(module);
  // A comment that stands in our part of the call is a person's.
  const isNoted = module.comments.some(
    ({ start, end }) =>
      wrap && start >= wrap.node.start && end <= wrap.node.end && !(start >= wrap.inner.start && end <= wrap.inner.end)
  );
  if (!wrap || isNoted) return undefined;
  const { node, inner, sources } = wrap;
  const counts = countNames(module);
  const isOurs = ({ local, isSole }: ModuleSource): boolean => isSole && counts.get(local) === 2;
  return apply(module.text, [
    { start: node.start, end: inner.start, text: "" },
    { start: inner.end, end: node.end, text: "" },
    ...removeStatements(
      module,
      sources.filter(isOurs).map(({ statement }) => statement)
    ),
  ]);
}

function apply(text: string, splices: readonly Splice[]): string {
  const writer = new MagicString(text);
  for (const splice of splices) {
    if (splice.start === splice.end) writer.appendLeft(splice.start, splice.text);
    else writer.remove(splice.start, splice.end);
  }
  return writer.toString();
}

/** Read again, by this reader and by another: the wrap is there as wanted, or none of ours is. */
function isAsWanted(text: string, wanted: Wrap | undefined): boolean {
  const reading = readModuleText(text);
  if (!reading.ok) return false;
  const found = findWrap(reading.module);
  if (!wanted) return found === undefined;
  if (!found || !isJsonEqual(found.value as unknown as Json, wanted as unknown as Json)) return false;
  const callee = found.sources[0]?.local ?? "";
  return isWrapSeenByMagicast(text, { callee, from: wanted.call, count: wanted.with.length + 1 });
}

function toImport(source: string, local: string, isCommonJs: boolean): WantedImport {
  const [from = "", name] = source.split("#");
  return { from, local, isCommonJs, ...(name === undefined ? {} : { name }) };
}

/** `compose` for the function of ours, else the export's name or the last part of the module's. */
function toLocalName(source: string, call: string): string {
  if (source === call) return "compose";
  const last = /([A-Za-z_$][\w$]*)[^\w$]*$/.exec(source)?.[1] ?? "preset";
  return last;
}

function renderPlain(value: Json): string {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, member]) => `${renderKey(key)}: ${renderPlain(member as Json)}`);
  return `{ ${members.join(", ")} }`;
}

const renderKey = (key: string): string => (/^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key));

/** The lines that a person writes by hand. */
function toLines(wanted: Wrap | undefined, reading: ReturnType<typeof readModuleText>): readonly string[] {
  if (!wanted) return [];
  const module = reading.ok ? reading.module : undefined;
  const isCommonJs = module !== undefined && module.body.some(isRequire) && !module.body.some(isImport);
  const sources = [wanted.call, ...wanted.with.filter((item): item is string => typeof item === "string")];
  const imports = sources.map((source) => toImport(source, toLocalName(source, wanted.call), isCommonJs));
  const rest = wanted.with.map((item) =>
    typeof item === "string" ? toLocalName(item, wanted.call) : renderPlain(item)
  );
  const call = `compose(CONFIGURATION, ${rest.join(", ")})`;
  const empty = { text: "", body: [], directives: [], interpreter: undefined, comments: [] };
  return [
    ...renderImports(module ?? empty, imports),
    isCommonJs ? `module.exports = ${call};` : `export default ${call};`,
  ];
}

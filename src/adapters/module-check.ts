import { parseModule } from "magicast";
import { getDefaultExportOptions } from "magicast/helpers";

/** What a second reader must find in an edited module. */
export interface ModuleClaim {
  /** The import that must be there, or must be gone. */
  readonly local: string;
  readonly from: string;
  readonly isImported: boolean;
  /** How many elements `extends` holds. */
  readonly count: number;
  /** Where in `extends` the name stands; undefined where it was taken out. */
  readonly index: number | undefined;
}

/**
 * Reads an edited module with magicast, a reader of its own: false where it sees something else than claimed.
 * It cannot read every shape (functions with a body, CommonJS); what it cannot read it does not deny.
 */
export function isSeenByMagicast(text: string, { local, from, isImported, count, index }: ModuleClaim): boolean {
  try {
    const module = parseModule(text);
    const item = module.imports.$items.find((entry) => entry.local === local && entry.from === from);
    if (isImported !== (item !== undefined)) return false;
    const options: unknown = getDefaultExportOptions(module);
    const list = getMember(getMember(options, "$ast"), "properties");
    if (!Array.isArray(list)) return true;
    const found: unknown = list.find((entry) => getMember(getMember(entry, "key"), "name") === "extends");
    const elements = getMember(getMember(found, "value"), "elements");
    if (!Array.isArray(elements)) return true;
    return elements.length === count && (index === undefined || getMember(elements[index], "name") === local);
  } catch {
    return true;
  }
}

/** A call that a second reader must find as the default export of an edited module. */
export interface WrapClaim {
  readonly callee: string;
  readonly from: string;
  /** How many arguments it takes. */
  readonly count: number;
}

/** The same for a configuration that is handed through a function; CommonJS it cannot read, and does not deny. */
export function isWrapSeenByMagicast(text: string, { callee, from, count }: WrapClaim): boolean {
  try {
    const module = parseModule(text);
    const exported: unknown = getMember(module.exports, "default");
    if (exported === undefined) return true;
    const call = getMember(exported, "$ast");
    const inner = getMember(call, "type") === "CallExpression" ? call : getMember(call, "expression");
    const isImported = module.imports.$items.some((entry) => entry.local === callee && entry.from === from);
    const args = getMember(inner, "arguments");
    return (
      isImported &&
      getMember(getMember(inner, "callee"), "name") === callee &&
      Array.isArray(args) &&
      args.length === count
    );
  } catch {
    return true;
  }
}

function getMember(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
}

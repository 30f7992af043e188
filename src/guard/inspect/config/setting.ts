/** A value that a setting has; what is computed is its text. */
export type Scalar = string | number | boolean | null;

/** Settings by their paths, keys joined by a dot; of a list, all its values. */
export type Settings = ReadonlyMap<string, readonly Scalar[]>;

/** A configuration that could be read, or why not. */
export type ConfigReading =
  | { readonly ok: true; readonly settings: Settings; readonly computed: readonly string[] }
  | { readonly ok: false; readonly problem: string };

const MAX_SETTINGS = 20_000;
const MAX_DEPTH = 40;

/** Takes a value apart. Lists lose their order and what is in a list of records its index: only what is said counts. */
export function toSettings(value: unknown): Settings {
  const found = new Map<string, Scalar[]>();
  collect(value, "", found, 0);
  return found;
}

function collect(value: unknown, path: string, found: Map<string, Scalar[]>, depth: number): void {
  if (found.size > MAX_SETTINGS || depth > MAX_DEPTH || value === undefined) return;
  if (Array.isArray(value)) {
    if (value.length === 0 && !found.has(path)) found.set(path, []);
    for (const item of value) collect(item, path, found, depth + 1);
    return;
  }
  if (typeof value === "object" && value !== null && !(value instanceof Date)) {
    for (const [key, inner] of Object.entries(value)) {
      collect(inner, path === "" ? key : `${path}.${key}`, found, depth + 1);
    }
    return;
  }
  const scalar = typeof value === "number" || typeof value === "boolean" || value === null ? value : String(value);
  const list = found.get(path) ?? [];
  list.push(scalar);
  found.set(path, list);
}

import { parse as parseJsonc } from "jsonc-parser";

import { toSettings } from "./setting.ts";
import type { Settings } from "./setting.ts";

const MAX_BASES = 8;

/**
 * The settings of a tsconfig with those of the bases that it extends by relative paths below its own. A base that is a
 * package, or cannot be read, stays in `extends`.
 */
export async function readExtended(
  settings: Settings,
  path: string,
  read: (path: string) => Promise<Uint8Array | undefined>
): Promise<Settings> {
  const whole = new Map(settings);
  const open = [{ path, bases: settings.get("extends") ?? [] }];
  const unread: string[] = [];
  for (let turn = 0; turn < MAX_BASES; turn += 1) {
    const next = open.shift();
    if (!next) break;
    // Of several bases, the last says most.
    for (const base of next.bases.map(String).toReversed()) {
      const found = await readBase(base, next.path, read);
      if (found) {
        open.push({ path: found.path, bases: found.settings.get("extends") ?? [] });
        for (const [key, values] of found.settings) {
          if (key.startsWith("compilerOptions.") && !whole.has(key)) whole.set(key, values);
        }
      } else unread.push(base);
    }
  }
  whole.delete("extends");
  if (unread.length > 0) whole.set("extends", unread);
  return whole;
}

async function readBase(
  base: string,
  path: string,
  read: (path: string) => Promise<Uint8Array | undefined>
): Promise<{ readonly path: string; readonly settings: Settings } | undefined> {
  if (!base.startsWith(".")) return undefined;
  const parts = path.split("/").slice(0, -1);
  for (const part of base.split("/")) {
    if (part === "..") {
      if (parts.pop() === undefined) return undefined;
    } else if (part !== ".") parts.push(part);
  }
  const joined = parts.join("/");
  for (const candidate of [joined, `${joined}.json`, `${joined}/tsconfig.json`]) {
    const bytes = await read(candidate);
    if (!bytes) continue;
    try {
      const value: unknown = parseJsonc(new TextDecoder().decode(bytes), [], { allowTrailingComma: true });
      return { path: candidate, settings: toSettings(value) };
    } catch {
      // Nested too deep to be read.
      return undefined;
    }
  }
  return undefined;
}

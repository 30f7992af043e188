import { parse } from "@babel/parser";

import { lowerScript } from "./lower-script.ts";
import type { Reading } from "./tree.ts";

type Plugins = NonNullable<NonNullable<Parameters<typeof parse>[1]>["plugins"]>;

/**
 * Reads JavaScript or TypeScript. What the parser cannot take is a problem, never an exception; so is a nesting that
 * is too deep to walk.
 */
export function readScript(text: string, path: string): Reading {
  try {
    const file = parse(text, {
      sourceType: "unambiguous",
      allowReturnOutsideFunction: true,
      allowAwaitOutsideFunction: true,
      plugins: toPlugins(path),
    });
    const comments = (file.comments ?? []).map(({ value, start }) => ({ text: value, at: start ?? 0 }));
    const body = lowerScript(file.program.body, text);
    return { ok: true, program: { language: "script", text, body, comments } };
  } catch (error) {
    if (error instanceof RangeError) return { ok: false, problem: "it is nested too deep", at: 0 };
    const at = getPosition(error);
    if (at === undefined) throw error;
    return { ok: false, problem: "it does not parse", at };
  }
}

/** In a plain `.ts` file `<T>x` is a type assertion and no element. */
function toPlugins(path: string): Plugins {
  const isTypeScript = /\.[cm]?ts$/.test(path);
  const decorators: Plugins[number] = "decorators-legacy";
  return isTypeScript ? ["typescript", decorators] : ["typescript", "jsx", decorators];
}

function getPosition(error: unknown): number | undefined {
  const at = typeof error === "object" && error !== null && "pos" in error ? error.pos : undefined;
  return typeof at === "number" ? at : undefined;
}

import { parseShallowJson } from "../json-depth.ts";
import type { Json } from "../json.ts";

/** A text, or a comment of either kind or after `#`. */
const COMMENTS = /"(?:[^"\\\n]|\\.)*"|\/\*[^]*?\*\/|\/\/[^\n]*|#[^\n]*/g;
/** A text, or a comma that only a bracket follows. */
const TRAILING = /"(?:[^"\\\n]|\\.)*"|,(?=\s*[\]}])/g;

/**
 * Reads a configuration as oxlint does: JSON with comments and trailing commas. What is taken out leaves spaces, so that
 * a place in the message is the place in the file. @throws SyntaxError
 */
export function parseJsonc(text: string): Json {
  return parseShallowJson(blank(blank(text, COMMENTS), TRAILING));
}

function blank(text: string, what: RegExp): string {
  return text.replaceAll(what, (part) => (part.startsWith('"') ? part : part.replaceAll(/[^\r\n]/g, " ")));
}

import type { Action } from "../../domain/plan.ts";

export type Tone = "good" | "change" | "bad" | "warn" | "dim" | "strong" | "plain";

/** How words look on one stream: colours and glyphs on a terminal, plain ASCII elsewhere. */
export interface Style {
  readonly paint: (tone: Tone, text: string) => string;
  readonly glyphs: Glyphs;
  /** Of a terminal that says it: how many characters a line has place for. */
  readonly columns?: number;
}

interface Glyphs {
  readonly actions: Readonly<Record<Action, string>>;
  readonly ok: string;
  readonly warning: string;
  readonly error: string;
  readonly info: string;
  readonly arrow: string;
}

const ACTIONS: Glyphs["actions"] = { create: "+", update: "~", delete: "-", keep: "=", conflict: "!" };
const ASCII: Glyphs = { actions: ACTIONS, ok: "ok", warning: "warning", error: "wrong", info: "note", arrow: "->" };
const UNICODE: Glyphs = { actions: ACTIONS, ok: "✔", warning: "▲", error: "✖", info: "ℹ", arrow: "→" };

const FORMATS = {
  good: "green",
  change: "cyan",
  bad: "red",
  warn: "yellow",
  dim: "dim",
  strong: "bold",
} as const;

export const PLAIN: Style = { paint: (_tone, text) => text, glyphs: ASCII };

type Environment = Readonly<Record<string, string | undefined>>;

interface Terminal {
  readonly isTTY?: boolean;
  /** What it is drawn on. */
  readonly stream?: { readonly columns?: number };
}

/** The style for a stream. NO_COLOR wins over FORCE_COLOR; a CI's log is not a terminal unless FORCE_COLOR says so. */
export function createStyle(stream: Terminal, env: Environment): Style {
  const isTerminal = stream.isTTY === true && env["TERM"] !== "dumb" && !isCi(env);
  const glyphs = isTerminal && speaksUnicode(env) ? UNICODE : ASCII;
  const { columns = 0 } = stream.stream ?? {};
  const width = isTerminal && columns > 0 ? { columns } : {};
  if (!usesColour(isTerminal, env)) return { paint: (_tone, text) => text, glyphs, ...width };
  // Taken at need: an import of node:util loads workers and streams, and would be half the cost of a check.
  const { styleText } = process.getBuiltinModule("node:util");
  const paint = (tone: Tone, text: string): string =>
    tone === "plain" ? text : styleText(FORMATS[tone], text, { validateStream: false });
  return { paint, glyphs, ...width };
}

function usesColour(isTerminal: boolean, env: Environment): boolean {
  if (env["NO_COLOR"]) return false;
  const forced = env["FORCE_COLOR"];
  if (forced !== undefined) return forced !== "0" && forced !== "false";
  return isTerminal;
}

/** CI logs have no one to answer a question, whatever the stream claims to be. */
export function isCi(env: Environment): boolean {
  const value = env["CI"];
  return value !== undefined && value !== "" && value !== "0" && value !== "false";
}

function speaksUnicode(env: Environment): boolean {
  const locale = env["LC_ALL"] || env["LC_CTYPE"] || env["LANG"] || "";
  return /utf-?8/i.test(locale) || env["WT_SESSION"] !== undefined;
}

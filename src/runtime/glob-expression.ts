export interface GlobRules {
  /** `{a,b}` is a choice; git's ignore files know none. */
  readonly braces: boolean;
  /** A glob that names a folder matches everything below it. */
  readonly below: boolean;
}

/** An escape; `**` as a whole segment; a class; anything else one by one. */
const TOKEN = /\\.|(?<=\/)\*\*$|(?<![^/])\*\*\/|(?<![^/])\*\*$|\*+|\?|\[[!^]?\]?[^\]/]*\]|./gsu;

/**
 * Turns a glob into an expression over a whole path: `*` and `?` stay within a segment, `**` as a segment crosses any
 * number of them, `[…]` is a class, `\` takes the next character as it is. Undefined where it is no glob.
 * Node's own path.matchesGlob is not there in every Node that runs this.
 */
export function toGlobExpression(glob: string, { braces, below }: GlobRules): RegExp | undefined {
  const tokens = [...glob.matchAll(TOKEN)].map(([token]) => token);
  if (tokens.filter((token) => token.startsWith("**")).length > MAX_GLOBSTARS) return undefined;
  try {
    return new RegExp(`^(?:${joinTokens(tokens, braces)})${below ? "(?:/.*)?" : ""}$`, "su");
  } catch {
    return undefined;
  }
}

/** Each `**` may cross any number of folders, and the ways multiply: beyond this many a glob is none. */
const MAX_GLOBSTARS = 4;
/** Stars inside a choice do backtrack, so there may only be a few. */
const MAX_CHOSEN_STARS = 4;

/**
 * A star never backtracks: what stands between it and the next star is taken where it first stands, which is always
 * good enough when another star follows. So a hostile pattern cannot hold the process.
 */
function joinTokens(tokens: readonly string[], braces: boolean): string {
  let source = "";
  let run: string | undefined;
  let depth = 0;
  let stars = 0;
  let chosen = 0;
  const flush = (): void => {
    if (run !== undefined) source += `[^/]*${run}`;
    run = undefined;
  };
  for (const token of tokens) {
    if (braces && token === "{") depth += 1;
    const text = toSource(token, depth > 0);
    if (token.startsWith("*") && !token.startsWith("**/") && text === STAR) {
      if (run) source += String.raw`(?=(?<s${(stars += 1)}>[^/]*?${run}))\k<s${stars}>`;
      run = "";
    } else if (token.startsWith("**") || depth > 0) {
      flush();
      source += text;
    } else if (run === undefined) source += text;
    else run += text;
    if (depth > 0 && text === STAR) chosen += 1;
    if (depth > 0 && token === "}") depth -= 1;
  }
  flush();
  if (chosen > MAX_CHOSEN_STARS) throw new RangeError("too many stars inside choices");
  return source;
}

const STAR = "[^/]*";

function toSource(token: string, isInChoice: boolean): string {
  if (token === "**/") return "(?:.*/)?";
  if (token === "**") return ".+";
  if (token.startsWith("*")) return STAR;
  if (token === "?") return "[^/]";
  if (token.length > 2 && token.startsWith("[")) return toClass(token);
  if (isInChoice && token === "{") return "(?:";
  if (isInChoice && token === "}") return ")";
  if (isInChoice && token === ",") return "|";
  return toLiteral(token.length > 1 && token.startsWith("\\") ? token.slice(1) : token);
}

function toClass(token: string): string {
  const isNegated = /^\[[!^]/.test(token);
  const body = token.slice(isNegated ? 2 : 1, -1).replaceAll(/[[\]\\^]/g, String.raw`\$&`);
  return isNegated ? `[^/${body}]` : `(?!/)[${body}]`;
}

function toLiteral(text: string): string {
  return text.replaceAll(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`);
}

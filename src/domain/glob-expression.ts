/** An escape; `**` as a whole segment; a class; anything else one by one. */
const TOKEN = /\\.|(?<=\/)\*\*$|(?<![^/])\*\*\/|(?<![^/])\*\*$|\*+|\?|\[[!^]?\]?[^\]/]*\]|./gsu;

/**
 * Turns a glob into an expression over a whole path: `*` and `?` stay within a segment, `**` as a segment crosses any
 * number of them, `[…]` is a class, `\` takes the next character as it is. Undefined where it is no glob.
 * Node's own path.matchesGlob is not there in every Node that runs this.
 */
export function toGlobExpression(glob: string): RegExp | undefined {
  return compile(glob, "");
}

/**
 * The expressions of an exclusion as the selection records it: `{a,b}` is a choice, and a glob that names a folder takes
 * all that is in it. Undefined where it is no glob.
 */
export function toExclusionExpressions(glob: string): readonly RegExp[] | undefined {
  const expressions = unfoldChoices(glob)?.map((choice) => compile(choice, "(?:/.*)?"));
  return expressions?.every((expression) => expression !== undefined) ? expressions : undefined;
}

function compile(glob: string, end: string): RegExp | undefined {
  const tokens = [...glob.matchAll(TOKEN)].map(([token]) => token);
  if (tokens.filter((token) => token.startsWith("**")).length > MAX_GLOBSTARS) return undefined;
  try {
    return new RegExp(`^(?:${joinTokens(tokens)})${end}$`, "su");
  } catch {
    return undefined;
  }
}

/** Choices are never nested. */
const CHOICE = /(?<!\\)\{([^{}]*(?<!\\))\}/;
/** How many globs the choices may unfold into; the settings allow fewer. */
const MAX_CHOICES = 256;

function unfoldChoices(glob: string): readonly string[] | undefined {
  let unfolded = [glob];
  while (unfolded.some((one) => CHOICE.test(one))) {
    if (unfolded.length > MAX_CHOICES) return undefined;
    unfolded = unfolded.flatMap((one) => {
      const found = CHOICE.exec(one);
      if (!found) return [one];
      const [before, after] = [one.slice(0, found.index), one.slice(found.index + found[0].length)];
      return (found[1] ?? "").split(",").map((choice) => before + choice + after);
    });
  }
  return unfolded;
}

/** Each `**` may cross any number of folders, and the ways multiply: beyond this many a glob is none. */
const MAX_GLOBSTARS = 4;

/**
 * A star never backtracks: what stands between it and the next star is taken where it first stands, which is always
 * good enough when another star follows. So a hostile pattern cannot hold the process.
 */
function joinTokens(tokens: readonly string[]): string {
  let source = "";
  let run: string | undefined;
  let stars = 0;
  const flush = (): void => {
    if (run !== undefined) source += `[^/]*${run}`;
    run = undefined;
  };
  for (const token of tokens) {
    const text = toSource(token);
    if (text === STAR) {
      if (run) source += String.raw`(?=(?<s${(stars += 1)}>[^/]*?${run}))\k<s${stars}>`;
      run = "";
    } else if (token.startsWith("**")) {
      flush();
      source += text;
    } else if (run === undefined) source += text;
    else run += text;
  }
  flush();
  return source;
}

const STAR = "[^/]*";

function toSource(token: string): string {
  if (token === "**/") return "(?:.*/)?";
  if (token === "**") return ".+";
  if (token.startsWith("*")) return STAR;
  if (token === "?") return "[^/]";
  if (token.length > 2 && token.startsWith("[")) return toClass(token);
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

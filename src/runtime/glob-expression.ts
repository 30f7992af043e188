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
  let source = "";
  let depth = 0;
  for (const [token] of glob.matchAll(TOKEN)) {
    if (braces && token === "{") depth += 1;
    source += toSource(token, depth > 0);
    if (depth > 0 && token === "}") depth -= 1;
  }
  try {
    return new RegExp(`^(?:${source})${below ? "(?:/.*)?" : ""}$`, "su");
  } catch {
    return undefined;
  }
}

function toSource(token: string, isInChoice: boolean): string {
  if (token === "**/") return "(?:.*/)?";
  if (token === "**") return ".+";
  if (token.startsWith("*")) return "[^/]*";
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

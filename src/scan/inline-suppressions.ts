import { toEnding, toName } from "./file-kinds.ts";

/** How a language marks a comment to the end of the line; of some, one that also ends. */
interface CommentForm {
  readonly line?: string;
  readonly block?: readonly [open: string, close: string];
}

const SLASH: CommentForm = { line: "//", block: ["/*", "*/"] };
const HASH: CommentForm = { line: "#" };
const MARKUP: CommentForm = { block: ["<!--", "-->"] };

const FORMS: readonly (readonly [endings: string, form: CommentForm | undefined])[] = [
  ["js jsx mjs cjs ts tsx mts cts go java rs c h cc cpp hpp cs swift kt kts scala sol dart m mm jsonc json5", SLASH],
  ["php", { line: "//", block: ["/*", "*/"] }],
  [
    "py pyw rb rake gemspec toml yml yaml sh bash zsh conf cfg env properties ini tf pl r ex exs dockerfile containerfile htaccess nginx vhost",
    HASH,
  ],
  ["html htm xml svg vue svelte astro md markdown", MARKUP],
  ["css scss less", { block: ["/*", "*/"] }],
  ["hs sql lua", { line: "--" }],
  ["clj cljs edn", { line: ";" }],
  ["json lock pem crt cer der key pub txt", undefined],
];

/** How a comment is written in a file; undefined where there can be none, or nobody here knows. */
export function findCommentForm(file: string): CommentForm | undefined {
  const name = toName(file).toLowerCase();
  if (/^(?:dockerfile|containerfile|makefile|gemfile|rakefile)(?:\..*)?$/.test(name)) return HASH;
  if (/^\.env(?:\..*)?$|^\.(?:npmrc|gitignore|dockerignore|editorconfig|htaccess)$/.test(name)) return HASH;
  const ending = toEnding(name);
  return FORMS.find(([endings]) => endings.split(" ").includes(ending))?.[1];
}

/** Whose words they are: ours count for secrets too, where they name the rule. */
type Owner = "hi" | "foxguard";

interface Directive {
  readonly owner: Owner;
  /** Empty for every rule. */
  readonly rules: readonly string[];
}

/** What comments in one file suppress: of each owner and rule (`*` for every one), the lines in order, 1-based. */
export type InlineSuppressions = ReadonlyMap<string, readonly number[]>;

const EVERY = "*";

// A list of rules holds no bracket: a line of nothing but beginnings is read in one pass.
const WORDS = String.raw`(hi|foxguard)\s*:\s*ignore(?:\[([^\][]*)\])?\s*`;
/** Between comment signs the peer also takes a dash or a blank for the colon. */
const WORDS_IN_BLOCK = String.raw`(hi|foxguard)(?:\s*[:-]\s*|\s+)ignore(?:\[([^\][]*)\])?\s*`;

interface Patterns {
  readonly line: RegExp | undefined;
  readonly block: RegExp | undefined;
  /** A line that is a comment and nothing else. */
  readonly alone: RegExp;
}

/**
 * The lines whose findings are suppressed. A directive behind code speaks of its line; one alone on its line
 * speaks of the next line that is neither blank nor a comment.
 */
export function findInlineSuppressions(file: string, text: string): InlineSuppressions {
  const form = text.includes("ignore") ? findCommentForm(file) : undefined;
  if (!form) return new Map();
  const patterns = toPatterns(form);
  const lines = text.split(/\r\n|\n|\r/);
  const found = new Map<string, Set<number>>();
  // From the end, so that the next line of code is at hand for each.
  let next: number | undefined;
  for (let at = lines.length - 1; at >= 0; at -= 1) {
    const line = lines[at] ?? "";
    const isAlone = patterns.alone.test(line);
    const spoken = isAlone ? [at, next ?? at + 1] : [at];
    for (const directive of line.includes("ignore") ? readDirectives(line, patterns) : []) {
      for (const key of toKeys(directive)) addTo(found, key, spoken);
    }
    if (!isAlone) next = at;
  }
  return new Map([...found].map(([key, some]) => [key, [...some].toSorted((one, other) => one - other)]));
}

function addTo(found: Map<string, Set<number>>, key: string, lines: readonly number[]): void {
  const known = found.get(key) ?? new Set<number>();
  for (const line of lines) known.add(line + 1);
  found.set(key, known);
}

function toKeys({ owner, rules }: Directive): readonly string[] {
  return rules.length === 0 ? [`${owner} ${EVERY}`] : rules.map((rule) => `${owner} ${rule}`);
}

/** Whether a directive covers any line of the finding. */
export function isSuppressedInline(
  suppressions: InlineSuppressions,
  { rule_id: rule, line, end_line: end }: { readonly rule_id: string; readonly line: number; readonly end_line: number }
): boolean {
  const keys = rule.startsWith("secret/")
    ? [`hi ${rule}`]
    : [`hi ${rule}`, `hi ${EVERY}`, `foxguard ${rule}`, `foxguard ${EVERY}`];
  return keys.some((key) => {
    const lines = suppressions.get(key) ?? [];
    const first = findFrom(lines, line);
    return first !== undefined && first <= Math.max(line, end);
  });
}

/** The first of sorted numbers that is not below one. */
function findFrom(sorted: readonly number[], least: number): number | undefined {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < least) low = middle + 1;
    else high = middle;
  }
  return sorted[low];
}

function toPatterns({ line, block }: CommentForm): Patterns {
  const [open = "", close = ""] = block ?? [];
  const starts = [line, block && open].filter((mark) => mark !== undefined).map(escape);
  const ends = block
    ? String.raw`(?:${escape(line ?? "\0")}.*|${escape(open)}.*${escape(close)}\s*)`
    : `${starts[0]}.*`;
  return {
    line: line === undefined ? undefined : new RegExp(String.raw`${escape(line)}\s*${WORDS}$`),
    block: block && new RegExp(String.raw`${escape(open)}\s*${WORDS_IN_BLOCK}${escape(close)}`, "g"),
    alone: new RegExp(String.raw`^\s*(?:${ends})$|^\s*$`),
  };
}

function escape(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
}

function readDirectives(line: string, { line: ofLine, block }: Patterns): readonly Directive[] {
  const matches = [...(ofLine ? [ofLine.exec(line)] : []), ...(block ? line.matchAll(block) : [])];
  return matches
    .filter((match) => match !== null)
    .map(([, owner, rules]) => ({
      owner: owner as Owner,
      rules: (rules ?? "")
        .split(",")
        .map((rule) => rule.trim())
        .filter((rule) => rule !== ""),
    }));
}

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
  ["py pyw rb rake gemspec toml yml yaml sh bash zsh conf cfg env properties ini tf pl r ex exs dockerfile", HASH],
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
  if (/^\.env(?:\..*)?$|^\.(?:npmrc|gitignore|dockerignore|editorconfig)$/.test(name)) return HASH;
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

/** What comments in one file suppress. */
export type InlineSuppressions = ReadonlyMap<number, readonly Directive[]>;

const WORDS = String.raw`(hi|foxguard)\s*:\s*ignore(?:\[([^\]]*)\])?\s*`;
/** Between comment signs the peer also takes a dash or a blank for the colon. */
const WORDS_IN_BLOCK = String.raw`(hi|foxguard)(?:\s*[:-]\s*|\s+)ignore(?:\[([^\]]*)\])?\s*`;

interface Patterns {
  readonly line: RegExp | undefined;
  readonly block: RegExp | undefined;
  /** A line that is a comment and nothing else. */
  readonly alone: RegExp;
}

/**
 * The lines (1-based) whose findings are suppressed. A directive behind code speaks of its line; one alone on its line
 * speaks of the next line that is neither blank nor a comment.
 */
export function findInlineSuppressions(file: string, text: string): InlineSuppressions {
  const found = new Map<number, Directive[]>();
  const form = text.includes("ignore") ? findCommentForm(file) : undefined;
  if (!form) return found;
  const patterns = toPatterns(form);
  const lines = text.split(/\r\n|\n|\r/);
  for (const [at, line] of lines.entries()) {
    const directives = line.includes("ignore") ? readDirectives(line, patterns) : [];
    if (directives.length === 0) continue;
    const target = patterns.alone.test(line) ? findNextCode(lines, at + 1, patterns) : at;
    for (const spoken of new Set([at, target])) {
      found.set(spoken + 1, [...(found.get(spoken + 1) ?? []), ...directives]);
    }
  }
  return found;
}

/** Whether a directive covers any line of the finding. */
export function isSuppressedInline(
  suppressions: InlineSuppressions,
  { rule_id: rule, line, end_line: end }: { readonly rule_id: string; readonly line: number; readonly end_line: number }
): boolean {
  const covers = ({ owner, rules }: Directive): boolean =>
    rule.startsWith("secret/") ? owner === "hi" && rules.includes(rule) : rules.length === 0 || rules.includes(rule);
  for (const [at, directives] of suppressions) {
    if (at >= line && at <= Math.max(line, end) && directives.some(covers)) return true;
  }
  return false;
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

function findNextCode(lines: readonly string[], from: number, { alone }: Patterns): number {
  const next = lines.findIndex((line, at) => at >= from && !alone.test(line));
  return next === -1 ? from : next;
}

import type { SkippedFile } from "../../contracts/scanner.ts";
import type { Detection, Detector, SourceFile } from "../detector.ts";
import { makeFileView } from "./file-view.ts";
import { matchPatterns, toNodeRules } from "./match-patterns.ts";
import { findMissing } from "./missing.ts";
import { PATTERN_RULES } from "./rule-table.ts";
import type { PatternRule } from "./rule.ts";
import type { Node, NodeRule } from "./syntax.ts";
import { loadParser, toGrammar } from "./syntax.ts";
import { findFlows, toTaintRules } from "./taint/find-flows.ts";
import type { Flows } from "./taint/find-flows.ts";
import { toFindings } from "./to-finding.ts";
import type { RuleMatch } from "./to-finding.ts";

const NOTHING: Detection = { findings: [], skipped: [] };
/** At most so many places are named that do not parse. */
const MAX_LINES = 5;
/** Longer texts are not parsed again and again, in UTF-16 code units. */
const MAX_MENDED_LENGTH = 256 * 1024;
const MAX_ROUNDS = 6;
/** A half-finished file breaks off in few places; each round over thousands takes as long as the first parse and more. */
const MOST_BROKEN = 500;

let parser: ReturnType<typeof loadParser> | undefined;

/**
 * The structural rules for JavaScript and TypeScript (seed 002): one parse, one walk for all rules whose hint is in the
 * text. What does not parse is left out and said in `skipped`; the rest of the file is looked at.
 */
export const detectStructure: Detector = async (file, options) => {
  const grammar = toGrammar(file.path);
  if (grammar === undefined) return NOTHING;
  const { text } = file;
  const rules = PATTERN_RULES.filter(({ hint }) => hint.test(text));
  const look = (found: Found): Flows => {
    const view = makeFileView({ text, root: found.root, options });
    const flows = findFlows(found.root, toTaintRules(text), view);
    return { matches: [...matchPatterns(found.nodes, rules, view), ...flows.matches], isWhole: flows.isWhole };
  };
  const parse = await (parser ??= loadParser());
  const found = findNodes(parse, text, grammar, rules);
  const { matches, isWhole } = look(found);
  const mended =
    found.broken.length > 0 ? findMended(parse, text, grammar, { rules, broken: found.broken }) : undefined;
  return {
    findings: toFindings(file, mended ? toEachOnce([...matches, ...look(mended).matches]) : matches),
    skipped: [
      ...toSkipped(file, [...found.broken, ...findMissing(found.root, text)]),
      ...(isWhole ? [] : [toCutShort(file)]),
    ],
  };
};

/** The mended text has again what the broken one had. */
function toEachOnce(matches: readonly RuleMatch[]): readonly RuleMatch[] {
  const places = new Map<string, RuleMatch>();
  for (const match of matches) {
    const { start, end } = match.node.range();
    const key = `${match.rule.id} ${start.index} ${end.index}`;
    places.set(key, places.get(key) ?? match);
  }
  return [...places.values()];
}

interface Found {
  readonly root: Node;
  readonly nodes: readonly Node[];
  /** Stretches that the parser could make nothing of. */
  readonly broken: readonly Node[];
}

type Parser = Awaited<ReturnType<typeof loadParser>>;

/** Annotated JavaScript (Flow) is no JavaScript, but mostly TypeScript: that is tried where there are errors. */
function findNodes(parse: Parser, text: string, grammar: string, rules: readonly PatternRule[]): Found {
  const found = find(parse(grammar, text), toNodeRules(rules, grammar));
  if (grammar !== "JavaScript" || found.broken.length === 0) return found;
  const typed = find(parse("Tsx", text), toNodeRules(rules, "Tsx"));
  return typed.broken.length === 0 ? typed : found;
}

interface Broken {
  readonly rules: readonly PatternRule[];
  readonly broken: readonly Node[];
}

/**
 * What a half-finished file holds once the lines at which the parser gave up are blanked: it gives up whole functions for
 * one line. Only a text that then parses whole counts, as anything else could be taken for what it is not.
 */
function findMended(parse: Parser, text: string, grammar: string, { rules, broken }: Broken): Found | undefined {
  if (text.length > MAX_MENDED_LENGTH || broken.length > MOST_BROKEN) return undefined;
  let mended = text;
  let errors = broken;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    mended = blankFirst(mended, errors);
    const found = find(parse(grammar, mended), toNodeRules(rules, grammar));
    if (found.broken.length === 0) return found;
    errors = found.broken;
  }
  return undefined;
}

/**
 * The same text, as long as before, without the line on which the first thing begins that does not parse: those after it
 * may be nothing but its consequence.
 */
function blankFirst(text: string, broken: readonly Node[]): string {
  const lines = text.split("\n");
  const first = Math.min(...broken.map((node) => node.range().start.line));
  lines[first] = " ".repeat(lines[first]?.length ?? 0);
  return lines.join("\n");
}

function find(root: Node, rules: readonly NodeRule[]): Found {
  const nodes: Node[] = [];
  const broken: Node[] = [];
  for (const node of root.findAll({ rule: { any: [{ kind: "ERROR" }, ...rules] } })) {
    (node.is("ERROR") ? broken : nodes).push(node);
  }
  return { root, nodes, broken };
}

function toCutShort({ path }: SourceFile): SkippedFile {
  return {
    file: path,
    reason: "out-of-time",
    detail: "too many values to follow them all from requests to where they go",
  };
}

function toSkipped(file: SourceFile, broken: readonly Node[]): SkippedFile[] {
  if (broken.length === 0) return [];
  const lines = [...new Set(broken.map((node) => node.range().start.line + 1))].toSorted((left, right) => left - right);
  const named = lines.slice(0, MAX_LINES).join(", ");
  const more = lines.length > MAX_LINES ? " and more" : "";
  return [
    {
      file: file.path,
      reason: "partial-parse",
      detail: `does not parse from line ${named}${more}; the rest was looked at`,
    },
  ];
}

import type { SkippedFile } from "../../contracts/scanner.ts";
import type { Detection, Detector, SourceFile } from "../detector.ts";
import { makeFileView } from "./file-view.ts";
import { matchPatterns, toNodeRules } from "./match-patterns.ts";
import { PATTERN_RULES } from "./rule-table.ts";
import type { PatternRule } from "./rule.ts";
import type { Node, NodeRule } from "./syntax.ts";
import { loadParser, toGrammar } from "./syntax.ts";
import { findFlows, toTaintRules } from "./taint/find-flows.ts";
import { toFindings } from "./to-finding.ts";

const NOTHING: Detection = { findings: [], skipped: [] };
/** At most so many places are named that do not parse. */
const MAX_LINES = 5;

let parser: ReturnType<typeof loadParser> | undefined;

/**
 * The structural rules for JavaScript and TypeScript (seed 002): one parse, one walk for all rules whose hint is in the
 * text. What does not parse is left out and said in `skipped`; the rest of the file is looked at.
 */
export const detectStructure: Detector = async (file, options) => {
  const grammar = toGrammar(file.path);
  if (grammar === undefined) return NOTHING;
  const rules = PATTERN_RULES.filter(({ hint }) => hint.test(file.text));
  const { root, nodes, broken } = findNodes(await (parser ??= loadParser()), file.text, grammar, rules);
  const view = makeFileView({ text: file.text, root, options });
  const flows = findFlows(root, toTaintRules(file.text), view);
  return {
    findings: toFindings(file, [...matchPatterns(nodes, rules, view), ...flows.matches]),
    skipped: [...toSkipped(file, broken), ...(flows.isWhole ? [] : [toCutShort(file)])],
  };
};

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

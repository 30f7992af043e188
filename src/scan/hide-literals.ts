import type { DetectedFinding } from "./baseline.ts";

/** Rules that take a text of the source for a secret: it stands in a literal of their line. */
const TAKES_LITERALS = /hardcoded-(?:[a-z]+-)*(?:secret|password|credential|token|key)s?$/;
const LITERAL = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`/g;

/** Whether a rule takes a text of the source for a secret, so that no snippet may show it. */
export function takesLiterals(rule: string): boolean {
  return TAKES_LITERALS.test(rule) || rule.startsWith("secret/");
}

/**
 * Takes the literals out of every snippet of a line in which some rule sees a secret: another finding of the same line
 * would show what the rule's own hides.
 */
export function hideLiterals(findings: readonly DetectedFinding[]): readonly DetectedFinding[] {
  const isSecret = ({ rule_id: rule }: DetectedFinding): boolean => TAKES_LITERALS.test(rule);
  const lines = new Set(findings.filter(isSecret).flatMap(toLines));
  if (lines.size === 0) return findings;
  return findings.map((finding) =>
    lines.has(toLine(finding, finding.line)) ? { ...finding, snippet: hideIn(finding.snippet) } : finding
  );
}

function toLine({ file }: DetectedFinding, line: number): string {
  return `${line} ${file}`;
}

/** All lines of the match: the literal may stand in a later one. */
function toLines(finding: DetectedFinding): readonly string[] {
  const count = Math.min(finding.end_line - finding.line, 1000) + 1;
  return Array.from({ length: Math.max(count, 1) }, (_, at) => toLine(finding, finding.line + at));
}

function hideIn(snippet: string): string {
  return snippet.replaceAll(LITERAL, (literal) => {
    const [quote = ""] = literal;
    return literal.length <= 2 ? literal : `${quote}[REDACTED]${quote}`;
  });
}

import type { ScannerFinding, ScannerSeverity } from "../../contracts/scanner.ts";
import type { DetectOptions } from "../detector.ts";
import type { Node, NodeRule } from "./syntax.ts";

/** What a rule is called and how much it matters (reference: the peer's rule table). */
export interface RuleFacts {
  readonly id: `js/${string}`;
  readonly severity: ScannerSeverity;
  readonly cwe: `CWE-${number}`;
}

/** What is wrong with a node. */
export interface Match {
  readonly description: string;
  readonly fix?: string;
  /** Literals that no snippet may show. */
  readonly secrets?: readonly Node[];
  /** Where a value came from and went to. */
  readonly trace?: Trace;
}

/** What a finding says of the way of a value, and how sure that is. */
type Trace = Required<
  Pick<
    ScannerFinding,
    "source_line" | "source_description" | "sink_line" | "sink_description" | "taint_hops" | "confidence"
  >
>;

/**
 * Nodes that a rule looks at. `names` asks by what all nodes of that kind go by: the last name of what is called or
 * made, the key of a pair, the property that is set. Without it every node that `where` lets through is looked at.
 */
export interface Trigger {
  readonly kind: string;
  readonly names?: readonly string[];
  readonly where?: NodeRule;
  /** The grammar that has this kind, where the others have not; a matcher refuses a kind that its grammar lacks. */
  readonly only?: "JavaScript" | "TypeScript";
}

export type NamedKind = "call_expression" | "new_expression" | "pair" | "assignment_expression";

/** A rule about one node and what is near it. */
export interface PatternRule extends RuleFacts {
  /** A text without a match has no finding: most rules never look at most files. */
  readonly hint: RegExp;
  readonly on: readonly Trigger[];
  /**
   * Looks at a node of a kind that it asked for, perhaps found for another rule: it asks everything again.
   * @returns undefined where nothing is wrong
   */
  readonly check: (node: Node, file: FileView) => Match | undefined;
}

/** What rules may ask about the whole file; found out when first asked. */
export interface FileView {
  readonly text: string;
  readonly options: DetectOptions;
  /** Whether this name is only ever given a literal string in this file. */
  readonly isConstant: (name: string) => boolean;
  /** The module path and name behind a local name (`child_process.exec` for `run`), undefined for what is not imported. */
  readonly importedAs: (name: string) => string | undefined;
  /** The local names of what is imported by one of the wanted paths. */
  readonly importedNames: (isWanted: (path: string) => boolean) => readonly string[];
}

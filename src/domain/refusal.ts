/** Where the trouble is; line and column are 1-based, the column in UTF-16 code units. */
interface Location {
  readonly path: string;
  readonly line?: number;
  readonly column?: number;
}

/** Everything a refusal says; the renderer puts it in words, `--json` prints it as it is. */
export interface RefusalFacts {
  /** Stable name, `HI_…`; listed in docs/refusals.md. */
  readonly code: string;
  /** What happened, one sentence, no final advice. */
  readonly message: string;
  readonly where?: Location;
  /** The next command to type, or the next thing to do. */
  readonly next: string;
  /** Evidence as label and value, values bounded by the thrower. */
  readonly details?: Readonly<Record<string, string | number | readonly string[]>>;
  /** Exit code from the one table; 2 unless the verb's contract names another. */
  readonly exitCode?: number;
}

/**
 * The user or the project must change something before the program can go on.
 * Thrown once, caught once (cli). Not a finding (the tool worked) and not a defect (ours).
 */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly facts: RefusalFacts;

  constructor(facts: RefusalFacts) {
    super(facts.message);
    this.facts = facts;
  }
}

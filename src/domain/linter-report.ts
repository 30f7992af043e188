import type { Finding } from "./finding.ts";

/** What a linter was asked in one go, and what came of it. The texts are the linter's, and untrusted. */
export interface LinterCase {
  /** `request`, or what a conformance check looks at: a disposition, `closed-stdin`, `large-request`, `deadline`. */
  readonly name: string;
  readonly disposition: "allow" | "advisory" | "deny";
  readonly failure: { readonly kind: string; readonly reason: string; readonly message: string } | null;
  readonly findings: readonly {
    readonly id: string;
    readonly severity: string;
    readonly message: string;
    readonly location?: { readonly path?: string; readonly line?: number; readonly column?: number };
    readonly evidence?: string;
  }[];
  readonly stderr: string;
  readonly durationMs: number;
  readonly leftBehind: readonly { readonly pid: number; readonly program: string }[];
}

/** What `hi linter run` and `hi linter check` say; also what their `--json` prints (receipts/linter-report-1.schema.json). */
export interface LinterReport {
  readonly kind: "linter";
  readonly verb: "linter run" | "linter check";
  readonly name: string;
  readonly cases: readonly LinterCase[];
  /** What is wrong with the linter; empty for `linter run`, which judges nothing. */
  readonly findings: readonly Finding[];
}

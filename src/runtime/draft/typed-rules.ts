/** The linter that the two lists are of. */
export const LISTED_LINTER = "1.80.0";

/** Rules of `oxlint --type-aware` whose diagnostics can have a safe fix: those that the type checker gives fixes for. */
const TYPED_WITH_FIX: readonly string[] = [
  "consistent-type-exports",
  "dot-notation",
  "no-confusing-void-expression",
  "no-duplicate-type-constituents",
  "no-meaningless-void-operator",
  "no-unnecessary-boolean-literal-compare",
  "no-unnecessary-qualifier",
  "no-unnecessary-template-expression",
  "no-unnecessary-type-arguments",
  "no-unnecessary-type-assertion",
  "no-useless-default-assignment",
  "prefer-includes",
  "prefer-nullish-coalescing",
  "prefer-optional-chain",
  "prefer-readonly",
  "prefer-reduce-type-parameter",
  "prefer-regexp-exec",
  "prefer-return-this-type",
  "prefer-string-starts-ends-with",
  "promise-function-async",
  "return-await",
];

/** The other rules that need types. */
const TYPED_WITHOUT_FIX: readonly string[] = [
  "await-thenable",
  "consistent-return",
  "no-array-delete",
  "no-base-to-string",
  "no-deprecated",
  "no-floating-promises",
  "no-for-in-array",
  "no-implied-eval",
  "no-misused-promises",
  "no-misused-spread",
  "no-mixed-enums",
  "no-redundant-type-constituents",
  "no-unnecessary-condition",
  "no-unnecessary-type-conversion",
  "no-unnecessary-type-parameters",
  "no-unsafe-argument",
  "no-unsafe-assignment",
  "no-unsafe-call",
  "no-unsafe-enum-comparison",
  "no-unsafe-member-access",
  "no-unsafe-return",
  "no-unsafe-type-assertion",
  "no-unsafe-unary-minus",
  "non-nullable-type-assertion-style",
  "only-throw-error",
  "prefer-find",
  "prefer-promise-reject-errors",
  "prefer-readonly-parameter-types",
  "related-getter-setter-pairs",
  "require-array-sort-compare",
  "require-await",
  "restrict-plus-operands",
  "restrict-template-expressions",
  "strict-boolean-expressions",
  "strict-void-return",
  "switch-exhaustiveness-check",
  "unbound-method",
  "use-unknown-in-catch-callback-variable",
];

const WITH_FIX = new Set(TYPED_WITH_FIX);
const ALL = new Set([...TYPED_WITH_FIX, ...TYPED_WITHOUT_FIX]);

/** True for the code of a rule that needs types, as the linter says it: `typescript(no-floating-promises)`. */
export function isTyped(code: string): boolean {
  return ALL.has(toName(code));
}

/** True for the code of a rule that needs types and may have a fix. */
export function mayFixWithTypes(code: string): boolean {
  return WITH_FIX.has(toName(code));
}

function toName(code: string): string {
  return /^typescript\((.*)\)$/.exec(code)?.[1] ?? "";
}

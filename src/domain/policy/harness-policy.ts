import type { Policy } from "./policy.ts";

/**
 * What the harness says of lint rules itself, over the presets and below the project (seed 003 AC-007). Rules that are
 * not here show with the preset's or the project's own severity.
 */
export const HARNESS_POLICY = {
  rules: { "func-names": "off", "func-style": "off", "sort-keys": "off" },
} as const satisfies Policy;

/**
 * What stays where a configuration of ours already says it, and is put into no other. KEPT_RULE finds it in the text of
 * one, and the evidence is what the receipt then remembers it by.
 */
export const KEPT_POLICY = { rules: { "no-unused-vars": "warn" } } as const satisfies Policy;
export const KEPT_RULE = /"no-unused-vars": "warn"/;
export const KEPT_RULE_EVIDENCE = "rule no-unused-vars (a warning, as it was published before)";

import type { Policy } from "./policy.ts";

/**
 * What the harness says of lint rules itself, over the presets and below the project (seed 003 AC-007). Rules that are
 * not here show with the preset's or the project's own severity.
 */
export const HARNESS_POLICY = {
  rules: { "func-names": "off", "func-style": "off", "sort-keys": "off" },
} as const satisfies Policy;

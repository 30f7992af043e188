import { defineConfig } from "oxlint";
import compose from "../../.hi/lint/policy.mjs";
import core from "ultracite/oxlint/core";
import vitest from "ultracite/oxlint/vitest";

// The team's own.
export default compose(defineConfig({
  rules: { "no-alert": "off" }, // shown to shoppers
}), core, vitest);

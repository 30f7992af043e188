import { defineConfig } from "oxlint";
import core from "ultracite/oxlint/core";
import compose from "../../.hi/lint/policy.mjs";

// The team's own.
export default compose(defineConfig({
  extends: [],
  rules: { "no-alert": "off" },
}), core);

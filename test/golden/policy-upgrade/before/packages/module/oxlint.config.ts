import { defineConfig } from "oxlint";
import core from "ultracite/oxlint/core";

// The team's own.
export default defineConfig({
  extends: [core],
  rules: { "no-alert": "off" },
});

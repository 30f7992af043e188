import { defineConfig } from "oxfmt";
import base from "ultracite/oxfmt";

/** This project's own: the preset, with lines wide enough for its signatures, and what it does not own left out. */
export default defineConfig({
  ...base,
  printWidth: 120,
  ignorePatterns: [
    ...(base.ignorePatterns ?? []),
    "/docs/example/**",
    "/src/adapters/validators.generated.*",
    "/templates/**",
    "/test/fixtures/**",
    "/test/golden/**/before/**",
    "/test/golden/**/after/**",
    "/test/golden/**/output.md",
    "/.hi/**",
    "/.claude/settings.json",
    "/.codex/hooks.json",
    "/.cursor/hooks.json",
    "/.opencode/plugins/hi.js",
  ],
});

import { defineConfig } from "vitest/config";

// Run by run.ts, in a network namespace of its own: one agent after the other.
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ["*.live.ts"],
    testTimeout: 600_000,
    hookTimeout: 600_000,
    fileParallelism: false,
    maxWorkers: 1,
    globals: false,
  },
});

import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ["**/*.test.ts"],
    exclude: ["fixtures/**", "golden/*/before/**", "golden/*/after/**"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    globals: false,
  },
});

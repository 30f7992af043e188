import os from "node:os";
import path from "node:path";

import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ["**/*.test.ts"],
    exclude: ["fixtures/**", "golden/*/before/**", "golden/*/after/**"],
    // What hangs has to end; how long work takes says nothing: the longest takes a minute on a quiet machine.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    maxWorkers: 2,
    globals: false,
    env: {
      // The tests' own Node is the machine's: what lies in `node_modules/.bin` is not taken for it.
      PATH: [path.dirname(process.execPath), process.env["PATH"] ?? ""].join(path.delimiter),
      // The hook counts its requests in the user's own state where there is no git directory.
      XDG_STATE_HOME: path.join(os.tmpdir(), "hi-test-state"),
    },
  },
});

import { runAdapter } from "../scan/run-adapter.ts";

/** `hi adapter`: one request of the scanner contract on stdin, one response on stdout; ends with 0 after every answer. */
export function adapter(): Promise<number> {
  return runAdapter({
    lint: async (ask) => (await import("./scan-lint.ts")).createLintEngine(process.env)(ask),
  });
}

import type { Output } from "./printer.ts";
import { isCi } from "./render/style.ts";

/** Prompts and spinners lay lines out by the width; a terminal that says it has none sends them round in circles. */
export function drawsOn(output: Output, env: Readonly<Record<string, string | undefined>>): boolean {
  return output.isTTY && (output.stream.columns ?? 0) > 0 && env["TERM"] !== "dumb" && !isCi(env);
}

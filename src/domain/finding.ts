import type { Json } from "./json.ts";

/** The tool worked and has something to say. Worded in one file of cli/render by `code`. */
export interface Finding {
  readonly code: string;
  readonly severity: "info" | "warning" | "error";
  readonly path?: string;
  readonly args: Readonly<Record<string, Json>>;
}

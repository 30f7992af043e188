import type { Json } from "./json.ts";

/** One change to a configuration text. Applied one at a time, the text re-read after each. */
export type ConfigEdit =
  /** Sets an object member; missing parents are made. */
  | { readonly kind: "set"; readonly pointer: string; readonly value: Json }
  /**
   * Appends to the array at `pointer`; a missing array and its parents are made, and so is one in the place of a null. In a `module` file the element comes
   * first instead: of two entries of `extends` the later one wins, and the project's must.
   */
  | { readonly kind: "append"; readonly pointer: string; readonly value: Json }
  /** Replaces the array element that equals `from`. */
  | { readonly kind: "replace-element"; readonly pointer: string; readonly from: Json; readonly to: Json }
  | { readonly kind: "remove"; readonly pointer: string }
  | { readonly kind: "remove-element"; readonly pointer: string; readonly value: Json };

export interface ParseProblem {
  readonly message: string;
  /** 1-based. */
  readonly line: number;
  /** 1-based, UTF-16 code units. */
  readonly column: number;
}

export type ParsedConfig =
  | { readonly ok: true; readonly get: (pointer: string) => Json | undefined }
  | { readonly ok: false; readonly problem: ParseProblem };

/** `unsupported`: the shape cannot be edited byte-safely; `lines` are what a person should add by hand. */
export type EditedConfig =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly reason: string; readonly lines: readonly string[] };

/**
 * Reads and edits one configuration format. Law (test/laws/preservation): every byte outside the inserted, replaced or
 * removed range stays, comments, order, indentation, line endings, BOM and final newline included.
 */
export interface ConfigEditor {
  readonly parse: (text: string) => ParsedConfig;
  readonly edit: (text: string, edit: ConfigEdit) => EditedConfig;
}

import type { Json } from "./json.ts";
import type { RelativePath } from "./paths.ts";

/** `generated`: the whole file is ours; `merged`: named keys of it are; `authored`: written once, then the project's. */
export type Ownership = "generated" | "merged" | "authored";

/** How a merged file is read and edited. */
export type ConfigFormat = "json" | "yaml" | "toml" | "module" | "lines";

/**
 * One key of a merged file that we want. `pointer` is RFC 6901. A pointer that ends in `/-` owns one array element
 * (told apart by value), any other owns the member's whole value.
 * In a `module` file `/extends/-` with value `{import, as}` stands for an import and an element that names it, which is
 * put first in the list (not last, as the pointer has it): later entries win there, and the project's must;
 * in a `lines` file the only pointer is `/section` with the lines of our marked section as value.
 */
export interface OwnedKey {
  readonly pointer: string;
  readonly value: Json;
}

/** What a generator wants to stand at a path; the plan decides what becomes of it. */
export interface DesiredFile {
  readonly path: RelativePath;
  /** The generator's folder name, for the receipt and `hi explain`. */
  readonly generator: string;
  readonly ownership: Ownership;
  /** The file as it lands where none exists. For `merged` it holds exactly the keys below. */
  readonly content: string;
  readonly executable: boolean;
  /** Only for `merged`. */
  readonly format?: ConfigFormat;
  readonly keys?: readonly OwnedKey[];
  /** For `authored`: wanted in this run alone, so the receipt has nothing to remember. */
  readonly isOnce?: true;
  /** What of the repository decided what is in it, one line each: for the receipt and `hi explain`. */
  readonly evidence?: readonly string[];
  /** For `merged`: never create the file (a package.json is the project's to make). */
  readonly mustExist?: boolean;
}

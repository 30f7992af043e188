import type { OwnedKey, Ownership } from "./desired.ts";
import type { Json } from "./json.ts";
import type { RelativePath } from "./paths.ts";
import type { ToolName } from "./toolchain.ts";

export const RECEIPT_PATH = ".hi/receipt.json" as RelativePath;
export const SETTINGS_PATH = ".hi/settings.json" as RelativePath;
export const SELECTION_PATH = ".hi/lint/selection.json" as RelativePath;
/** What composed lint configurations load. */
export const BRIDGE_PATH = ".hi/lint/policy.mjs" as RelativePath;
/** What the runtime loads where there is something to do. */
export const TOOLS_PATH = ".hi/runtime/tools.mjs" as RelativePath;
export const RUNTIME_PATH = ".hi/runtime/hook.mjs" as RelativePath;
export const LINT_RUNTIME_PATH = ".hi/runtime/lint.mjs" as RelativePath;
export const RECEIPT_SCHEMA_VERSION = 1;

/** A key with the value that we published. */
export interface RecordedKey extends OwnedKey {
  /** The project's edit of it, as an update found and kept it; never ours. */
  readonly kept?: Json;
}

/** What we own at one path. */
export interface ReceiptEntry {
  readonly class: Ownership;
  /** SHA-256 of the bytes published; for `merged`, of the whole file as it was then. */
  readonly sha256: string;
  readonly generator: string;
  /** The template version that first published this entry. */
  readonly since: string;
  /** True where the file did not exist before we published it. */
  readonly created: boolean;
  /** What of the repository decided what is in it, one line each. */
  readonly evidence?: readonly string[];
  /** Only for `merged`: exactly the keys and values owned. */
  readonly keys?: readonly RecordedKey[];
  /** Keys of a merged file that the user took out on purpose; they stay out. */
  readonly removedKeys?: readonly OwnedKey[];
  /** The user deleted the file on purpose; it stays deleted until `hi restore`. */
  readonly removedByUser?: true;
  /** Of a whole file that was edited: SHA-256 of it (with LF line ends) as an update found and kept it; never ours. */
  readonly keptSha256?: string;
}

/** `.hi/receipt.json`: committed, untrusted when read (seed 003 AC-011; receipts/README.md says what each field proves). */
export interface Receipt {
  readonly schemaVersion: number;
  readonly templateVersion: string;
  readonly templateDigest: string;
  readonly inputsDigest: string;
  readonly tools: Readonly<Partial<Record<ToolName, string>>>;
  /** What the last publication's preview was: `on`, or `off` by `--preview off`. */
  readonly preview: "on" | "off";
  readonly files: Readonly<Record<string, ReceiptEntry>>;
}

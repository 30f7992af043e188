import type { Settlement } from "../../domain/conflict.ts";
import type { DesiredFile, Ownership } from "../../domain/desired.ts";
import type { RelativePath } from "../../domain/paths.ts";
import type { ReceiptEntry } from "../../domain/receipt.ts";
import type { Current } from "../reading/read-current.ts";
import type { Resolved, World } from "../world.ts";

/** What every entry is planned from. */
export interface EntryContext {
  readonly resolved: Resolved;
  readonly world: World;
  /** The path that `hi restore` names. */
  readonly restore: RelativePath | undefined;
  /** What was chosen for a conflict; undefined leaves it open. */
  readonly settle: (id: string) => Settlement | undefined;
}

/** One path: what is wanted (undefined for an orphan) and what the receipt owns (undefined for a new path). */
export interface Target {
  readonly path: RelativePath;
  readonly desired: DesiredFile | undefined;
  readonly owned: ReceiptEntry | undefined;
}

const DEFAULT_MODE = 0o644;
const EXECUTABLE_MODE = 0o755;

/** What is said of a path whatever becomes of it. */
export function toEntryBase({ path, desired, owned }: Target, current: Current) {
  const ownership: Ownership = desired?.ownership ?? owned?.class ?? "generated";
  return {
    path,
    ownership,
    generator: desired?.generator ?? owned?.generator ?? "",
    before: current.state,
    mode: desired?.executable ? EXECUTABLE_MODE : DEFAULT_MODE,
  };
}

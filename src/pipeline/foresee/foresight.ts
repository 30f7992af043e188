import type { RelativePath } from "../../domain/paths.ts";
import type { Plan } from "../../domain/plan.ts";

/** What is looked at to tell what a preview would run: the plan, and the repository before and after it. */
export interface Foresight {
  readonly plan: Plan;
  /** The paths that a candidate would be made of. */
  readonly listed: readonly RelativePath[];
  readonly readPresent: (path: RelativePath) => Promise<Uint8Array | undefined>;
  /** The bytes that the plan leaves at the path. */
  readonly readPlanned: (path: RelativePath) => Promise<Uint8Array | undefined>;
}

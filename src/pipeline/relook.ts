import { Refusal } from "../domain/refusal.ts";
import { readMark } from "./reading/read-documents.ts";
import type { Resolved, World } from "./world.ts";

/** What was resolved before the lock was held, and how to resolve again where nobody has to be asked. */
export interface Relook {
  readonly resolved: Resolved;
  readonly again: (() => Promise<Resolved>) | undefined;
}

/**
 * Looks again once the lock is held: another run may have published between our reading and our turn, and a plan from
 * the older receipt would record what is no longer so. @throws Refusal HI_STALE_PLAN where a person gave the answers
 */
export async function relook({ resolved, again }: Relook, world: World): Promise<Resolved> {
  if ((await readMark(resolved.root, world)) === resolved.mark) return resolved;
  if (again) return again();
  throw new Refusal({
    code: "HI_STALE_PLAN",
    message: "Another run published here while the questions were answered.",
    where: { path: ".hi/receipt.json" },
    next: "run the same command again; nothing was written",
  });
}

import { toDependencyName } from "../../domain/consequence.ts";
import type { DesiredFile } from "../../domain/desired.ts";
import { Refusal } from "../../domain/refusal.ts";

/** A name that nothing of the plan answers to would change nothing, and say nothing. @throws Refusal HI_TAKE_UNKNOWN */
export function refuseUnknownTakes(take: readonly string[], desired: readonly DesiredFile[]): void {
  const wanted = desired.flatMap((file) => file.keys ?? []).map(toDependencyName);
  const known = [...new Set(wanted.filter((name) => name !== undefined))].toSorted();
  const unknown = take.filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  const names = unknown.map((name) => JSON.stringify(name)).join(", ");
  throw new Refusal({
    code: "HI_TAKE_UNKNOWN",
    message: `--take names ${names}, which is no devDependency that this repository would get.`,
    next: known.length === 0 ? "leave --take out" : `use one or more of: ${known.join(", ")}`,
    details: { unknown, known },
  });
}

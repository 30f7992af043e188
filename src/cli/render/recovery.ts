import { toPointerSegments } from "../../domain/json.ts";
import type { RecoveredPath } from "../../domain/publication-journal.ts";
import type { RecoveryReport } from "../../domain/report.ts";
import { neutralise } from "./neutralise.ts";
import type { Style } from "./style.ts";
import { toTable } from "./table.ts";
import { count } from "./words.ts";

const OUTCOMES: Readonly<Record<RecoveredPath["outcome"], string>> = {
  "in-place": "as it was",
  "put-back": "put back",
  finished: "finished",
  kept: "kept",
  "taken-out": "taken out",
  left: "left",
};

const CHANGED: ReadonlySet<string> = new Set(["finished", "put-back", "taken-out"]);

/** Why a path that someone has changed since is as it is; keys that stay are named. */
function toWhy({ outcome, keys }: RecoveredPath): string {
  const stay = (keys?.kept ?? []).map((pointer) => neutralise(toPointerSegments(pointer).join(".")));
  const beside = stay.length > 0 ? `, with ${stay.join(", ")}` : "";
  if (outcome === "kept") return `changed since; it stays as it is${beside}`;
  if (outcome !== "taken-out") return "";
  const ours = `changed since; ${count(keys?.out.length ?? 0, "key")} of ours ${keys?.out.length === 1 ? "is" : "are"} out, the rest stays`;
  return stay.length > 0 ? `${ours}${beside}, which ${stay.length === 1 ? "was" : "were"} edited` : ours;
}

/** What was done with each path, and how everything stands now. */
export function renderRecovery({ verb, dryRun, recovery }: RecoveryReport, style: Style): string[] {
  const { paths, to } = recovery;
  const changed = paths.filter(({ outcome }) => CHANGED.has(outcome)).length;
  const kept = paths.filter(({ outcome, keys }) => outcome === "kept" || (keys?.kept ?? []).length > 0).length;
  const rows = paths.map((path) => [OUTCOMES[path.outcome], neutralise(path.path), toWhy(path)]);
  const run = `the hi ${neutralise(recovery.verb)} of ${neutralise(recovery.startedAt)}`;
  const done = to === "before" ? `as before ${run}` : `as ${run} published it`;
  const but = kept > 0 ? `all but ${count(kept, "path")}` : "all";
  if (dryRun) {
    const rest = kept > 0 ? `, ${count(kept, "path")} kept` : "";
    const would = `Dry run: ${count(changed, "path")} would be ${done}${rest}`;
    return [...toTable(rows), `${would}. Then: hi ${verb}`];
  }
  const tone = kept > 0 ? "warn" : "good";
  const mark = kept > 0 ? style.glyphs.warning : style.glyphs.ok;
  const edited = paths.filter(({ outcome }) => outcome === "taken-out").length;
  const edits = edited > 0 ? `, with what was changed since in ${count(edited, "path")}` : "";
  const rest = kept > 0 ? ", and what was changed since is kept: git diff shows it" : edits;
  return [...toTable(rows), style.paint(tone, `${mark} ${count(changed, "path")} changed: ${but} is ${done}${rest}`)];
}

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
  left: "left",
};

/** What was done with each path, and how everything stands now. */
export function renderRecovery({ verb, dryRun, recovery }: RecoveryReport, style: Style): string[] {
  const { paths, to } = recovery;
  const changed = paths.filter(({ outcome }) => outcome === "put-back" || outcome === "finished").length;
  const kept = paths.filter(({ outcome }) => outcome === "kept").length;
  const rows = paths.map(({ path, outcome }) => {
    const why = outcome === "kept" ? "changed since; it stays as it is" : "";
    return [OUTCOMES[outcome], neutralise(path), why];
  });
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
  const rest = kept > 0 ? ", and what was changed since is kept: git diff shows it" : "";
  return [...toTable(rows), style.paint(tone, `${mark} ${count(changed, "path")} changed: ${but} is ${done}${rest}`)];
}

import type { Plan, PlannedCommand } from "../../domain/plan.ts";
import { neutralise } from "./neutralise.ts";
import { renderNames } from "./preview.ts";
import { count } from "./words.ts";

/** The project's own code that the preview makes run, or would make run without `--preview off`. */
export function renderExecutes({ foreseen }: Plan): string[] {
  if (foreseen === undefined) return [];
  const label =
    foreseen.preview === "on"
      ? "The preview executes the project's own"
      : "Without --preview off, the preview would execute the project's own";
  return renderNames(label, foreseen.executes);
}

/** What a real run would start for the preview, a line a row of the tool table; all of it is in the JSON report. */
export function renderCommands({ foreseen }: Plan): string[] {
  const rows = (foreseen?.commands ?? []).filter(({ row }) => row !== "install");
  if (foreseen === undefined || rows.length === 0) return [];
  const head =
    foreseen.preview === "on" ? "A real run would start:" : "A real run without --preview off would also start:";
  return [head, ...rows.map((row) => `  ${row.command.map(neutralise).join(" ")}${toHowOften(row)}`)];
}

/** The project's own code that the install command runs, though lifecycle scripts are off. */
export function renderInstallCode(plan: Plan | undefined): string[] {
  const install = plan?.foreseen?.commands.find(({ row }) => row === "install");
  return renderNames("  which runs the project's own", install?.executes ?? []);
}

const CONDITIONS: Readonly<Record<PlannedCommand["when"], string>> = {
  always: "",
  "unless-known": "where its package does not tell",
  "unless-cached": "unless cached",
  "if-findings": "where there are findings",
  "if-fixable": "where safe fixes may help",
  "with-install": "with --install",
};

function toHowOften({ place, folders, when }: PlannedCommand): string {
  const unit = place === "staging" ? "lockfile" : "scope";
  const times = folders.length > 1 ? [count(folders.length, unit)] : [];
  const notes = [place, ...times, CONDITIONS[when]].filter((note) => note !== "");
  return `  (${notes.join(", ")})`;
}

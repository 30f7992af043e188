import type { DoctorFinding } from "../../domain/doctor.ts";
import { tellOf } from "../../domain/doctor.ts";
import type { Finding } from "../../domain/finding.ts";
import type { CheckReport, DiffRow } from "../../domain/report.ts";
import { quoteForShell } from "../../domain/shell-quote.ts";
import { findUnfinished } from "../reading/find-unfinished.ts";
import type { World } from "../world.ts";
import type { Machine } from "./machine.ts";
import { attempt, tellRefusal } from "./site.ts";
import type { DoctorSite } from "./site.ts";

const tell = tellOf("repository");

/** What `hi check` says, and what runs that were killed have left. */
export async function checkRepository(
  site: DoctorSite,
  machine: Machine,
  world: Pick<World, "journal">
): Promise<readonly DoctorFinding[]> {
  return [
    ...site.findings,
    ...(await checkJournal(site, world)),
    ...checkDrift(site),
    ...(await checkLock(site, machine)),
    ...(await checkLeft(site, machine)),
  ];
}

/** A publication that was cut short is told of before the drift that it is the reason of. */
async function checkJournal({ root }: DoctorSite, world: Pick<World, "journal">): Promise<readonly DoctorFinding[]> {
  return (await findUnfinished(root, world)).map(({ code, args }) => {
    if (code === "publication-running") return tell("info", "publication-running", { args });
    if (code === "journal-unusable") return tell("error", "journal-unusable", { args, next: String(args["next"]) });
    return tell("error", "publication-unfinished", { args, next: "hi abort (or hi resume, or the next hi update)" });
  });
}

function checkDrift({ checked, settings, receipt }: DoctorSite): readonly DoctorFinding[] {
  if ("report" in checked) return tellDrift(checked.report);
  // What keeps the check from starting may have been told of already, document by document.
  const isTold = settings === undefined || receipt === undefined;
  return isTold ? [] : [tellRefusal("check-refused", checked.refusal)];
}

function tellDrift({ rows, findings, checkedPaths, templateVersion }: CheckReport): readonly DoctorFinding[] {
  const told = [...rows.map(tellRow), ...findings.filter(({ severity }) => severity === "error").map(tellFinding)];
  if (told.length > 0) return told;
  return [tell("ok", "in-step", { args: { paths: checkedPaths, version: templateVersion } })];
}

/** What is gone and needed is brought back; anything else of a check's own is for an update. */
function tellFinding({ code, path, args }: Finding): DoctorFinding {
  if (path === undefined) return tell("error", code, { args, next: "hi update --dry-run" });
  return tell("error", code, { path, args, next: `hi restore ${quoteForShell(path)}` });
}

function tellRow({ path, class: kind, reason, keys = [] }: DiffRow): DoctorFinding {
  const isMissing = kind === "missing";
  const next = isMissing ? `hi restore ${quoteForShell(path)}` : `hi explain ${quoteForShell(path)}, then hi update`;
  return tell("error", "drift", { path, args: { class: kind, reason, keys }, next });
}

async function checkLock({ root }: DoctorSite, machine: Machine): Promise<readonly DoctorFinding[]> {
  const lock = await machine.readLock(root);
  if (lock.kind === "free") return [];
  if (lock.kind === "unusable") {
    const { path, message, next } = lock;
    return [tell("error", "lock-unusable", { path, args: { message }, next })];
  }
  const { path, holder } = lock;
  const args = { holder: holder ?? "a process that has left no name" };
  if (lock.kind === "alive") return [tell("info", "lock-held", { path, args })];
  if (lock.kind === "unknown") {
    return [
      tell("warning", "lock-unknown", {
        path,
        args,
        next: `when that run has ended for certain: rm -r ${quoteForShell(path)}`,
      }),
    ];
  }
  return [
    tell("error", "lock-stale", {
      path,
      args,
      next: `rm -r ${quoteForShell(path)} (the next run that publishes does it too)`,
    }),
  ];
}

async function checkLeft({ root }: DoctorSite, machine: Machine): Promise<readonly DoctorFinding[]> {
  const left = await attempt(() => machine.listLeft(root));
  if ("refusal" in left) return [tellRefusal("temp-unsafe", left.refusal)];
  return left.value.map(({ path, createdAt }) =>
    tell("error", "candidate-left", { path, args: { createdAt }, next: `rm -r ${quoteForShell(path)}` })
  );
}

import { findRivalManagers } from "../../domain/detection.ts";
import type { DoctorFinding } from "../../domain/doctor.ts";
import { tellOf } from "../../domain/doctor.ts";
import type { Finding } from "../../domain/finding.ts";
import type { ScopePath } from "../../domain/paths.ts";
import { findGateFindings } from "../reading/find-gate.ts";
import { readFolder } from "../reading/read-folder.ts";
import type { World } from "../world.ts";
import { attempt } from "./site.ts";
import type { DoctorSite } from "./site.ts";

const tell = tellOf("commits");

/** The commit gate against what git really runs. */
export async function checkCommits(site: DoctorSite, world: World): Promise<readonly DoctorFinding[]> {
  const { answers, location, root } = site;
  if (answers?.commitGate !== "lefthook") return [];
  const gate = await findGateFindings(root, answers, world);
  const missing = gate.find(({ code }) => code === "gate-not-installed");
  const hooksPath = location.findings.find(({ code }) => code === "hooks-path-set");
  const folder = await attempt(() => readFolder(root, "." as ScopePath, world));
  const managers = findRivalManagers("value" in folder ? [folder.value] : []);
  const findings = [
    ...(missing ? [tell("error", missing.code, { args: missing.args, next: toText(missing.args["command"]) })] : []),
    ...gate.filter(({ code }) => code === "gate-replaced").map(tellReplaced),
    ...(hooksPath ? [tellHooksPath(hooksPath)] : []),
    ...managers.map((args) =>
      tell("warning", "hook-manager-present", { args: { ...args }, next: "let one of the two own git's hooks" })
    ),
  ];
  return findings.length > 0 ? findings : [tell("ok", "gate-installed")];
}

function tellHooksPath({ code, args }: Finding): DoctorFinding {
  return tell("warning", code, { args, next: "git config --show-origin --get-all core.hooksPath" });
}

function tellReplaced({ path, args }: Finding): DoctorFinding {
  const next = "give the command there another name";
  return tell("warning", "gate-replaced", { ...(path ? { path } : {}), args, next });
}

const toText = (value: unknown): string => (typeof value === "string" ? value : "");

import type { DoctorReport } from "../domain/doctor.ts";
import { DOCTOR_AREAS } from "../domain/doctor.ts";
import { checkClaude } from "./doctor/check-claude.ts";
import { checkCodex } from "./doctor/check-codex.ts";
import { checkCommits } from "./doctor/check-commits.ts";
import { checkGuard } from "./doctor/check-guard.ts";
import type { AskPolicy } from "./doctor/check-guard.ts";
import { checkHooks } from "./doctor/check-hooks.ts";
import { checkMachine } from "./doctor/check-machine.ts";
import { checkOthers } from "./doctor/check-others.ts";
import { checkRepository } from "./doctor/check-repository.ts";
import { checkScanner } from "./doctor/check-scanner.ts";
import { checkTools } from "./doctor/check-tools.ts";
import type { Machine } from "./doctor/machine.ts";
import { proveHooks } from "./doctor/prove-hooks.ts";
import type { Checked } from "./doctor/site.ts";
import { readDoctorSite } from "./doctor/site.ts";
import type { World } from "./world.ts";

/**
 * Looks at everything that a hook needs to work on this machine and in this repository. Reads only: no byte, no
 * modification time and no index of git changes, and what it starts leaves no trace.
 * @throws Refusal HI_NOT_INITIALISED
 */
export async function doctor(
  checked: Checked,
  world: World,
  { machine, askPolicy }: { readonly machine: Machine; readonly askPolicy: AskPolicy }
): Promise<DoctorReport> {
  const site = await readDoctorSite(checked, world);
  const [homes, node] = await Promise.all([machine.findHomes(), machine.findNode(site.root)]);
  const told = await Promise.all([
    checkMachine(site, machine, node),
    checkRepository(site, machine, world),
    checkGuard(site, askPolicy),
    checkTools(site, world, machine),
    checkScanner(site, machine),
    checkHooks(site, machine, homes),
    checkClaude(site, world, { machine, homes }),
    checkCodex(site, world, { machine, homes }),
    checkOthers(site, machine),
    proveHooks(site, world, { machine, node }),
    checkCommits(site, world),
  ]);
  const findings = told.flat();
  return {
    kind: "doctor",
    verb: "doctor",
    root: site.root,
    findings: DOCTOR_AREAS.flatMap((area) => findings.filter((finding) => finding.area === area)),
  };
}

import type { DoctorFinding } from "../../domain/doctor.ts";
import { tellOf } from "../../domain/doctor.ts";
import { HOOK_DEADLINE_MS, toHookTimeoutSeconds } from "../../domain/hook-deadline.ts";
import {
  canLoadTypeScript,
  isTypeScriptModule,
  NODE_FOR_TYPESCRIPT,
  NODE_INSTALLS,
} from "../../domain/node-version.ts";
import type { FoundNode, Machine } from "./machine.ts";
import type { DoctorSite } from "./site.ts";

const tell = tellOf("machine");

const INSTALL_NODE = `install Node ${NODE_FOR_TYPESCRIPT} or later (${NODE_INSTALLS}) and put it first on the PATH that your agents get`;

/** The Node that hooks get, what turns them off, and where candidates are made. */
export function checkMachine(site: DoctorSite, machine: Machine, node: FoundNode): readonly DoctorFinding[] {
  return [checkNode(site, node), ...checkSwitches(site, machine)];
}

function checkNode({ routes }: DoctorSite, node: FoundNode): DoctorFinding {
  if (node.kind === "absent") return tell("error", "node-missing", { next: INSTALL_NODE });
  const { file } = node;
  if (node.kind === "silent") {
    return tell("error", "node-silent", { args: { file, problem: node.problem }, next: INSTALL_NODE });
  }
  const { version } = node;
  const config = routes.flatMap((route) => [route.config, route.formatConfig ?? ""]).find(isTypeScriptModule);
  if (config === undefined || canLoadTypeScript(version)) return tell("ok", "node-found", { args: { version, file } });
  return tell("error", "node-too-old", {
    args: { version, file, config, needed: NODE_FOR_TYPESCRIPT },
    next: INSTALL_NODE,
  });
}

function checkSwitches({ settings }: DoctorSite, { env }: Machine): readonly DoctorFinding[] {
  const findings: DoctorFinding[] = [];
  if (env["HI_HOOK"] === "off") findings.push(tell("error", "hook-off", { next: "unset HI_HOOK" }));
  const wanted = Number(env["HI_HOOK_DEADLINE_MS"]);
  const timeoutSeconds = toHookTimeoutSeconds(settings?.hook?.deadlineMs ?? HOOK_DEADLINE_MS.usual);
  if (wanted >= timeoutSeconds * 1000) {
    findings.push(
      tell("warning", "deadline-beyond-timeout", {
        args: { deadlineMs: wanted, timeoutSeconds },
        next: "unset HI_HOOK_DEADLINE_MS, or set hook.deadlineMs in .hi/settings.json and run hi update",
      })
    );
  }
  return findings;
}

import type { DoctorFinding } from "../../domain/doctor.ts";
import { tellOf } from "../../domain/doctor.ts";
import type { Machine } from "./machine.ts";
import type { DoctorSite } from "./site.ts";

/** What can be seen of Cursor and OpenCode from outside of them. */
export function checkOthers({ settings }: DoctorSite, { env }: Machine): readonly DoctorFinding[] {
  const isOn = (name: "cursor" | "opencode"): boolean => settings?.providers.includes(name) === true;
  const findings: DoctorFinding[] = [];
  if (isOn("cursor")) findings.push(tellOf("cursor")("info", "cursor-trust-unseen"));
  const pure = env["OPENCODE_PURE"];
  if (isOn("opencode") && pure !== undefined && pure !== "" && pure !== "0" && pure !== "false") {
    findings.push(tellOf("opencode")("error", "opencode-pure", { next: "unset OPENCODE_PURE" }));
  }
  return findings;
}

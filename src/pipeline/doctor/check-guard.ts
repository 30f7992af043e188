import type { DoctorFinding } from "../../domain/doctor.ts";
import { tellOf } from "../../domain/doctor.ts";
import type { DoctorSite } from "./site.ts";

const tell = tellOf("repository");

/** What is wrong with the policy that HEAD has; undefined where nothing is. Given by the command, which knows the guard. */
export type AskPolicy = (cwd: string) => Promise<
  | { readonly kind: "missing" | "endless" }
  | {
      readonly kind: "unreadable";
      readonly facts: { readonly code: string; readonly message: string; readonly next: string };
    }
  | undefined
>;

/** The guard is chosen, and a session needs a committed policy to begin with. */
export async function checkGuard(
  { root, settings }: DoctorSite,
  askPolicy: AskPolicy
): Promise<readonly DoctorFinding[]> {
  if (settings?.packs.includes("guard") !== true) return [];
  const trouble = await askPolicy(root);
  if (trouble === undefined) return [];
  if (trouble.kind === "unreadable") {
    const { code, message, next } = trouble.facts;
    return [tell("error", "guard-policy-unreadable", { args: { code, message }, next })];
  }
  return [trouble.kind === "missing" ? tellMissing() : tellEndless()];
}

function tellMissing(): DoctorFinding {
  return tell("warning", "guard-policy-missing", {
    next: "write hi.policy.yml with validation.commands, and commit it",
  });
}

function tellEndless(): DoctorFinding {
  return tell("warning", "guard-policy-endless", {
    next: "add validation.commands or validation.allowInspectionOnlyCompletion, and commit it",
  });
}

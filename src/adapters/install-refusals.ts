import type { DependencyInstall } from "../domain/dependency-install.ts";
import { toInterruption, toProcessDetails } from "../domain/process-details.ts";
import type { ProcessOutcome } from "../domain/process.ts";
import { Refusal } from "../domain/refusal.ts";

function toName(install: DependencyInstall): string {
  if (install.kind === "project") {
    return `the dependencies of ${install.path === "." ? "the repository" : install.path}`;
  }
  return `the tools (${Object.entries(install.versions)
    .map((pair) => pair.join("@"))
    .join(", ")})`;
}

const WITHOUT_PREVIEW = "or run the same command with --preview off";

export function toFailedInstall(install: DependencyInstall, outcome: ProcessOutcome): Refusal {
  if (outcome.ending === "interrupted") return toInterruption();
  return new Refusal({
    code: "HI_PREVIEW_DEPENDENCIES",
    message: `${capitalize(toName(install))} could not be installed for the preview by ${install.manager}.`,
    next: `fix what ${install.manager} says and run the same command again, ${WITHOUT_PREVIEW}`,
    details: toProcessDetails(outcome),
  });
}

export function toOfflineMiss(install: DependencyInstall, retry: string): Refusal {
  return new Refusal({
    code: "HI_PREVIEW_DEPENDENCIES",
    message: `${capitalize(toName(install))} are not in the cache, and --offline touches only what is cached.`,
    next: `run \`${retry}\` once without --offline, ${WITHOUT_PREVIEW}`,
  });
}

export function toWrongVersion(wanted: string, outcome: ProcessOutcome): Refusal {
  return new Refusal({
    code: "HI_PREVIEW_DEPENDENCIES",
    message: `The package manager ended well, and ${wanted} is not what it installed.`,
    next: `run the same command again, ${WITHOUT_PREVIEW}`,
    details: toProcessDetails(outcome),
  });
}

export function toFailedVersion(outcome: ProcessOutcome): Refusal {
  return new Refusal({
    code: "HI_PREVIEW_DEPENDENCIES",
    message: "The package manager does not say its version.",
    next: `make its --version work, ${WITHOUT_PREVIEW}`,
    details: toProcessDetails(outcome),
  });
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

import type { EjectRequest, InitRequest, LinterInitRequest, RestoreRequest, UpdateRequest } from "../domain/request.ts";
import { toShellWord } from "./render/shell-word.ts";

/** The verbs that may publish, as they were asked for. */
export type PublishingRequest = EjectRequest | InitRequest | LinterInitRequest | UpdateRequest | RestoreRequest;

/** How the next run differs from this one. */
type Ending = "--yes" | "--dry-run";

/** The same request as a command to type: every flag that it carries, quoted for a POSIX shell, and then how it ends. */
export function toCommandLine(request: PublishingRequest, ending: Ending): string {
  const path = toArguments(request);
  // A path that starts like a flag is only a path after `--`, and nothing but paths may follow that.
  const isFlagLike = path.some((word) => word.startsWith("-"));
  const flags = [...toSelectionFlags(request), ...toRunFlags(request), ending];
  const words = isFlagLike ? [...flags, "--", ...path] : [...path, ...flags];
  return ["hi", ...request.verb.split(" "), ...words].map(toShellWord).join(" ");
}

function toArguments(request: PublishingRequest): readonly string[] {
  if (request.verb === "restore") return [request.path];
  return request.verb === "linter init" ? [request.name] : [];
}

function toSelectionFlags(request: PublishingRequest): readonly string[] {
  if (request.verb === "linter init") {
    const { language, events, onFailure } = request;
    return ["--language", language, "--events", events.join(","), "--on-failure", onFailure];
  }
  if (request.verb !== "init") return [];
  const { providers, packs, scopes, exclude, commitGate } = request;
  return [
    ...toList("--providers", providers),
    ...toList("--packs", packs),
    ...toList("--scopes", scopes),
    ...toList("--exclude", exclude),
    ...(commitGate === undefined ? [] : ["--commit-gate", commitGate]),
  ];
}

function toRunFlags(request: PublishingRequest): readonly string[] {
  return [
    ...(request.take.length === 0 ? [] : toList("--take", request.take)),
    ...("plan" in request && request.plan !== undefined ? ["--plan", request.plan] : []),
    ...("planOut" in request && request.planOut !== undefined ? ["--plan-out", request.planOut] : []),
    ...(request.onConflict === undefined ? [] : ["--on-conflict", request.onConflict]),
    ...(request.packageManager === undefined ? [] : ["--package-manager", request.packageManager]),
    ...(request.preview === "off" && request.verb !== "eject" ? ["--preview", "off"] : []),
    ...(request.offline ? ["--offline"] : []),
    ...(request.debtLimits?.budget === undefined ? [] : ["--debt-budget", String(request.debtLimits.budget)]),
    ...(request.debtLimits?.failOnNew ? ["--fail-on-new-debt"] : []),
    ...(request.install ? ["--install"] : []),
    ...(request.exitCode ? ["--exit-code"] : []),
    ...(request.format === "json" ? ["--json"] : []),
  ];
}

/** The command that publishes a plan which was written down: what it was made with is in it. */
export function toPublishPlan(file: string): string {
  return ["hi", "update", "--plan", file, "--yes"].map(toShellWord).join(" ");
}

/** A list that was given empty is `none`; one that was not given is no flag at all. */
function toList(flag: string, items: readonly string[] | undefined): readonly string[] {
  if (items === undefined) return [];
  return [flag, items.length === 0 ? "none" : items.join(",")];
}

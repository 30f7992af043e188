import type { Report } from "../domain/report.ts";
import type { CiRequest, InspectRequest, Request, SessionRequest, VerifyRequest } from "../domain/request.ts";
import type { OpenedWorld } from "./main.ts";

type GuardRequest = SessionRequest | InspectRequest | VerifyRequest | CiRequest;

export function isOfGuard(request: Request): request is GuardRequest {
  return ["inspect", "verify", "ci"].includes(request.verb) || request.verb.startsWith("session ");
}

/** The verbs of the guard, each loaded when it is the one. */
export async function runGuardVerb(request: GuardRequest, { world, readVersion, note }: OpenedWorld): Promise<Report> {
  if (request.verb === "inspect") return (await import("../commands/inspect.ts")).inspect(world);
  if (request.verb !== "verify" && request.verb !== "ci") {
    return (await import("../commands/session.ts")).session(request, world, readVersion);
  }
  const { verify } = await import("../commands/verify.ts");
  return verify(request, { ...world, readVersion, tell: note });
}

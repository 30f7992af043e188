import { Refusal } from "../../domain/refusal.ts";
import type { InitRequest } from "../../domain/request.ts";
import type { World } from "../world.ts";
import type { WholeSite } from "./read-site.ts";

/**
 * Refuses to set up what is no project: nothing would be linted there, and in the home folder the files would be the
 * user's own configuration of each agent. Scopes that are named, `none` included, are an answer.
 * @throws Refusal HI_NO_PROJECT
 */
export function refuseNoProject({ root, location, packages }: WholeSite, request: InitRequest, { env }: World): void {
  if (root === env["HOME"] || root === env["USERPROFILE"]) {
    throw toRefusal(`${root} is your home folder: what agents read there counts for every project of yours.`);
  }
  const isBare = location.because === "working-directory" && packages.length === 0;
  if (!isBare || request.scopes !== undefined) return;
  throw toRefusal(`${root} has neither git nor a package.json, so there is nothing that could be linted.`);
}

function toRefusal(message: string): Refusal {
  return new Refusal({
    code: "HI_NO_PROJECT",
    message,
    next: "change to the project's folder, or make one here (git init, npm init), then hi init",
  });
}

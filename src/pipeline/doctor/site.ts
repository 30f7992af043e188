import type { Answers } from "../../domain/answers.ts";
import type { DoctorFinding } from "../../domain/doctor.ts";
import { tellOf } from "../../domain/doctor.ts";
import type { RepositoryLocation } from "../../domain/location.ts";
import type { AbsolutePath } from "../../domain/paths.ts";
import type { Receipt } from "../../domain/receipt.ts";
import { RECEIPT_PATH, SELECTION_PATH, SETTINGS_PATH } from "../../domain/receipt.ts";
import { Refusal } from "../../domain/refusal.ts";
import type { RefusalFacts } from "../../domain/refusal.ts";
import type { CheckReport } from "../../domain/report.ts";
import type { Route } from "../../domain/route.ts";
import { getField, parseRoutes } from "../../domain/route.ts";
import type { Settings } from "../../domain/settings.ts";
import { decodeText } from "../../domain/text-encoding.ts";
import { readCurrent } from "../reading/read-current.ts";
import { readReceipt, readSettings, toNotInitialised } from "../reading/read-documents.ts";
import type { World } from "../world.ts";

/** What `hi check` says here, or why it cannot. */
export type Checked = { readonly report: CheckReport; readonly answers: Answers } | { readonly refusal: RefusalFacts };

/** The repository as far as it can be read; what cannot is a finding, and the rest is looked at all the same. */
export interface DoctorSite {
  readonly root: AbsolutePath;
  readonly location: RepositoryLocation;
  readonly checked: Checked;
  readonly settings: Settings | undefined;
  readonly receipt: Receipt | undefined;
  readonly routes: readonly Route[];
  readonly answers: Answers | undefined;
  readonly findings: readonly DoctorFinding[];
}

const tell = tellOf("repository");

/** Reads the documents one by one. @throws Refusal HI_NOT_INITIALISED where there are neither settings nor a receipt */
export async function readDoctorSite(checked: Checked, world: World): Promise<DoctorSite> {
  const { root } = await world.surroundings.locateOnDisk(world.cwd);
  const settings = await attempt(() => readSettings(root, world));
  const receipt = await attempt(async () => (await readReceipt(root, world)) ?? refuseAbsent(root));
  if (isAbsent(settings) && isAbsent(receipt)) throw toNotInitialised(root, SETTINGS_PATH);
  const location = await attempt(() => world.surroundings.locate(world.cwd));
  const selection = await readRoutes(root, world);
  return {
    root,
    location: "value" in location ? location.value : { root, because: "git", isGit: true, findings: [] },
    checked,
    settings: "value" in settings ? settings.value : undefined,
    receipt: "value" in receipt ? receipt.value : undefined,
    routes: selection.routes,
    answers: "answers" in checked ? checked.answers : undefined,
    findings: [
      ...tellRefused("settings-unreadable", settings),
      ...tellRefused("receipt-unreadable", receipt),
      ...tellRefused("git-unusable", location),
      ...selection.findings,
    ],
  };
}

type Attempt<Value> = { readonly value: Value } | { readonly refusal: RefusalFacts };

/** A refusal as a value; a defect passes through. */
export async function attempt<Value>(work: () => Promise<Value>): Promise<Attempt<Value>> {
  try {
    return { value: await work() };
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error.facts };
    throw error;
  }
}

function refuseAbsent(root: AbsolutePath): never {
  throw toNotInitialised(root, RECEIPT_PATH);
}

const isAbsent = (one: Attempt<unknown>): boolean => "refusal" in one && one.refusal.code === "HI_NOT_INITIALISED";

function tellRefused(code: string, one: Attempt<unknown>): readonly DoctorFinding[] {
  return "refusal" in one ? [tellRefusal(code, one.refusal)] : [];
}

/** A refusal as a finding: its own code, words, place and next command are kept. */
export function tellRefusal(code: string, { code: refusal, message, where, next }: RefusalFacts): DoctorFinding {
  const { path, line, column } = where ?? {};
  const args = {
    refusal,
    message,
    ...(line === undefined ? {} : { line }),
    ...(column === undefined ? {} : { column }),
  };
  return tell("error", code, { args, next, ...(path === undefined ? {} : { path }) });
}

async function readRoutes(
  root: AbsolutePath,
  world: World
): Promise<{ readonly routes: readonly Route[]; readonly findings: readonly DoctorFinding[] }> {
  const current = await attempt(() => readCurrent(root, SELECTION_PATH, world));
  const bytes = "value" in current ? current.value.bytes : undefined;
  const parsed = bytes === undefined ? { problem: "it is not there" } : parseSelection(bytes);
  if ("routes" in parsed) return { routes: parsed.routes, findings: [] };
  const args = { message: parsed.problem };
  return {
    routes: [],
    findings: [tell("error", "selection-unreadable", { path: SELECTION_PATH, args, next: RESTORE })],
  };
}

const RESTORE = `hi restore ${SELECTION_PATH}`;

function parseSelection(bytes: Uint8Array): ReturnType<typeof parseRoutes> {
  const decoded = decodeText(bytes);
  if (!decoded.ok) return { problem: decoded.problem.message };
  try {
    return parseRoutes(getField(JSON.parse(decoded.text), "scopes"));
  } catch {
    return { problem: "it is no JSON" };
  }
}

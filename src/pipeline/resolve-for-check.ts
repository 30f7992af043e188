import type { ScopePath } from "../domain/paths.ts";
import { RECEIPT_PATH } from "../domain/receipt.ts";
import type { CheckInput } from "./check.ts";
import { findAnswers } from "./reading/find-answers.ts";
import { findGateFindings } from "./reading/find-gate.ts";
import { findPastBorders } from "./reading/find-past-borders.ts";
import { readReceipt, readSettings, toNotInitialised } from "./reading/read-documents.ts";
import { readFolder } from "./reading/read-folder.ts";
import type { World } from "./world.ts";

const ROOT = "." as ScopePath;

/**
 * Reads what `hi check` compares, from the disk alone: no process is started and the repository is not walked, so the
 * cost grows with the scopes and never with the files.
 * @throws Refusal HI_NOT_INITIALISED, HI_UNPARSEABLE, and the documents' own
 */
export async function resolveForCheck(world: World): Promise<CheckInput> {
  const { root, isGit } = await world.surroundings.locateOnDisk(world.cwd);
  const receipt = await readReceipt(root, world);
  if (receipt === undefined) throw toNotInitialised(root, RECEIPT_PATH);
  const settings = await readSettings(root, world);
  const rootFolder = await readFolder(root, ROOT, world);
  const folders = [];
  for (const scope of settings.lint.scopes) {
    folders.push(scope === "." ? rootFolder : await readFolder(root, scope, world));
  }
  const site = { root, isGit, receipt, rootFolder };
  const found = await findAnswers({ site, settings, folders, embedded: [], take: [], asksGit: false }, world);
  const gate = await findGateFindings(root, found.answers, world);
  // Changed inputs are said once.
  const isOfToday = found.inputsDigest === receipt.inputsDigest;
  const borders = isOfToday ? await findPastBorders({ root, receipt, settings }, world) : [];
  const findings = [...gate, ...borders];
  return { root, receipt, inputsDigest: found.inputsDigest, answers: found.answers, findings };
}

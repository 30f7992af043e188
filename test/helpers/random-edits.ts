import { readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";

import type { Receipt } from "../../src/domain/receipt.ts";
import { RECEIPT_PATH, SETTINGS_PATH } from "../../src/domain/receipt.ts";
import { PROVIDERS } from "../../src/domain/settings.ts";
import type { Choices } from "./jsonc-documents.ts";
import { writeOdd } from "./random-repositories.ts";

/** Edits and deletes by hand: generated files, our keys, their neighbours, files of nobody, now and then the settings. */
export async function editByHand(root: string, choices: Choices): Promise<void> {
  const receipt = JSON.parse(await readFile(path.join(root, RECEIPT_PATH), "utf8")) as Receipt;
  for (const [name, entry] of Object.entries(receipt.files)) {
    if (!choices.chance(45)) continue;
    const file = path.join(root, name);
    if (choices.chance(25) && !name.endsWith("package.json")) await rm(file);
    else if (entry.class === "merged" && name.endsWith(".json")) await editMerged(file, choices);
    else await writeFile(file, `${await readFile(file, "utf8")}${toTail(name)}`);
  }
  await writeFile(path.join(root, "notes.txt"), "mine  \r\n");
  if (choices.chance(50)) await changeSettings(path.join(root, SETTINGS_PATH), choices);
}

/** What a person adds to the end of a file, a comment in its own format. */
function toTail(name: string): string {
  if (/\.jsonc?$/.test(name)) return "\n\n";
  return /\.[cm]?[jt]s$/.test(name) ? "\n// x  \n" : "\n# x  \n";
}

/** Every edit leaves a JSON document; what it removes or changes may be ours or a neighbour's. */
async function editMerged(file: string, choices: Choices): Promise<void> {
  const text = await readFile(file, "utf8");
  const bare = text.replace(/^\uFEFF/, "");
  const document = JSON.parse(bare) as Record<string, unknown>;
  const names = Object.keys(document);
  const kind = choices.below(5);
  if (kind === 0) {
    await writeFile(file, text.replace("{", '{ "neighbour" :   [1,2],'));
    return;
  }
  const victim = names.length === 0 ? "x" : choices.pick(names);
  const inner = document[victim];
  if (kind === 1) delete document[victim];
  else if (kind === 2) document[victim] = choices.pick(["text", 1, null]);
  else if (kind === 3 && isObject(inner)) delete inner[Object.keys(inner)[0] ?? ""];
  else if (isObject(inner)) inner[Object.keys(inner)[0] ?? "y"] = "edited";
  await writeFile(file, writeOdd(document as never, choices));
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

async function changeSettings(file: string, choices: Choices): Promise<void> {
  const settings = JSON.parse(await readFile(file, "utf8")) as Record<string, unknown>;
  settings["providers"] = PROVIDERS.filter(() => choices.chance(50));
  if (choices.chance(30)) settings["packs"] = choices.pick([["base"], ["base", "format"]]);
  await writeFile(file, `${JSON.stringify(settings, null, 2)}\n`);
}

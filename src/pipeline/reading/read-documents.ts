import type { AbsolutePath, RelativePath } from "../../domain/paths.ts";
import type { Receipt } from "../../domain/receipt.ts";
import { RECEIPT_PATH, SETTINGS_PATH } from "../../domain/receipt.ts";
import { Refusal } from "../../domain/refusal.ts";
import type { Settings } from "../../domain/settings.ts";
import { decodeText } from "../../domain/text-encoding.ts";
import type { World } from "../world.ts";
import { readCurrent } from "./read-current.ts";

/** The receipt, untrusted until its schema has been applied; undefined where there is none. */
export async function readReceipt(root: AbsolutePath, world: World): Promise<Receipt | undefined> {
  const text = await readText(root, RECEIPT_PATH, world);
  return text === undefined ? undefined : world.documents.receipt(text, RECEIPT_PATH);
}

/** The settings file's text, unread; undefined where there is none. */
export function readSettingsText(root: AbsolutePath, world: World): Promise<string | undefined> {
  return readText(root, SETTINGS_PATH, world);
}

/** The settings that a run works with. @throws Refusal HI_NOT_INITIALISED where there are none */
export async function readSettings(root: AbsolutePath, world: World): Promise<Settings> {
  const text = await readText(root, SETTINGS_PATH, world);
  if (text === undefined) throw toNotInitialised(root, SETTINGS_PATH);
  return world.documents.settings(text, SETTINGS_PATH);
}

/** One hash of receipt and settings as they are now: whoever publishes changes it. */
export async function readMark(root: AbsolutePath, world: World): Promise<string> {
  const [receipt, settings] = await Promise.all([
    readCurrent(root, RECEIPT_PATH, world),
    readCurrent(root, SETTINGS_PATH, world),
  ]);
  return world.hash(`${receipt.sha256 ?? "none"} ${settings.sha256 ?? "none"}`);
}

/** The refusal for a repository that `hi init` has not been run in. */
export function toNotInitialised(root: AbsolutePath, path: RelativePath): Refusal {
  return new Refusal({
    code: "HI_NOT_INITIALISED",
    message: `${root} has no ${path}.`,
    where: { path },
    next: "hi init",
  });
}

async function readText(root: AbsolutePath, path: RelativePath, world: World): Promise<string | undefined> {
  const current = await readCurrent(root, path, world);
  if (current.isEscape) throw toEscape(path);
  if (current.bytes === undefined) return undefined;
  const decoded = decodeText(current.bytes);
  if (decoded.ok) return decoded.text;
  const { message, line, column } = decoded.problem;
  throw new Refusal({
    code: "HI_UNPARSEABLE",
    message: `The file cannot be read as its own format: ${message}.`,
    where: { path, line, column },
    next: `mend ${path}, then run the same command again; nothing was written`,
  });
}

function toEscape(path: RelativePath): Refusal {
  return new Refusal({
    code: "HI_LINK_OUTSIDE",
    message: `${path} is a link that leads out of the repository.`,
    where: { path },
    next: `replace the link ${path} by a file, then run the same command again`,
  });
}

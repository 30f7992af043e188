import { existsSync, realpathSync } from "node:fs";
import path from "node:path";

import type { EditEvent, Payload } from "../agents/agent.ts";
import { findEditReader } from "../agents/edit-readers.ts";
import { SCAN_RECORD_PATH } from "../domain/scan-record.ts";
import { isFromCursor } from "./find-caller.ts";
import { findGitFolder } from "./io/git-folder.ts";
import { isSameOrBelow } from "./io/is-same-or-below.ts";
import { isFreshMark } from "./leave-mark.ts";
import { SUPPORTED } from "./locate-file.ts";
import { isWithoutLinters } from "./read-linters.ts";

/** Nobody's deadline ends what is looked at in one step: of an edit of more files nothing is told here. */
const MAX_PATHS = 100;

/** A finished edit as the hook's entry has it. */
export interface AnnouncedEdit {
  /** After the program's name. */
  readonly argv: readonly string[];
  /** Undefined where stdin held none. */
  readonly payload: Payload | undefined;
  /** The repository root, a real path; where it is still to be found, nothing is skipped. */
  readonly root: unknown;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * The answer to an edit that is certainly nobody's business: no file of a kind that is linted, no linter and no scanner to
 * ask, and the mark of an earlier run that need not be renewed. Undefined where anything else has to be loaded to tell, or to say it.
 */
export async function skipEdit({ argv, payload, root, env }: AnnouncedEdit): Promise<string | undefined> {
  const [event, flag, name = ""] = argv;
  const reader = event === "post-edit" && flag === "--provider" ? findEditReader(name) : undefined;
  if (!reader || typeof root !== "string") return undefined;
  if (payload === undefined || env["HI_HOOK"] === "off") return reader.silence;
  if (name === "claude" && isFromCursor(payload, env)) return undefined;
  const edit = reader.toEdit(payload);
  if (edit === undefined && reader.findGap(payload) !== undefined) return undefined;
  if (
    edit !== undefined &&
    (edit.paths.length > MAX_PATHS || !edit.paths.every((named) => isForeign(root, edit, named)))
  ) {
    return undefined;
  }
  if (!isWithoutLinters(root) || existsSync(path.join(root, SCAN_RECORD_PATH))) return undefined;
  return (await isMarked({ name, root, env })) ? reader.silence : undefined;
}

/** As the edit's files are looked for later: by the real path, and what cannot be reached is none of ours. */
function isForeign(root: string, { base }: EditEvent, named: string): boolean {
  try {
    const real = realpathSync(path.resolve(root, base ?? ".", named));
    return !SUPPORTED.test(real) || !isSameOrBelow(root, real);
  } catch {
    return true;
  }
}

interface MarkPlace extends Pick<AnnouncedEdit, "env"> {
  readonly name: string;
  readonly root: string;
}

async function isMarked({ name, root, env }: MarkPlace): Promise<boolean> {
  if (env["HI_HOOK_MARK"] === "off") return true;
  const git = await findGitFolder(root);
  return git !== undefined && isFreshMark(path.join(git, "hi-hook", `${name}.json`));
}

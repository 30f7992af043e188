import { randomBytes } from "node:crypto";
import {
  chmodSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";

import { parseShallowJson } from "../domain/json-depth.ts";
import type { Json } from "../domain/json.ts";
import type { AbsolutePath } from "../domain/paths.ts";
import { Refusal } from "../domain/refusal.ts";
import { parseIdentity } from "./process-identity.ts";
import type { ProcessIdentity } from "./process-identity.ts";
import { readRegularText } from "./read-regular.ts";
import { ABSENCE, orUndefined, toErrorCode } from "./system-error.ts";

/** Who holds, or held, the lock. */
export interface LockHolder extends ProcessIdentity {
  /** ISO 8601. */
  readonly since: string;
  readonly verb: string;
  /** Tells two acquisitions of one process apart. */
  readonly nonce: string;
}

/** The highest generation of a lock folder; its holder is undefined where the file says nothing readable. */
export interface Generation {
  readonly number: number;
  readonly holder: LockHolder | undefined;
}

const NUMBER = /^[1-9]\d{0,8}$/;

/** Writes who we are into the folder, under a name nobody looks for yet; undefined where the folder has just gone. */
export function writeClaim(folder: AbsolutePath, holder: LockHolder): AbsolutePath | undefined {
  const claim = path.join(folder, `claim-${holder.nonce}`) as AbsolutePath;
  return orUndefined(["ENOENT"], () => {
    makeFolder(folder);
    // Flushed, so that after a power loss no holder is without a name.
    writeFileSync(claim, `${JSON.stringify(holder)}\n`, { flag: "wx", flush: true });
    chmodSync(claim, CLAIM_MODE);
    return claim;
  });
}

/** Readable for whoever meets it, whatever the umask is: a claim that cannot be read is a holder without a name. */
const CLAIM_MODE = 0o644;

/**
 * Makes the folder, and the one above where that is missing. One by one: asked for a whole path at once, Node says of a
 * read-only disk that nothing is there.
 */
function makeFolder(folder: string): void {
  try {
    mkdirSync(folder);
  } catch (error) {
    if (toErrorCode(error) === "EEXIST") return refuseUnlessFolder(folder);
    if (toErrorCode(error) !== "ENOENT") throw error;
    makeFolder(path.dirname(folder));
    orUndefined(["EEXIST"], () => mkdirSync(folder));
  }
  refuseUnlessFolder(folder);
  chmodSync(folder, (lstatSync(folder).mode & 0o7777) | 0o700);
}

/**
 * What stands under the lock's name must be a folder itself: through a link the lock would write and remove elsewhere.
 * @throws Refusal HI_LOCK_FAILED
 */
export function refuseUnlessFolder(folder: string): void {
  const stats = lstatSync(folder);
  if (stats.isDirectory()) return;
  throw new Refusal({
    code: "HI_LOCK_FAILED",
    message: `${folder} is ${stats.isSymbolicLink() ? "a symbolic link" : "no folder"}; the lock needs a folder there.`,
    where: { path: folder },
    next: `remove ${folder}, then run the same command again`,
  });
}

/**
 * What was listed and is gone by the time it is read belonged to someone who has just finished, and who is not without a
 * name: only what is read twice without one is.
 */
export function readTop(folder: AbsolutePath): Generation | undefined {
  let top = readTopOnce(folder);
  while (top !== undefined && top.holder === undefined) {
    const again = readTopOnce(folder);
    if (again?.number === top.number && again.holder === undefined) return again;
    top = again;
  }
  return top;
}

function readTopOnce(folder: AbsolutePath): Generation | undefined {
  const numbers = (orUndefined(ABSENCE, () => readdirSync(folder)) ?? [])
    .filter((name) => NUMBER.test(name))
    .map(Number);
  if (numbers.length === 0) return undefined;
  const number = Math.max(...numbers);
  return { number, holder: readHolder(path.join(folder, String(number))) };
}

function readHolder(file: string): LockHolder | undefined {
  const text = orUndefined([...ABSENCE, "EACCES"], () => readRegularText(file));
  try {
    const value = parseShallowJson(text ?? "");
    const identity = parseIdentity(value);
    const { since, verb, nonce } = value as { readonly [key: string]: Json };
    if (identity === undefined || typeof nonce !== "string") return undefined;
    return { ...identity, nonce, since: String(since), verb: String(verb) };
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) {
      return undefined;
    }
    throw error;
  }
}

/**
 * Gives the claim a generation's name, in one step and only where nobody has it. A hard link, because the file is whole
 * from its first moment; where the file system has none, the name is made and then filled.
 */
export function takeGeneration(folder: AbsolutePath, claim: AbsolutePath, number: number): boolean {
  const named = path.join(folder, String(number));
  try {
    linkSync(claim, named);
    return true;
  } catch (error) {
    const code = toErrorCode(error);
    if (code === "EEXIST" || code === "ENOENT") return false;
    if (!NO_HARD_LINKS.has(code ?? "")) throw error;
    return copyClaim(claim, named);
  }
}

const NO_HARD_LINKS = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"]);

function copyClaim(claim: AbsolutePath, named: string): boolean {
  const text = orUndefined(ABSENCE, () => readFileSync(claim));
  const isWritten =
    text &&
    orUndefined(["EEXIST", "ENOENT"], () => {
      writeFileSync(named, text, { flag: "wx", flush: true });
      return true;
    });
  return isWritten ?? false;
}

/** Removes the generations below a held one, only what names a holder; what else lies there goes with the folder. */
export function removeBelow(folder: AbsolutePath, number: number): void {
  for (const name of orUndefined(ABSENCE, () => readdirSync(folder)) ?? []) {
    const file = path.join(folder, name);
    const isBelow = NUMBER.test(name) && Number(name) < number;
    if (isBelow && readHolder(file) !== undefined) rmSync(file, { force: true });
  }
}

/**
 * Takes the whole folder away under another name and removes it. Only the holder may: whoever still works on an older
 * view has its claim in the folder that is gone, so that its next step fails and it looks again.
 */
export function removeFolder(folder: AbsolutePath): void {
  const aside = `${folder}-${randomBytes(8).toString("hex")}`;
  orUndefined([...ABSENCE, "EPERM", "EACCES", "EBUSY"], () => renameSync(folder, aside));
  removeAsides(folder);
}

/**
 * Removes what was taken aside, by this run or by one that was killed in between. A claim that was on its way when the
 * folder was renamed may still land in it, so that one of them can stay until the next release.
 */
function removeAsides(folder: AbsolutePath): void {
  const above = path.dirname(folder);
  const isAside = (name: string): boolean =>
    name.startsWith(`${path.basename(folder)}-`) && /-[0-9a-f]{16}$/.test(name);
  for (const name of (orUndefined(ABSENCE, () => readdirSync(above)) ?? []).filter(isAside)) {
    orUndefined(["ENOTEMPTY", "ENOENT", "EBUSY", "EPERM", "EACCES"], () =>
      rmSync(path.join(above, name), {
        recursive: true,
        force: true,
        maxRetries: 3,
        retryDelay: 5,
      })
    );
  }
}

import { createHmac, randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import path from "node:path";

import { SCANNER_LIMITS } from "../contracts/scanner.ts";
import type { ScannerFinding } from "../contracts/scanner.ts";
import { readAtOnce } from "../runtime/io/read-at-once.ts";
import { openUserFolder } from "../runtime/io/state-folder.ts";
import { toKeyed } from "./line-keys.ts";

const NAME = "key";
const HEX_DIGITS = 64;
const KEY = new RegExp(`^[0-9a-f]{${HEX_DIGITS}}$`);

/** What a walk remembers each finding by, in their order. */
export type TriageKeys = (findings: readonly ScannerFinding[]) => readonly string[];

interface KeysPlace {
  readonly root: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
}

/**
 * A walk knows a finding by rule, file and the text of its line, so that a line that moves takes it along; equal ones of a
 * file are told apart by their order. The text holds secrets, so what is remembered is an HMAC under a key of the user's,
 * made once and kept outside of the repository, its git directory included: nobody who has those alone can try a guess.
 * Without a place for that key the line counts as it is shown, with its secrets hidden.
 */
export async function openTriageKeys({ root, env, cwd }: KeysPlace): Promise<TriageKeys> {
  const folder = await openUserFolder({ root, env }, "triage").catch(() => undefined);
  const secret = folder === undefined ? undefined : readOrMake(path.join(folder, NAME));
  return (findings) => {
    const texts = secret === undefined ? findings.map(toShownText) : readTexts(findings, cwd);
    const counts = new Map<string, number>();
    return texts.map((text) => {
      const nth = counts.get(text) ?? 0;
      counts.set(text, nth + 1);
      return createHmac("sha256", secret ?? "")
        .update(`${text}\0${nth}`)
        .digest("hex")
        .slice(0, 32);
    });
  };
}

const toShownText = ({ rule_id: rule, file, snippet }: ScannerFinding): string =>
  [rule, file, snippet.trim()].join("\0");

function readTexts(findings: readonly ScannerFinding[], cwd: string): readonly string[] {
  const files = findings.map(({ file }) => ({ shown: file, place: path.resolve(cwd, file) }));
  return toKeyed(findings, files, 16 * SCANNER_LIMITS.maxFileBytes).map(({ key }) => key);
}

/** Undefined where none can be kept, or another thing stands there. */
function readOrMake(file: string): Buffer | undefined {
  try {
    writeFileSync(file, randomBytes(HEX_DIGITS / 2).toString("hex"), { flag: "wx", mode: 0o600 });
  } catch {
    // It is there, or there is no place for it: the reading tells.
  }
  const read = readAtOnce(file, HEX_DIGITS);
  return read.kind === "text" && KEY.test(read.text) ? Buffer.from(read.text, "hex") : undefined;
}

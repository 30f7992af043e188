import type { Answers } from "../domain/answers.ts";
import { toConfigFormat } from "../domain/config-format.ts";
import { findKeyDrift } from "../domain/drift.ts";
import type { Finding } from "../domain/finding.ts";
import type { AbsolutePath, RelativePath } from "../domain/paths.ts";
import type { Receipt, ReceiptEntry } from "../domain/receipt.ts";
import type { CheckReport, DiffRow } from "../domain/report.ts";
import { decodeText } from "../domain/text-encoding.ts";
import type { Current } from "./reading/read-current.ts";
import { findKnownSha, readCurrent } from "./reading/read-current.ts";
import type { World } from "./world.ts";

/** What the cheap check compares: the receipt, and the digests of the templates and inputs as they are now. */
export interface CheckInput {
  readonly root: AbsolutePath;
  readonly receipt: Receipt;
  readonly inputsDigest: string;
  /** What the digest is of; for whoever asks more than the check. */
  readonly answers: Answers;
  /** What the reading noticed; a warning leaves a repository in step. */
  readonly findings: readonly Finding[];
}

/**
 * Compares receipt and disk, and the receipt's digests with today's. Read-only; its cost grows with the receipt,
 * never with the repository, and it loads no generator.
 */
export async function check(input: CheckInput, world: World): Promise<CheckReport> {
  const rows: DiffRow[] = [];
  for (const [path, entry] of Object.entries(input.receipt.files)) {
    rows.push(...(await checkPath({ path: path as RelativePath, entry, root: input.root, world })));
  }
  return {
    kind: "check",
    verb: "check",
    rows,
    findings: [...findDigestFindings(input, world), ...input.findings],
    templateVersion: world.templates.version,
    checkedPaths: Object.keys(input.receipt.files).length,
  };
}

interface PathCheck {
  readonly path: RelativePath;
  readonly entry: ReceiptEntry;
  readonly root: AbsolutePath;
  readonly world: World;
}

async function checkPath({ path, entry, root, world }: PathCheck): Promise<readonly DiffRow[]> {
  if (entry.removedByUser || entry.class === "authored") return [];
  const current = await readCurrent(root, path, world);
  if (current.isEscape) return [{ path, class: "conflict", reason: "link-outside" }];
  if (current.bytes === undefined) return [{ path, class: "missing", reason: "deleted" }];
  if (findKnownSha(current, [entry.sha256], world) === entry.sha256) return [];
  if (entry.class === "generated") return [{ path, class: "local-edit", reason: "edited" }];
  return checkKeys({ path, entry, world }, current);
}

/** A file that is no longer readable as its format has drifted as a whole: never "empty". */
async function checkKeys(
  { path, entry, world }: Omit<PathCheck, "root">,
  current: Current
): Promise<readonly DiffRow[]> {
  const decoded = decodeText(current.bytes ?? new Uint8Array());
  const parsed = decoded.ok ? (await world.readers(toConfigFormat(path))).parse(decoded.text) : decoded;
  if (!parsed.ok) {
    const { line, column } = parsed.problem;
    return [{ path, class: "conflict", reason: "unreadable", line, column }];
  }
  return findKeyDrift(entry.keys ?? [], parsed.get).map((drift) => ({
    path,
    class: drift.class,
    reason: drift.class === "missing" ? "keys-deleted" : "keys-edited",
    keys: drift.keys,
  }));
}

function findDigestFindings({ receipt, inputsDigest }: CheckInput, world: World): readonly Finding[] {
  const findings: Finding[] = [];
  if (receipt.templateDigest !== world.templates.digest) {
    const args = { from: receipt.templateVersion, to: world.templates.version };
    findings.push({ code: "templates-changed", severity: "error", args });
  }
  if (receipt.inputsDigest !== inputsDigest) findings.push({ code: "inputs-changed", severity: "error", args: {} });
  return findings;
}

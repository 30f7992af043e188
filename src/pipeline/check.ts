import type { Answers } from "../domain/answers.ts";
import { toConfigFormat } from "../domain/config-format.ts";
import type { Drift } from "../domain/drift.ts";
import { findKeyDrift } from "../domain/drift.ts";
import type { Finding } from "../domain/finding.ts";
import type { AbsolutePath, RelativePath } from "../domain/paths.ts";
import type { Receipt, ReceiptEntry } from "../domain/receipt.ts";
import type { CheckReport, DiffRow } from "../domain/report.ts";
import { decodeText } from "../domain/text-encoding.ts";
import { findUnmetNeeds } from "../domain/unmet-needs.ts";
import type { OwnedState } from "../domain/unmet-needs.ts";
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
  const looks: Look[] = [];
  for (const [path, entry] of Object.entries(input.receipt.files)) {
    looks.push(await look({ path: path as RelativePath, entry, root: input.root, world }));
  }
  return {
    kind: "check",
    verb: "check",
    rows: looks.flatMap((found) => found.rows),
    findings: [
      ...findDigestFindings(input, world),
      ...findUnmetNeeds(looks),
      ...looks.flatMap((found) => found.findings),
      ...input.findings,
    ],
    templateVersion: world.templates.version,
    checkedPaths: looks.length,
  };
}

interface Asked {
  readonly path: RelativePath;
  readonly entry: ReceiptEntry;
  readonly root: AbsolutePath;
  readonly world: World;
}

/** What a look at one owned path found: what drifted, and what is not as published and nobody has to act on. */
interface Look extends OwnedState {
  readonly rows: readonly DiffRow[];
  readonly findings: readonly Finding[];
}

async function look({ path, entry, root, world }: Asked): Promise<Look> {
  const toLook = (isThere: boolean, ...rows: readonly DiffRow[]): Look => ({ path, isThere, rows, findings: [] });
  if (entry.removedByUser) return toLook(false);
  if (entry.class === "authored") return toLook(true);
  const current = await readCurrent(root, path, world);
  if (current.isEscape) return toLook(false, { path, class: "conflict", reason: "link-outside" });
  if (current.bytes === undefined) return toLook(false, { path, class: "missing", reason: "deleted" });
  const sha256 = findKnownSha(current, [entry.sha256, entry.keptSha256], world);
  const published = (entry.keys ?? []).map(({ pointer }) => pointer);
  if (sha256 === entry.sha256) {
    return { ...toLook(entry.class === "generated" || published.length > 0), keys: published };
  }
  if (entry.class === "merged") return lookAtKeys({ path, entry, world }, current);
  if (sha256 === entry.keptSha256) return { ...toLook(true), findings: [toKeptEdit(path)] };
  return toLook(true, { path, class: "local-edit", reason: "edited" });
}

/** A file that is no longer readable as its format has drifted as a whole: never "empty". */
async function lookAtKeys({ path, entry, world }: Omit<Asked, "root">, current: Current): Promise<Look> {
  const decoded = decodeText(current.bytes ?? new Uint8Array());
  const parsed = decoded.ok ? (await world.readers(toConfigFormat(path))).parse(decoded.text) : decoded;
  if (!parsed.ok) {
    const { line, column } = parsed.problem;
    return {
      path,
      isThere: true,
      rows: [{ path, class: "conflict", reason: "unreadable", line, column }],
      findings: [],
    };
  }
  const keys = entry.keys ?? [];
  const drifts = findKeyDrift(keys, parsed.get);
  const drifted = new Set(drifts.flatMap((drift) => drift.keys));
  const missing = drifts.flatMap((drift) => (drift.class === "missing" ? drift.keys : []));
  return {
    path,
    isThere: keys.length > missing.length,
    keys: keys.map(({ pointer }) => pointer).filter((pointer) => !drifted.has(pointer)),
    rows: drifts.flatMap((drift) => (drift.isKept ? [] : [toKeyRow(path, drift)])),
    findings: drifts.flatMap((drift) => (drift.isKept ? [toKeptEdit(path, drift.keys)] : [])),
  };
}

function toKeyRow(path: RelativePath, drift: Drift): DiffRow {
  const reason = drift.class === "missing" ? "keys-deleted" : "keys-edited";
  return { path, class: drift.class, reason, keys: drift.keys };
}

function toKeptEdit(path: RelativePath, keys: readonly string[] = []): Finding {
  return { code: "edit-kept", severity: "info", path, args: { keys } };
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

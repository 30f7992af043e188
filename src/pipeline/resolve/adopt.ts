import { toConfigFormat } from "../../domain/config-format.ts";
import type { DesiredFile, OwnedKey } from "../../domain/desired.ts";
import { dropMark, dropSectionMarks } from "../../domain/eject.ts";
import type { Finding } from "../../domain/finding.ts";
import type { Json } from "../../domain/json.ts";
import { isJsonEqual } from "../../domain/json.ts";
import { isSameElement } from "../../domain/own-element.ts";
import type { RelativePath } from "../../domain/paths.ts";
import { joinScope } from "../../domain/paths.ts";
import { PROJECTIONS } from "../../domain/projections.ts";
import type { Receipt, ReceiptEntry } from "../../domain/receipt.ts";
import { RECEIPT_SCHEMA_VERSION, RUNTIME_PATH, SELECTION_PATH } from "../../domain/receipt.ts";
import { decodeText, encodeText } from "../../domain/text-encoding.ts";
import { findAnswers } from "../reading/find-answers.ts";
import type { AnswersInput } from "../reading/find-answers.ts";
import { findKnownSha, readCurrent, toPortableSha } from "../reading/read-current.ts";
import { stands } from "../reading/stands.ts";
import type { World } from "../world.ts";

/** What of a scope counts as the project's where no receipt says otherwise. */
const CONFIGS = ["oxlint.config.ts", "oxlint.effective.config.ts", "oxfmt.config.ts"];
/** What is taken for ours changes what is wanted; each round takes less. */
const MOST_ROUNDS = 4;

/**
 * Takes up again what an earlier `hi init` made and `hi eject` left: where no receipt is there, but our runtime or
 * selection is, byte for byte as wanted now (or without its mark), a file of just our bytes is ours, and so is a key of
 * just our value. Nothing else is: undefined where our own folder holds nothing of it.
 */
export async function adopt(input: AnswersInput, world: World): Promise<Receipt | undefined> {
  const { root } = input.site;
  if (!(await stands(root, RUNTIME_PATH, world)) && !(await stands(root, SELECTION_PATH, world))) return undefined;
  let claims = await claimStanding(input, world);
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const found = await findAnswers({ ...input, site: { ...input.site, receipt: toReceipt(claims) } }, world);
    const desired = await world.templates.generate(found.answers, world.toolchain);
    const ours = await findOurs(desired, input, world);
    const isSettled = Object.keys(claims).every((path) => ours[path] !== undefined);
    if (isSettled) return Object.keys(ours).some((path) => path.startsWith(".hi/")) ? toReceipt(ours) : undefined;
    claims = Object.fromEntries(Object.entries(claims).filter(([path]) => ours[path] !== undefined));
  }
  return undefined;
}

export const toAdoptedFindings = ({ files }: Pick<Receipt, "files">): readonly Finding[] => [
  { code: "adopted", severity: "info", args: { files: Object.keys(files).length } },
];

type Files = Readonly<Record<string, ReceiptEntry>>;

function toReceipt(files: Files): Receipt {
  const versions = { templateVersion: "0", templateDigest: "", inputsDigest: "" };
  return { schemaVersion: RECEIPT_SCHEMA_VERSION, ...versions, tools: {}, preview: "off", files };
}

/** At first, whatever stands at a path that is read as the project's where it is not ours. */
async function claimStanding({ site, folders }: AnswersInput, world: World): Promise<Files> {
  const configs = folders.flatMap(({ path }) => CONFIGS.map((name) => joinScope(path, name)));
  const claims: Record<string, ReceiptEntry> = {};
  for (const path of [...configs, ...Object.values(PROJECTIONS)]) {
    const current = await readCurrent(site.root, path, world);
    const sha256 = toPortableSha(current, world);
    if (sha256 !== undefined && !current.isEscape) {
      claims[path] = toEntry("generated", { sha256, generator: "adopted", since: "0", created: true });
    }
  }
  return claims;
}

interface EntryFacts extends Pick<ReceiptEntry, "sha256" | "generator" | "since" | "created"> {
  readonly keys?: readonly OwnedKey[];
}

const toEntry = (kind: ReceiptEntry["class"], facts: EntryFacts): ReceiptEntry => ({
  class: kind,
  ...facts,
});

async function findOurs(desired: readonly DesiredFile[], { site }: AnswersInput, world: World): Promise<Files> {
  const ours: Record<string, ReceiptEntry> = {};
  for (const file of desired) {
    const entry = await findEntry(site.root, file, world);
    if (entry) ours[file.path] = entry;
  }
  return ours;
}

async function findEntry(
  root: AnswersInput["site"]["root"],
  file: DesiredFile,
  world: World
): Promise<ReceiptEntry | undefined> {
  const { path, content, generator } = file;
  const since = world.templates.version;
  const current = await readCurrent(root, path, world);
  if (current.bytes === undefined || current.isEscape) return undefined;
  const known = [content, dropMark(content), dropSectionMarks(content)].map((text) => world.hash(encodeText(text)));
  const sha256 = findKnownSha(current, known, world) ?? "";
  const isWhole = known.includes(sha256);
  if (file.ownership === "generated") {
    return isWhole ? toEntry("generated", { sha256, generator, since, created: true }) : undefined;
  }
  if (file.ownership === "authored") return undefined;
  const keys = await findKeys(path, { bytes: current.bytes, file }, world);
  return keys.length === 0 ? undefined : toEntry("merged", { sha256, generator, since, created: isWhole, keys });
}

async function findKeys(
  path: RelativePath,
  { bytes, file }: { readonly bytes: Uint8Array; readonly file: DesiredFile },
  world: World
): Promise<readonly OwnedKey[]> {
  const decoded = decodeText(bytes);
  const parsed = decoded.ok ? (await world.readers(file.format ?? toConfigFormat(path))).parse(decoded.text) : decoded;
  if (!parsed.ok) return [];
  return (file.keys ?? []).filter(({ pointer, value }) => {
    if (!pointer.endsWith("/-")) return isJsonEqual(parsed.get(pointer), value);
    const elements = parsed.get(pointer.slice(0, -2));
    return Array.isArray(elements) && elements.some((element: Json) => isSameElement(element, value));
  });
}

import type { PackageManager } from "./answers.ts";
import type { ConflictChoice, Settlement } from "./conflict.ts";
import type { Finding } from "./finding.ts";
import { canonicalJson } from "./json.ts";
import type { Json } from "./json.ts";
import type { RelativePath } from "./paths.ts";
import type { FileSnapshot, FileState, Plan, PlanEntry } from "./plan.ts";
import type { RunReport } from "./report.ts";
import { decodeText, encodeText } from "./text-encoding.ts";

/** `major.minor`: a minor adds fields that a reader may pass over, a major changes what fields mean. */
export const PLAN_FORMAT_VERSION = "1.0";

/** What a plan was made from: by name, the hash that it had. `null` where nothing stood there. */
export interface PlanInput {
  readonly name: string;
  /** `path`: a file of the repository; `hi`: the program, its templates and tools; `detected`: what was found in it. */
  readonly kind: "detected" | "hi" | "path";
  readonly sha256: string | null;
}

/** What a run was told, where that decides about what it plans. */
interface PlanChoices {
  readonly preview: "on" | "off";
  readonly take: readonly string[];
  readonly packageManager?: PackageManager;
  readonly onConflict: ConflictChoice;
  /** What was chosen of single conflicts, by their ids. */
  readonly settled: Readonly<Record<string, Settlement>>;
}

interface PlanFileState {
  readonly kind: FileState["kind"];
  readonly sha256: string | null;
  readonly mode: number | null;
}

/** An entry with its bytes by hash. */
interface PlanFileEntry extends Pick<
  PlanEntry,
  "action" | "generator" | "keys" | "manual" | "mode" | "ownership" | "path" | "reason"
> {
  readonly before: PlanFileState;
  readonly after: string | null;
}

/** Bytes, as text where they are UTF-8. */
interface PlanContent {
  readonly encoding: "base64" | "utf8";
  readonly data: string;
}

/** The document of `hi update --plan-out` (receipts/plan-1.schema.json). */
export interface PlanFile {
  readonly format: "hi-plan";
  readonly formatVersion: string;
  readonly hi: string;
  readonly verb: "update";
  readonly inputs: readonly PlanInput[];
  readonly choices: PlanChoices;
  readonly plan: Pick<
    Plan,
    "answers" | "foreseen" | "findings" | "inputsDigest" | "install" | "templateDigest" | "templateVersion"
  > & {
    readonly entries: readonly PlanFileEntry[];
  };
  readonly preview: RunReport["preview"] | null;
  readonly findings: readonly Finding[];
  readonly evidence: RunReport["evidence"];
  readonly commands: RunReport["commands"];
  readonly contents: Readonly<Record<string, PlanContent>>;
  /** SHA-256 of the canonical JSON of everything else. */
  readonly seal: string;
}

type Hash = (text: string) => string;

/** What a document is made from: a run that has planned, with all it found. */
export interface PlanFileInput {
  readonly plan: Plan;
  readonly report: Pick<RunReport, "commands" | "evidence" | "findings" | "preview">;
  readonly inputs: readonly PlanInput[];
  readonly choices: PlanChoices;
  readonly hash: Hash;
}

/** The document of a plan, sealed. */
export function toPlanFile({ plan, report, inputs, choices, hash }: PlanFileInput): PlanFile {
  const { answers, foreseen, findings, inputsDigest, install, templateDigest, templateVersion, entries } = plan;
  const document = {
    format: "hi-plan" as const,
    formatVersion: PLAN_FORMAT_VERSION,
    hi: templateVersion,
    verb: "update" as const,
    inputs,
    choices,
    plan: {
      answers,
      ...(foreseen ? { foreseen } : {}),
      findings,
      inputsDigest,
      install,
      templateDigest,
      templateVersion,
      entries: entries.map(toFileEntry),
    },
    preview: report.preview ?? null,
    findings: report.findings,
    evidence: report.evidence,
    commands: report.commands,
    contents: toContents(entries),
  };
  return { ...document, seal: toSeal(document, hash) };
}

/** The seal that a document should carry, whatever it does carry. */
export function toSeal(document: object, hash: Hash): string {
  const { seal: _seal, ...sealed } = document as { readonly seal?: string };
  // As it is read back: what JSON leaves out is not part of it.
  return hash(canonicalJson(toJson(sealed)));
}

const toJson = (value: object): Json => {
  const text = JSON.stringify(value);
  return JSON.parse(text) as Json;
};

function toFileEntry({
  path,
  action,
  ownership,
  generator,
  reason,
  before,
  afterSha256,
  mode,
  keys,
  manual,
}: PlanEntry): PlanFileEntry {
  return {
    path,
    action,
    ownership,
    generator,
    reason,
    before: toFileState(before),
    after: afterSha256 ?? null,
    mode,
    ...(keys ? { keys } : {}),
    ...(manual ? { manual } : {}),
  };
}

function toFileState(state: FileState): PlanFileState {
  const file = findFile(state);
  return { kind: state.kind, sha256: file?.sha256 ?? null, mode: file?.mode ?? null };
}

function findFile(state: FileState): FileSnapshot | undefined {
  if (state.kind === "link") return state.file;
  return state.kind === "file" ? state : undefined;
}

/** The bytes of every change, before and after, each once. */
function toContents(entries: readonly PlanEntry[]): Readonly<Record<string, PlanContent>> {
  const contents: Record<string, PlanContent> = {};
  for (const { action, before, after, afterSha256 } of entries) {
    if (action === "keep" || action === "conflict") continue;
    const file = findFile(before);
    if (file) contents[file.sha256] = toContent(file.bytes);
    if (after && afterSha256) contents[afterSha256] = toContent(after);
  }
  return contents;
}

function toContent(bytes: Uint8Array): PlanContent {
  const decoded = decodeText(bytes);
  if (decoded.ok) return { encoding: "utf8", data: decoded.text };
  return { encoding: "base64", data: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")) };
}

/** The bytes of a content. @throws Error where the text is no base64 */
export function toBytes({ encoding, data }: PlanContent): Uint8Array {
  return encoding === "utf8" ? encodeText(data) : Uint8Array.from(atob(data), (char) => char.codePointAt(0) ?? 0);
}

/** The plan as it can be shown anywhere: what stood before is what the document says of it. */
export function toShownPlan({ plan, contents }: PlanFile, root: Plan["root"]): Plan {
  const find = (sha256: string | null): Uint8Array | undefined =>
    sha256 !== null && Object.hasOwn(contents, sha256) ? toBytes(contents[sha256] as PlanContent) : undefined;
  return { ...plan, root, entries: plan.entries.map((entry) => toShownEntry(entry, find)) };
}

function toShownEntry(
  { before, after, ...entry }: PlanFileEntry,
  find: (sha256: string | null) => Uint8Array | undefined
): PlanEntry {
  const bytes = find(after);
  return {
    ...entry,
    before: toShownState(before, find(before.sha256)),
    ...(after !== null && bytes ? { after: bytes, afterSha256: after } : {}),
  };
}

function toShownState({ kind, sha256, mode }: PlanFileState, bytes: Uint8Array = new Uint8Array()): FileState {
  const file = { kind: "file", sha256: sha256 ?? "", mode: mode ?? 0, bytes, links: 1 } as const;
  if (kind === "file") return file;
  if (kind === "link") return { kind, target: "", ...(sha256 === null ? {} : { file }) };
  return { kind };
}

/**
 * The first path of which a document says something else than a plan made now: its bytes, its action, that it is there
 * at all. A document is untrusted, so this is what makes it a plan of ours.
 */
export function findDeviation({ plan: planned }: PlanFile, plan: Plan): RelativePath | undefined {
  const known = new Map(plan.entries.map((entry) => [entry.path as string, toIdentity(toFileEntry(entry))]));
  const other = planned.entries.find((entry) => known.get(entry.path) !== toIdentity(entry));
  const missing = plan.entries.find(({ path }) => !planned.entries.some((entry) => entry.path === path));
  return other?.path ?? missing?.path;
}

/** What a plan made now says beside its entries. */
export interface PlannedFacts {
  readonly plan: Plan;
  readonly inputs: readonly Pick<PlanInput, "kind" | "name">[];
  readonly findings: readonly Finding[];
  readonly commands: RunReport["commands"];
}

/**
 * What was found of a publication that was cut short, of the machine's Node and of git's hooks in a clone is no part of a
 * plan: it changes nothing of what is written, and a plan is published on another machine.
 */
const PASSING = /^(?:(?:publication|journal|recovered)-.*|node-missing|node-too-old|gate-not-installed)$/;

/** The first member of a document, its entries apart, that says something else than a plan made now. */
export function findOtherMember(
  document: PlanFile,
  { plan, inputs, findings, commands }: PlannedFacts
): string | undefined {
  const lasting = (all: readonly Finding[]) => all.filter(({ code }) => !PASSING.test(code));
  const planned = document.plan;
  const pairs: readonly (readonly [string, unknown, unknown])[] = [
    [
      "inputs",
      document.inputs.map(({ name, kind }) => ({ name, kind })),
      inputs.map(({ name, kind }) => ({ name, kind })),
    ],
    ["commands", document.commands, commands],
    ["install", planned.install, plan.install],
    ["findings", lasting(document.findings), lasting(findings)],
    ["plan.findings", planned.findings, plan.findings],
    ["answers", planned.answers, plan.answers],
    ["hi", document.hi, plan.templateVersion],
    ["templateVersion", planned.templateVersion, plan.templateVersion],
    ["templateDigest", planned.templateDigest, plan.templateDigest],
    ["inputsDigest", planned.inputsDigest, plan.inputsDigest],
  ];
  return pairs.find(
    ([, left, right]) => canonicalJson(toJson({ left })) !== canonicalJson(toJson({ left: right }))
  )?.[0];
}

/** Whatever a reader sees of it counts: a plan that was looked at is the one that is published. */
function toIdentity(entry: PlanFileEntry): string {
  return canonicalJson(toJson(entry));
}

import type { ChangedFile, FileVersion, GuardPolicy, InspectedRepository } from "../../contracts/guard.ts";
import { decodeText } from "../../domain/text-encoding.ts";
import type { TextPosition } from "../../domain/text-position.ts";
import { toTextPosition } from "../../domain/text-position.ts";
import { toFinding } from "./config/config-finding.ts";
import type { ConfigFinding } from "./config/config-finding.ts";
import { findConfigKind } from "./config/config-kind.ts";
import type { ConfigKind } from "./config/config-kind.ts";
import { compareConftest } from "./config/conftest-rules.ts";
import { readExtended } from "./config/extended-types.ts";
import { LINT_RULES, TYPE_RULES } from "./config/lint-rules.ts";
import { comparePackageTool } from "./config/package-tool-rules.ts";
import { comparePython } from "./config/python-rules.ts";
import { readConfig } from "./config/read-config.ts";
import { RUNNER_RULES, pickBelow } from "./config/runner-rules.ts";
import { compareScripts } from "./config/script-rules.ts";
import type { ConfigReading, Settings } from "./config/setting.ts";
import { compareWorkflow } from "./config/workflow-rules.ts";
import type { FindingDraft } from "./finding-draft.ts";
import { readProgram } from "./tests/read-program.ts";
import { isSame, readLayer } from "./versions.ts";

const NOTHING: Settings = new Map();

/** Says of a changed configuration whether it asks for less than at the baseline, in each layer that it was changed in. */
export async function analyseConfig(
  { path, oldPath = path, kind }: ChangedFile,
  repository: InspectedRepository,
  policy: GuardPolicy
): Promise<readonly FindingDraft[]> {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const before = await repository.readBaseline(oldPath);
  const config = findConfigKind(oldPath) ?? findConfigKind(path) ?? (isTypesBase(path, before) ? "types" : undefined);
  if (!config && name !== "conftest.py") return [];
  const versions = kind === "deleted" ? [] : await repository.readVersions(path);
  if (config === "types") return analyseTypes({ path, oldPath, before, versions }, repository);
  if (kind === "deleted" && before && config) return compareBytes(path, config, before, undefined, policy);
  return versions
    .filter(({ bytes }) => !isSame(before, bytes))
    .flatMap(({ bytes }) =>
      config ? compareBytes(path, config, before, bytes, policy) : compareConftests(path, before, bytes)
    );
}

/** A tsconfig says what its bases say. */
async function analyseTypes(
  file: {
    readonly path: string;
    readonly oldPath: string;
    readonly before: Uint8Array | undefined;
    readonly versions: readonly FileVersion[];
  },
  repository: InspectedRepository
): Promise<readonly FindingDraft[]> {
  const { path, oldPath, before, versions } = file;
  const was = readBytes(before, oldPath, "types");
  const extended = was?.ok ? await readExtended(was.settings, oldPath, repository.readBaseline) : NOTHING;
  const drafts: FindingDraft[] = [];
  for (const { layer, bytes } of versions.length > 0 ? versions : [{ layer: "worktree" as const, bytes: undefined }]) {
    if (isSame(before, bytes)) continue;
    const now = readBytes(bytes, path, "types");
    for (const [reading, when] of [
      [was, "at the baseline"],
      [now, "now"],
    ] as const) {
      if (reading && !reading.ok) {
        drafts.push(inconclusive(path, `What it says ${when} cannot be read: ${reading.problem}.`));
      }
    }
    if ((was && !was.ok) || (now && !now.ok)) continue;
    const settings = now
      ? await readExtended(now.settings, path, (other) => readLayer(repository, other, layer))
      : NOTHING;
    const findings = TYPE_RULES.flatMap((rule) => rule(extended, settings));
    drafts.push(...findings.map((finding) => toDraft(finding, path, toText(bytes) ?? "")));
  }
  return drafts;
}

/** A base that is not called tsconfig, by what it says. */
const isTypesBase = (path: string, before: Uint8Array | undefined): boolean =>
  path.endsWith(".json") && (toText(before) ?? "").includes('"compilerOptions"');

function compareBytes(
  path: string,
  kind: ConfigKind,
  before: Uint8Array | undefined,
  after: Uint8Array | undefined,
  policy: GuardPolicy
): readonly FindingDraft[] {
  if (kind === "tool-code") return compareToolCode(path, before);
  const [was, now] = [before, after].map((bytes) => readBytes(bytes, path, kind));
  const text = toText(after) ?? "";
  for (const [reading, when] of [
    [was, "at the baseline"],
    [now, "now"],
  ] as const) {
    if (reading && !reading.ok) return [inconclusive(path, `What it says ${when} cannot be read: ${reading.problem}.`)];
  }
  const settings = [was, now].map((reading) => (reading?.ok ? reading.settings : NOTHING)) as [Settings, Settings];
  const findings = compareSettings(kind, settings, policy).map((finding) => toDraft(finding, path, text));
  return [...findings, ...compareComputed(path, was, now)];
}

/** Programs of a package manager that stand in the repository; a release that is new is named by a setting. */
function compareToolCode(path: string, before: Uint8Array | undefined): readonly FindingDraft[] {
  if (!before && !/\.pnpmfile\.[cm]?js$/.test(path)) return [];
  return [
    {
      code: "VALIDATION_SCRIPT_CHANGED",
      path,
      explanation: "It runs within the package manager, and decides which tools the scripts find.",
      confidence: "medium",
    },
  ];
}

function compareSettings(
  kind: ConfigKind,
  [before, after]: readonly [Settings, Settings],
  policy: GuardPolicy
): readonly ConfigFinding[] {
  switch (kind) {
    case "manifest":
      return compareManifest(before, after, policy);
    case "package-tool":
      return comparePackageTool(before, after);
    case "lint":
      return LINT_RULES.flatMap((rule) => rule(before, after));
    case "python":
      return comparePython(before, after);
    case "workflow":
      return compareWorkflow(before, after);
    case "ignore-list":
      return (after.get("lines") ?? [])
        .filter((line) => !(before.get("lines") ?? []).includes(line))
        .map((line) => toFinding("LINT_WEAKENED", String(line), `${String(line)} is no longer linted.`));
    default:
      return RUNNER_RULES.flatMap((rule) => rule(before, after));
  }
}

/** A manifest holds scripts, and what would else stand in files of their own. */
function compareManifest(before: Settings, after: Settings, policy: GuardPolicy): readonly ConfigFinding[] {
  const keys = ["jest", "vitest", "mocha", "nyc", "c8", "ava", "tap", "karma"];
  const runner = keys.flatMap((key) =>
    RUNNER_RULES.flatMap((rule) => rule(pickBelow(before, key), pickBelow(after, key)))
  );
  const lint = LINT_RULES.flatMap((rule) => rule(pickBelow(before, "eslintConfig"), pickBelow(after, "eslintConfig")));
  return [...compareScripts(before, after, policy.validation.commands), ...runner, ...lint];
}

function compareConftests(path: string, before: Uint8Array | undefined, after: Uint8Array): readonly FindingDraft[] {
  const was = before && readProgram(before, path);
  const now = readProgram(after, path);
  if (!now.ok || (was && !was.ok)) return [inconclusive(path, "It cannot be read, and tests may hold on to it.")];
  return compareConftest(was?.program, now.program).map((finding) => toDraft(finding, path, now.program.text));
}

function readBytes(bytes: Uint8Array | undefined, path: string, kind: ConfigKind): ConfigReading | undefined {
  const text = toText(bytes);
  if (bytes === undefined) return undefined;
  if (text === undefined) return { ok: false, problem: "it is no UTF-8" };
  if (kind !== "ignore-list") return readConfig(bytes, text, path);
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "" && !/^[#!]/.test(line));
  return { ok: true, settings: new Map([["lines", lines]]), computed: [] };
}

/** What is computed and no longer the same may hold anything. */
function compareComputed(
  path: string,
  before: ConfigReading | undefined,
  after: ConfigReading | undefined
): readonly FindingDraft[] {
  if (!before?.ok || !after?.ok) return [];
  const isNew = after.computed.some((text) => !before.computed.includes(text));
  return isNew ? [inconclusive(path, "Part of it is computed, and was changed.")] : [];
}

function toText(bytes: Uint8Array | undefined): string | undefined {
  const decoded = bytes && decodeText(bytes);
  return decoded?.ok ? decoded.text.replace(/^\u{FEFF}/u, "") : undefined;
}

const inconclusive = (path: string, explanation: string): FindingDraft => ({
  code: "ANALYSIS_INCONCLUSIVE",
  path,
  explanation,
  confidence: "low",
});

function toDraft({ code, setting, explanation, confidence }: ConfigFinding, path: string, text: string): FindingDraft {
  const at = findPlace(setting, text);
  return { code, path, ...(at ? { at } : {}), explanation, confidence };
}

/** Where the last key of a setting stands in the text now, the first that does. */
function findPlace(setting: string, text: string): TextPosition | undefined {
  const key = setting.slice(setting.lastIndexOf(".") + 1);
  const quoted = text.indexOf(JSON.stringify(key));
  const at = quoted === -1 ? text.indexOf(key) : quoted;
  return key === "" || at === -1 ? undefined : toTextPosition(text, at);
}

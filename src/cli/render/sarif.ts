import { createHash } from "node:crypto";

import type { DebtResult, LintDebt, PreviewResult } from "../../domain/preview.ts";
import type { RefusalFacts } from "../../domain/refusal.ts";
import type { RunReport } from "../../domain/report.ts";
import { neutralise } from "./neutralise.ts";
import { count } from "./words.ts";

/** What a SARIF log is made of. */
export interface SarifInput {
  readonly run: Partial<RunReport>;
  readonly exitCode: number;
  /** Of this program. */
  readonly version: string;
  readonly refusal?: RefusalFacts;
}

/**
 * The lint debt for code scanning (SARIF 2.1.0): one result a finding, its place from the repository root, and what it is
 * known again by when the lines move. What was not linted is a notification: an empty list of results is no verdict.
 */
export function toSarif({ run, exitCode, version, refusal }: SarifInput) {
  const preview = run.preview;
  const debt = isWhole(preview) ? preview.debt : undefined;
  const results = debt?.results ?? [];
  const rules = [...new Map(results.map((result) => [result.rule, result])).values()].toSorted((left, right) =>
    left.rule < right.rule ? -1 : 1
  );
  const places = new Map(rules.map(({ rule }, at) => [rule, at]));
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: { name: "harness-intelligence", version, rules: rules.map((rule) => toRule(rule, debt)) },
        },
        automationDetails: { id: "harness-intelligence/lint-debt/" },
        invocations: [
          {
            executionSuccessful: debt !== undefined,
            exitCode,
            toolExecutionNotifications: toNotifications({ run, debt, refusal }),
          },
        ],
        originalUriBaseIds: { "%SRCROOT%": { description: { text: "The root of the repository" } } },
        results: toResults(results, { places, isCompared: debt?.baseline === "oxlint" }),
      },
    ],
  };
}

type Whole = Extract<PreviewResult, { mode: "on" }>;

const isWhole = (preview: RunReport["preview"]): preview is Whole => preview?.mode === "on" && !("partial" in preview);

/** A run that came to its end with nothing to do. */
const isQuiet = ({ gate }: Partial<RunReport>): boolean => gate?.open === false && gate.because === "nothing-to-do";

function toRule({ rule, url, severity }: DebtResult, debt: LintDebt | undefined) {
  const row = debt?.rows.find((other) => other.rule === rule);
  return {
    id: neutralise(rule),
    shortDescription: { text: neutralise(rule) },
    ...(isWeb(url ?? row?.url) ? { helpUri: url ?? row?.url } : {}),
    defaultConfiguration: { level: severity },
    properties: { tags: ["lint", ...(row?.typed ? ["types"] : [])], "problem.severity": severity },
  };
}

const isWeb = (url: string | undefined): boolean => url !== undefined && /^https:\/\/\S+$/.test(url);

interface Placing {
  readonly places: ReadonlyMap<string, number>;
  readonly isCompared: boolean;
}

function toResults(results: readonly DebtResult[], { places, isCompared }: Placing) {
  const seen = new Map<string, number>();
  return results.map((result) => {
    const { path, rule, severity, line, message, help, fingerprint, isSame } = result;
    const known = createHash("sha256").update(`${path}\0${rule}\0${fingerprint}`).digest("hex").slice(0, 32);
    const ordinal = (seen.get(known) ?? 0) + 1;
    seen.set(known, ordinal);
    return {
      ruleId: neutralise(rule),
      ruleIndex: places.get(rule) ?? 0,
      level: severity,
      message: { text: neutralise(help === undefined || help === "" ? message : `${message} ${help}`) },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: toUri(path), uriBaseId: "%SRCROOT%" },
            region: { startLine: line },
          },
        },
      ],
      partialFingerprints: {
        "harnessIntelligence/v1": `${known}:${ordinal}`,
        primaryLocationLineHash: `${known.slice(0, 16)}:${ordinal}`,
      },
      ...(isCompared ? { baselineState: isSame ? "unchanged" : "new" } : {}),
    };
  });
}

/** A relative reference, segment by segment; a colon in the first one would be taken for a scheme. */
function toUri(path: string): string {
  return path
    .split("/")
    .map((segment) =>
      encodeURIComponent(segment).replaceAll(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16)}`)
    )
    .join("/");
}

interface Noted {
  readonly run: Partial<RunReport>;
  readonly debt: LintDebt | undefined;
  readonly refusal: RefusalFacts | undefined;
}

function toNotifications({ run, debt, refusal }: Noted) {
  const say = (level: "error" | "note" | "warning", text: string, path?: string) => ({
    level,
    message: { text: neutralise(text) },
    ...(path === undefined
      ? {}
      : { locations: [{ physicalLocation: { artifactLocation: { uri: toUri(path), uriBaseId: "%SRCROOT%" } } }] }),
  });
  if (refusal) return [say("error", `${refusal.code}: ${refusal.message}`)];
  if (debt === undefined) {
    return [say("warning", isQuiet(run) ? "Nothing changes, so nothing was linted." : "Nothing was linted.")];
  }
  const left = debt.findings - debt.results.length;
  return [
    ...debt.unlinted.map(({ path }) => say("warning", "This file could not be linted.", path)),
    ...(left > 0 ? [say("note", `Cut: ${count(left, "more finding")}.`)] : []),
    ...(isWhole(run.preview) ? run.preview.notLinted : []).map((words) => say("warning", `Not linted: ${words}`)),
  ];
}

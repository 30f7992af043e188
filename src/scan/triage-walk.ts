import path from "node:path";

import type {
  EngineName,
  FindingSelector,
  ScannerFinding,
  ScannerRequest,
  ScannerResponse,
  SuppressionKind,
} from "../contracts/scanner.ts";
import { BASELINE_NAME } from "./baseline.ts";
import { readCodeFrame } from "./code-frame.ts";
import type { FrameLine } from "./code-frame.ts";
import { executeAdapterRequest } from "./execute-adapter-request.ts";
import { findCommentForm } from "./inline-suppressions.ts";
import { readScanConfig } from "./scan-config.ts";
import { openScanContext } from "./scan-context.ts";
import type { ScanContext } from "./scan-context.ts";
import { ScanFault } from "./scan-fault.ts";
import { resolveScanPlace, toReal } from "./scan-place.ts";
import { isEverywhere } from "./suppress.ts";
import { openTriageKeys } from "./triage-keys.ts";
import type { TriageKeys } from "./triage-keys.ts";
import { openTriageState } from "./triage-state.ts";
import type { TriageState } from "./triage-state.ts";
import { findConfigPlace, writeConfig, writeInline } from "./write-suppression.ts";

/** What is scanned, again after every change. */
export interface TriageOrder {
  readonly request: ScannerRequest;
  readonly engine?: EngineName;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** A finding of a walk, and what it is remembered by. */
export interface OpenFinding {
  readonly finding: ScannerFinding;
  readonly key: string;
}

/** What came of a wish: what is said of it, and whether the finding is gone. */
interface TriageStep {
  readonly isGone: boolean;
  readonly said: string;
}

/** A walk through the findings of one scan. */
export interface Triage {
  /** The last scan's answer. */
  readonly response: ScannerResponse;
  /** Passed over in this walk or an earlier one, and still there. */
  readonly passedOver: number;
  /** Those that nothing was decided about, in order. */
  readonly open: () => readonly OpenFinding[];
  readonly frame: (finding: ScannerFinding) => readonly FrameLine[];
  /** Which file a suppression would be written to, from the current folder; undefined where it cannot be of that kind. */
  readonly placeOf: (finding: ScannerFinding, kind: SuppressionKind) => string | undefined;
  readonly suppress: (one: OpenFinding, kind: SuppressionKind) => Promise<TriageStep>;
  readonly passOver: (one: OpenFinding) => void;
  /** Forgets what earlier walks passed over. */
  readonly startAgain: () => void;
}

/** Scans, and opens a walk through what was found. What a person decides is written at once. */
export async function openTriage(order: TriageOrder, env: Environment, cwd = process.cwd()): Promise<Triage | string> {
  const response = await scanAgain(order, { env, cwd });
  if (!response.ok) return response.error ?? "the scan failed";
  try {
    const context = await openContext(order, env, cwd);
    const root = context.projectRoot;
    const [state, keys] = await Promise.all([openTriageState(root, env), openTriageKeys({ root, env, cwd })]);
    return new Walk({ order, env, cwd, context, state, keys }, response);
  } catch (error) {
    if (error instanceof ScanFault) return error.message;
    throw error;
  }
}

interface WalkPlace {
  readonly order: TriageOrder;
  readonly env: Environment;
  readonly cwd: string;
  readonly context: ScanContext;
  readonly state: TriageState;
  readonly keys: TriageKeys;
}

class Walk implements Triage {
  response: ScannerResponse;
  private readonly place: WalkPlace;
  private listed: { readonly of: ScannerResponse; readonly all: readonly OpenFinding[] } | undefined;

  constructor(place: WalkPlace, response: ScannerResponse) {
    this.place = place;
    this.response = response;
  }

  get passedOver(): number {
    return this.list().filter(({ key }) => this.place.state.has(key)).length;
  }

  open(): readonly OpenFinding[] {
    return this.list().filter(({ key }) => !this.place.state.has(key));
  }

  frame(finding: ScannerFinding): readonly FrameLine[] {
    return readCodeFrame(finding, this.response.findings, this.place.cwd);
  }

  placeOf(finding: ScannerFinding, kind: SuppressionKind): string | undefined {
    const { context, cwd } = this.place;
    if (kind === "inline") return findCommentForm(finding.file) && finding.file;
    const file = kind === "config" ? findConfigPlace(context) : path.join(context.projectRoot, BASELINE_NAME);
    return toShown(file, cwd);
  }

  passOver({ key }: OpenFinding): void {
    this.place.state.add(key);
  }

  startAgain(): void {
    this.place.state.clear();
  }

  async suppress({ finding }: OpenFinding, kind: SuppressionKind): Promise<TriageStep> {
    try {
      if (kind === "baseline") return await this.addToBaseline(finding);
      const written =
        kind === "inline"
          ? await writeInline(finding, path.resolve(this.place.cwd, finding.file))
          : await writeConfig(finding, this.place.context);
      const before = this.response;
      await this.lookAgain();
      const file = toShown(written.file, this.place.cwd);
      if (isGone(before, this.response)) return { isGone: true, said: toWritten(finding, kind, file) };
      written.takeBack();
      await this.lookAgain();
      return { isGone: false, said: `It would not be heard there, so ${file} is as it was.` };
    } catch (error) {
      if (error instanceof ScanFault) return { isGone: false, said: error.message };
      throw error;
    }
  }

  private async addToBaseline(finding: ScannerFinding): Promise<TriageStep> {
    const { rule_id: rule, file, line, column } = finding;
    const only = { rule_id: rule, file, line, column };
    const response = await scanAgain(this.place.order, this.place, only);
    if (!response.ok) return { isGone: false, said: response.error ?? "the scan failed" };
    await this.lookAgain();
    return {
      isGone: true,
      said: `Added to ${this.placeOf(finding, "baseline") ?? BASELINE_NAME}: this finding alone.`,
    };
  }

  private async lookAgain(): Promise<void> {
    const response = await scanAgain(this.place.order, this.place);
    if (!response.ok) throw new ScanFault(response.error ?? "the scan failed");
    this.response = response;
  }

  /** The files are read once for each scan. */
  private list(): readonly OpenFinding[] {
    if (this.listed?.of === this.response) return this.listed.all;
    const { findings } = this.response;
    const keys = this.place.keys(findings);
    const all = findings.map((finding, at) => ({ finding, key: keys[at] ?? "" }));
    this.listed = { of: this.response, all };
    return all;
  }
}

/** From the current folder where it lies in it. */
function toShown(file: string, cwd: string): string {
  const real = toReal(cwd) ?? cwd;
  const inside = path.relative(real, path.resolve(cwd, toReal(file) ?? file));
  return inside.startsWith("..") || path.isAbsolute(inside) ? file : inside.split(path.sep).join("/");
}

/** What holds from now on. A secret's rule stands in the configuration without a file. */
function toWritten({ rule_id: rule, file }: ScannerFinding, kind: SuppressionKind, written: string): string {
  if (kind === "inline") return `Written to ${written}, above the line: ${rule} is not told there.`;
  return `Written to ${written}: ${rule} is not told in ${isEverywhere(rule) ? "any file" : file}.`;
}

/** One finding less, and nothing that no longer parses. */
function isGone(before: ScannerResponse, after: ScannerResponse): boolean {
  const broken = ({ skipped = [] }: ScannerResponse): number => skipped.length;
  return after.findings.length < before.findings.length && broken(after) <= broken(before);
}

function scanAgain(
  { request, engine }: TriageOrder,
  { env, cwd }: Pick<WalkPlace, "env" | "cwd">,
  only?: FindingSelector
): Promise<ScannerResponse> {
  return executeAdapterRequest(request, {
    env,
    cwd,
    needsBaseline: only === undefined,
    ...(engine === undefined ? {} : { engine }),
    ...(only === undefined ? {} : { writeBaseline: { only } }),
  });
}

async function openContext({ request }: TriageOrder, env: Environment, cwd: string): Promise<ScanContext> {
  const place = resolveScanPlace(request, cwd);
  const config = await readScanConfig(request, place, cwd);
  const kind = request.command === "secrets" || request.command === "pqc" ? request.command : "scan";
  return openScanContext({ request, place, config, kind, surroundings: { env, cwd } });
}

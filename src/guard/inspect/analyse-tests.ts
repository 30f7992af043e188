import type { ChangedFile, FileVersion, GuardPolicy, InspectedRepository } from "../../contracts/guard.ts";
import { toTextPosition } from "../../domain/text-position.ts";
import type { FindingDraft } from "./finding-draft.ts";
import { compareMarks } from "./tests/compare-marks.ts";
import { compareTests, name } from "./tests/compare-tests.ts";
import { toSignature } from "./tests/match-tests.ts";
import { isPython, isScript, readImported, readProgram } from "./tests/read-program.ts";
import { readTests } from "./tests/read-tests.ts";
import { isSameData, isTestData } from "./tests/test-data.ts";
import type { TestFinding } from "./tests/test-finding.ts";
import type { TestCase, TestFile } from "./tests/test-model.ts";
import type { Program, Reading } from "./tree/tree.ts";
import { isSame, readLayer } from "./versions.ts";

type Layer = FileVersion["layer"];
/** A test that a file no longer has, or has since, in one layer. */
interface Standing {
  readonly path: string;
  readonly layer: Layer;
  readonly test: TestCase;
}

/** Says of every changed test file whether it tests less than at the baseline, in each layer that it was changed in. */
export class TestAnalysis {
  readonly drafts: FindingDraft[] = [];
  private readonly removed: Standing[] = [];
  private readonly added: (Standing & { readonly findings: readonly TestFinding[]; readonly text: string })[] = [];
  private readonly deleted = new Map<string, readonly TestCase[]>();
  private readonly repository: InspectedRepository;
  private readonly mode: GuardPolicy["testIntegrity"]["existingTests"];

  constructor(repository: InspectedRepository, policy: GuardPolicy) {
    this.repository = repository;
    this.mode = policy.testIntegrity.existingTests;
  }

  /** One changed file; of a deleted one, what it tested may stand in another. */
  async analyse({ path, oldPath = path, kind }: ChangedFile): Promise<void> {
    if (kind === "deleted") await this.analyseDeleted(path);
    const before = await this.repository.readBaseline(oldPath);
    const versions = await this.repository.readVersions(path);
    for (const { layer, bytes } of versions) {
      if (isSame(before, bytes)) continue;
      if (isScript(path) || isPython(path)) await this.analyseVersion({ path, oldPath, layer, before, bytes });
      else if (before && isTestData(path)) this.analyseData(path, before, bytes);
      else if (before && !isProse(path)) {
        this.say(path, "TEST_ANALYSIS_FAILED", "Files of this kind cannot be analysed, and a test may hold on to it.");
      }
    }
  }

  /** Data that tests read says what they expect, or what they are given: a person says whether it may change. */
  private analyseData(path: string, before: Uint8Array, bytes: Uint8Array): void {
    if (this.mode !== "guarded" || isProse(path) || isSameData(path, before, bytes)) return;
    this.say(
      path,
      "EXPECTATION_CHANGED",
      "Data that tests read was changed: what they expect, or what they are given, is another.",
      "low"
    );
  }

  /** A deleted file: what it tested may stand in others, and then nothing is gone. */
  private async analyseDeleted(path: string): Promise<void> {
    const before = await this.repository.readBaseline(path);
    if (!before) return;
    const then = isScript(path) || isPython(path) ? readProgram(before, path) : undefined;
    const { tests } = then?.ok ? await this.readFile(then.program, path, undefined) : toNothing();
    if (this.mode === "immutable" || tests.length === 0) this.sayDeleted(path);
    else this.deleted.set(path, tests);
  }

  /** What is left when every file was analysed: the tests that no file has any more. */
  finish(): readonly FindingDraft[] {
    for (const [path, tests] of this.deleted) {
      const layer = this.added[0]?.layer ?? "worktree";
      const isMoved = tests.map((test) => this.takeMoved({ path, layer, test })).every(Boolean);
      if (!isMoved) this.sayDeleted(path);
    }
    for (const one of this.removed) {
      if (this.takeMoved(one) || this.mode === "immutable") continue;
      this.say(one.path, "TEST_CASE_REMOVED", `${name(one.test)} is gone.`, "high");
    }
    for (const { findings, path, text } of this.added) this.addDrafts(findings, path, text);
    return this.drafts;
  }

  /** Whether a test stands in another file now; then it is compared as one that stayed. */
  private takeMoved({ path, layer, test }: Standing): boolean {
    const at = this.added.findIndex(
      (other) => other.layer === layer && other.path !== path && isSameTest(other.test, test)
    );
    const [found] = at === -1 ? [] : this.added.splice(at, 1);
    if (found) this.addDrafts(compareMarks(test, found.test), found.path, found.text);
    return found !== undefined;
  }

  private addDrafts(findings: readonly TestFinding[], path: string, text: string): void {
    for (const finding of findings) this.drafts.push(toDraft(finding, path, text));
  }

  private sayDeleted(path: string): void {
    this.say(path, "TEST_DELETED", "A test file of the baseline was deleted.", "high");
  }

  private async analyseVersion(file: {
    readonly path: string;
    readonly oldPath: string;
    readonly layer: Layer;
    readonly before: Uint8Array | undefined;
    readonly bytes: Uint8Array;
  }): Promise<void> {
    const { path, oldPath, layer, before, bytes } = file;
    const now = readProgram(bytes, path);
    const then = before && readProgram(before, oldPath);
    if (!now.ok) return this.sayUnread(path, now, bytes, before !== undefined);
    if (then && !then.ok) {
      return this.say(path, "TEST_ANALYSIS_FAILED", `What it was at the baseline cannot be read: ${then.problem}.`);
    }
    const after = await this.readFile(now.program, path, layer);
    const was = then ? await this.readFile(then.program, oldPath, undefined) : toNothing();
    const { findings, removed, added } = compareTests(was, after, { assertions: this.mode === "guarded" });
    this.removed.push(...removed.map((test) => ({ path, layer, test })));
    const { text } = now.program;
    this.added.push(...added.map((one) => ({ ...one, path, layer, text })));
    this.addDrafts(findings, path, text);
    if (then && isTestLike(path) && was.tests.length === 0 && after.tests.length === 0) {
      this.say(path, "TEST_ANALYSIS_FAILED", "No test is recognised in it, neither at the baseline nor now.");
    }
    return undefined;
  }

  private async readFile(program: Program, path: string, layer: Layer | undefined): Promise<TestFile> {
    const read = (other: string): Promise<Uint8Array | undefined> =>
      layer ? readLayer(this.repository, other, layer) : this.repository.readBaseline(other);
    return readTests(program, await readImported(program, path, read));
  }

  /** A new file that cannot be read takes nothing from the old ones. */
  private sayUnread(
    path: string,
    { problem, at }: Extract<Reading, { ok: false }>,
    bytes: Uint8Array,
    isOld: boolean
  ): void {
    const place = at > 0 ? { at: toTextPosition(new TextDecoder().decode(bytes), at) } : {};
    const code = isOld ? "TEST_ANALYSIS_FAILED" : "ANALYSIS_INCONCLUSIVE";
    this.drafts.push({
      code,
      path,
      ...place,
      explanation: `The test file cannot be read: ${problem}.`,
      confidence: "high",
    });
  }

  private say(
    path: string,
    code: FindingDraft["code"],
    explanation: string,
    confidence: FindingDraft["confidence"] = "medium"
  ): void {
    this.drafts.push({ code, path, explanation, confidence });
  }
}

const toNothing = (): TestFile => ({
  tests: [],
  helpers: [],
  replacements: [],
  imports: new Map(),
  timeouts: [],
  retries: [],
  doubts: [],
});

/** The same title and assertions, or the same body: it stands in another file now. */
function isSameTest(one: TestCase, other: TestCase): boolean {
  const isSameTitle = one.path.at(-1) === other.path.at(-1);
  return (isSameTitle || one.body === other.body) && toSignature(one) === toSignature(other);
}

/** What documents tests and is none. */
const isProse = (path: string): boolean =>
  /(?:^|\/)(?:README[^/]*|CHANGELOG[^/]*|LICENSE[^/]*|\.gitignore|\.gitattributes|\.editorconfig)$/i.test(path);

const isTestLike = (path: string): boolean =>
  /[._-](?:test|spec)\.[cm]?[jt]sx?$|(?:^|\/)test_[^/]*\.py$|_test\.py$/.test(path);

function toDraft({ code, at, explanation, confidence }: TestFinding, path: string, text: string): FindingDraft {
  return { code, path, ...(at === undefined ? {} : { at: toTextPosition(text, at) }), explanation, confidence };
}

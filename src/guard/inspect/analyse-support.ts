import type { ChangedFile, FileVersion, GuardPolicy, InspectedRepository } from "../../contracts/guard.ts";
import { toTextPosition } from "../../domain/text-position.ts";
import { findConfigKind } from "./config/config-kind.ts";
import type { FindingDraft } from "./finding-draft.ts";
import type { PathSets } from "./path-sets.ts";
import { judgeText } from "./support/assertive-text.ts";
import { compareSupport } from "./support/compare-support.ts";
import { ImportGraph, listReaching } from "./support/import-graph.ts";
import { isPython, isScript, readImported, readProgram } from "./tests/read-program.ts";
import { readTests } from "./tests/read-tests.ts";
import { isSame, readLayer } from "./versions.ts";

/** A module outside of the test patterns that was changed: what stood there at the baseline, and where. */
interface Changed {
  readonly path: string;
  readonly oldPath: string;
  readonly before: Uint8Array;
  readonly versions: readonly FileVersion[];
}

/** Texts of the files that may import, and which of them reach what. */
interface Reach {
  readonly graph: ImportGraph;
  readonly baseline: ReadonlyMap<string, string>;
  /** Texts of now; of a file with several versions, all of them. */
  readonly now: ReadonlyMap<string, string>;
  readonly edges: ReadonlyMap<string, readonly string[]>;
}

type Kind = ReturnType<typeof judgeText> | "redirect";

/**
 * Says whether tests that were not changed say less because a module that they use was: a helper that asserts, a wrapper
 * of `it`, a setup file. What cannot be followed is a doubt (seed 004). Which tests use it is asked of the imports at the
 * baseline and now, and only where a changed module has words of tests in it.
 */
export async function analyseSupport(
  changed: readonly ChangedFile[],
  { repository, policy, sets }: { repository: InspectedRepository; policy: GuardPolicy; sets: PathSets }
): Promise<readonly FindingDraft[]> {
  const isOpen = (path: string): boolean => isSource(path) && !sets.isTest(path) && !sets.isIgnored(path);
  const graph = new ImportGraph([...repository.baselinePaths, ...changed.map(({ path }) => path)].filter(isSource));
  const modules = await listModules(
    changed.filter(({ path }) => isOpen(path)),
    repository,
    graph
  );
  const kinds = new Map<Changed, Kind>();
  for (const one of modules) kinds.set(one, judgeModule(one) ?? (await judgeRedirect(one, repository, graph)));
  if ([...kinds.values()].every((kind) => kind === undefined)) return [];
  const reach = await readReach(changed, repository, graph);
  const isTest = (path: string): boolean => sets.isTest(path) || isSetup(path);
  const drafts: FindingDraft[] = [];
  for (const [one, kind] of kinds) {
    if (!kind) continue;
    const reaching = listReaching([one.oldPath, one.path], reach.edges);
    if (![...reaching].some(isTest)) continue;
    if (kind === "assert" && isUsedBySource(one, reach, isTest)) continue;
    if (kind === "redirect") {
      drafts.push(
        doubt(one.path, "It no longer leads to what tests assert by, and something else may answer to them.")
      );
    } else drafts.push(...(await compareModule(one, reaching, reach, { repository, policy })));
  }
  return drafts;
}

/** Changed modules, and new ones that stand where a module of the same name stood or still stands. */
async function listModules(
  changed: readonly ChangedFile[],
  repository: InspectedRepository,
  graph: ImportGraph
): Promise<readonly Changed[]> {
  const found: Changed[] = [];
  for (const { path, oldPath = path, kind } of changed) {
    const versions = kind === "deleted" ? [] : await repository.readVersions(path);
    const before = await repository.readBaseline(oldPath);
    if (before) found.push({ path, oldPath, before, versions });
    else {
      for (const other of graph.findNamesakes(path)) {
        const stood = await repository.readBaseline(other);
        if (stood) found.push({ path, oldPath: other, before: stood, versions });
      }
    }
  }
  // A module that went away and for which another of its name stands now is compared with that one.
  return found.filter(
    ({ path, versions }) =>
      versions.length > 0 || !found.some((other) => other.oldPath === path && other.versions.length > 0)
  );
}

/** A module that says nothing itself, and no longer passes on one that asserts. */
async function judgeRedirect(
  { path, oldPath, before, versions }: Changed,
  repository: InspectedRepository,
  graph: ImportGraph
): Promise<Kind> {
  const was = graph.findRelative(oldPath, toText(before));
  for (const { bytes } of versions) {
    const now = new Set(graph.findRelative(path, toText(bytes)));
    for (const target of was.filter((other) => !now.has(other))) {
      const content = await repository.readBaseline(target);
      if (content && judgeText(target, toText(content)) === "test") return "redirect";
    }
  }
  return undefined;
}

function judgeModule({ oldPath, before, versions }: Changed): ReturnType<typeof judgeText> {
  const kinds = [before, ...versions.map(({ bytes }) => bytes)].map((bytes) => judgeText(oldPath, toText(bytes)));
  return kinds.find((kind) => kind === "test") ?? kinds.find(Boolean);
}

/** What a source imports for itself may assert for itself; what it imports since then says nothing of that. */
function isUsedBySource({ oldPath }: Changed, { graph, baseline }: Reach, isTest: (path: string) => boolean): boolean {
  return [...baseline].some(
    ([path, text]) => path !== oldPath && !isTest(path) && graph.findRelative(path, text).includes(oldPath)
  );
}

async function readReach(
  changed: readonly ChangedFile[],
  repository: InspectedRepository,
  graph: ImportGraph
): Promise<Reach> {
  const isRead = (path: string): boolean => isSource(path) || isSetup(path);
  const bytes = await repository.readBaselines(repository.baselinePaths.filter(isRead));
  const baseline = new Map([...bytes].map(([path, content]) => [path, toText(content)]));
  const now = new Map(baseline);
  for (const { path, oldPath, kind } of changed) {
    if (oldPath !== undefined || kind === "deleted") now.delete(oldPath ?? path);
    if (kind === "deleted" || !isRead(path)) continue;
    const versions = await repository.readVersions(path);
    if (versions.length > 0) now.set(path, versions.map((version) => toText(version.bytes)).join("\n"));
  }
  const edges = new Map<string, readonly string[]>();
  for (const texts of [baseline, now]) {
    for (const [path, text] of texts) {
      edges.set(path, [...(edges.get(path) ?? []), ...graph.findTargets(path, text)]);
    }
  }
  return { graph, baseline, now, edges };
}

async function compareModule(
  one: Changed,
  reaching: ReadonlySet<string>,
  { now }: Reach,
  { repository, policy }: { repository: InspectedRepository; policy: GuardPolicy }
): Promise<readonly FindingDraft[]> {
  const { path, oldPath, before, versions } = one;
  const isMentioned = (word: string): boolean =>
    [...reaching].some((other) => other !== path && other !== oldPath && (now.get(other) ?? "").includes(word));
  const stem = path.replace(/^.*\//, "").replace(/\.\w+$/, "");
  if (versions.length === 0) {
    return isMentioned(stem)
      ? [doubt(path, "It is gone, and tests may still ask for it: something else may answer.")]
      : [];
  }
  const then = readProgram(before, oldPath);
  if (!then.ok) return [doubt(path, `Tests use it, and what it was at the baseline cannot be read: ${then.problem}.`)];
  const drafts: FindingDraft[] = [];
  for (const { layer, bytes } of versions) {
    if (isSame(before, bytes)) continue;
    const reading = readProgram(bytes, path);
    if (!reading.ok) {
      drafts.push(doubt(path, `Tests use it, and it cannot be read: ${reading.problem}.`));
      continue;
    }
    const was = await readImported(then.program, oldPath, repository.readBaseline);
    const is = await readImported(reading.program, path, (other) => readLayer(repository, other, layer));
    const findings = compareSupport(
      { program: then.program, file: readTests(then.program, was) },
      { program: reading.program, file: readTests(reading.program, is) },
      { path, assertions: policy.testIntegrity.existingTests !== "allowed", isMentioned }
    );
    const { text } = reading.program;
    drafts.push(
      ...findings.map(({ code, at, explanation, confidence }) => ({
        code,
        path,
        ...(at === undefined ? {} : { at: toTextPosition(text, at) }),
        explanation,
        confidence,
      }))
    );
  }
  return drafts;
}

const doubt = (path: string, explanation: string): FindingDraft => ({
  code: "TEST_ANALYSIS_FAILED",
  path,
  explanation,
  confidence: "low",
});

const isSource = (path: string): boolean => isScript(path) || isPython(path);

/** What names modules that are loaded before every test. */
const isSetup = (path: string): boolean => {
  const kind = findConfigKind(path);
  return kind === "runner" || kind === "manifest" || kind === "package-tool" || path.endsWith("conftest.py");
};

const toText = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

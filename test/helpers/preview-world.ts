import { lstatSync, readlinkSync } from "node:fs";
import { mkdir, readFile, readdir, realpath, writeFile } from "node:fs/promises";
import path from "node:path";

import { toSelection } from "../../generators/hooks/index.ts";
import { createCandidateStore } from "../../src/adapters/candidate-store.ts";
import { loadConfigEditor } from "../../src/adapters/config-editors.ts";
import { createDependencyCache } from "../../src/adapters/dependency-cache.ts";
import { createRepositoryDisk } from "../../src/adapters/disk.ts";
import { sha256 } from "../../src/adapters/hash.ts";
import { createLiveTree } from "../../src/adapters/live-tree.ts";
import { createProcessRunner } from "../../src/adapters/process-runner.ts";
import { createSourceList } from "../../src/adapters/source-list.ts";
import { createToolTable } from "../../src/adapters/tool-table.ts";
import type { Answers, PackageManager, ScopeAnswers } from "../../src/domain/answers.ts";
import type { AbsolutePath, RelativePath, ScopePath } from "../../src/domain/paths.ts";
import { relativePath } from "../../src/domain/paths.ts";
import type { FileState, Foreseen, Plan, PlanEntry } from "../../src/domain/plan.ts";
import type { PreviewResult } from "../../src/domain/preview.ts";
import { SELECTION_PATH } from "../../src/domain/receipt.ts";
import { Refusal } from "../../src/domain/refusal.ts";
import { TOOLCHAIN } from "../../src/domain/toolchain.ts";
import type { Toolchain } from "../../src/domain/toolchain.ts";
import { contain } from "../../src/pipeline/contain.ts";
import { foresee } from "../../src/pipeline/foresee.ts";
import { materialize } from "../../src/pipeline/materialize.ts";
import { preview } from "../../src/pipeline/preview.ts";
import type { PreviewTools, World } from "../../src/pipeline/world.ts";
import { TEST_CACHE, withTemporaryDirectory } from "./hi.ts";
import { makeManagerFolder } from "./package-managers.ts";

/** A scope of a scenario: where it is, and what of it is not ordinary. */
type ScopeChange = Partial<Omit<ScopeAnswers, "path">> & { readonly path: string };

/** What a scenario changes of an ordinary run; every part is the real adapter, or a wrapper round it. */
export interface PreviewOptions {
  readonly manager?: PackageManager;
  readonly scopes?: readonly ScopeChange[];
  readonly answers?: Partial<Answers>;
  /** Files that the plan writes; undefined deletes. */
  readonly planned?: Readonly<Record<string, string | undefined>>;
  readonly mode?: "on" | "off";
  readonly offline?: boolean;
  readonly toolchain?: Toolchain;
  readonly env?: Readonly<Record<string, string>>;
  /** The package managers that PATH has. */
  readonly managers?: readonly PackageManager[];
  readonly wrap?: (tools: PreviewTools) => PreviewTools;
  readonly signal?: AbortSignal;
  /** Completes the live tree before anything looks at it. */
  readonly before?: (live: string) => Promise<void>;
  /** Looks at the candidate once the preview is over, before it is disposed of. */
  readonly after?: (candidateRoot: string) => Promise<void>;
}

export type OnResult = Extract<PreviewResult, { mode: "on" }>;

/** A configuration as the generators write it, small enough to count by hand. */
export const SMALL_POLICY = `import { defineConfig } from "oxlint";
export default defineConfig({
  categories: { correctness: "off" },
  rules: { "no-debugger": "error", "no-var": "warn", eqeqeq: "warn" },
});
`;

/** Makes a repository, plans, materialises, proves and previews it, and disposes of the candidate whatever happens. */
export function withPreview(
  files: Readonly<Record<string, string>>,
  options: PreviewOptions,
  check: (run: {
    readonly result: PreviewResult;
    readonly live: AbsolutePath;
    readonly temporary: string;
  }) => Promise<void> | void
): Promise<void> {
  return withTemporaryDirectory(async (directory) => {
    const place = await makePlace(await realpath(directory), files);
    await options.before?.(place.live);
    const result = await runPreview(place, options);
    await check({ result, live: place.live, temporary: place.temporary });
  });
}

/** What is foreseen of a run in such a repository; nothing of it runs. */
export async function foreseeIn(
  files: Readonly<Record<string, string>>,
  options: PreviewOptions,
  check: (foreseen: Foreseen | undefined) => void
): Promise<void> {
  await withTemporaryDirectory(async (directory) => {
    const { plan } = await openRun(await makePlace(await realpath(directory), files), options);
    check(plan.foreseen);
  });
}

/** The refusal that a preview ends with, and what the temporary folder then holds. */
export async function refusePreview(files: Readonly<Record<string, string>>, options: PreviewOptions) {
  let facts: Refusal["facts"] | undefined;
  let left: readonly string[] = [];
  await withTemporaryDirectory(async (directory) => {
    const place = await makePlace(await realpath(directory), files);
    const ended = await runPreview(place, options).catch((error: unknown) => error);
    if (!(ended instanceof Refusal)) {
      throw ended instanceof Error ? ended : new Error(`no refusal: ${JSON.stringify(ended)}`);
    }
    facts = ended.facts;
    left = await readdir(place.temporary);
  });
  if (facts === undefined) throw new Error("no refusal");
  return { facts, left };
}

interface Place {
  readonly directory: string;
  readonly live: AbsolutePath;
  readonly temporary: string;
}

async function makePlace(directory: string, files: Readonly<Record<string, string>>): Promise<Place> {
  const live = path.join(directory, "live") as AbsolutePath;
  const temporary = path.join(directory, "temporary");
  await mkdir(live);
  await mkdir(temporary, { mode: 0o700 });
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(live, name)), { recursive: true });
    await writeFile(path.join(live, name), text);
  }
  return { directory, live, temporary };
}

/** The world and the plan of a run: every adapter that a preview uses, over the real disk. */
async function openRun({ directory, live, temporary }: Place, options: PreviewOptions) {
  const { manager = "npm", mode = "on" } = options;
  const folder = await makeManagerFolder(directory, options.managers ?? [manager]);
  const inherited = Object.entries(process.env).filter(([name]) => !/^(npm_|HI_)/.test(name)) as [string, string][];
  const env = {
    ...Object.fromEntries(inherited),
    PATH: [folder, "/usr/bin", "/bin"]
      .filter((one) => options.managers === undefined || one === folder)
      .join(path.delimiter),
    HI_CACHE: TEST_CACHE,
    HI_TEMP: temporary,
    ...options.env,
  };
  const interrupted = options.signal ?? new AbortController().signal;
  const processes = createProcessRunner(interrupted);
  const table = createToolTable({ env, processes });
  const tools: PreviewTools = { table, dependencies: createDependencyCache({ env, table }), live: createLiveTree() };
  const world = {
    env,
    toolchain: options.toolchain ?? TOOLCHAIN,
    disk: createRepositoryDisk(),
    sources: createSourceList(),
    candidates: createCandidateStore({ env, interrupted }),
    preview: options.wrap?.(tools) ?? tools,
    editors: loadConfigEditor,
    hash: sha256,
    progress: { stage: () => undefined, detail: () => undefined, done: () => undefined },
    interrupted,
  };
  const decided = await toPlan(live, options, manager);
  return { world, plan: await foresee(decided, { preview: mode }, world) };
}

async function runPreview(place: Place, options: PreviewOptions): Promise<PreviewResult> {
  const { mode = "on", offline = false } = options;
  const { world, plan } = await openRun(place, options);
  // Only what these stages use is there; the rest of the world has no part in a preview.
  const candidate = await materialize(plan, world as unknown as World, mode);
  try {
    const proven = await contain(candidate, world);
    const result = await preview(proven, plan, { mode, offline }, world);
    await options.after?.(candidate.root);
    return result;
  } finally {
    await world.candidates.dispose(candidate);
  }
}

async function toPlan(
  live: AbsolutePath,
  { planned = {}, scopes = [{ path: "." }], answers: changed = {}, toolchain = TOOLCHAIN }: PreviewOptions,
  manager: PackageManager
): Promise<Plan> {
  const answers: Answers = {
    providers: [],
    packs: ["base"],
    commitGate: "disabled",
    packageManager: manager,
    formatters: [],
    isGit: false,
    scopes: scopes.map(toScope),
    theirs: [],
    take: [],
    ...changed,
  };
  const isChanged = Object.keys(planned).length > 0;
  const selection = isChanged ? { [SELECTION_PATH]: JSON.stringify(toSelection(answers, toolchain)) } : {};
  const entries = await Promise.all(
    Object.entries({ ...selection, ...planned }).map(([name, text]) => toEntry(live, relativePath(name), text))
  );
  return {
    root: live,
    answers,
    inputsDigest: "",
    templateVersion: "0.0.0",
    templateDigest: "",
    entries,
    findings: [],
    install: [],
  };
}

const toScope = ({ path: scope, ...change }: ScopeChange): ScopeAnswers => ({
  path: scope as ScopePath,
  ignore: [],
  policy: { kind: "generated" },
  typed: false,
  format: false,
  ...change,
});

async function toEntry(live: AbsolutePath, name: RelativePath, text: string | undefined): Promise<PlanEntry> {
  const bytes = await readFile(path.join(live, name)).catch(() => undefined);
  const before: FileState = bytes
    ? { kind: "file", sha256: sha256(bytes), mode: 0o644, bytes, links: 1 }
    : { kind: "absent" };
  const written = bytes ? "update" : "create";
  return {
    path: name,
    action: text === undefined ? "delete" : written,
    ownership: "generated",
    generator: "lint",
    reason: { code: "new" },
    before,
    ...(text === undefined ? {} : { after: new TextEncoder().encode(text) }),
    mode: 0o644,
  };
}

/** Content, mode and mtime of everything below a folder, links by where they lead. */
export async function describeTree(root: string): Promise<ReadonlyMap<string, string>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const rows = await Promise.all(
    entries.map(async (entry) => {
      const full = path.join(entry.parentPath, entry.name);
      const { mode, mtimeMs, ino } = lstatSync(full);
      const target = entry.isSymbolicLink() ? readlinkSync(full) : "";
      const content = entry.isFile() ? sha256(await readFile(full)) : target;
      return [path.relative(root, full), `${mode} ${mtimeMs} ${ino} ${content}`] as const;
    })
  );
  return new Map(rows.toSorted(([left], [right]) => (left < right ? -1 : 1)));
}

/** The rows as short texts, for reading in an expectation. */
export function toRows(result: PreviewResult): readonly string[] {
  if (result.mode === "off") return [];
  return result.debt.rows.map(
    (row) =>
      `${row.scope} ${row.rule} ${row.severity} count ${row.count} fixable ${row.fixable} new ${row.new} same ${row.same}`
  );
}

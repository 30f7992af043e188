import { readdir } from "node:fs/promises";
import path from "node:path";

import { create as createMemory } from "mem-fs";
import { EnvironmentBase } from "yeoman-environment";

import type { GeneratorInput, HarnessGenerator, RowMetadata } from "../../generators/base.ts";
import { CommitGateGenerator } from "../../generators/commit-gate/index.ts";
import { DocsGenerator } from "../../generators/docs/index.ts";
import { FormatGenerator } from "../../generators/format/index.ts";
import { FormatterExclusionsGenerator } from "../../generators/formatter-exclusions/index.ts";
import { GuardGenerator } from "../../generators/guard/index.ts";
import { HooksGenerator } from "../../generators/hooks/index.ts";
import { LintGenerator } from "../../generators/lint/index.ts";
import { LintersGenerator } from "../../generators/linters/index.ts";
import { ClaudeGenerator } from "../../generators/provider-claude/index.ts";
import { CodexGenerator } from "../../generators/provider-codex/index.ts";
import { CursorGenerator } from "../../generators/provider-cursor/index.ts";
import { OpencodeGenerator } from "../../generators/provider-opencode/index.ts";
import { ScanGenerator } from "../../generators/scan/index.ts";
import { ScriptsGenerator } from "../../generators/scripts/index.ts";
import { UpdateWorkflowGenerator } from "../../generators/update-workflow/index.ts";
import type { DesiredFile } from "../domain/desired.ts";

/** What the generators are told, and the absolute folder of their templates. */
export interface YeomanInput extends GeneratorInput {
  readonly templates: string;
}

type GeneratorClass = new (args: string[], options: object) => HarnessGenerator;

/** By the generator's folder name, which the receipt records. */
const GENERATORS: Readonly<Record<string, GeneratorClass>> = {
  "commit-gate": CommitGateGenerator,
  docs: DocsGenerator,
  format: FormatGenerator,
  "formatter-exclusions": FormatterExclusionsGenerator,
  guard: GuardGenerator,
  hooks: HooksGenerator,
  lint: LintGenerator,
  linters: LintersGenerator,
  "provider-claude": ClaudeGenerator,
  "provider-codex": CodexGenerator,
  "provider-cursor": CursorGenerator,
  "provider-opencode": OpencodeGenerator,
  scripts: ScriptsGenerator,
  "update-workflow": UpdateWorkflowGenerator,
  scan: ScanGenerator,
};

/**
 * Runs every generator in memory and returns what each wants, sorted by path. Nothing is written, asked or started:
 * the destination is a folder that does not exist, and the commit, install and conflict tasks are switched off.
 */
export async function runGenerators({ templates, ...input }: YeomanInput): Promise<readonly DesiredFile[]> {
  await refuseLinks(templates);
  const sharedFs = createMemory();
  const destinationRoot = path.join(templates, "nowhere");
  const environment = new EnvironmentBase({
    adapter: new SilentAdapter() as never,
    cwd: destinationRoot,
    sharedFs: sharedFs as never,
    sharedOptions: { skipCache: true },
    skipInstall: true,
  } as never);
  const made: HarnessGenerator[] = [];
  for (const [name, Class] of Object.entries(GENERATORS)) {
    // What Yeoman would find out by looking for the nearest package.json, which may be the project's.
    Object.assign(Class, { namespace: `hi:${name}`, resolved: path.join(templates, name, "index.ts") });
    const generatorOptions = { destinationRoot, input, name, templates };
    made.push(await environment.instantiate(Class as never, { generatorArgs: [], generatorOptions } as never));
  }
  const [first, ...others] = made;
  for (const generator of others) await environment.queueGenerator(generator as never);
  if (first) await environment.runGenerator(first as never);
  return sharedFs
    .all()
    .flatMap(toDesired)
    .toSorted((left, right) => (left.path < right.path ? -1 : 1));
}

/** Templates are plain files: through a link, bytes from anywhere would land in the project. @throws Error a defect */
async function refuseLinks(templates: string): Promise<void> {
  const entries = await readdir(templates, { recursive: true, withFileTypes: true });
  const link = entries.find((entry) => entry.isSymbolicLink());
  if (link === undefined) return;
  throw new Error(`the template ${path.relative(templates, path.join(link.parentPath, link.name))} is a link`);
}

/** A file of the memory as the plan sees it; templates that were only read carry no metadata. */
function toDesired(file: object): readonly DesiredFile[] {
  const { contents, editorMetadata } = file as { contents?: Uint8Array; editorMetadata?: { hi?: RowMetadata } };
  const row = editorMetadata?.hi;
  if (!row || !contents) return [];
  const { destination, ...rest } = row;
  return [{ ...rest, path: destination, content: Buffer.from(contents).toString("utf8"), executable: false }];
}

/** Yeoman's terminal: says nothing, asks nothing, and hands errors to whoever waits for the run. */
class SilentAdapter {
  readonly #controller = new AbortController();
  readonly log = toSilentLog();

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  abort(reason: unknown): void {
    this.#controller.abort(reason);
  }

  prompt(): never {
    throw new Error("a generator asked a question; everything it may know is in its input");
  }

  async progress<Value>(run: (progress: { step: () => void }) => Value | Promise<Value>): Promise<Value> {
    return run({ step: () => undefined });
  }

  async queue<Value>(task: () => Value | Promise<Value>): Promise<Value> {
    return task();
  }

  onIdle(): Promise<void> {
    return Promise.resolve();
  }

  close(): void {
    // Nothing is open.
  }
}

/** A logger with Yeoman's method names, every one of them silent. */
function toSilentLog(): (...parts: unknown[]) => unknown {
  const names = [
    "conflict",
    "create",
    "debug",
    "error",
    "force",
    "identical",
    "info",
    "invoke",
    "ok",
    "skip",
    "write",
    "writeln",
  ];
  const log = (): unknown => log;
  return Object.assign(log, Object.fromEntries(names.map((name) => [name, log])));
}

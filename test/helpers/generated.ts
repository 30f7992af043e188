import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import path from "node:path";

import { loadConfigEditor } from "../../src/adapters/config-editors.ts";
import { openTemplates } from "../../src/adapters/template-engine.ts";
import type { Answers, ScopeAnswers } from "../../src/domain/answers.ts";
import type { DesiredFile } from "../../src/domain/desired.ts";
import { toLintConfig } from "../../src/domain/lint-policy.ts";
import { DEFAULT_LINTER_LIMITS, LINTER_TOOLS } from "../../src/domain/linters.ts";
import type { Linter } from "../../src/domain/linters.ts";
import type { RelativePath, ScopePath } from "../../src/domain/paths.ts";
import { BRIDGE_PATH } from "../../src/domain/receipt.ts";
import { TOOLCHAIN } from "../../src/domain/toolchain.ts";
import { PROJECT_ROOT } from "./hi.ts";

/** The answers of one npm package with every provider and the base pack, changed as told. */
export function makeAnswers(changes: Partial<Answers> = {}): Answers {
  return {
    providers: ["claude", "codex", "cursor", "opencode"],
    packs: ["base"],
    commitGate: "disabled",
    packageManager: "npm",
    formatters: [],
    isGit: true,
    scopes: [makeScopeAnswers(".")],
    theirs: [],
    take: [],
    ...changes,
  };
}

export function makeScopeAnswers(scope: string, changes: Partial<ScopeAnswers> = {}): ScopeAnswers {
  return {
    path: scope as ScopePath,
    ignore: [],
    policy: { kind: "generated" },
    typed: false,
    format: false,
    ...changes,
  };
}

/** A closed gate before every tool, changed as told. */
export function makeLinter(changes: Partial<Linter> = {}): Linter {
  return {
    name: "gate",
    argv: ["node", "linters/gate/linter.mjs"],
    events: ["pre-tool"],
    tools: LINTER_TOOLS,
    onFailure: "closed",
    limits: DEFAULT_LINTER_LIMITS,
    env: [],
    dir: "." as ScopePath,
    ...changes,
  };
}

/** A scope whose own JSON policy is composed: its answers, and the files that the composition needs. */
export async function makeComposed(
  scope: string,
  policy: string,
  changes: Partial<ScopeAnswers> = {}
): Promise<{ readonly scope: ScopeAnswers; readonly planned: Readonly<Record<string, string>> }> {
  const project = { kind: "json", path: policy as RelativePath, because: policy } as const;
  const composed = makeScopeAnswers(scope, { policy: { kind: "generated", project }, ...changes });
  const files = await generate(makeAnswers({ providers: [], scopes: [composed] }));
  const wanted = [toLintConfig(composed.path, composed.policy), BRIDGE_PATH];
  return { scope: composed, planned: Object.fromEntries(wanted.map((name) => [name, pick(files, name).content])) };
}

/** Everything that the generators want, by path. */
export async function generate(answers: Answers): Promise<ReadonlyMap<string, DesiredFile>> {
  const engine = await openTemplates();
  const files = await engine.generate(answers, TOOLCHAIN);
  return new Map(files.map((file) => [file.path as string, file]));
}

/** The one file of the name. @throws Error where it was not generated */
export function pick(files: ReadonlyMap<string, DesiredFile>, name: string): DesiredFile {
  const file = files.get(name);
  if (!file) throw new Error(`${name} was not generated, but ${[...files.keys()].join(", ")}`);
  return file;
}

/** Lands the files in a folder as a publication would: whole ones written, keys merged into what is there. */
export async function land(root: string, files: Iterable<DesiredFile>): Promise<void> {
  for (const file of files) {
    const target = path.join(root, file.path);
    const present = await readFile(target, "utf8").catch(() => undefined);
    if (present === undefined && file.mustExist) continue;
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, file.keys && present !== undefined ? await merge(file, present) : file.content);
  }
}

async function merge({ format = "json", keys = [] }: DesiredFile, present: string): Promise<string> {
  const editor = await loadConfigEditor(format);
  let text = present;
  for (const { pointer, value } of keys) {
    const edited = pointer.endsWith("/-")
      ? editor.edit(text, { kind: "append", pointer: pointer.slice(0, -2), value })
      : editor.edit(text, { kind: "set", pointer, value });
    if (!edited.ok) throw new Error(edited.reason);
    text = edited.text;
  }
  return text;
}

/** Gives a folder this project's own tools, each by a link, as an install would. */
export async function linkTools(root: string, packages: readonly string[]): Promise<void> {
  const modules = path.join(root, "node_modules");
  await mkdir(modules, { recursive: true });
  for (const name of [".bin", ...packages]) {
    await mkdir(path.dirname(path.join(modules, name)), { recursive: true });
    await symlink(path.join(PROJECT_ROOT, "node_modules", name), path.join(modules, name));
  }
}

export async function writeAll(root: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(root, name)), { recursive: true });
    await writeFile(path.join(root, name), text);
  }
}

import { chmod, lstat, mkdir, readdir, readFile, realpath, symlink, writeFile } from "node:fs/promises";
import path from "node:path";

import { expect } from "vitest";

import type { DoctorFinding } from "../../src/domain/doctor.ts";
import { init, withProject } from "../seams/reports.fixture.ts";
import type { Files, Project, Where } from "../seams/reports.fixture.ts";
import { PROJECT_ROOT } from "./hi.ts";
import { hashTree } from "./tree-hash.ts";

export interface ToldFinding extends Omit<DoctorFinding, "next" | "path"> {
  readonly path: string | null;
  readonly seen: string;
  readonly next: string | null;
}

/** What `hi doctor --json` prints. */
export interface DoctorDocument {
  readonly format: string;
  readonly exitCode: number;
  readonly root: string | null;
  readonly findings: readonly ToldFinding[];
  readonly refusal: { readonly code: string; readonly message: string; readonly next: string } | null;
}

/** Where the agents' own configuration lies; the project's fixture makes the folder HOME. */
export const homeOf = (project: Project, ...names: string[]): string => path.join(project.directory, "home", ...names);

/** An initialised repository whose tools are installed; every agent is selected. */
export function withSetUp(
  work: (project: Project) => Promise<void>,
  { files = {}, flags = [] }: { readonly files?: Files; readonly flags?: readonly string[] } = {}
): Promise<void> {
  return withProject(files, async (project) => {
    await init(project, ["--packs", "base", "--providers", "claude,codex,cursor,opencode", ...flags]);
    await symlink(path.join(PROJECT_ROOT, "node_modules"), path.join(project.root, "node_modules"));
    await work(project);
  });
}

/** Runs the doctor, and proves that it exits as its document says. */
export async function runDoctor(project: Project, at: Where = {}): Promise<DoctorDocument> {
  const ended = await project.hi(["doctor", "--json"], { ...at, env: { ...NEUTRAL, ...at.env } });
  expect(ended.stderr).toBe("");
  const document = JSON.parse(ended.stdout) as DoctorDocument;
  expect(ended.exitCode).toBe(document.exitCode);
  return document;
}

/** What the machine of whoever runs the tests must not add. */
const NEUTRAL = {
  CLAUDE_CONFIG_DIR: "",
  CODEX_HOME: "",
  XDG_CONFIG_HOME: "",
  CLAUDE_PROJECT_DIR: "",
  OPENCODE_PURE: "",
};

/** The findings of a code. */
export const pickCode = ({ findings }: DoctorDocument, code: string): readonly ToldFinding[] =>
  findings.filter((finding) => finding.code === code);

/** The codes of what is not as it should be, in their order. */
export const listWrong = ({ findings }: DoctorDocument): readonly string[] =>
  findings.filter(({ severity }) => severity === "error").map(({ code }) => code);

/** Writes a file of the user's own. */
export async function writeHome(project: Project, name: string, text: string): Promise<void> {
  await mkdir(path.dirname(homeOf(project, name)), { recursive: true });
  await writeFile(homeOf(project, name), text);
}

/** A folder with a program named node in it, alone on PATH but for what the system has. */
export async function makeNode(project: Project, script: string): Promise<Record<string, string>> {
  const folder = path.join(project.directory, "bin");
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, "node"), `#!/bin/sh\n${script}\n`);
  await chmod(path.join(folder, "node"), 0o755);
  return { PATH: [await realpath(folder), "/usr/bin", "/bin"].join(path.delimiter) };
}

/**
 * Everything around the repository and in it, git's own files and the home too, but for the tools, which are linked in
 * and would be walked.
 */
export async function hashAll(project: Project): Promise<ReadonlyMap<string, string>> {
  const folders = ["home", "temporary", ...(await readdir(project.root)).map((name) => path.join("shop", name))];
  const walked = folders.filter((name) => !name.endsWith("node_modules"));
  const found = await Promise.all(walked.map(async (name) => hashOne(project.directory, name)));
  return new Map(found.flat());
}

async function hashOne(directory: string, name: string): Promise<readonly (readonly [string, string])[]> {
  const full = path.join(directory, name);
  if ((await lstat(full)).isDirectory()) {
    return [...(await hashTree(full))].map(([inside, hash]) => [`${name}/${inside}`, hash] as const);
  }
  const { mtimeNs, mode } = await lstat(full, { bigint: true });
  return [[name, `${mtimeNs} ${mode} ${await readFile(full, "utf8")}`]];
}

import { lstatSync, readdirSync, realpathSync } from "node:fs";
import path from "node:path";

import type { NotPreviewed } from "../domain/candidate.ts";
import type { AbsolutePath, RelativePath } from "../domain/paths.ts";
import { isRelativePath } from "../domain/paths.ts";
import type { SourceList, SourceSurvey } from "../pipeline/world.ts";
import { isRepositoryTop } from "../runtime/io/folder-kind.ts";
import { runGit } from "./git-command.ts";
import { readGitLayout, toGitRefusal } from "./git-layout.ts";
import { findIgnorePipe } from "./ignore-pipe.ts";
import { isNeverCopied, isPreviewFile, isSkippedFolder } from "./preview-files.ts";
import { addReferencedFiles } from "./referenced-files.ts";
import { ABSENCE, orUndefined } from "./system-error.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** A listed name; `isLink` where the lister knows. */
interface Listed {
  readonly name: string;
  readonly isLink: boolean | undefined;
  /** A folder that is a repository of its own: nothing in it is listed. */
  readonly isRepository?: true;
}

/** Lists what the preview needs: through git where there is git, else by walking. The index is only read. */
export function createSourceList(): SourceList {
  return {
    list: async (root, env) => (await surveySources(root, env)).paths,
    survey: surveySources,
  };
}

async function surveySources(root: AbsolutePath, env: Environment): Promise<SourceSurvey> {
  const realRoot = realpathSync.native(root) as AbsolutePath;
  const listed = (await listWithGit(realRoot, env)) ?? walkFolders(realRoot);
  const paths = new Set<RelativePath>();
  const repositories: RelativePath[] = [];
  const notPreviewed: NotPreviewed[] = [];
  for (const { name, isLink, isRepository } of listed) {
    if (isRepository && isRelativePath(name)) repositories.push(name);
    if (isRepository || isNeverCopied(name)) continue;
    const isPath = isRelativePath(name);
    const isWanted = isPreviewFile(name) || (isLink ?? (isPath && isLinkOnDisk(realRoot, name)));
    if (isWanted && isPath) paths.add(name);
    else if (isWanted) notPreviewed.push({ path: name, why: "unusual-name" });
  }
  const all = addReferencedFiles(realRoot, [...paths]);
  return { paths: all.toSorted(), repositories: repositories.toSorted(), notPreviewed };
}

/** Links are listed whatever their name: they may lead to a source, or out. */
function isLinkOnDisk(root: AbsolutePath, name: RelativePath): boolean {
  return orUndefined(ABSENCE, () => lstatSync(path.join(root, name)))?.isSymbolicLink() ?? false;
}

/** Tracked, and untracked but not ignored. Undefined where git has nothing to say here. */
async function listWithGit(root: AbsolutePath, env: Environment): Promise<readonly Listed[] | undefined> {
  const [layout, tracked, others] = await Promise.all([
    readGitLayout(root, env),
    runGit(root, ["ls-files", "-z", "--stage"], env),
    runGit(root, ["ls-files", "-z", "--others", "--exclude-standard"], env, () => findIgnorePipe(root)),
  ]);
  // What git lists counts only where it speaks for this folder.
  if (layout === undefined) return undefined;
  const failed = [tracked, others].find((outcome) => outcome.ending !== "ok");
  if (failed) throw toGitRefusal(root, failed);
  return [...splitRecords(tracked.stdout).flatMap(parseTracked), ...splitRecords(others.stdout).flatMap(parseOther)];
}

const LINK_MODE = "120000";
/** A submodule: a folder of another repository, with its own configuration. */
const SUBMODULE_MODE = "160000";

function parseTracked(record: string): readonly Listed[] {
  const [, mode, name] = /^(\d{6}) [0-9a-f]+ \d\t([\s\S]+)$/.exec(record) ?? [];
  if (name === undefined) return [];
  if (mode === SUBMODULE_MODE) return [{ name, isLink: false, isRepository: true }];
  return [{ name, isLink: mode === LINK_MODE }];
}

/** An untracked repository below this one is listed as a folder, with a slash at its end. */
function parseOther(record: string): readonly Listed[] {
  if (record.endsWith("/")) return [{ name: record.slice(0, -1), isLink: false, isRepository: true }];
  return [{ name: record, isLink: undefined }];
}

/** Splits at NUL. Bytes that are not UTF-8 stay visible as `\xNN`, which is no path of ours. */
function splitRecords(bytes: Buffer): string[] {
  const text = bytes.toString("utf8");
  const records = text.split("\0");
  if (!text.includes("\uFFFD")) return records.filter((record) => record !== "");
  return splitBytes(bytes).map(decodeName);
}

function splitBytes(bytes: Buffer): Buffer[] {
  const parts: Buffer[] = [];
  for (let start = 0; start < bytes.length;) {
    const nul = bytes.indexOf(0, start);
    const end = nul === -1 ? bytes.length : nul;
    if (end > start) parts.push(bytes.subarray(start, end));
    start = end + 1;
  }
  return parts;
}

function decodeName(bytes: Buffer): string {
  const text = bytes.toString("utf8");
  if (Buffer.from(text, "utf8").equals(bytes)) return text;
  return [...bytes].map((byte) => (byte < 0x80 ? String.fromCharCode(byte) : `\\x${byte.toString(16)}`)).join("");
}

/**
 * Every file and link below the root, for a project without git. Links are named, never followed: a glob library either
 * follows them or leaves them out, and both would hide a link that leads out.
 */
function walkFolders(root: AbsolutePath): readonly Listed[] {
  const listed: Listed[] = [];
  const pending: string[] = [""];
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    const here = path.join(root, folder);
    if (folder !== "" && isRepositoryTop(here)) {
      listed.push({ name: folder, isLink: false, isRepository: true });
      continue;
    }
    const entries = orUndefined([...ABSENCE, "EACCES"], () =>
      readdirSync(here, { encoding: "buffer", withFileTypes: true })
    );
    for (const entry of entries ?? []) {
      const name = decodeName(entry.name);
      const inside = folder === "" ? name : `${folder}/${name}`;
      if (entry.isDirectory() && isRelativePath(inside)) {
        if (!isSkippedFolder(name)) pending.push(inside);
      } else listed.push({ name: inside, isLink: entry.isSymbolicLink() });
    }
  }
  return listed;
}

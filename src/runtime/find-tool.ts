import path from "node:path";

import type { PostEditFailure } from "../contracts/post-edit-result.ts";
import { findPlugAndPlay } from "./find-plug-and-play.ts";
import { findInstallCommand } from "./install-command.ts";
import { readJson } from "./io/read-json.ts";

type ToolPackage = "oxlint" | "oxfmt";

/** A tool as installed: its package's JavaScript entry, to be run by this same Node. */
export interface Tool {
  readonly name: ToolPackage;
  readonly version: string;
  readonly entry: string;
}

export interface ToolWanted {
  readonly name: ToolPackage;
  /** Exact; undefined takes whatever is installed. */
  readonly version: string | undefined;
}

/** Absolute real paths; the search goes from `from` up to `root` and no further: never global, never downloaded. */
export interface ToolPlace {
  readonly root: string;
  readonly from: string;
}

/** The scope's own package of a tool, or why it cannot be used. */
export async function findTool(wanted: ToolWanted, place: ToolPlace): Promise<Tool | PostEditFailure> {
  for (const home of listHomes(wanted.name, place)) {
    const manifest = await readJson(path.join(home, "package.json"));
    if (manifest.kind !== "absent") return toTool(wanted, home, manifest.kind === "value" ? manifest.value : undefined);
  }
  const from = path.relative(place.root, place.from) || "the repository root";
  const missing = `node_modules/${wanted.name} is not installed (looked from ${from} upward)`;
  return toFailure("tool-missing", wanted, `${missing}: run ${findInstallCommand(place.root)}`);
}

/** Where the package may be: in a node_modules from the folder upward, else where Plug'n'Play keeps it. */
function* listHomes(name: ToolPackage, place: ToolPlace): Generator<string> {
  for (const folder of listFolders(place)) yield path.join(folder, "node_modules", name);
  const home = findPlugAndPlay(name, place.from);
  if (home !== undefined) yield home;
}

function* listFolders({ root, from }: ToolPlace): Generator<string> {
  let folder = from;
  while (folder !== root && folder.startsWith(root + path.sep)) {
    yield folder;
    folder = path.dirname(folder);
  }
  yield root;
}

function toTool(wanted: ToolWanted, home: string, manifest: unknown): Tool | PostEditFailure {
  const { version, bin } = (manifest ?? {}) as { readonly version?: unknown; readonly bin?: unknown };
  const entry = typeof bin === "object" && bin !== null ? (bin as Readonly<Record<string, unknown>>)[wanted.name] : bin;
  if (typeof version !== "string" || typeof entry !== "string") {
    return toFailure("tool-missing", wanted, `node_modules/${wanted.name}/package.json names no program to run`);
  }
  if (wanted.version !== undefined && version !== wanted.version) {
    const text = `${wanted.name} ${version} is installed, ${wanted.version} is selected: install the dependencies`;
    return toFailure("tool-version", wanted, text);
  }
  return { name: wanted.name, version, entry: path.join(home, entry) };
}

function toFailure(kind: "tool-missing" | "tool-version", wanted: ToolWanted, output: string): PostEditFailure {
  return { kind, command: [wanted.name], exitCode: null, signal: null, output };
}

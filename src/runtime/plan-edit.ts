import path from "node:path";

import type { EditEvent } from "../agents/agent.ts";
import type { RelativePath } from "../domain/paths.ts";
import type { Route } from "../domain/route.ts";
import type { ScopeEdit } from "./check-scope.ts";
import { readEdited } from "./edited-file.ts";
import { findOwnersOnDisk } from "./find-owner.ts";
import { readGitIgnore } from "./git-ignore.ts";
import { locateFile } from "./locate-file.ts";
import { readProtection } from "./protected-files.ts";
import { readSelection } from "./read-selection.ts";

/** What an edit comes to. */
export interface EditPlan {
  readonly scopes: readonly ScopeEdit[];
  /** What the selection gives a run, in milliseconds; undefined where it was not asked, as nothing is to be done. */
  readonly deadlineMs?: number;
}

/**
 * Decides what an edit comes to: its files, by the scope that owns them. Everything that is not an edited, owned,
 * supported file is left out in silence, and no file at all never becomes a run over the project.
 * @throws ConfigurationError where the selection, the receipt or a `.gitignore` cannot be read
 */
export async function planEdit(root: string, edit: EditEvent): Promise<EditPlan> {
  const files = await locateFiles(root, edit);
  if (files.length === 0) return { scopes: [] };
  const { routes, deadlineMs } = await readSelection(root);
  const isProtected = await readProtection(root);
  const owners = findOwnersOnDisk(root, routes);
  const isGitIgnored = readGitIgnore(root);
  const owned = new Map<Route, RelativePath[]>();
  const bytes = new Map<RelativePath, Buffer>();
  for (const file of files) {
    const route = owners.ofFile(file);
    if (!route || (await isGitIgnored(file))) continue;
    const content = await readEdited(root, file);
    // `.ts` is a video format too. What cannot be read is left out as well.
    if (!content || content.includes(0)) continue;
    owned.set(route, [...(owned.get(route) ?? []), file]);
    bytes.set(file, content);
  }
  const scopes = [...owned].map(([route, mine]) => ({
    route,
    files: mine,
    rewritable: mine.filter((file) => !isProtected(file, route)),
    bytes,
  }));
  return { scopes, deadlineMs };
}

/** Relative paths belong to the folder that the payload names, else to the repository root. */
async function locateFiles(root: string, edit: EditEvent): Promise<readonly RelativePath[]> {
  const base = path.resolve(root, edit.base ?? ".");
  const files = await Promise.all(edit.paths.map((named) => locateFile(root, base, named)));
  return [...new Set(files.filter((file) => file !== undefined))];
}

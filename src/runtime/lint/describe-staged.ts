import { existsSync, lstatSync } from "node:fs";
import path from "node:path";

import type { Task } from "./choose-files.ts";
import { LINTABLE } from "./choose-files.ts";
import { isMisread } from "./list-files.ts";
import type { Staged } from "./staged-names.ts";

const SHOWN_NAMES = 10;

/**
 * What was judged where the disk is not what will be committed. A hook manager that sets unstaged changes aside leaves
 * nothing to say here.
 */
export function describeStaged(
  { names, kept, differing }: Staged,
  { tasks }: { readonly tasks: readonly Task[] },
  root: string
): readonly string[] {
  const named = new Set<string>(tasks.flatMap(({ files }) => (files === "all" ? [] : files)));
  const wholes = tasks.filter(({ files }) => files === "all").map(({ route }) => route.path);
  const policies = new Set<string | undefined>(
    tasks.map(({ route, check }) => (check === "lint" ? route.config : route.formatConfig))
  );
  const isJudged = (name: string): boolean =>
    named.has(name) || (LINTABLE.test(name) && wholes.some((scope) => scope === "." || name.startsWith(`${scope}/`)));
  const differ = [...differing].toSorted();
  const gone = differ.filter((name) => kept.has(name) && !existsSync(path.join(root, name)) && !isMisread(root, name));
  const deleted = names.filter((name) => !kept.has(name) && isFile(path.join(root, name)));
  const judged = differ.filter((name) => isJudged(name) && !gone.includes(name) && !policies.has(name));
  return [
    ...toNote(judged, "judged as on disk, which is not as staged"),
    ...toNote(gone, "staged and gone from disk: not judged"),
    ...toNote(deleted, "its deletion is staged: what is still on disk is not judged"),
    ...toNote(
      differ.filter((name) => policies.has(name)),
      "this policy was used as on disk, which is not as staged"
    ),
  ];
}

function isFile(place: string): boolean {
  return lstatSync(place, { throwIfNoEntry: false })?.isFile() ?? false;
}

function toNote(names: readonly string[], what: string): readonly string[] {
  if (names.length === 0) return [];
  const more = names.length > SHOWN_NAMES ? ` and ${names.length - SHOWN_NAMES} more` : "";
  return [`${names.slice(0, SHOWN_NAMES).join(", ")}${more}: ${what}`];
}

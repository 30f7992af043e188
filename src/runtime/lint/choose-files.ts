import type { Stats } from "node:fs";
import { realpathSync, statSync } from "node:fs";
import path from "node:path";

import type { LeftNames, LeftReason } from "../../contracts/lint-result.ts";
import { LEFT_REASONS } from "../../contracts/lint-result.ts";
import type { CheckKind } from "../../domain/check-kind.ts";
import { isRelativePath, isWithin } from "../../domain/paths.ts";
import type { RelativePath, ScopePath } from "../../domain/paths.ts";
import type { Route } from "../../domain/route.ts";
import { findCauses } from "./find-causes.ts";
import { isMisread, listOwnFiles, toUnreachableNotes } from "./list-files.ts";
import type { WalkPlace } from "./list-files.ts";

/** What one check of one scope looks at: all of it, or these files. */
export interface Task {
  readonly route: Route;
  readonly check: CheckKind;
  readonly files: "all" | readonly RelativePath[];
  /** What was named and makes it all of the scope. */
  readonly because?: RelativePath | undefined;
}

export interface Choice {
  readonly tasks: readonly Task[];
  readonly left: readonly LeftNames[];
  /** The paths that were named, whether anything stands there or not. */
  readonly named: readonly RelativePath[];
  /** What in named folders is out of reach. */
  readonly notes: readonly string[];
}

/** What is asked for, by names as they were given. */
export interface Asked {
  readonly names: readonly string[];
  /** The absolute folder that relative names start from. */
  readonly base: string;
  /** Names that are deleted, whatever stands there by now: no files, only causes. */
  readonly deleted?: ReadonlySet<string>;
  /** Names that are known to be new; undefined where that is not known of any. */
  readonly added?: ReadonlySet<string> | undefined;
  /** The routes that may be checked. */
  readonly routes: readonly Route[];
  readonly checks: readonly CheckKind[];
  /** No name asks for more than itself: no cause is looked for. */
  readonly exactly?: boolean | undefined;
}

/** What oxlint reads (1.80.0). */
export const LINTABLE = /\.(?:[cm]?[jt]s|[jt]sx|vue|svelte|astro)$/;
/** The formatter itself passes over what it cannot read. */
export const FORMATTABLE = /./;
const WANTED: Readonly<Record<CheckKind, RegExp>> = { lint: LINTABLE, format: FORMATTABLE };

/** How many names are shown of those that are left for one reason. */
const SHOWN_NAMES = 20;

/**
 * Turns names into work: each file goes to its owner, once; a name that a scope's policy or tools come from asks for all
 * of that scope; a folder for what is owned in it. What is left, and why, is told. A name whose file is gone is never
 * passed on. @throws ConfigurationError
 */
export function chooseFiles(asked: Asked, place: WalkPlace): Choice {
  const left = new Map<LeftReason, string[]>(LEFT_REASONS.map((reason) => [reason, []]));
  const found = asked.names.map((name) => {
    const located = locate(place.root, asked.base, name);
    return asked.deleted?.has(name) ? { ...located, kind: "absent" as const } : located;
  });
  const named = [...new Set(found.flatMap(({ lexical }) => (lexical === undefined ? [] : [lexical])))];
  const tasks = openTasks(asked, named, place);
  const causes = new Set<string | undefined>(tasks.flatMap((task) => task.causes));
  const unreachable = new Set<string>();
  for (const one of found) {
    const reason =
      one.kind === "folder" ? takeFolder(tasks, one.real, { place, unreachable }) : takeFile(tasks, one, place);
    if (reason && !causes.has(one.lexical)) left.get(reason)?.push(one.name);
  }
  return {
    named,
    left: LEFT_REASONS.flatMap((reason) => toLeft(reason, left.get(reason) ?? [])),
    notes: toUnreachableNotes([...unreachable]),
    tasks: tasks.filter(({ files, causes: own }) => own.length > 0 || files.size > 0).map(toTask),
  };
}

function toTask({ route, check, files, causes: [because] }: OpenTask): Task {
  return { route, check, files: because === undefined ? [...files].toSorted() : "all", because };
}

interface OpenTask extends Pick<Task, "check" | "route"> {
  readonly files: Set<RelativePath>;
  /** What was named and makes it all of the scope. */
  readonly causes: readonly RelativePath[];
}

function openTasks(
  { routes, checks, added, exactly = false }: Asked,
  named: readonly RelativePath[],
  place: WalkPlace
): readonly OpenTask[] {
  return routes.flatMap((route) =>
    checks
      .filter((check) => check === "lint" || route.formatConfig !== undefined)
      .map((check) => ({
        route,
        check,
        files: new Set<RelativePath>(),
        causes: exactly ? [] : findCauses({ place, route, check, added }, named),
      }))
  );
}

/** Where a name leads. */
interface Located {
  readonly name: string;
  /** As it is named, whether something stands there or not; undefined outside the repository. */
  readonly lexical: RelativePath | undefined;
  /** Without links on the way. */
  readonly real: RelativePath | undefined;
  readonly kind: "absent" | "file" | "folder" | "other";
  /** It is in the repository, and no path of ours. */
  readonly isUnusual: boolean;
}

function locate(root: string, base: string, name: string): Located {
  const place = path.resolve(base, name);
  const lexical = toInside(root, place) ?? toInside(root, toRealParent(place));
  const isUnusual = lexical === undefined && place.startsWith(root + path.sep);
  try {
    const real = realpathSync(place);
    return { name, lexical, real: toInside(root, real), kind: toKind(statSync(real)), isUnusual };
  } catch {
    return { name, lexical, real: undefined, kind: "absent", isUnusual };
  }
}

function toKind(facts: Stats): Located["kind"] {
  if (facts.isFile()) return "file";
  return facts.isDirectory() ? "folder" : "other";
}

/** The place by the real path of its folder: a name may come in through a link that leads to the root. */
function toRealParent(place: string): string {
  try {
    return path.join(realpathSync(path.dirname(place)), path.basename(place));
  } catch {
    return place;
  }
}

function toInside(root: string, place: string): RelativePath | undefined {
  const inside = path.relative(root, place).split(path.sep).join("/");
  if (inside === "") return "." as RelativePath;
  return isRelativePath(inside) ? inside : undefined;
}

function takeFile(
  tasks: readonly OpenTask[],
  { lexical, real, kind, isUnusual }: Located,
  { root, owners, ignores }: WalkPlace
): LeftReason | undefined {
  if (isUnusual || (lexical !== undefined && isMisread(root, lexical))) return "unusual";
  if (kind === "absent") return lexical === undefined ? "outside" : "gone";
  if (real === undefined) return "outside";
  const owner = owners.ofFile(real);
  if (owner === undefined) return "unowned";
  const own = tasks.filter((task) => task.route === owner);
  if (own.length === 0) return "not-asked";
  if (kind === "other") return "unsupported";
  if (ignores.isIgnored(real)) return "ignored";
  const takers = own.filter((task) => WANTED[task.check].test(real));
  for (const task of takers) task.files.add(real);
  return takers.length > 0 ? undefined : "unsupported";
}

/** What is owned in a folder, whoever owns it. */
function takeFolder(
  tasks: readonly OpenTask[],
  folder: RelativePath | undefined,
  { place, unreachable }: { readonly place: WalkPlace; readonly unreachable: Set<string> }
): LeftReason | undefined {
  if (folder === undefined) return "outside";
  const inside = folder as ScopePath;
  let taken = 0;
  for (const { route, check, files } of tasks) {
    if (!isWithin(inside, route.path) && !isWithin(route.path, inside)) continue;
    const from = isWithin(inside, route.path) ? route.path : inside;
    const listed = listOwnFiles(route, place, { from, isWanted: WANTED[check] });
    for (const file of listed.files) files.add(file);
    for (const name of listed.unreachable) unreachable.add(name);
    taken += listed.files.length;
  }
  if (taken > 0) return undefined;
  return place.owners.ofFolder(inside) ? "unsupported" : "unowned";
}

function toLeft(reason: LeftReason, names: readonly string[]): readonly LeftNames[] {
  if (names.length === 0) return [];
  const sorted = [...new Set(names)].toSorted();
  return [{ reason, count: sorted.length, names: sorted.slice(0, SHOWN_NAMES) }];
}

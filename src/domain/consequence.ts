import type { OwnedKey } from "./desired.ts";
import { toPointerSegments } from "./json.ts";

/** What does not work while the project's own version of a tool stands; shown first in the plan. */
const WITHOUT: Readonly<Record<string, string>> = {
  "@effect/tsgo": "the Effect rules are not patched in",
  lefthook: "the commit gate runs with the project's version of lefthook",
  oxfmt: "formatting follows the project's version of oxfmt, and its bytes may differ from the preview",
  oxlint: "linting follows the project's version of oxlint, and its findings may differ from the preview",
  "oxlint-tsgolint": "type-aware rules may not run",
  typescript: "the Effect rules and this version's type checks do not run; linting itself is not affected",
  ultracite: "the generated lint configuration loads the project's version of the presets",
};

/** Names the devDependency that a key of a manifest stands for, if it is one. */
export function toDependencyName(key: OwnedKey): string | undefined {
  const [section, name] = toPointerSegments(key.pointer);
  return section === "devDependencies" ? name : undefined;
}

/** What will not work until the user takes ours; undefined where nothing is lost but our key itself. */
export function findConsequence(key: OwnedKey): string | undefined {
  const dependency = toDependencyName(key);
  if (dependency !== undefined) return WITHOUT[dependency];
  if (key.pointer === "/default") return "the scope is linted by the project's policy alone, without the defaults";
  const [section, script] = toPointerSegments(key.pointer);
  return section === "scripts" ? `\`${script}\` runs the project's own command, not the managed route` : undefined;
}

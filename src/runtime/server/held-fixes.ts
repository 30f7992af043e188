/** Rules whose fix takes away what the next edit may be about to use, as `plugin/rule`; the linter's own and the best known. */
const HELD = [
  "import/no-empty-named-blocks",
  "no-unused-labels",
  "no-unused-vars",
  "unused-imports/no-unused-imports",
  "unused-imports/no-unused-vars",
];

/** Any plugin's rule of that kind. */
const HELD_NAME = /(?:^|\/)(?:no-unused-|no-empty-named-blocks$)/;

/** True for a rule, `plugin/rule`, whose fixes stay off after an edit: an unused import may be used by the next one. */
export function isHeld(rule: string): boolean {
  return HELD_NAME.test(rule);
}

/** The rules to be named to a server: the known ones, and those of `found` that are of their kind. */
export function listHeld(found: readonly string[]): readonly string[] {
  return [...new Set([...HELD, ...found.filter(isHeld)])].toSorted();
}

/** `plugin/rule` for the linter's `plugin(rule)`; the core rules have no plugin. */
export function toRuleName(code: string): string {
  const [, plugin = "", rule = ""] = /^([^(]*)\((.*)\)$/.exec(code) ?? [];
  return plugin === "" || plugin === "eslint" ? rule : `${plugin}/${rule}`;
}

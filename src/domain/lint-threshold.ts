import type { Json } from "./json.ts";
import type { OxlintCommand, UnreadCall } from "./oxlint-command.ts";

/** What the project says of how many warnings it lets through. */
export interface ThresholdFacts {
  /** The scope's own calls of oxlint. */
  readonly commands: readonly OxlintCommand[];
  /** Those that could not be read. */
  readonly unread?: readonly UnreadCall[];
  /** `options` of its policy; "unread" where it has a threshold that only running it would tell. */
  readonly options?: Readonly<Record<string, Json>> | "unread" | undefined;
}

/** The one number that every route takes; undefined where the project has none. Or what stands in the way of one. */
export type Threshold = { readonly maxWarnings: number | undefined } | { readonly conflict: string };

/**
 * The project's threshold, as oxlint would apply it: a script's flag before the policy's option, and to deny warnings is
 * to let none through. Several numbers, one that a shell or a module makes, or what is no count, cannot be one number of
 * a route.
 */
export function decideThreshold({ commands, unread = [], options }: ThresholdFacts): Threshold {
  const said = commands.filter((command) => command.maxWarnings !== undefined);
  const shell = said.find(({ maxWarnings }) => Number.isNaN(maxWarnings));
  if (shell) return { conflict: `script ${shell.script} makes it in a shell` };
  const dark = unread.find(({ hasThreshold }) => hasThreshold);
  if (dark) return { conflict: `script ${dark.script} gives one to oxlint in a form that is not read` };
  const numbers = new Set(said.map(({ maxWarnings }) => maxWarnings));
  if (numbers.size > 1) {
    return { conflict: said.map(({ script, maxWarnings }) => `script ${script} says ${maxWarnings}`).join(", ") };
  }
  if (options === "unread") return { conflict: "its module makes it" };
  const fromPolicy = options?.["maxWarnings"] ?? undefined;
  if (fromPolicy !== undefined && !isCount(fromPolicy)) {
    return { conflict: `the policy's options.maxWarnings is no count of warnings: ${JSON.stringify(fromPolicy)}` };
  }
  if (options?.["denyWarnings"] === true) return { maxWarnings: 0 };
  const [fromScript] = numbers;
  if (fromScript !== undefined) return { maxWarnings: fromScript };
  return { maxWarnings: fromPolicy };
}

/** What a selection can hold: a route refuses every other number. */
function isCount(value: Json): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

import type { RuleFacts } from "../../domain/lint-debt.ts";
import type { PreviewRun } from "./run.ts";
import { start } from "./run.ts";

/** What the pinned linter says of its rules. A rule that is not on its list is a plugin's. */
export interface RuleList {
  /** Whether it may have a safe fix; a plugin's rule may. */
  readonly isFixable: (rule: string) => boolean;
  readonly describe: (rule: string) => RuleFacts;
}

/** Where no rule has a finding, there is nothing to ask of it. */
export const NO_RULES: RuleList = { isFixable: () => false, describe: () => ({ typed: false }) };

/** One row of `oxlint --rules --format=json`, as far as it is read. */
interface Listed {
  readonly value: string;
  readonly fix: string;
  readonly type_aware?: unknown;
  readonly docs_url?: unknown;
}

/** A plugin whose rules all come from the type checker's own process. */
const TYPED_PLUGIN = "effecttsgo";

/** Asks the linter for its list. */
export async function readRules(run: PreviewRun): Promise<RuleList> {
  const outcome = await start(run, { row: "lint-rules", cwd: run.candidate.root });
  const listed = Map.groupBy(parseList(outcome.stdout), ({ value }) => value);
  const find = (rule: string): readonly Listed[] | undefined => listed.get(toName(rule)?.name ?? "");
  return {
    isFixable: (rule) => {
      const kinds = toName(rule) === undefined ? [] : (find(rule)?.map(({ fix }) => fix) ?? ["fix"]);
      return kinds.some(
        (kind) => /(?:^|_)fix/.test(kind.replace(/^(?:fixable|conditional)_/, "")) && !kind.includes("dangerous")
      );
    },
    describe: (rule) => {
      const isTyped = ({ type_aware: typed }: Listed): boolean => typed === true;
      const plugin = toName(rule)?.plugin ?? "";
      const isChecker = plugin === TYPED_PLUGIN || /^typescript\(TS\d+\)$/.test(rule);
      const typed = isChecker || (plugin.startsWith("typescript") && (find(rule)?.some(isTyped) ?? false));
      const url = find(rule)?.length === 1 ? find(rule)?.[0]?.docs_url : undefined;
      return { typed, ...(typeof url === "string" ? { url } : {}) };
    },
  };
}

/** `plugin(rule)` taken apart. */
function toName(rule: string): { readonly plugin: string; readonly name: string } | undefined {
  const [, plugin, name] = /^([^(]*)\(([^)]+)\)$/.exec(rule) ?? [];
  return plugin === undefined || name === undefined ? undefined : { plugin, name };
}

function parseList(text: string): readonly Listed[] {
  try {
    const list: unknown = JSON.parse(text);
    if (!Array.isArray(list)) return [];
    return list.filter((row): row is Listed => typeof row?.value === "string" && typeof row?.fix === "string");
  } catch {
    return [];
  }
}

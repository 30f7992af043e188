import type { Finding } from "./finding.ts";
import { GATE_CONFIGS, GATE_PATH } from "./gate-config.ts";
import type { RelativePath } from "./paths.ts";
import { PROJECTIONS } from "./projections.ts";
import { BRIDGE_PATH, LINT_RUNTIME_PATH, RUNTIME_PATH, SELECTION_PATH, TOOLS_PATH } from "./receipt.ts";

/** An owned path as a run leaves it, or as a check finds it. */
export interface OwnedState {
  readonly path: RelativePath;
  /** The file is there and, of a merged one, at least one key of ours in it. */
  readonly isThere: boolean;
  /** Of a merged file: the pointers of those keys that are there as we wrote them. */
  readonly keys?: readonly string[];
}

const PROJECTION_PATHS: ReadonlySet<string> = new Set(Object.values(PROJECTIONS));

/**
 * Finds what is gone while others of ours still need it. What stands alone may be deleted; this breaks each edit
 * of an agent or each lint run, so it is said until it is settled one way or the other.
 */
export function findUnmetNeeds(states: readonly OwnedState[]): readonly Finding[] {
  const there = states.filter((state) => state.isThere);
  return states.flatMap(({ path, isThere }) => {
    const needers = isThere ? [] : there.filter((other) => needs(other, path)).map((other) => other.path);
    if (needers.length === 0) return [];
    return [{ code: "needed-and-missing", severity: "error" as const, path, args: { by: needers } }];
  });
}

const GATE_CONFIG_PATHS: ReadonlySet<string> = new Set(GATE_CONFIGS);

/**
 * The projections call the runtime, which loads its tools; the scripts and the commit gate call the lint program. Both
 * read the selection, which names each scope's modules, and a composed one of these loads the bridge. lefthook passes
 * over a file that it should extend and that is gone, and then checks nothing.
 */
function needs({ path: needer, keys = [] }: OwnedState, path: string): boolean {
  if (path === GATE_PATH) return GATE_CONFIG_PATHS.has(needer);
  if (path === RUNTIME_PATH) return PROJECTION_PATHS.has(needer);
  if (path === TOOLS_PATH) return needer === RUNTIME_PATH;
  if (path === LINT_RUNTIME_PATH) return needer === GATE_PATH || keys.some((key) => OUR_SCRIPT.test(key));
  if (path === SELECTION_PATH) return needer === RUNTIME_PATH || needer === LINT_RUNTIME_PATH;
  if (path === BRIDGE_PATH) return /(?:^|\/)oxlint\.effective\.config\.ts$/.test(needer);
  return needer === SELECTION_PATH && /(?:^|\/)(?:oxlint(?:\.effective)?|oxfmt)\.config\.ts$/.test(path);
}

const OUR_SCRIPT = /^\/scripts\/(?:format|lint)/;

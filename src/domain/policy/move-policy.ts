import { joinPath, toRelative } from "./file-paths.ts";
import { findWay, moveGlobs, moveIgnores } from "./move-globs.ts";
import type { Way } from "./move-globs.ts";
import type { PluginEntry, Policy, PolicyOverride } from "./policy.ts";

/** What a package's name must become so that, read from another folder, it leads to the same package. */
export type FindPackage = (specifier: string, from: string, to: string) => string;

/** The folder that a policy's paths start at, and the one that they shall start at. */
export interface Move {
  readonly from: string;
  readonly to: string;
  readonly findPackage?: FindPackage | undefined;
}

/**
 * The policy as it must read in a configuration that stands in another folder to mean the same: plugins, the globs of
 * overrides, ignore patterns. An override that reaches no file there is dropped. @throws RangeError as moveGlobs
 */
export function movePolicy(policy: Policy, move: Move): Policy {
  const way = findWay(move.from, move.to);
  if (way.kind === "same") return policy;
  const { overrides, ignorePatterns, ...rest } = movePlugins(policy, move);
  return {
    ...rest,
    ...(overrides ? { overrides: overrides.flatMap((override) => moveOverride(override, way)) } : {}),
    ...(ignorePatterns ? { ignorePatterns: moveIgnores(ignorePatterns, way) } : {}),
  };
}

function moveOverride(override: PolicyOverride, way: Way): readonly PolicyOverride[] {
  return moveGlobs(override, way).map(({ files, excludeFiles = [] }) => {
    const { excludeFiles: _excluded, ...rest } = override;
    return { ...rest, files, ...(excludeFiles.length > 0 ? { excludeFiles } : {}) };
  });
}

/** The policy with its plugins as seen from another folder. */
export function movePlugins(policy: Policy, move: Move): Policy {
  if (move.from === move.to) return policy;
  const { jsPlugins, overrides } = policy;
  const toMoved = (entries: readonly PluginEntry[]): readonly PluginEntry[] =>
    entries.map((entry) => movePlugin(entry, move));
  return {
    ...policy,
    ...(jsPlugins ? { jsPlugins: toMoved(jsPlugins) } : {}),
    ...(overrides
      ? {
          overrides: overrides.map((override) =>
            override.jsPlugins ? { ...override, jsPlugins: toMoved(override.jsPlugins) } : override
          ),
        }
      : {}),
  };
}

function movePlugin(entry: PluginEntry, move: Move): PluginEntry {
  if (typeof entry === "string") return moveSpecifier(entry, move);
  return { ...entry, specifier: moveSpecifier(entry.specifier, move) };
}

/** A relative name stays relative: oxlint names such a plugin by other means than one of a package. */
function moveSpecifier(specifier: string, { from, to, findPackage }: Move): string {
  if (/^\.{1,2}(?:[/\\]|$)/.test(specifier)) {
    const moved = toRelative(to, joinPath(from, specifier.replaceAll("\\", "/")));
    return moved.startsWith("..") ? moved : `./${moved}`;
  }
  const isPackage = !/^(?:\/|[A-Za-z]:|file:)/.test(specifier);
  return isPackage && findPackage ? findPackage(specifier, from, to) : specifier;
}

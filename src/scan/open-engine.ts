import path from "node:path";

import { ENGINES } from "../contracts/scanner.ts";
import type { EngineName } from "../contracts/scanner.ts";
import { isRepositoryTop } from "../runtime/io/folder-kind.ts";
import { EMBEDDED_ENGINE } from "./embedded/embedded-engine.ts";
import type { Engine } from "./engine.ts";
import { findFoxguard } from "./foxguard/find-foxguard.ts";
import { toFoxguardEngine } from "./foxguard/foxguard-engine.ts";
import type { ScanContext } from "./scan-context.ts";
import { ScanFault } from "./scan-fault.ts";
import { toReal } from "./scan-place.ts";

/**
 * The engine in force: the caller's word, else `HI_SCAN_ENGINE`, else the configuration's, else the peer's program where
 * it is found and our own where it is not. @throws ScanFault where one is asked for by name and is not there
 */
export function openEngine(context: ScanContext): Engine {
  const wanted = findWanted(context);
  if (wanted === "embedded") return EMBEDDED_ENGINE;
  const { env } = context.surroundings;
  const program = findFoxguard(env, toRoots(context));
  if (program !== undefined) return toPeer(program, context);
  if (wanted === "auto" && !env["HI_FOXGUARD"]) return EMBEDDED_ENGINE;
  const where = env["HI_FOXGUARD"] ? "HI_FOXGUARD names no program" : "it is not on PATH";
  throw new ScanFault(`foxguard is not installed: ${where}; set the engine to embedded, or install foxguard`);
}

/** What belongs to who is judged: a nested configuration makes the project smaller, not the repository. */
function toRoots({ projectRoot, place }: ScanContext): readonly string[] {
  const { absolute, bound, kind } = place;
  const places = [toReal(absolute) ?? absolute, absolute].map((one) => (kind === "folder" ? one : path.dirname(one)));
  const tops = [...places, projectRoot].map(findRepositoryTop);
  const named = [projectRoot, toReal(projectRoot), bound, ...tops];
  const roots = named.filter((root) => root !== undefined);
  return [...new Set(roots.flatMap((root) => [root, toReal(root) ?? root]))];
}

function findRepositoryTop(place: string): string | undefined {
  for (let folder = place; ; folder = path.dirname(folder)) {
    if (isRepositoryTop(folder)) return folder;
    if (folder === path.dirname(folder)) return undefined;
  }
}

function findWanted({ surroundings, config }: ScanContext): EngineName {
  const said = surroundings.env["HI_SCAN_ENGINE"] || undefined;
  const known = ENGINES.find((name) => name === said);
  if (said !== undefined && known === undefined) {
    throw new ScanFault(`HI_SCAN_ENGINE is not one of ${ENGINES.join(", ")}`);
  }
  return surroundings.engine ?? known ?? config.engine ?? "auto";
}

function toPeer(program: string, { config, surroundings, maxFileBytes, rules, noBuiltins }: ScanContext): Engine {
  return toFoxguardEngine({
    program,
    env: surroundings.env,
    rules,
    noBuiltins,
    maxFileBytes,
    config: {
      scan: {
        thresholds: {
          secrets: { min_length: config.minSecretLength, min_entropy: config.minSecretEntropy },
          taint: { max_hops: config.maxHops },
        },
      },
    },
  });
}

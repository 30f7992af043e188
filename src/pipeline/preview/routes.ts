import type { RelativePath } from "../../domain/paths.ts";
import { isWithin } from "../../domain/paths.ts";
import { SELECTION_PATH } from "../../domain/receipt.ts";
import { Refusal } from "../../domain/refusal.ts";
import type { Route } from "../../domain/route.ts";
import { getField, parseRoutes } from "../../domain/route.ts";
import type { PreviewRun } from "./run.ts";
import { readCandidate } from "./run.ts";

/**
 * Reads the record by which scripts, commit gate and hook lint, as it will be once the plan is carried out: where an edit
 * of it is kept, the preview goes by that edit too. One that is gone routes nothing, and that is said.
 * @throws Refusal HI_PREVIEW_CONFIGURATION where it says what cannot be, or what the preview cannot run
 */
export async function readRoutes(run: PreviewRun): Promise<readonly Route[]> {
  const bytes = await readCandidate(run, SELECTION_PATH);
  if (bytes === undefined) {
    run.notLinted.push(
      `${SELECTION_PATH} will not be there, and without it nothing is linted: hi restore brings it back`
    );
    return [];
  }
  const parsed = parseRoutes(getField(parseJson(bytes), "scopes"));
  if ("problem" in parsed) throw refuse(parsed.problem);
  for (const route of parsed.routes) await refuseUnlessRunnable(run, route);
  const routed = new Set(parsed.routes.map(({ path }) => path));
  for (const { path } of run.plan.answers.scopes) {
    if (!routed.has(path)) run.notLinted.push(`${path}: ${SELECTION_PATH} has no such scope`);
  }
  return parsed.routes;
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch (error) {
    throw refuse(error instanceof Error ? error.message : String(error));
  }
}

async function refuseUnlessRunnable(run: PreviewRun, { path, cwd, config, versions }: Route): Promise<void> {
  if (cwd !== path || !isWithin(cwd, config)) {
    throw refuse(
      `${path} is linted in ${cwd} by ${config}; the preview runs in a scope's own folder, by what is below it`
    );
  }
  if ((await readCandidate(run, config)) === undefined) {
    throw refuse(`${path} is linted by ${config}, which will not be there`);
  }
  for (const [tool, version] of Object.entries(versions)) {
    const ours = run.world.toolchain[tool as keyof typeof versions];
    if (version !== undefined && version !== ours) {
      throw refuse(`${path} wants ${tool} ${version}, the preview runs ${ours}`);
    }
  }
}

function refuse(why: string): Refusal {
  return new Refusal({
    code: "HI_PREVIEW_CONFIGURATION",
    message: `The preview cannot go by ${SELECTION_PATH}: ${why}.`,
    where: { path: SELECTION_PATH },
    next: `run hi restore ${SELECTION_PATH}, or the same command with --preview off`,
  });
}

/** A file of a route as seen from the folder that its tools run in. */
export function toRouteFile({ cwd }: Pick<Route, "cwd">, file: RelativePath): string {
  return cwd === "." ? file : file.slice(cwd.length + 1);
}

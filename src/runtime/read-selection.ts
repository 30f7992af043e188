import path from "node:path";

import { boundHookDeadline, HOOK_DEADLINE_MS } from "../domain/hook-deadline.ts";
import { SELECTION_PATH } from "../domain/receipt.ts";
import type { Route } from "../domain/route.ts";
import { getField, parseRoutes } from "../domain/route.ts";
import { ConfigurationError } from "./configuration-error.ts";
import { readJson } from "./io/read-json.ts";

/** What the runtime takes from `.hi/lint/selection.json`. */
export interface Selection {
  readonly routes: readonly Route[];
  /** What one run may take, in milliseconds. */
  readonly deadlineMs: number;
}

/** The format that this runtime knows; a later number means another meaning of what it reads. */
const SCHEMA_VERSION = 1;

/**
 * Reads the selection. Fields that it does not know are passed over and those that an earlier version did not write
 * have their default, so that a runtime and a selection of different versions work together.
 * @throws ConfigurationError where what it needs is not there, or the format is a later one
 */
export async function readSelection(root: string): Promise<Selection> {
  const file = await readJson(path.join(root, SELECTION_PATH));
  if (file.kind === "absent") {
    throw new ConfigurationError(SELECTION_PATH, `the file is missing: run hi restore ${SELECTION_PATH}`);
  }
  if (file.kind === "broken") throw new ConfigurationError(SELECTION_PATH, file.message);
  const version = getField(file.value, "schemaVersion");
  if (typeof version !== "number" || version > SCHEMA_VERSION) {
    const known = `what reads it here knows version ${SCHEMA_VERSION}`;
    const found = version === undefined ? "names no version" : `is of version ${JSON.stringify(version)}`;
    throw new ConfigurationError(SELECTION_PATH, `it ${found}, ${known}: run hi update`);
  }
  const parsed = parseRoutes(getField(file.value, "scopes"));
  if ("problem" in parsed) throw new ConfigurationError(SELECTION_PATH, parsed.problem);
  refuseTwice(parsed.routes);
  return { routes: parsed.routes, deadlineMs: toDeadlineMs(getField(file.value, "hook")) };
}

/** Which of two entries a scope is linted by must not be left to their order. */
function refuseTwice(routes: readonly Route[]): void {
  const paths = routes.map((route) => route.path);
  const twice = paths.find((scope, index) => paths.indexOf(scope) !== index);
  if (twice === undefined) return;
  throw new ConfigurationError(
    SELECTION_PATH,
    `it has two entries for the scope ${JSON.stringify(twice)}: run hi update`
  );
}

function toDeadlineMs(hook: unknown): number {
  const deadlineMs = getField(hook, "deadlineMs") ?? HOOK_DEADLINE_MS.usual;
  if (typeof deadlineMs === "number") return boundHookDeadline(deadlineMs);
  throw new ConfigurationError(SELECTION_PATH, `its hook.deadlineMs is no number: ${JSON.stringify(deadlineMs)}`);
}

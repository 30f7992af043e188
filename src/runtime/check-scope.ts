import { NOTHING_TO_SAY } from "../contracts/post-edit-result.ts";
import type { PostEditPart } from "../contracts/post-edit-result.ts";
import type { RelativePath } from "../domain/paths.ts";
import type { Route } from "../domain/route.ts";
import { checkFiles } from "./check-files.ts";
import type { Round } from "./check-files.ts";
import { readEdited } from "./edited-file.ts";
import type { EditedFile } from "./edited-file.ts";
import { sortReport } from "./linter-trouble.ts";
import type { ToolSession } from "./run-tool.ts";
import { findScopeTools, toRerun } from "./scope-tools.ts";
import type { ScopeTools } from "./scope-tools.ts";

/** The edited files of one scope. */
export interface ScopeEdit {
  readonly route: Route;
  readonly files: readonly RelativePath[];
  /** Those that may be rewritten; the others are reported on only. */
  readonly rewritable: readonly RelativePath[];
  /** Their bytes where they have been read already. */
  readonly bytes?: ReadonlyMap<RelativePath, Buffer>;
}

type ScopeResult = PostEditPart;

/** What somebody wrote meanwhile is looked at once more, and then told as it is. */
const MAX_ROUNDS = 2;

/**
 * Formats, applies safe fixes and verifies, each by the scope's own tool with the scope's one configuration (seed 003
 * AC-001, AC-002). What somebody else writes meanwhile stays, and is looked at instead. A formatter that fails does not
 * keep the linter from speaking.
 */
async function checkScope(edit: ScopeEdit, session: ToolSession): Promise<ScopeResult> {
  const tools = await findScopeTools(edit.route, session);
  if ("kind" in tools) return { ...NOTHING_TO_SAY, files: edit.files, failures: [tools] };
  const rounds: Round[] = [];
  for (let pending = await readFiles(edit, session.root); pending.length > 0;) {
    const isLast = rounds.length === MAX_ROUNDS - 1;
    const round = await checkFiles(tools, pending, isLast);
    rounds.push(round);
    const isOver = isLast || round.failures.some(({ kind }) => kind === "timeout");
    pending = isOver ? [] : await readFiles({ ...edit, files: round.unsettled, bytes: new Map() }, session.root);
  }
  return toResult(tools, rounds);
}

/** Each scope starts two or three processes; more scopes than this at once would only wait for each other. */
const AT_ONCE = 2;

/** Checks the scopes of one edit side by side; they have no file in common. */
export async function checkScopes(edits: readonly ScopeEdit[], session: ToolSession): Promise<readonly ScopeResult[]> {
  const results: ScopeResult[] = [];
  const rest = edits.entries();
  const work = async (): Promise<void> => {
    for (const [index, edit] of rest) results[index] = await checkScope(edit, session);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return results;
}

async function readFiles(edit: ScopeEdit, root: string): Promise<readonly EditedFile[]> {
  const rewritable = new Set(edit.rewritable);
  const files: EditedFile[] = [];
  for (const file of edit.files) {
    const bytes = edit.bytes?.get(file) ?? (await readEdited(root, file));
    if (bytes) files.push({ file, bytes, isRewritable: rewritable.has(file) });
  }
  return files;
}

function toResult(tools: ScopeTools, rounds: readonly Round[]): ScopeResult {
  const { findings, failures: troubles } = sortReport(rounds.flatMap((round) => round.findings));
  const named = [...new Set(findings.map(({ file }) => file))];
  const all = [...rounds.flatMap((round) => round.failures), ...troubles];
  const failures = new Map(all.map((one) => [JSON.stringify(one), one]));
  return {
    files: rounds.flatMap((round) => round.files),
    findings,
    failures: [...failures.values()],
    changed: rounds.flatMap((round) => round.changed),
    rerun: named.length === 0 ? [] : [toRerun(tools, named)],
  };
}

import { isHeld } from "./held-fixes.ts";
import { isTouching } from "./text-edits.ts";
import type { TextEdit } from "./text-edits.ts";

/** One thing that a server offers to do about a diagnostic. */
export interface OfferedAction {
  readonly title: string;
  /** The first fix of a diagnostic; never a directive that silences it. */
  readonly isPreferred: boolean;
  readonly edit: TextEdit;
}

/** What is offered last for each diagnostic names its rule. */
const DIRECTIVE = /^Disable (\S+) for this line$/;

/**
 * The edits that one `oxlint --fix` run applies. A server says which fixes are safe, but where two overlap it drops
 * another one than the command line does. So those that `all` was chosen from are looked up among the offers, and
 * chosen anew as the command line chooses: by start, then by end, then in the order of the diagnostics.
 */
export function pickEdits(all: readonly TextEdit[], offers: readonly OfferedAction[]): readonly TextEdit[] {
  const rivals = listFixes(offers).filter((fix) => all.some((edit) => isTouching(edit, fix)));
  // Where the offers are not told as expected, what the server chose is safe too.
  if (!all.every((edit) => rivals.some((rival) => isSame(edit, rival)))) return all;
  const picked: TextEdit[] = [];
  for (const rival of rivals.toSorted((left, right) => left.start - right.start || left.end - right.end)) {
    const last = picked.at(-1);
    if (!last || last.end < rival.start) picked.push(rival);
  }
  return picked;
}

/** The fixes of rules that may fix. The removal of an unused directive is offered too, and is no rule's. */
function listFixes(offers: readonly OfferedAction[]): readonly TextEdit[] {
  const fixes: TextEdit[] = [];
  let fix: TextEdit | undefined;
  for (const { title, isPreferred, edit } of offers) {
    const rule = DIRECTIVE.exec(title)?.[1];
    if (isPreferred) fix = edit;
    if (rule === undefined) continue;
    if (fix && !isHeld(rule)) fixes.push(fix);
    fix = undefined;
  }
  return fixes;
}

function isSame(left: TextEdit, right: TextEdit): boolean {
  return left.start === right.start && left.end === right.end && left.text === right.text;
}

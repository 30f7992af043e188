import { isClaimableKey } from "../../domain/claims.ts";
import type { ConfigEdit, ConfigEditor, EditedConfig } from "../../domain/config-edit.ts";
import type { Settlement } from "../../domain/conflict.ts";
import { findConsequence, toDependencyName } from "../../domain/consequence.ts";
import type { DesiredFile, OwnedKey } from "../../domain/desired.ts";
import { GATE_CONFIGS } from "../../domain/gate-config.ts";
import type { KeyDecision } from "../../domain/merge-keys.ts";
import { planKeys } from "../../domain/merge-keys.ts";
import { isSameElement } from "../../domain/own-element.ts";
import type { RelativePath } from "../../domain/paths.ts";
import type { KeyPlan, Reason } from "../../domain/plan.ts";
import type { ReceiptEntry, RecordedKey } from "../../domain/receipt.ts";
import { Refusal } from "../../domain/refusal.ts";

/** One merged file as found, and what is wanted of it; `desired` is undefined when the templates left it. */
export interface MergeInput {
  readonly path: RelativePath;
  readonly text: string;
  readonly editor: ConfigEditor;
  readonly desired: Pick<DesiredFile, "format" | "keys"> | undefined;
  readonly owned: ReceiptEntry | undefined;
  readonly take: readonly string[];
  readonly restore: boolean;
  readonly settle: (key: OwnedKey) => Settlement | undefined;
}

/** The text that would stand there, and what became of each key. */
export interface MergeOutput {
  readonly text: string;
  readonly keys: readonly KeyPlan[];
  readonly owns: readonly RecordedKey[];
  readonly removed: readonly OwnedKey[];
  readonly manual: readonly string[];
}

/** Plans every key of one merged file, each edit on the re-read text. @throws Refusal HI_UNPARSEABLE */
export function planMerged(input: MergeInput): MergeOutput {
  const parsed = input.editor.parse(input.text);
  if (!parsed.ok) throw toUnparseable(input.path, parsed.problem);
  const decisions = planKeys({
    wanted: input.desired?.keys ?? [],
    owned: input.owned?.keys ?? [],
    removed: input.owned?.removedKeys ?? [],
    get: parsed.get,
    isSameElement,
    takes: (key) => input.take.includes(toDependencyName(key) ?? ""),
    restore: input.restore,
    settle: input.settle,
    takesNull: GATE_CONFIGS.includes(input.path),
    mayTakeOut: (key) => isClaimableKey(input.path, key.pointer),
  });
  return applyDecisions(input, decisions);
}

function applyDecisions(input: MergeInput, decisions: readonly KeyDecision[]): MergeOutput {
  let text = input.text;
  const output = {
    keys: [] as KeyPlan[],
    owns: [] as RecordedKey[],
    removed: [] as OwnedKey[],
    manual: [] as string[],
  };
  for (const { plan, edit, edits, owns, removed } of decisions) {
    const edited = edit ? apply(input.editor, text, { edit, edits }) : undefined;
    if (edited && !edited.ok) {
      const reason: Reason = { code: "shape-unsupported", args: { ...plan.reason.args, why: edited.reason } };
      output.keys.push(withConsequence({ ...plan, action: "conflict", reason }));
      output.manual.push(...edited.lines);
      continue;
    }
    if (edited) text = edited.text;
    output.keys.push(withConsequence(plan));
    if (owns) output.owns.push(owns);
    if (removed) output.removed.push(removed);
  }
  return { text, ...output };
}

/** In small steps where the format takes them all, else the value as a whole. */
function apply(
  editor: ConfigEditor,
  text: string,
  { edit, edits }: { readonly edit: ConfigEdit; readonly edits: readonly ConfigEdit[] | undefined }
): EditedConfig {
  let stepped: EditedConfig = { ok: true, text };
  for (const step of edits ?? []) stepped = stepped.ok ? editor.edit(stepped.text, step) : stepped;
  return edits && stepped.ok ? stepped : editor.edit(text, edit);
}

function withConsequence(plan: KeyPlan): KeyPlan {
  const consequence = plan.action === "conflict" ? findConsequence(plan.key) : undefined;
  return consequence === undefined ? plan : { ...plan, consequence };
}

/** A target that cannot be read stops the run before anything is written. */
export function toUnparseable(
  path: string,
  problem: { readonly message: string; readonly line: number; readonly column: number }
): Refusal {
  return new Refusal({
    code: "HI_UNPARSEABLE",
    message: `The file cannot be read as its own format: ${problem.message}.`,
    where: { path, line: problem.line, column: problem.column },
    next: `mend ${path}, then run the same command again; nothing was written`,
  });
}

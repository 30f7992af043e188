import type { RelativePath } from "../domain/paths.ts";
import type { FileState, Plan } from "../domain/plan.ts";
import { isChange } from "../domain/plan.ts";
import { Refusal } from "../domain/refusal.ts";
import { listCommands } from "./foresee/commands.ts";
import { listExecutes } from "./foresee/executes.ts";
import type { Foresight } from "./foresee/foresight.ts";
import type { World } from "./world.ts";

/**
 * Adds to a plan what a preview of it executes and starts, from the live files and the planned bytes, before anything
 * runs and before anybody is asked (seed 003 AC-011). With the preview off the same is listed, as what does not run.
 * @throws Refusal HI_GIT_FAILED, HI_GIT_MISMATCH; not with the preview off, which must need nothing
 */
export async function foresee(
  plan: Plan,
  { preview, listed }: { readonly preview: "on" | "off"; readonly listed?: readonly RelativePath[] | undefined },
  world: Pick<World, "disk" | "env" | "sources">
): Promise<Plan> {
  if (!plan.entries.some(isChange)) return plan;
  try {
    const needed = plan.answers.scopes.length === 0 ? [] : (listed ?? (await world.sources.list(plan.root, world.env)));
    return await describe(toForesight(plan, needed, world), preview);
  } catch (error) {
    if (!(error instanceof Refusal) || preview === "on") throw error;
    const { code } = error.facts;
    const finding = { code: "preview-not-foreseen", severity: "info", args: { code } } as const;
    return { ...plan, findings: [...plan.findings, finding] };
  }
}

async function describe(foresight: Foresight, preview: "on" | "off"): Promise<Plan> {
  const executes = await listExecutes(foresight);
  const commands = await listCommands(foresight);
  return { ...foresight.plan, foreseen: { preview, executes, commands } };
}

function toForesight(plan: Plan, listed: readonly RelativePath[], { disk }: Pick<World, "disk">): Foresight {
  const find = (path: string) => plan.entries.find((entry) => entry.path === path);
  // What cannot be read, a linter cannot run either; whether it may be written is not asked here.
  const inspect = (path: RelativePath): Promise<FileState> => disk.inspect(plan.root, path).catch(toUnreadable);
  const readPresent = async (path: RelativePath): Promise<Uint8Array | undefined> =>
    toBytes(find(path)?.before ?? (await inspect(path)));
  return {
    plan,
    listed,
    readPresent,
    readPlanned: async (path) => {
      const entry = find(path);
      return entry && isChange(entry) ? entry.after : readPresent(path);
    },
  };
}

function toBytes(state: FileState): Uint8Array | undefined {
  const file = state.kind === "link" ? state.file : state;
  return file?.kind === "file" ? file.bytes : undefined;
}

function toUnreadable(error: unknown): FileState {
  if (error instanceof Refusal) return { kind: "other" };
  throw error;
}

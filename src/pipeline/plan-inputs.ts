import type { AbsolutePath, RelativePath } from "../domain/paths.ts";
import { isRelativePath, joinScope } from "../domain/paths.ts";
import type { PlanFile, PlanInput } from "../domain/plan-file.ts";
import type { FileState, Plan } from "../domain/plan.ts";
import { RECEIPT_PATH, SETTINGS_PATH } from "../domain/receipt.ts";
import { Refusal } from "../domain/refusal.ts";
import type { World } from "./world.ts";

/** Everything that a plan was made from, in the order in which a change of it is told: the program, what is written, what was found. */
export async function readPlanInputs(plan: Plan, world: World): Promise<readonly PlanInput[]> {
  const manifests = plan.answers.scopes.map(({ path }) => joinScope(path, "package.json"));
  const paths = [
    SETTINGS_PATH,
    RECEIPT_PATH,
    "package.json" as RelativePath,
    ...manifests,
    ...plan.entries.map(({ path }) => path),
  ];
  const inputs: PlanInput[] = [...toOwnInputs(world)];
  for (const path of new Set(paths)) {
    inputs.push({ name: path, kind: "path", sha256: await readInput(plan.root, path, world) });
  }
  return [...inputs, { name: "what was found in the repository", kind: "detected", sha256: plan.inputsDigest }];
}

function toOwnInputs({ templates, toolchain, hash }: World): readonly PlanInput[] {
  return [
    { name: "hi", kind: "hi", sha256: hash(`${templates.version} ${templates.digest}`) },
    { name: "the toolchain", kind: "hi", sha256: hash(JSON.stringify(toolchain)) },
  ];
}

async function readInput(root: AbsolutePath, path: RelativePath, world: World): Promise<string | null> {
  const state = await world.disk.inspect(root, path);
  return toInputSha(state, world);
}

function toInputSha(state: FileState, world: World): string | null {
  if (state.kind === "absent") return null;
  if (state.kind === "file") return state.sha256;
  const target = state.kind === "link" ? `${state.target} ${state.file?.sha256 ?? ""}` : "";
  return world.hash(`${state.kind} ${target}`);
}

/** Compares what can be looked at before anything is resolved. @throws Refusal HI_PLAN_STALE naming the first that changed */
export async function refuseChangedInputs(file: PlanFile, root: AbsolutePath, world: World): Promise<void> {
  const own = new Map(toOwnInputs(world).map((input) => [input.name, input.sha256]));
  for (const { name, kind, sha256 } of file.inputs) {
    if (kind === "hi" && own.get(name) !== sha256) throw toStale(name);
    if (kind === "path" && (!isRelativePath(name) || (await readInput(root, name, world)) !== sha256)) {
      throw toStale(name);
    }
  }
}

/** Compares what was found in the repository. @throws Refusal HI_PLAN_STALE */
export function refuseOtherFindings(file: PlanFile, inputsDigest: string): void {
  const found = file.inputs.find(({ kind, sha256 }) => kind === "detected" && sha256 !== inputsDigest);
  if (found || file.plan.inputsDigest !== inputsDigest) {
    throw toStale(found?.name ?? "what was found in the repository");
  }
}

function toStale(name: string): Refusal {
  return new Refusal({
    code: "HI_PLAN_STALE",
    message: `The plan is stale: ${name} changed since it was made.`,
    where: { path: name },
    next: "hi update --plan-out FILE makes it anew; nothing was written",
  });
}

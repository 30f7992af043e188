import type { AbsolutePath, RelativePath } from "../domain/paths.ts";
import { isRelativePath, joinScope } from "../domain/paths.ts";
import type { PlanFile, PlanInput } from "../domain/plan-file.ts";
import type { FileState, Plan } from "../domain/plan.ts";
import { RECEIPT_PATH, SETTINGS_PATH } from "../domain/receipt.ts";
import { Refusal } from "../domain/refusal.ts";
import type { World } from "./world.ts";

/** Everything that a plan was made from, in the order in which a change of it is told: the program, what is written, what was found. */
export async function readPlanInputs(plan: Plan, world: World): Promise<readonly PlanInput[]> {
  const inputs: PlanInput[] = [];
  for (const { name, kind } of listPlanInputs(plan)) {
    if (kind === "path") inputs.push({ name, kind, sha256: await readInput(plan.root, name as RelativePath, world) });
  }
  return [...toOwnInputs(world), ...inputs, { name: DETECTED, kind: "detected", sha256: plan.inputsDigest }];
}

const DETECTED = "what was found in the repository";

/** The same by name only. */
export function listPlanInputs({ answers, entries }: Plan): readonly Pick<PlanInput, "kind" | "name">[] {
  const manifests = answers.scopes.map(({ path }) => joinScope(path, "package.json"));
  const paths = [SETTINGS_PATH, RECEIPT_PATH, "package.json", ...manifests, ...entries.map(({ path }) => path)];
  return [
    { name: "hi", kind: "hi" },
    { name: "the toolchain", kind: "hi" },
    ...[...new Set<string>(paths)].map((name) => ({ name, kind: "path" as const })),
    { name: DETECTED, kind: "detected" },
  ];
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
    throw toStale(found?.name ?? DETECTED);
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

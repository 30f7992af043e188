import { findAgent } from "../../agents/find-agent.ts";
import { NOTHING_TO_SAY, toPostEditResult } from "../../contracts/post-edit-result.ts";
import type { DesiredFile } from "../../domain/desired.ts";
import type { DoctorFinding } from "../../domain/doctor.ts";
import { tellOf } from "../../domain/doctor.ts";
import type { Json } from "../../domain/json.ts";
import { getAtPointer } from "../../domain/json.ts";
import type { AbsolutePath } from "../../domain/paths.ts";
import { relativePath } from "../../domain/paths.ts";
import type { ProcessOutcome } from "../../domain/process.ts";
import { PROJECTIONS } from "../../domain/projections.ts";
import { RUNTIME_PATH, TOOLS_PATH } from "../../domain/receipt.ts";
import type { ProviderName } from "../../domain/settings.ts";
import { quoteForShell } from "../../domain/shell-quote.ts";
import { encodeText } from "../../domain/text-encoding.ts";
import { readCurrent, findKnownSha } from "../reading/read-current.ts";
import type { World } from "../world.ts";
import { holdsGroup, toAgentName } from "./check-hooks.ts";
import type { FoundNode, HookCall, Machine } from "./machine.ts";
import { attempt } from "./site.ts";
import type { DoctorSite } from "./site.ts";

const TIMEOUT_MS = 15_000;
/** No file of this name is there, so a run has nothing to look at, and nothing to write. */
const NO_FILE = ".hi/no-such-file.ts";
const MAX_QUOTED = 500;

/**
 * Starts each selected agent's hook once, by the very command that the agent is told, with a payload that names a file
 * which is not there, and compares the answer's shape. Nothing is started whose bytes are not those that this `hi` would
 * generate: a receipt comes with a clone, and proves nothing here.
 */
export async function proveHooks(
  site: DoctorSite,
  world: World,
  { machine, node }: { readonly machine: Machine; readonly node: FoundNode }
): Promise<readonly DoctorFinding[]> {
  const { answers, settings } = site;
  const skip = (because: string) => (settings?.providers ?? []).map((provider) => tellUnproven(provider, because));
  if (answers === undefined) return skip("check-refused");
  if (node.kind !== "found") return skip("no-node");
  if (machine.platform === "win32") return skip("windows");
  const desired = await world.templates.generate(answers, world.toolchain);
  for (const program of [RUNTIME_PATH, TOOLS_PATH]) {
    if (!(await isOurs(program, { desired, site, world }))) return skip("runtime-differs");
  }
  return Promise.all(
    answers.providers.map(async (provider) => {
      const command = await findCommand(provider, { desired, site, world });
      if (command === undefined) return tellUnproven(provider, "projection-differs");
      const input = JSON.stringify(toPayload(provider, site.root));
      const call: HookCall = { root: site.root, node: node.file, command, input, timeoutMs: TIMEOUT_MS };
      return tellProof(provider, command, await machine.startHook(call));
    })
  );
}

function tellUnproven(provider: ProviderName, because: string): DoctorFinding {
  return tellOf(provider)("info", "hook-not-proven", { args: { agent: toAgentName(provider), because } });
}

interface Place {
  readonly desired: readonly DesiredFile[];
  readonly site: DoctorSite;
  readonly world: World;
}

/** Whether the file holds the bytes that this `hi` generates, line ends apart. */
async function isOurs(path: string, { desired, site, world }: Place): Promise<boolean> {
  const wanted = desired.find((file) => file.path === path);
  if (wanted === undefined) return false;
  const sha = world.hash(encodeText(wanted.content));
  const current = await attempt(() => readCurrent(site.root, relativePath(path), world));
  return "value" in current && findKnownSha(current.value, [sha], world) === sha;
}

/** The command as the projection on the disk says it, where that is the one which this `hi` generates. */
async function findCommand(provider: ProviderName, place: Place): Promise<HookCall["command"] | undefined> {
  const path = PROJECTIONS[provider];
  if (provider === "opencode") return (await isOurs(path, place)) ? toNodeCommand(provider, RUNTIME_PATH) : undefined;
  const key = place.desired.find((file) => file.path === path)?.keys?.find(({ pointer }) => pointer.endsWith("/-"));
  if (key === undefined) return undefined;
  const groups = await readGroups(path, key.pointer.slice(0, -2), place);
  return holdsGroup(groups, key.value) ? toCommand(key.value, place.site.root) : undefined;
}

async function readGroups(path: string, pointer: string, { site, world }: Place): Promise<Json | undefined> {
  const current = await attempt(() => readCurrent(site.root, relativePath(path), world));
  const bytes = "value" in current ? current.value.bytes : undefined;
  const parsed = bytes && (await world.readers("json")).parse(new TextDecoder().decode(bytes));
  return parsed?.ok ? parsed.get(pointer) : undefined;
}

/** Claude Code starts `node` with arguments; Codex and Cursor hand one text to a shell. */
function toCommand(group: Json, root: AbsolutePath): HookCall["command"] | undefined {
  const handler = getAtPointer(group, "/hooks/0") ?? group;
  const command = getAtPointer(handler, "/command");
  const args = getAtPointer(handler, "/args");
  if (typeof command !== "string") return undefined;
  if (!Array.isArray(args)) return command;
  const words = args.filter((word) => typeof word === "string");
  return [command, ...words.map((word) => word.replaceAll("${CLAUDE_PROJECT_DIR}", root))];
}

const toNodeCommand = (provider: ProviderName, runtime: string): readonly string[] => [
  "node",
  runtime,
  "post-edit",
  "--provider",
  provider,
];

/** What each agent sends after an edit, in the least form that its row understands. */
function toPayload(provider: ProviderName, root: AbsolutePath): object {
  const session = "hi-doctor";
  switch (provider) {
    case "claude":
      return {
        session_id: session,
        cwd: root,
        hook_event_name: "PostToolUse",
        tool_name: "Edit",
        tool_input: { file_path: NO_FILE },
      };
    case "codex": {
      const command = `*** Begin Patch\n*** Update File: ${NO_FILE}\n*** End Patch\n`;
      return {
        session_id: session,
        cwd: root,
        hook_event_name: "PostToolUse",
        tool_name: "apply_patch",
        tool_input: { command },
      };
    }
    case "cursor":
      return {
        conversation_id: session,
        cwd: root,
        hook_event_name: "postToolUse",
        tool_name: "Write",
        tool_input: { file_path: NO_FILE },
      };
    default:
      return { sessionID: session, directory: root, tool: "edit", args: { filePath: NO_FILE } };
  }
}

function tellProof(provider: ProviderName, command: HookCall["command"], outcome: ProcessOutcome): DoctorFinding {
  const expected = findAgent(provider)?.respond(toPostEditResult(NOTHING_TO_SAY)) ?? "";
  const agent = toAgentName(provider);
  if (outcome.ending === "ok" && outcome.stdout.trim() === expected) {
    return tellOf(provider)("ok", "hook-proven", { args: { agent } });
  }
  const said = [outcome.stdout.trim(), outcome.stderr.trim()].filter((text) => text !== "").join("\n");
  const shown = typeof command === "string" ? command : command.map(quoteForShell).join(" ");
  return tellOf(provider)("error", "hook-silent", {
    path: PROJECTIONS[provider],
    args: { agent, ending: outcome.ending, exitCode: outcome.exitCode ?? null, output: said.slice(-MAX_QUOTED) },
    next: `run it by hand in the repository: echo '{}' | ${shown}`,
  });
}

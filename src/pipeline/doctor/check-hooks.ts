import type { DoctorFinding } from "../../domain/doctor.ts";
import { tellOf } from "../../domain/doctor.ts";
import { isJsonEqual } from "../../domain/json.ts";
import type { Json } from "../../domain/json.ts";
import { PROJECTIONS } from "../../domain/projections.ts";
import type { ReceiptEntry } from "../../domain/receipt.ts";
import type { ProviderName } from "../../domain/settings.ts";
import { quoteForShell } from "../../domain/shell-quote.ts";
import type { AgentHomes, Machine } from "./machine.ts";
import type { DoctorSite } from "./site.ts";

const NAMES: Readonly<Record<ProviderName, string>> = {
  claude: "Claude Code",
  codex: "Codex",
  cursor: "Cursor",
  opencode: "OpenCode",
};

/** The agent's own name, for people. */
export function toAgentName(provider: ProviderName): string {
  return NAMES[provider];
}

/** Whether each selected agent is told of the hook, and whether it has run it. */
export async function checkHooks(
  site: DoctorSite,
  machine: Machine,
  homes: AgentHomes
): Promise<readonly DoctorFinding[]> {
  const providers = site.settings?.providers ?? [];
  const marks = await machine.readMarks(site.root, providers);
  return providers.flatMap((provider) => {
    const registered = checkRegistered(provider, site.receipt?.files[PROJECTIONS[provider]]);
    const mark = marks.get(provider);
    return [...registered, mark === undefined ? tellNeverRan(provider, homes) : tellRan(provider, mark)];
  });
}

/** A hook that drifted is told as drift; here it is one that was never put there, or was taken out on purpose. */
function checkRegistered(provider: ProviderName, entry: ReceiptEntry | undefined): readonly DoctorFinding[] {
  const path = PROJECTIONS[provider];
  const tell = tellOf(provider);
  if (entry === undefined) {
    const next = "hi update --dry-run shows what stands in the way, hi update puts it there";
    return [tell("error", "hook-not-registered", { path, args: { agent: NAMES[provider] }, next })];
  }
  const isOut = entry.removedByUser === true || (entry.class === "merged" && listElements(entry).length === 0);
  if (!isOut) return [];
  return [
    tell("warning", "hook-taken-out", {
      path,
      args: { agent: NAMES[provider] },
      next: `hi restore ${quoteForShell(path)}`,
    }),
  ];
}

/** The groups of ours that the receipt says are in a merged file. */
function listElements({ keys = [] }: ReceiptEntry): readonly Json[] {
  return keys.filter(({ pointer }) => pointer.endsWith("/-")).map(({ value }) => value);
}

/** The same, each with the event that it is registered for. */
export function listGroups({ keys = [] }: ReceiptEntry): readonly { readonly event: string; readonly group: Json }[] {
  return keys.flatMap(({ pointer, value }) => {
    const event = /^\/hooks\/([A-Za-z]+)\/-$/.exec(pointer)?.[1];
    return event === undefined ? [] : [{ event, group: value }];
  });
}

/** True where the file holds the group, by value. */
export function holdsGroup(groups: Json | undefined, ours: Json): boolean {
  return Array.isArray(groups) && groups.some((group: Json) => isJsonEqual(group, ours));
}

type Mark = ReturnType<Awaited<ReturnType<Machine["readMarks"]>>["get"]>;

function tellRan(provider: ProviderName, mark: Exclude<Mark, undefined>): DoctorFinding {
  const tell = tellOf(provider);
  const agent = NAMES[provider];
  if (mark === "unreadable") return tell("info", "hook-mark-unreadable", { args: { agent } });
  const { at, status, node, failure } = mark;
  if (failure === undefined) return tell("ok", "hook-ran", { args: { agent, at, status, node } });
  const args = { agent, at, node, ...failure };
  const next = "mend what it names; the next edit tells";
  return tell("warning", "hook-failed", { args, next });
}

/** An agent that is not on this machine has no reason to have run it. */
function tellNeverRan(provider: ProviderName, homes: AgentHomes): DoctorFinding {
  const tell = tellOf(provider);
  const args = { agent: NAMES[provider] };
  if (homes[provider] === undefined) return tell("info", "agent-not-here", { args });
  return tell("warning", "hook-never-ran", {
    args,
    next: `let ${NAMES[provider]} edit a source file here, then run hi doctor again`,
  });
}

import { expect } from "vitest";

import type { GuardedRepository } from "./guarded-repository.ts";
import { runProcess } from "./hi.ts";

/** The agents whose hooks ask the guard. */
export const PROVIDERS = ["claude", "codex", "cursor", "opencode"] as const;
export type Provider = (typeof PROVIDERS)[number];

/** What an agent and its user hear of a hook. */
export interface Heard {
  /** What keeps the agent from what it wants; empty where nothing does. */
  readonly said: string;
  /** What the user is told beside it. */
  readonly notice: string;
  readonly stderr: string;
}

/** Asks the hook that the repository carries, as the agent does. */
export async function askHook(
  repository: GuardedRepository,
  { provider, event, payload }: { readonly provider: Provider; readonly event: string; readonly payload: unknown }
): Promise<Heard> {
  const hook = [repository.at(".hi/runtime/hook.mjs"), event, "--provider", provider];
  const input = JSON.stringify(payload);
  const ended = await runProcess(process.execPath, hook, { cwd: repository.root, env: repository.env, input });
  expect(ended).toMatchObject({ exitCode: 0, signal: null });
  return { ...toHeard(ended.stdout), stderr: ended.stderr };
}

/** An answer on stdout, whichever agent it is for. */
export function toHeard(stdout: string): Pick<Heard, "said" | "notice"> {
  if (stdout === "" || stdout === "{}\n") return { said: "", notice: "" };
  const answer = JSON.parse(stdout) as Readonly<Record<string, string>> & {
    readonly hookSpecificOutput?: Readonly<Record<string, string>>;
  };
  const { reason = "", followup_message = "", block = "", deny = "", agent_message = "" } = answer;
  const denied = answer.hookSpecificOutput?.["permissionDecisionReason"] ?? "";
  const said = [reason, followup_message, block, deny, agent_message, denied].join("");
  return { said, notice: [answer["systemMessage"] ?? "", answer["notice"] ?? ""].join("") };
}

/** What each agent sends when it is done; `again`: how often it was kept from stopping before. */
export function toStopPayload(
  provider: Provider,
  { root, session = "s", again = 0 }: { readonly root: string; readonly session?: string; readonly again?: number }
): Record<string, unknown> {
  const common = { session_id: session, cwd: root, hook_event_name: "Stop", stop_hook_active: again > 0 };
  const rows: Record<Provider, Record<string, unknown>> = {
    claude: common,
    codex: { ...common, turn_id: "t" },
    cursor: { conversation_id: session, hook_event_name: "stop", status: "completed", loop_count: again },
    opencode: { hook_event_name: "session.idle", sessionID: session, directory: root, isAgain: again > 0 },
  };
  return rows[provider];
}

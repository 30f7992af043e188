import type { Place, Start } from "../place.ts";
import { ScriptedModel } from "../scripted-model.ts";
import type { ModelApi, ModelRequest, ToCalls, Turn } from "../scripted-model.ts";

/** One real agent: the API that it speaks, and how it is pointed at a model of ours. */
export interface LiveAgent {
  /** The name of its program, and of hi's provider for it. */
  readonly program: "claude" | "codex" | "opencode";
  readonly title: string;
  readonly api: ModelApi;
  readonly toCalls: (place: Place) => ToCalls;
  /** Writes the user's own configuration and says how one task is started. */
  readonly start: (place: Place, address: string) => Promise<Start>;
}

export interface Task {
  readonly place: Place;
  readonly turns: readonly Turn[];
  readonly cwd?: string;
}

/** What one run of an agent came to. */
export interface LiveRun {
  readonly requests: readonly ModelRequest[];
  /** All that the agent printed. */
  readonly printed: string;
}

/**
 * Runs one task to its end against a script, started in `cwd` or else in the repository's root.
 * @throws Error where the agent fails or leaves the script
 */
export async function runAgent(agent: LiveAgent, { place, turns, cwd }: Task): Promise<LiveRun> {
  await using model = new ScriptedModel({ api: agent.api, toCalls: agent.toCalls(place), turns });
  const start = await agent.start(place, await model.start());
  const { ending, stdout, stderr } = await place.run(agent.program, { ...start, cwd });
  const printed = `${stdout}\n${stderr}`;
  const faults = [...model.faults];
  if (ending !== "ok") faults.push(`it ended as ${ending}`);
  if (model.requests.length < turns.length) faults.push(`it made ${model.requests.length} of ${turns.length} requests`);
  if (faults.length > 0) throw new Error(`${agent.title}: ${faults.join("; ")}\n${printed.slice(-4000)}`);
  return { requests: model.requests, printed };
}

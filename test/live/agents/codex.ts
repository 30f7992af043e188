import { responsesApi } from "../apis/responses.ts";
import type { Place } from "../place.ts";
import type { FileEdit } from "../scripted-model.ts";
import type { LiveAgent } from "./live-agent.ts";

/**
 * Codex: all edits of a turn in one patch. The model is named by flags, so that its configuration file holds what Codex
 * itself wrote and nothing else. The model's name is one of its catalogue: another is offered no apply_patch.
 */
export const codex: LiveAgent = {
  program: "codex",
  title: "Codex",
  api: responsesApi,
  toCalls: () => (edits, tools) =>
    tools.includes("apply_patch") ? [{ tool: "apply_patch", input: toPatch(edits) }] : undefined,
  start: async (_, address) => {
    const provider = `{ name = "scripted", base_url = "${address}/v1", wire_api = "responses" }`;
    const settings = [
      'model="gpt-5.5"',
      'model_provider="scripted"',
      `model_providers.scripted=${provider}`,
      "analytics.enabled=false",
    ];
    const flags = settings.flatMap((setting) => ["-c", setting]);
    return { args: ["exec", ...flags, "--dangerously-bypass-approvals-and-sandbox", "carry out the script"] };
  },
};

/** Codex's patch form; an update is said as the whole old text going and the whole new one coming. */
export function toPatch(edits: readonly FileEdit[]): string {
  const files = edits.map(({ path, from, to }) =>
    from === undefined
      ? [`*** Add File: ${path}`, ...mark("+", to)]
      : [`*** Update File: ${path}`, "@@", ...mark("-", from), ...mark("+", to)]
  );
  return ["*** Begin Patch", ...files.flat(), "*** End Patch", ""].join("\n");
}

function mark(sign: string, text: string): readonly string[] {
  return text
    .replace(/\n$/, "")
    .split("\n")
    .map((line) => sign + line);
}

/** A hook as Codex lists it. */
export interface CodexHook {
  readonly key: string;
  readonly currentHash: string;
  readonly trustStatus: "managed" | "untrusted" | "trusted" | "modified";
}

/** The hooks of the repository that Codex would consider; none in a project that is not trusted. */
export async function listHooks(place: Place): Promise<readonly CodexHook[]> {
  const [reply] = await place.askCodex([{ method: "hooks/list", params: { cwds: [place.repository] } }]);
  return (reply as { data: readonly { hooks: readonly CodexHook[] }[] }).data.flatMap(({ hooks }) => hooks);
}

/** Says that the folder may be worked in, as the answer to Codex's first question does. */
export async function trustProject(place: Place): Promise<void> {
  await writeSetting(place, "projects", { [place.repository]: { trust_level: "trusted" } });
}

/** What trusting a hook under `/hooks` leaves behind: its present hash in the user's own configuration. */
export async function trustHook(place: Place, { key, currentHash }: CodexHook): Promise<void> {
  await writeSetting(place, "hooks.state", { [key]: { trusted_hash: currentHash } });
}

/** Codex writes its configuration itself, through the server that its own user interface uses. */
async function writeSetting(place: Place, keyPath: string, value: unknown): Promise<void> {
  const edits = [{ keyPath, mergeStrategy: "upsert", value }];
  await place.askCodex([{ method: "config/batchWrite", params: { edits } }]);
}

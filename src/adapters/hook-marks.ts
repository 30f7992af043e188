import path from "node:path";

import { parseHookMark } from "../contracts/hook-mark.ts";
import type { HookMark } from "../contracts/hook-mark.ts";
import type { AbsolutePath } from "../domain/paths.ts";
import type { ProviderName } from "../domain/settings.ts";
import { readJson } from "../runtime/io/read-json.ts";
import { listStateFolders } from "../runtime/io/state-folder.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads what the hook left of each agent's last run, where it leaves it; an agent without a mark is not in the map. */
export async function readHookMarks(
  root: AbsolutePath,
  providers: readonly ProviderName[],
  env: Environment
): Promise<ReadonlyMap<ProviderName, HookMark | "unreadable">> {
  const folders = await listStateFolders({ root, env }, "hook");
  const marks = new Map<ProviderName, HookMark | "unreadable">();
  for (const provider of providers) {
    for (const folder of folders) {
      const file = await readJson(path.join(folder, `${provider}.json`));
      if (file.kind === "absent" || marks.has(provider)) continue;
      marks.set(provider, (file.kind === "value" ? parseHookMark(file.value) : undefined) ?? "unreadable");
    }
  }
  return marks;
}

import { matchesAny } from "./path-matcher.ts";
import type { SessionRules } from "./session-payload.ts";

/** Whether a path counts for a session: all but what the policy ignores and neither protects nor is the guard's own. */
export function isRelevant({ configuration, patterns }: SessionRules, path: string): boolean {
  const plain = path.replace(/\/$/, "");
  // Only git's own folder: of what merely looks like it, and of other tools' state, git lists what is there.
  if (plain === ".git" || plain.startsWith(".git/")) return false;
  // What a judgelock.yml's own program keeps is written by it all the time.
  if (configuration.folders.includes(".judgelock") && plain.startsWith(".judgelock/")) return false;
  const isOwn =
    configuration.files.includes(plain) ||
    configuration.folders.some((folder) => plain === folder || plain.startsWith(`${folder}/`));
  if (isOwn || matchesAny(patterns.protected, plain)) return true;
  return !matchesAny(patterns.ignored, plain);
}

import { isGitName } from "./judge-path.ts";
import type { SessionRules } from "./session-payload.ts";

const made = new Map<string, RegExp>();

function toExpression(source: string): RegExp {
  const known = made.get(source) ?? new RegExp(source, "s");
  made.set(source, known);
  return known;
}

/** Whether a path counts for a session: all but what the policy ignores and neither protects nor is the guard's own. */
export function isRelevant({ configuration, patterns }: SessionRules, path: string): boolean {
  const plain = path.replace(/\/$/, "");
  const first = plain.split("/", 1)[0] ?? "";
  if (isGitName(first) || first === ".judgelock") return false;
  const isOwn =
    configuration.files.includes(plain) ||
    configuration.folders.some((folder) => plain === folder || plain.startsWith(`${folder}/`));
  if (isOwn || patterns.protected.some((source) => toExpression(source).test(plain))) return true;
  return !patterns.ignored.some((source) => toExpression(source).test(plain));
}

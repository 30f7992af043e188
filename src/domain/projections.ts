import type { RelativePath } from "./paths.ts";
import type { ReceiptEntry } from "./receipt.ts";
import type { ProviderName } from "./settings.ts";

/** Where each provider's projection lands. */
export const PROJECTIONS: Readonly<Record<ProviderName, RelativePath>> = {
  claude: ".claude/settings.json" as RelativePath,
  codex: ".codex/hooks.json" as RelativePath,
  cursor: ".cursor/hooks.json" as RelativePath,
  opencode: ".opencode/plugins/hi.js" as RelativePath,
};

/**
 * True where the receipt says that the file is there because we made it. One that was deleted on purpose and stands there
 * again was made by the project.
 */
export function isMadeByUs(entry: ReceiptEntry | undefined): boolean {
  return entry?.created === true && entry.removedByUser !== true;
}

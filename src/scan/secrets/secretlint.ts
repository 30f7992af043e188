import type { TextRange } from "../text-lines.ts";

/** What the other collection of rules found: which rule, which of its messages, where. Never its words: they quote. */
export interface SecretlintMatch extends TextRange {
  /** Without the package's name: `github`. */
  readonly rule: string;
  /** As the rule names it: `GITHUB_TOKEN`. */
  readonly message: string;
}

const RULE = /^@secretlint\/secretlint-rule-([a-z0-9-]+)$/;
/** Comments that switch findings off are this scanner's own (`hi: ignore`), in one syntax for all engines. */
const NOT_OURS = "filter-comments";

let opened: Promise<(path: string, text: string) => Promise<readonly SecretlintMatch[]>> | undefined;

/**
 * Runs secretlint's recommended rules over a text, in this process. Loaded when first asked for: it costs a tenth of a
 * second. Rejects where a rule fails; what it says then may quote the text.
 */
export async function runSecretlint(path: string, text: string): Promise<readonly SecretlintMatch[]> {
  opened ??= open();
  return (await opened)(path, text);
}

async function open() {
  const [{ lintSource }, { rules }] = await Promise.all([
    import("@secretlint/core"),
    import("@secretlint/secretlint-rule-preset-recommend"),
  ]);
  const chosen = rules
    .filter((rule) => RULE.exec(rule.meta.id)?.[1] !== NOT_OURS)
    .map((rule) => ({ id: rule.meta.id, rule, options: {} }));
  return async (path: string, text: string): Promise<readonly SecretlintMatch[]> => {
    const { messages } = await lintSource({
      source: { content: text, filePath: path, contentType: "text" },
      options: { config: { rules: chosen }, maskSecrets: true, noPhysicFilePath: true },
    });
    return messages.map(({ ruleId, messageId, range }) => ({
      rule: RULE.exec(ruleId)?.[1] ?? "other",
      message: messageId,
      start: range[0] ?? 0,
      end: range[1] ?? 0,
    }));
  };
}

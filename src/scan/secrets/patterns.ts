import type { ScannerSeverity } from "../../contracts/scanner.ts";
import type { TextRange } from "../text-lines.ts";

/** A kind of secret that is told by its shape. The ids and severities are those of the reference scanner (seed 002). */
interface SecretPattern {
  readonly id: string;
  readonly severity: ScannerSeverity;
  /** What it is, as a sentence may hold it. */
  readonly what: string;
  /** Linear: a fixed beginning, then one class of characters. Global, and never over the end of a line. */
  readonly shape: RegExp;
}

/** One secret of a text by its pattern. */
export interface SecretMatch extends TextRange {
  readonly pattern: SecretPattern;
}

const row = (id: string, severity: ScannerSeverity, what: string, shape: RegExp): SecretPattern => ({
  id: `secret/${id}`,
  severity,
  what,
  shape,
});

const SECRET_PATTERNS: readonly SecretPattern[] = [
  row("aws-access-key-id", "critical", "an AWS access key id", /\bAKIA[0-9A-Z]{16}\b/g),
  row(
    "aws-secret-access-key",
    "critical",
    "an AWS secret access key",
    /\baws_secret_access_key["']?[ \t]{0,64}[:=][ \t]{0,64}["']?[A-Za-z0-9/+=]{40,}["']?/gi
  ),
  row("github-token", "critical", "a GitHub token", /\b(?:ghp_[A-Za-z0-9]{36}\b|github_pat_[A-Za-z0-9_]{20,})/g),
  row("gitlab-token", "critical", "a GitLab token", /\bglpat-[A-Za-z0-9_-]{20,}/g),
  row("npm-token", "high", "an npm token", /\bnpm_[A-Za-z0-9]{36}\b/g),
  row("slack-token", "high", "a Slack token", /\bxox[baprs]-[A-Za-z0-9-]{10,}/g),
  row("stripe-live-key", "critical", "a live Stripe key", /\b[rs]k_live_[A-Za-z0-9]{16,}/g),
  row("private-key", "critical", "a private key", /-----BEGIN (?:(?:RSA|DSA|EC|OPENSSH) )?PRIVATE KEY-----/g),
];

/** Every secret of the text that one of the patterns knows, those within another one too; in the order of their places. */
export function findSecrets(text: string): readonly SecretMatch[] {
  return SECRET_PATTERNS.flatMap((pattern) => findAll(pattern, text)).toSorted(
    (one, other) => one.start - other.start || one.end - other.end
  );
}

/** The same shapes wherever they stand, with what is glued to their end: another secret may begin in it. */
const GLUED = SECRET_PATTERNS.map(
  ({ shape }) =>
    new RegExp(String.raw`(?:${shape.source.replaceAll(String.raw`\b`, "")})(?=(?<rest>[\w/+=-]{0,256}))`, shape.flags)
);

/**
 * What no rule of ours tells, and secretlint's only where it is asked: passwords in URLs, and texts that begin as the keys
 * of other providers do. Whatever a line is shown for, it is shown without them.
 */
const UNTOLD: readonly RegExp[] = [
  /:\/\/[^\s/@:"'`]{0,256}:[^\s/@"'`]{1,256}@/g,
  /\b(?:sk-|pk_live_|gh[ousr]_|xapp-|AIza|ya29\.|SG\.|hf_|hvs\.|dckr_pat_|glsa_|glc_|shp(?:at|ca|pa|ss)_|lin_api_|ops_|gsk_|ntn_|figd_|tskey-|dapi|eyJ)[\w./+=-]{16,2048}/g,
];

/** Everything that may be a secret, for a text that is about to be shown; not in order. */
export function findGlued(text: string): readonly TextRange[] {
  return [...GLUED, ...UNTOLD].flatMap((shape) =>
    Array.from(text.matchAll(shape), ({ 0: found, index, groups }) => ({
      start: index,
      end: index + found.length + (groups?.["rest"]?.length ?? 0),
    }))
  );
}

function findAll(pattern: SecretPattern, text: string): readonly SecretMatch[] {
  return Array.from(text.matchAll(pattern.shape), ({ 0: found, index }) => ({
    pattern,
    start: index,
    end: index + found.length,
  }));
}

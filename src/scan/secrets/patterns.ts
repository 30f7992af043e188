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
 * What no rule of ours tells, and secretlint's only where it is asked: texts that begin as the keys of other providers do.
 * Whatever a line is shown for, it is shown without them.
 */
const UNTOLD: readonly RegExp[] = [
  /\b(?:sk-|pk_live_|gh[ousr]_|xapp-|AIza|ya29\.|SG\.|hf_|hvs\.|dckr_pat_|glsa_|glc_|shp(?:at|ca|pa|ss)_|lin_api_|ops_|gsk_|ntn_|figd_|tskey-|dapi|eyJ)[\w./+=-]{16,2048}/g,
];

/** The same for values that their names, or the words before them, make secret: what stands before is shown. */
const NAMED: readonly RegExp[] = toNamed();

function toNamed(): readonly RegExp[] {
  const name = String.raw`(?:passw(?:or)?d|passphrase|pwd|secret|credential|token|api[_-]?key|(?:access|auth|private|signing|encryption)[_-]?key)[\w-]{0,32}`;
  // After it a quote or a bracket that ends it, the type of a variable, and a sign.
  const isSet = String.raw`["'\x60]?\]?[?!]?[ \t]{0,16}(?::[ \t]{0,8}\w{1,32}[ \t]{0,8}(?==))?(?:=>|:=|=|:)[ \t]{0,16}`;
  const quoted = String.raw`(?:(?<=")(?:[^"\\\r\n]|\\.){1,2048}|(?<=')(?:[^'\\\r\n]|\\.){1,2048}|(?<=\x60)(?:[^\x60\\\r\n]|\\.){1,2048})`;
  const code = String.raw`(?:process|import|req|request|res|response|ctx|context|event|os|env|this|self|config|options|opts|params|await|new)\b`;
  const bare = String.raw`(?!${code})[^\s"'\x60;,&|(){}<>$[\]]{3,256}(?![("'\x60[]|\w)`;
  return [
    new RegExp(String.raw`(?<head>${name}${isSet}[a-z]{0,2}["'\x60])(?<value>${quoted})`, "gi"),
    // As in files of the environment: no blank before or after the sign.
    new RegExp(String.raw`(?<head>${name}=)(?<value>${bare})`, "gi"),
    new RegExp(
      String.raw`(?<head>\b(?:ENV|ARG)[ \t]{1,16}\w{0,64}${name}[ \t]{1,16}["']?)(?<value>[^\s"']{1,256})`,
      "gi"
    ),
    // Users with their passwords, in addresses and on command lines.
    /(?<head>:\/\/)(?<value>[^\s/@:"'`]{0,256}:(?!\d{1,5}(?:[/?#]|$))[^\s"'`]{1,256})(?=@)/g,
    /(?<head>(?:^|[\s"'[,])(?:-[a-z]{0,16}u|--(?:proxy-)?user)[ \t=,"']{0,16})(?<value>[^\s"':]{1,256}:[^\s"']{1,256})/gi,
    // Headers.
    /(?<head>authorization["'`]?[ \t]{0,8}[:=,][ \t]{0,8}["'`]?(?:bearer|basic|token|digest|apikey)[ \t]{1,8})(?<value>[\w.~+/=-]{1,2048})/gi,
    /(?<head>\bbearer[ \t]{1,8})(?<value>(?=[a-z._~+/=-]{0,64}\d)[\w.~+/=-]{8,2048})/gi,
    /(?<head>["'`](?:x-[\w-]{0,32}(?:key|token|secret|auth)|cookie|authorization):[ \t]{0,8})(?<value>[^"'`\r\n$]{1,2048})/gi,
  ];
}

/** Everything that may be a secret, for a text that is about to be shown; not in order. `isSource`: names count too. */
export function findGlued(text: string, isSource: boolean): readonly TextRange[] {
  return [...GLUED, ...UNTOLD, ...(isSource ? NAMED : [])].flatMap((shape) =>
    Array.from(text.matchAll(shape), ({ 0: found, index, groups }) => ({
      start: index + (groups?.["head"]?.length ?? 0),
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

const HIDDEN = "[redacted]";

/** A name that says that what follows it is a secret, and a value. */
const NAMED =
  /((?:api[_-]?key|access[_-]?key|auth[_-]?token|client[_-]?secret|credentials?|passphrase|passw(?:or)?d|private[_-]?key|secret|token)["']?\s*[:=]\s*)("[^"\r\n]*"|'[^'\r\n]*'|[^\s"',;&]+)/gi;

/** Values that are secrets by their form, whatever stands before them. */
const BY_FORM: readonly RegExp[] = [
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[^]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  // The end of one whose beginning was left out.
  /^(?:[A-Za-z0-9+/=]+\r?\n)+-----END [A-Z ]*PRIVATE KEY-----/gm,
  // Also right behind an escape that a program's text has for a line break.
  /(?:\b|(?<=\\[nrt]))(?:gh[pousr]|github_pat|glpat|npm|xox[abeoprs]|sk|pk|rk)[_-][A-Za-z0-9_-]{16,}/g,
  /(?:\b|(?<=\\[nrt]))(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  /\bAIza[A-Za-z0-9_-]{30,}/g,
  /\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}/g,
];

/**
 * A text without what looks like a secret: values behind telling names, bearer and basic credentials, passwords in
 * addresses, keys and tokens of known forms. A list, not a promise.
 */
export function redact(text: string): string {
  let plain = text;
  for (const pattern of BY_FORM) plain = plain.replace(pattern, HIDDEN);
  return plain
    .replaceAll(/\b((?:bearer|basic)\s+)[A-Za-z0-9._~+/=-]{8,}/gi, `$1${HIDDEN}`)
    .replaceAll(/([a-z][a-z0-9+.-]*:\/\/[^\s:/@]{0,200}:)[^\s/@]{1,500}@/gi, `$1${HIDDEN}@`)
    .replace(NAMED, `$1${HIDDEN}`);
}

/**
 * Secrets that open nothing, put together when a test runs: no file of this project holds one whole, so that no scanner
 * of anybody's takes them for real ones.
 */
const LETTERS = "aB3dE5gH7jK9mN1pQ2sT4vW6yZ8";
const CAPITALS = "ABCDEFGHJKLMNPQRSTUVWXYZ234567";

function fill(length: number, alphabet = LETTERS): string {
  return Array.from({ length }, (_, at) => alphabet[(at * 7 + 3) % alphabet.length]).join("");
}

const dashes = "-".repeat(5);

/** One of each shape, by the rule that finds it; the text that may never be shown. */
export const PLANTED_SECRETS: Readonly<Record<string, string>> = {
  "secret/aws-access-key-id": `AKIA${fill(16, CAPITALS)}`,
  "secret/aws-secret-access-key": `aws_secret_access_key = "${fill(40)}"`,
  "secret/github-token": `ghp_${fill(36)}`,
  "secret/gitlab-token": `glpat-${fill(20)}`,
  "secret/npm-token": `npm_${fill(36)}`,
  "secret/slack-token": `xoxb-${fill(12)}`,
  "secret/stripe-live-key": `sk_live_${fill(24)}`,
  "secret/private-key": `${dashes}BEGIN RSA PRIVATE KEY${dashes}`,
};

/** What secretlint alone knows. */
export const PLANTED_FOR_SECRETLINT: Readonly<Record<string, string>> = {
  "secret/secretlint-database-connection-string": `postgres://someone:${fill(12)}@db.internal/orders`,
  "secret/secretlint-basicauth": `https://someone:${fill(14)}@example.org/`,
};

/** The parts of them that nothing may ever print. */
export const UNSPEAKABLE: readonly string[] = [fill(12), fill(14), fill(16, CAPITALS), fill(20), fill(24), fill(36)];

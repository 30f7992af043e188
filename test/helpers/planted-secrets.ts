/** Put together here, so that no file of the project holds anything of such a shape. */
const LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
const letters = (count: number, from = 7): string =>
  Array.from({ length: count }, (_, at) => LETTERS.charAt((at * 11 + from) % LETTERS.length)).join("");

/** One text for each of the eight shapes, by its rule. */
export const PLANTED = {
  "secret/aws-access-key-id": `${"AK"}IA${letters(16).toUpperCase()}`,
  "secret/aws-secret-access-key": letters(40, 3),
  "secret/github-token": `${"gh"}p_${letters(36)}`,
  "secret/gitlab-token": `${"gl"}pat-${letters(20)}`,
  "secret/npm-token": `${"np"}m_${letters(36, 5)}`,
  "secret/slack-token": `${"xo"}xb-${"1234567890"}-${letters(20)}`,
  "secret/stripe-live-key": `${"sk"}_live_${letters(24)}`,
} as const;

const HEADER = `-----${"BEGIN"} RSA PRIVATE ${"KEY"}-----`;
const BODY = letters(64, 9);

/** A file with one of each, the private key last. */
export const PLANTED_TEXT = [
  `id = "${PLANTED["secret/aws-access-key-id"]}"`,
  `aws_secret_access_key = "${PLANTED["secret/aws-secret-access-key"]}"`,
  ...Object.entries(PLANTED)
    .slice(2)
    .map(([rule, text]) => `${rule.replaceAll(/\W/g, "_")} = "${text}"`),
  HEADER,
  BODY,
  "",
].join("\n");

/** What no output may hold. */
export const PLANTED_PARTS: readonly string[] = [...Object.values(PLANTED), BODY];

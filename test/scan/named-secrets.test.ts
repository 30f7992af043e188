import { expect, it } from "vitest";

import { redactSecrets } from "../../src/scan/secrets/redact.ts";
import { PLANTED_SECRETS } from "../helpers/planted-secrets.ts";

// A line of source as it is shown: what a name, a switch or a header makes secret is out of it, and no more than that.

const LEFT: Readonly<Record<string, string>> = {
  'const dbPasswd = "@"; eval(x);': 'const dbPasswd = "[REDACTED]"; eval(x);',
  '{ password: "@", run: eval(x) }': '{ password: "[REDACTED]", run: eval(x) }',
  "{ 'api-key': '@' }": "{ 'api-key': '[REDACTED]' }",
  'headers["x-auth-token"] = `@`;': 'headers["x-auth-token"] = `[REDACTED]`;',
  'const clientSecret: string = "@ and more";': 'const clientSecret: string = "[REDACTED]";',
  'password = "a \\" @"': 'password = "[REDACTED]"',
  "ENV DB_PASSWORD=@ NODE_TLS_REJECT_UNAUTHORIZED=0": "ENV DB_PASSWORD=[REDACTED] NODE_TLS_REJECT_UNAUTHORIZED=0",
  "ENV DB_PASSWORD @": "ENV DB_PASSWORD [REDACTED]",
  "RUN curl -k -u admin:@ https://h.example": "RUN curl -k -u [REDACTED] https://h.example",
  "curl -ku 'admin:@' x": "curl -ku '[REDACTED]' x",
  "curl --user=admin:@ x": "curl --user=[REDACTED] x",
  'RUN ["curl", "-k", "-u", "admin:@"]': 'RUN ["curl", "-k", "-u", "[REDACTED]"]',
  'curl -H "Authorization: Bearer @" x': 'curl -H "Authorization: [REDACTED]" x',
  'curl -H "X-Api-Key: @" x': 'curl -H "X-Api-Key: [REDACTED]" x',
  '{ Authorization: "Basic @" }': '{ Authorization: "Basic [REDACTED]" }',
  "call('Bearer @')": "call('Bearer [REDACTED]')",
  "postgres://me:@@h.example.com/x": "postgres://[REDACTED]@h.example.com/x",
  "postgres://me:a/@@h.example.com/x": "postgres://[REDACTED]@h.example.com/x",
  "https://h.example/?token=@&x=1": "https://h.example/?token=[REDACTED]&x=1",
};

it.each(Object.entries(LEFT))("%s", (line, shown) => {
  expect(redactSecrets(line.replace("@", "Hunter2Passw0rd"))).toBe(shown);
});

it.each([
  "const token = req.query.token;",
  "const password = process.env.PASSWORD;",
  "ENV PASSWORD=process.env.X",
  "function check(password: string, secret: Buffer) {}",
  "https://registry.example:4873/@scope/package",
  "sort -u names; cut -d: -f1",
  "Basic authentication, and bearer authentication",
  "if (password === other) {}",
  "fetch(url, { headers: { Authorization: token } })",
])("leaves %s", (line) => {
  expect(redactSecrets(line)).toBe(line);
});

it("takes no time over a line that is made for it", () => {
  for (const part of [
    "password=",
    "token: ",
    "://a:",
    "-u a:",
    "authorization: bearer ",
    'pwd"',
    "secret-",
    "bearer a",
  ]) {
    expect(redactSecrets(part.repeat(60_000)).length).toBeGreaterThan(0);
  }
  expect(redactSecrets(`eval("${PLANTED_SECRETS["secret/npm-token"] ?? ""}")`)).toBe('eval("[REDACTED]")');
});

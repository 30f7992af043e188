import type { Said } from "./pqc-findings.ts";

/** Settings that make a program accept any certificate: in the environment, or on a command's line. */
const VARIABLES = String.raw`NODE_TLS_REJECT_UNAUTHORIZED(?:=|\s+)["']?0|PYTHONHTTPSVERIFY(?:=|\s+)["']?0|GIT_SSL_NO_VERIFY(?:=|\s+)["']?(?:1|true)|NPM_CONFIG_STRICT_SSL(?:=|\s+)["']?false`;
const EMPTY_BUNDLE = String.raw`(?:CURL_CA_BUNDLE|REQUESTS_CA_BUNDLE|SSL_CERT_FILE)=(?:""|''|(?=\s|$))`;
const SETTINGS = String.raw`(?:npm|pnpm|yarn)\s+config\s+set\s+(?:--global\s+)?strict-ssl[\s=]+false\b|http\.sslVerify[\s=]+["']?(?:false|0)\b`;
const IN_VARIABLES = new RegExp(`(?:^|\\s)(?:(?:${VARIABLES})\\b|${EMPTY_BUNDLE})`, "i");
const IN_RUN = new RegExp(`(?:^|[\\s"'])(?:(?:${VARIABLES})\\b|${EMPTY_BUNDLE}|${SETTINGS})`, "i");

/** Programs with a switch of their own, which may stand anywhere behind the name in the same command. */
const PROGRAMS: readonly { readonly name: RegExp; readonly off: RegExp }[] = [
  // `-K` names a file, and `-k` is the switch.
  { name: /(?:^|[\s"'])curl\b/i, off: /\s(?:--insecure\b|-[a-zA-Z]*k\b)/ },
  { name: /(?:^|[\s"'])wget\b/i, off: /\s--no-check-certificate\b/i },
];

/** Each command is read once from its first name on: a line may name a program a hundred thousand times. */
function hasSwitch(rest: string): boolean {
  return rest.split(/[|;&]/).some((command) =>
    PROGRAMS.some(({ name, off }) => {
      const found = name.exec(command);
      return found !== null && off.test(command.slice(found.index + found[0].length));
    })
  );
}

/** Instructions of a Dockerfile that switch the checking of certificates off. */
export function findInsecureTls(text: string): readonly Said[] {
  return readInstructions(text).flatMap(({ name, rest, start, end }) => {
    const isVariables = name === "ENV" || name === "ARG";
    if (!isVariables && name !== "RUN") return [];
    const isOff = isVariables ? IN_VARIABLES.test(rest) : IN_RUN.test(rest) || hasSwitch(rest);
    if (!isOff) return [];
    return [
      {
        rule_id: "config/dockerfile-insecure-tls-env",
        severity: "high",
        cwe: "CWE-295",
        description: `This ${name} switches the checking of TLS certificates off for what runs in the image.`,
        fix_suggestion: "Leave the check on, and add the certificate authority that is missing to the image.",
        start,
        end,
      },
    ];
  });
}

interface Instruction {
  readonly name: string;
  /** Its lines as one, comments within it left out. */
  readonly rest: string;
  readonly start: number;
  readonly end: number;
}

/** One instruction may go on over lines that end in a backslash (or in a backtick, where the file says so). */
function readInstructions(text: string): readonly Instruction[] {
  const found: Instruction[] = [];
  const goesOn = /^#\s*escape=`/im.test(text.slice(0, 1024)) ? /`\s*$/ : /\\\s*$/;
  let open: { start: number; words: string } | undefined;
  for (const { 0: line, index } of text.matchAll(/[^\r\n]+/g)) {
    if (/^\s*#/.test(line)) continue;
    open ??= { start: index + line.search(/\S|$/), words: "" };
    const isOpen = goesOn.test(line);
    open.words += ` ${isOpen ? line.replace(goesOn, "") : line}`;
    if (isOpen) continue;
    const [, name = "", rest = ""] = /^\s*(?:ONBUILD\s+)?([A-Za-z]+)\s+([^]*)$/i.exec(open.words) ?? [];
    found.push({ name: name.toUpperCase(), rest, start: open.start, end: index + line.length });
    open = undefined;
  }
  return found;
}

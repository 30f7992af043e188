import { isStatic, toArguments, toCallee } from "../expressions.ts";
import type { FileView, PatternRule } from "../rule.ts";
import type { Node } from "../syntax.ts";

const PLAIN_AND_SYNC = ["readFile", "writeFile", "appendFile", "readdir", "unlink", "stat", "access"];
const FILE_CALLS = [
  ...PLAIN_AND_SYNC.flatMap((name) => [name, `${name}Sync`]),
  "createReadStream",
  "createWriteStream",
];
const SENDERS = ["sendFile", "download"];
/** What a response may be told to send that somebody else could have chosen. */
const OPEN_KINDS = new Set([
  "call_expression",
  "binary_expression",
  "template_string",
  "identifier",
  "member_expression",
  "subscript_expression",
]);

export const noPathTraversal: PatternRule = {
  id: "js/no-path-traversal",
  severity: "high",
  cwe: "CWE-22",
  hint: /\b(?:readFile|writeFile|appendFile|readdir|unlink|stat|access|createReadStream|createWriteStream|sendFile|download)/,
  on: [{ kind: "call_expression", names: [...FILE_CALLS, ...SENDERS] }],
  check(call, file) {
    const name = toCallee(call)?.name ?? "";
    const [path] = toArguments(call);
    if (!path || !(SENDERS.includes(name) ? isOpen(path, file) : isPutTogether(path, file))) return undefined;
    return {
      description: `${name}() gets a path that is put together when it runs: ".." in it leads elsewhere`,
      fix: "Resolve the path and check that it is still below the folder that is meant",
    };
  },
};

/** A name or a call says nothing of where it comes from; a sum or a template shows it. */
function isPutTogether(path: Node, file: FileView): boolean {
  return (path.is("binary_expression") || path.is("template_string")) && !isStatic(path, file);
}

function isOpen(path: Node, file: FileView): boolean {
  if (!OPEN_KINDS.has(String(path.kind())) || isStatic(path, file)) return false;
  if (!path.is("call_expression")) return true;
  const isJoin = /^path\.(?:join|resolve)$/.test(toCallee(path)?.path ?? "");
  return !(isJoin && toArguments(path).every((part) => isStatic(part, file)));
}

export const noPrototypePollution: PatternRule = {
  id: "js/no-prototype-pollution",
  severity: "high",
  cwe: "CWE-1321",
  hint: /\]/,
  on: [
    {
      kind: "assignment_expression",
      where: {
        has: {
          field: "left",
          kind: "subscript_expression",
          all: [
            { has: { field: "index", kind: "identifier" } },
            { has: { field: "object", kind: "subscript_expression" } },
          ],
        },
      },
    },
  ],
  check(assignment) {
    const left = assignment.field("left");
    if (!left?.field("index")?.is("identifier") || !left.field("object")?.is("subscript_expression")) return undefined;
    return {
      description: 'Both keys are only known when it runs: "__proto__" as the first one changes every object',
      fix: "Refuse the keys __proto__, prototype and constructor, or use a Map",
    };
  },
};

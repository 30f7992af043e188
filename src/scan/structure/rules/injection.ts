import { isStatic, toArguments, toCallee, toSubstitutions } from "../expressions.ts";
import type { FileView, PatternRule } from "../rule.ts";
import type { Node } from "../syntax.ts";

/** A statement, not prose: the verb and, near it, the word that goes with it. */
const SQL =
  /\b(?:SELECT\s.{1,400}?\sFROM\b|INSERT\s+INTO\b|UPDATE\s.{1,200}?\sSET\b|DELETE\s+FROM\b|(?:DROP|ALTER|CREATE)\s+TABLE\b)/is;
/** More parts than this are not looked at one by one. */
const MAX_PARTS = 1000;

export const noSqlInjection: PatternRule = {
  id: "js/no-sql-injection",
  severity: "critical",
  cwe: "CWE-89",
  hint: SQL,
  // The expression is matched here: compiling it for the tree of every file costs more than all else.
  on: [
    {
      kind: "binary_expression",
      where: { has: { field: "left", any: [{ kind: "string" }, { kind: "template_string" }] } },
    },
    { kind: "template_string", where: { has: { kind: "template_substitution" } } },
  ],
  check(node, file) {
    const isUnsafe = node.is("template_string") ? isFilledIn(node, file) : isAddedTo(node, file);
    if (!isUnsafe) return undefined;
    return {
      description: "A value becomes part of the text of an SQL statement",
      fix: "Leave a placeholder in the statement and give the value as a parameter",
    };
  },
};

function isFilledIn(template: Node, file: FileView): boolean {
  const fixed = template.namedChildren().filter((child) => !child.is("template_substitution"));
  if (!SQL.test(template.text()) || fixed.length === 0 || isTagged(template)) return false;
  return toSubstitutions(template).some((part) => !isStatic(part.namedChildren()[0], file));
}

/** A tag that makes a statement gives what is filled in as parameters. */
function isTagged(template: Node): boolean {
  const call = template.parent();
  return call?.is("call_expression") === true && /sql|query|prisma/i.test(toCallee(call)?.path ?? "");
}

/** Whether anything that is added to the statement, here or further out, is not fixed. */
function isAddedTo(sum: Node, file: FileView): boolean {
  if (!SQL.test(sum.field("left")?.text() ?? "")) return false;
  let part: Node | null = sum;
  for (let count = 0; part?.is("binary_expression") && count < MAX_PARTS; count += 1) {
    if (part.field("operator")?.text() !== "+") return false;
    if (!isStatic(part.field("right"), file)) return true;
    part = part.parent();
  }
  return false;
}

const SHELL_CALLS = ["exec", "execSync", "spawn", "spawnSync", "execFile", "execFileSync"];
/** What the process module is called where it is not named as itself. */
const PROCESS_NAMES = new Set(["cp", "proc", "subprocess"]);

export const noCommandInjection: PatternRule = {
  id: "js/no-command-injection",
  severity: "critical",
  cwe: "CWE-78",
  hint: /\b(?:exec|spawn)/,
  on: [{ kind: "call_expression", names: SHELL_CALLS }],
  check(call, file) {
    const callee = toCallee(call);
    const [command] = toArguments(call);
    if (!callee || !command || isStatic(command, file)) return undefined;
    if (callee.name === "exec" && !isProcessModule(callee.receiver, file)) return undefined;
    return {
      description: `${callee.name}() starts what is only known when it runs`,
      fix: "Start a fixed program with execFile and give values as an array of arguments",
    };
  },
};

/** Regular expressions and databases have an `exec` too. */
function isProcessModule(receiver: string | undefined, file: FileView): boolean {
  return (
    receiver === undefined ||
    receiver.includes("child_process") ||
    PROCESS_NAMES.has(receiver) ||
    file.importedAs(receiver) === "child_process"
  );
}

const READERS = ["unserialize", "parse", "deepDeserialize", "load"];
const UNSAFE_READERS = new Set(["serialize.unserialize", "unserialize", "cryo.parse", "funcster.deepDeserialize"]);
const SAFE_SCHEMA = /SAFE_SCHEMA|JSON_SCHEMA|FAILSAFE_SCHEMA|safeLoad/;

export const noUnsafeDeserialization: PatternRule = {
  id: "js/no-unsafe-deserialization",
  severity: "critical",
  cwe: "CWE-502",
  hint: /\b(?:unserialize|cryo|funcster|js)?(?:unserialize|cryo|funcster|yaml)\b/,
  on: [{ kind: "call_expression", names: READERS }],
  check(call) {
    const path = toCallee(call)?.path ?? "";
    const isYaml = path === "yaml.load" || path === "jsyaml.load";
    if (!isYaml && !UNSAFE_READERS.has(path)) return undefined;
    if (isYaml && hasSafeSchema(call)) return undefined;
    return {
      description: `${path} makes more than data of the text that it reads`,
      fix: isYaml ? "Give a schema without types that run code (JSON_SCHEMA), or use JSON" : "Use JSON.parse",
    };
  },
};

function hasSafeSchema(call: Node): boolean {
  return toArguments(call)
    .slice(1)
    .some((argument) => SAFE_SCHEMA.test(argument.text()));
}

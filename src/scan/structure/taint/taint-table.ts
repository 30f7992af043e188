import type { Sanitizer, Sink, TaintRule } from "./taint-rule.ts";

const FIRST = [0] as const;

const paths = (args: readonly number[] | undefined, ...names: readonly string[]): Sink[] =>
  names.map((path) => ({ path, ...(args ? { args } : {}) }));
const methods = (args: readonly number[] | undefined, ...names: readonly string[]): Sink[] =>
  names.map((method) => ({ method, ...(args ? { args } : {}) }));
const cleaners = (...names: readonly string[]): Sanitizer[] => names.map((path) => ({ path }));
const cleaningMethods = (...names: readonly string[]): Sanitizer[] => names.map((method) => ({ method }));

/** Every rule about the way of a value. Their ids are the peer's. At most 30: a value's bits say which it is clean for. */
export const TAINT_RULES: readonly TaintRule[] = [
  {
    id: "js/taint-xss-innerhtml",
    severity: "high",
    cwe: "CWE-79",
    hint: /\b(?:inner|outer)HTML\b|\bdocument\b/,
    sinks: [{ set: "innerHTML" }, { set: "outerHTML" }, ...paths(undefined, "document.write", "document.writeln")],
    sanitizers: [
      ...cleaners("sanitizeHtml", "xss", "escape", "encodeURIComponent"),
      ...cleaningMethods("sanitize", "escapeHtml", "escapeHTML"),
    ],
    danger: "markup in it becomes part of the page",
    fix: "Set textContent, or clean the markup first (DOMPurify.sanitize)",
  },
  {
    id: "js/taint-sql-injection",
    severity: "critical",
    cwe: "CWE-89",
    hint: /\b(?:query|execute|raw)\b/,
    // What is given as a parameter is no part of the statement.
    sinks: methods(FIRST, "query", "execute", "raw").map((sink) => ({ ...sink, members: ["text", "sql", "query"] })),
    sanitizers: cleaningMethods("escape", "escapeLiteral", "escapeId", "escapeIdentifier"),
    danger: "it becomes part of the text of an SQL statement",
    fix: "Leave a placeholder in the statement and give the value as a parameter",
  },
  {
    id: "js/taint-eval",
    severity: "critical",
    cwe: "CWE-95",
    hint: /\b(?:eval|Function)\b/,
    sinks: [...paths(undefined, "eval", "Function"), { made: "Function" }],
    sanitizers: [],
    danger: "it is run as code",
    fix: "Parse data with JSON.parse, or look the wanted function up in an object of your own",
  },
  {
    id: "js/taint-command-injection",
    severity: "critical",
    cwe: "CWE-78",
    hint: /\bchild_process\b/,
    // What is given in an array of arguments reaches no shell.
    sinks: paths(
      FIRST,
      ...["exec", "execSync", "spawn", "spawnSync", "execFile", "execFileSync"].map((name) => `child_process.${name}`)
    ),
    sanitizers: cleaners("shellescape", "shell-escape", "escapeShellArg"),
    danger: "a shell may run what stands in it",
    fix: "Start a fixed program with execFile and give values as an array of arguments",
  },
  {
    id: "js/taint-ssrf",
    severity: "high",
    cwe: "CWE-918",
    hint: /\b(?:fetch|https?|axios|got)\b/,
    sinks: paths(
      FIRST,
      "fetch",
      "http.get",
      "http.request",
      "https.get",
      "https.request",
      "axios",
      ...["get", "post", "put", "patch", "delete", "head", "request"].map((verb) => `axios.${verb}`),
      "got",
      ...["get", "post", "put", "patch", "delete", "head"].map((verb) => `got.${verb}`)
    ).map((sink) => ({
      ...sink,
      isAddress: true,
      members: ["url", "baseURL", "host", "hostname", "protocol", "prefixUrl"],
    })),
    sanitizers: [],
    danger: "it decides which machine this program asks",
    fix: "Compare the host with a list of those that may be asked",
  },
  {
    id: "js/taint-ssti",
    severity: "critical",
    cwe: "CWE-1336",
    hint: /\b(?:ejs|pug|[Hh]andlebars|nunjucks|[Mm]ustache)\b/,
    // What a template is filled with is data.
    sinks: paths(
      FIRST,
      ..."ejs.render ejs.renderFile ejs.compile pug.render pug.renderFile pug.compile".split(" "),
      ..."Handlebars.compile handlebars.compile nunjucks.renderString mustache.render Mustache.render".split(" ")
    ),
    sanitizers: [],
    danger: "it is run as a template",
    fix: "Keep templates in files of your own and give values as their data",
  },
  {
    id: "js/taint-xpath-injection",
    severity: "high",
    cwe: "CWE-643",
    hint: /\b(?:xpath|evaluate)\b/,
    sinks: paths(FIRST, "xpath.select", "xpath.select1", "xpath.evaluate", "document.evaluate", "dom.evaluate"),
    sanitizers: [],
    danger: "it becomes part of an XPath expression",
    fix: "Give it as a variable of the expression, or let only letters and digits through",
  },
  {
    id: "js/taint-ldap-injection",
    severity: "high",
    cwe: "CWE-90",
    hint: /\b(?:search|bind)\b/,
    sinks: [
      ...paths(undefined, "client.search", "ldap.search", "conn.search"),
      // The second argument of a bind is the password.
      ...paths(FIRST, "client.bind", "ldap.bind", "conn.bind"),
    ],
    sanitizers: cleaningMethods("escapeFilter", "escapeDN", "ldapEscape"),
    danger: "it becomes part of a name or filter of the directory",
    fix: "Escape it for filters and names (ldap-escape), or build the filter with the library's own objects",
  },
  {
    id: "js/taint-log-injection",
    severity: "medium",
    cwe: "CWE-117",
    hint: /\b(?:console|warn|info|debug)\b/,
    sinks: [...paths(undefined, "console.log", "console.error"), ...methods(undefined, "warn", "info", "debug")],
    sanitizers: [...cleaners("JSON.stringify", "encodeURIComponent"), ...cleaningMethods("sanitizeLog", "inspect")],
    danger: "line breaks in it make entries of the log that nobody wrote",
    fix: "Log it as JSON, or take line breaks and control characters out",
  },
  {
    id: "js/taint-xxe",
    severity: "high",
    cwe: "CWE-611",
    hint: /\b(?:parseString|parseXml|parseXmlString|parseFromString)\b/,
    sinks: methods(FIRST, "parseString", "parseXml", "parseXmlString", "parseFromString"),
    sanitizers: [],
    danger: "entities in it may read files and ask other machines",
    fix: "Switch external entities off, or use a parser that has none",
  },
  {
    id: "js/taint-nosql-injection",
    severity: "high",
    cwe: "CWE-943",
    hint: /\b(?:find\w*|update\w+|delete\w+|replaceOne|aggregate|countDocuments)\b/,
    sinks: [
      ...paths(undefined, "collection.find", "db.find", "model.find", "Model.find"),
      ...methods(
        undefined,
        ..."findOne findOneAndUpdate findOneAndDelete updateOne updateMany deleteOne deleteMany".split(" "),
        ..."replaceOne aggregate countDocuments".split(" ")
        // Sequelize, TypeORM and Prisma ask by `where`, and take no operators from what they are given.
      ).map((sink) => ({ ...sink, unless: "where" })),
    ],
    sanitizers: [
      ...cleaners("String", "escape", "encodeURIComponent"),
      ...cleaningMethods("sanitize", "toString", "trim", "ObjectId", "toLowerCase"),
    ],
    needsObject: true,
    danger: "an object in its place brings operators of its own ($ne, $where)",
    fix: "Make a string of it first (String), or check its type",
  },
];

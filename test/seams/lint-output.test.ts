import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";

import { BAD, GOOD, LintRepository, toScope } from "../helpers/lint-repository.ts";

/** What a plugin's author, or what it found in a file, can put into a message. */
const HOSTILE = "100% sure:\r\n::error file=other.ts,line=1::forged\n::stop-commands::x\u001B[31mred, a,b:c\u202E";
const PLUGIN = `
const rule = { create: (context) => ({
  DebuggerStatement: (node) => context.report({ node, message: ${JSON.stringify(HOSTILE)} }),
  ClassDeclaration: (node) => context.report({ node, message: "a class" }),
}) };
export default { meta: { name: "own" }, rules: { "says, so: 100%": rule } };
`;
const CONFIG = JSON.stringify({
  jsPlugins: ["./plugin.mjs"],
  categories: { correctness: "off" },
  rules: { "own/says, so: 100%": "error", "no-alert": "warn" },
});
const NAME = "src/a b,c:d%0A#é🎈[x].ts";

function createHostile(): Promise<LintRepository> {
  return LintRepository.create({
    "lint.json": CONFIG,
    "plugin.mjs": PLUGIN,
    [NAME]: "/* é🎈 */ debugger;\nalert(1);\nclass A {\n}\n",
    "src/ok.ts": GOOD,
  });
}

/** The runner's own grammar: `::command key=value,…::data`, with its escapes undone. */
function parseCommand(line: string) {
  const [, command, properties = "", data = ""] = /^::(\w+) ?(.*?)::(.*)$/.exec(line) ?? [];
  const undo = (text: string): string =>
    text.replaceAll("%0D", "\r").replaceAll("%0A", "\n").replaceAll("%3A", ":").replaceAll("%2C", ",");
  const pairs = properties
    .split(",")
    .map((pair) => [pair.slice(0, pair.indexOf("=")), undo(pair.slice(pair.indexOf("=") + 1)).replaceAll("%25", "%")]);
  return {
    command,
    properties: Object.fromEntries(pairs) as Readonly<Record<string, string>>,
    data: data.replaceAll("%0D", "\r").replaceAll("%0A", "\n").replaceAll("%25", "%"),
  };
}

describe("annotations of a workflow", () => {
  // An unescaped name or message ends an annotation early, or begins another command of the runner's.
  test("are one line a finding, whatever names, rules and messages hold", async () => {
    await using repository = await createHostile();
    const { stdout, stderr, exitCode } = await repository.run(["--format", "github"]);
    const lines = stdout.trimEnd().split("\n");
    expect([lines.length, exitCode]).toEqual([3, 1]);
    const commands = lines.map(parseCommand);
    const rule = "own(says, so: 100%)";
    expect(commands.map(({ command, properties }) => [command, properties])).toEqual([
      ["error", { file: NAME, line: "1", endLine: "1", col: "11", endColumn: "20", title: rule }],
      ["warning", { file: NAME, line: "2", endLine: "2", col: "1", endColumn: "6", title: "eslint(no-alert)" }],
      // Of more than one line no column can be told.
      ["error", { file: NAME, line: "3", endLine: "4", title: rule }],
    ]);
    expect(commands[0]?.data).toBe("100% sure: ::error file=other.ts,line=1::forged ::stop-commands::xred, a,b:c");
    expect(lines.join("")).not.toMatch(/\p{Cc}|\u202E/u);
    expect(stderr).toBe("2 errors and 1 warning. 3 files checked.\n");
  });

  test("of a failure are errors, and of nothing there are none: what was checked is on stderr", async () => {
    await using repository = await LintRepository.create({ "src/a.ts": BAD, "lint.json": "{" });
    const failed = await repository.run(["--format=github"]);
    expect(failed.exitCode).toBe(2);
    expect(parseCommand(failed.stdout.trimEnd())).toMatchObject({
      command: "error",
      properties: { title: "hi lint: configuration" },
      data: expect.stringContaining("Failed to parse"),
    });
    const none = await repository.run(["--format=github", "--files-from=-"], { input: "" });
    expect(none).toMatchObject({ exitCode: 0, stdout: "", stderr: "0 files checked: no name was given.\n" });
  });
});

const text = { type: "object", required: ["text"], properties: { text: { type: "string", minLength: 1 } } };
const notification = { type: "object", required: ["message"], properties: { message: text } };
const place = { type: "integer", minimum: 1 };
const region = {
  type: "object",
  required: ["startLine"],
  additionalProperties: false,
  properties: { startLine: place, startColumn: place, endLine: place, endColumn: place },
};
const location = {
  type: "object",
  additionalProperties: false,
  properties: {
    physicalLocation: {
      type: "object",
      required: ["artifactLocation"],
      additionalProperties: false,
      properties: {
        artifactLocation: {
          type: "object",
          additionalProperties: false,
          properties: { uri: { type: "string", format: "uri-reference" }, uriBaseId: { type: "string" } },
        },
        region,
      },
    },
  },
};
/** What SARIF 2.1.0 says of the objects that are used here: 3.13 (log), 3.14 (run), 3.20 (invocation), 3.27 (result). */
const SARIF = {
  type: "object",
  required: ["version", "runs"],
  additionalProperties: false,
  properties: {
    $schema: { type: "string", format: "uri" },
    version: { const: "2.1.0" },
    runs: {
      type: "array",
      items: {
        type: "object",
        required: ["tool", "results"],
        additionalProperties: false,
        properties: {
          tool: {
            type: "object",
            required: ["driver"],
            properties: {
              driver: {
                type: "object",
                required: ["name"],
                additionalProperties: false,
                properties: {
                  name: { type: "string", minLength: 1 },
                  rules: {
                    type: "array",
                    uniqueItems: true,
                    items: {
                      type: "object",
                      required: ["id"],
                      additionalProperties: false,
                      properties: { id: { type: "string" }, helpUri: { type: "string", format: "uri" } },
                    },
                  },
                },
              },
            },
          },
          automationDetails: { type: "object", properties: { id: { type: "string" } } },
          columnKind: { enum: ["utf16CodeUnits", "unicodeCodePoints"] },
          originalUriBaseIds: { type: "object" },
          invocations: {
            type: "array",
            items: {
              type: "object",
              required: ["executionSuccessful"],
              additionalProperties: false,
              properties: {
                executionSuccessful: { type: "boolean" },
                exitCode: { type: "integer" },
                toolExecutionNotifications: {
                  type: "array",
                  items: {
                    ...notification,
                    additionalProperties: false,
                    properties: {
                      level: { enum: ["none", "note", "warning", "error"] },
                      message: text,
                      descriptor: { type: "object", required: ["id"], properties: { id: { type: "string" } } },
                    },
                  },
                },
              },
            },
          },
          results: {
            type: "array",
            items: {
              type: "object",
              required: ["message"],
              additionalProperties: false,
              properties: {
                ruleId: { type: "string" },
                ruleIndex: { type: "integer", minimum: 0 },
                level: { enum: ["none", "note", "warning", "error"] },
                message: text,
                locations: { type: "array", items: location },
              },
            },
          },
        },
      },
    },
  },
} as const;
const validate = new Ajv2020({
  strict: false,
  formats: {
    // No character that a URI cannot hold; a colon in the first segment would be a scheme (RFC 3986, 4.2).
    "uri-reference": (uri: string) => /^(?:[\w.~!$&'()*+,;=@/-]|%[0-9A-F]{2})*$/.test(uri),
    uri: (uri: string) => URL.canParse(uri),
  },
}).compile(SARIF);

describe("SARIF", () => {
  async function readSarif(repository: LintRepository, args: readonly string[] = [], input = "") {
    const { stdout, exitCode } = await repository.run(["--format=sarif", ...args], { input });
    const log = JSON.parse(stdout);
    expect(validate(log), JSON.stringify(validate.errors)).toBe(true);
    return { exitCode, run: log.runs[0] };
  }

  test("holds every finding of the JSON document, at its place, by a name that leads back to the file", async () => {
    await using repository = await createHostile();
    const { findings } = await repository.lint();
    const { exitCode, run } = await readSarif(repository);
    expect([exitCode, run.results.length, findings.length]).toEqual([1, 3, 3]);
    for (const [index, result] of run.results.entries()) {
      const finding = findings[index];
      const { artifactLocation, region: found } = result.locations[0].physicalLocation;
      expect([decodeURIComponent(artifactLocation.uri), result.ruleId, result.level]).toEqual([
        finding?.file,
        finding?.rule,
        finding?.severity,
      ]);
      expect(run.tool.driver.rules[result.ruleIndex].id).toBe(finding?.rule);
      expect(found).toEqual({
        startLine: finding?.line,
        startColumn: finding?.column,
        endLine: finding?.endLine,
        endColumn: finding?.endColumn,
      });
    }
    expect(run.invocations).toEqual([{ executionSuccessful: true, exitCode: 1, toolExecutionNotifications: [] }]);
  });

  test("of a failure, and of nothing, is a whole document too, and tells them apart", async () => {
    await using repository = await LintRepository.create(
      { "packages/a/x.ts": BAD, "packages/b/x.ts": BAD, "packages/b/lint.json": "{" },
      [toScope("packages/a"), toScope("packages/b")]
    );
    const failed = await readSarif(repository);
    expect([failed.exitCode, failed.run.results.length]).toEqual([2, 1]);
    expect(failed.run.invocations).toMatchObject([
      {
        executionSuccessful: false,
        toolExecutionNotifications: [{ level: "error", descriptor: { id: "configuration" } }],
      },
    ]);
    const none = await readSarif(repository, ["--files-from=-"]);
    expect([none.exitCode, none.run.results, none.run.invocations[0].executionSuccessful]).toEqual([0, [], true]);
    expect(none.run.invocations[0].toolExecutionNotifications).toEqual([
      { level: "warning", descriptor: { id: "empty" }, message: { text: "0 files checked: no name was given" } },
    ]);
  });

  test("says what was left, and what is to be known of a file; as stderr does, for annotations too", async () => {
    await using repository = await LintRepository.create({ "a.ts": GOOD, "b\n.ts": GOOD, "notes.md": "# x\n" });
    const { run } = await readSarif(repository, ["a.ts", "notes.md"]);
    expect(run.invocations[0].toolExecutionNotifications).toEqual([
      { level: "note", descriptor: { id: "left" }, message: { text: "notes.md is nothing that the tools read" } },
    ]);
    const whole = await readSarif(repository);
    expect(whole.run.invocations[0].toolExecutionNotifications).toMatchObject([
      { level: "warning", descriptor: { id: "note" }, message: { text: expect.stringContaining("not checked") } },
    ]);
    for (const format of ["sarif", "github"]) {
      expect((await repository.run(["--format", format])).stderr).toMatch(
        /^note: b .ts: not checked, .+\nNothing found. 1 file checked.\n$/
      );
    }
  });
});

describe("text", () => {
  test("shows nothing that a terminal would act on, and is no line of another finding", async () => {
    await using repository = await createHostile();
    const { stdout } = await repository.run([]);
    expect(stdout.replaceAll("\n", "")).not.toMatch(/\p{Cc}|\u202E/u);
    expect(stdout.split("\n").filter((line) => line.startsWith("::"))).toEqual([]);
    expect(stdout).toContain(`\n  3:1  error  a class  own(says, so: 100%)\n`);
  });

  test.each(["human", "json", "sarif", "github"])("a reader of %s that goes away is no trouble", async (format) => {
    await using repository = await LintRepository.create({ "a.ts": BAD.repeat(3000) });
    const program = repository.at(".hi/runtime/lint.mjs");
    const { runProcess } = await import("../helpers/hi.ts");
    const script = `node "$0" --format ${format} | head -c 1`;
    const ended = await runProcess("sh", ["-c", script, program], { cwd: repository.root });
    expect([ended.exitCode, ended.stdout.length]).toEqual([0, 1]);
    expect(ended.stderr).not.toMatch(/EPIPE|defect/);
  });
});

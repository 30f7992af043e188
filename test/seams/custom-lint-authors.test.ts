import { existsSync, mkdirSync, readFileSync } from "node:fs";
import path from "node:path";

import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it, test } from "vitest";

import { FINDING, isGone, toAnswer } from "../helpers/custom-lint.ts";
import { HI, PROJECT_ROOT, runProcess } from "../helpers/hi.ts";
import { expectRefused, init, OFF, succeed, withProject } from "./reports.fixture.ts";
import type { Project } from "./reports.fixture.ts";

// The tools for authors from outside: make a linter, ask it, hold it to its contract.

const SETTINGS = ".hi/settings.json";
const schema: unknown = JSON.parse(
  readFileSync(path.join(PROJECT_ROOT, "receipts/linter-report-1.schema.json"), "utf8")
);
const validate = new Ajv2020({ strict: true, allowUnionTypes: true, strictRequired: false }).compile(schema as object);

interface Document {
  readonly exitCode: number;
  readonly cases: readonly {
    name: string;
    disposition: string;
    failure: { kind: string; reason: string } | null;
    findings: { id: string }[];
    stderr: string;
  }[];
  readonly findings: readonly {
    code: string;
    severity: string;
    args: Record<string, unknown>;
    path: string | null;
    seen: string;
  }[];
  readonly refusal: { code: string } | null;
}

async function ask(project: Project, ...args: readonly string[]): Promise<Document> {
  const ended = await project.hi(["linter", ...args, "--json"]);
  const document = JSON.parse(ended.stdout) as Document;
  expect(validate(document), JSON.stringify(validate.errors)).toBe(true);
  expect(document.exitCode).toBe(ended.exitCode);
  return document;
}

/** A repository with one linter of its own, and its author's requests. */
function withLinter(script: string, more: object, work: (project: Project) => Promise<void>): Promise<void> {
  return withProject({}, async (project) => {
    await init(project, ["--packs", "base", "--providers", "claude"]);
    const linter = {
      name: "own",
      argv: ["sh", "lint/own.sh"],
      events: ["pre-tool"],
      onFailure: "closed",
      requests: "lint/requests",
      ...more,
    };
    const settings = JSON.parse(await project.read(SETTINGS)) as object;
    await project.write(SETTINGS, JSON.stringify({ ...settings, linters: [linter] }));
    mkdirSync(path.join(project.root, "lint/requests"), { recursive: true });
    await project.write("lint/own.sh", script);
    for (const name of ["allow", "deny", "advisory"]) {
      await project.write(`lint/requests/${name}.json`, JSON.stringify({ hook: "pre-tool", subject: { text: name } }));
    }
    await work(project);
  });
}

/** A linter that answers as its request's text says, and ends with 2 for what is no request. */
const GOOD = `request=$(cat)
case $request in
  *'"text":"deny"'*) printf '%s' '${toAnswer("deny", { findings: [FINDING] })}' ;;
  *'"text":"advisory"'*) printf '%s' '${toAnswer("advisory")}' ;;
  *'"schema"'*) printf '%s' '${toAnswer("allow")}' ;;
  *) echo nothing to judge >&2; exit 2 ;;
esac
`;

describe.each([
  ["javascript", ["node", "--test", "linters/no-push/linter.test.mjs"]],
  ["python", ["python3", "-m", "unittest", "linters/no-push/test_linter.py"]],
  ["shell", ["sh", "linters/no-push/test.sh"]],
])("hi linter init in %s", (language, [file = "", ...args]) => {
  it("makes a linter that works, is registered, conforms and passes its own test", () =>
    withProject({}, async (project) => {
      await init(project, ["--packs", "base,format", "--providers", "claude,codex,cursor,opencode"]);
      await succeed(project, ["linter", "init", "no-push", "--language", language, "--yes", ...OFF]);
      expect((await project.hi(["check"])).exitCode).toBe(0);
      expect((await project.hi(["update", "--yes", "--exit-code", ...OFF])).stdout).toContain("Nothing to do");
      const own = await runProcess(file, args, { cwd: project.root });
      expect(own.exitCode, own.stderr).toBe(0);

      const denied = await ask(project, "run", "no-push", "--request", "linters/no-push/requests/deny.json");
      expect(denied).toMatchObject({
        exitCode: 1,
        cases: [{ disposition: "deny", failure: null, findings: [{ id: "no-push.forced-push" }] }],
      });
      const allowed = await ask(project, "run", "no-push", "--request", "linters/no-push/requests/allow.json");
      expect(allowed).toMatchObject({ exitCode: 0, cases: [{ disposition: "allow" }] });
      const checked = await ask(project, "check", "no-push");
      expect(checked.findings.filter((finding) => finding.severity === "error")).toStrictEqual([]);
      expect(checked.cases.map(({ name }) => name)).toStrictEqual([
        "allow",
        "deny",
        "advisory",
        "closed-stdin",
        "large-request",
        "deadline",
      ]);

      // And through the hook, as an agent would.
      const payload = {
        session_id: "s",
        cwd: project.root,
        hook_event_name: "PreToolUse",
        tool_name: "Bash",
        tool_input: { command: "git push -f origin main" },
      };
      const hook = [".hi/runtime/hook.mjs", "pre-tool", "--provider", "claude"];
      const answer = await runProcess(process.execPath, hook, { cwd: project.root, input: JSON.stringify(payload) });
      expect(answer.stdout).toContain("a forced push rewrites what others have");
    }));

  it("makes one for edits that an edit is asked about", () =>
    withProject({}, async (project) => {
      await init(project, ["--packs", "base,format", "--providers", "claude,codex,cursor,opencode"]);
      await succeed(project, [
        "linter",
        "init",
        "no-push",
        "--language",
        language,
        "--events",
        "post-edit",
        "--yes",
        ...OFF,
      ]);
      const own = await runProcess(file, args, { cwd: project.root });
      expect(own.exitCode, own.stderr).toBe(0);
      expect((await ask(project, "check", "no-push")).exitCode).toBe(0);
      await project.write("release.sh", "git push --force\n");
      const payload = {
        session_id: "s",
        cwd: project.root,
        hook_event_name: "PostToolUse",
        tool_name: "Write",
        tool_input: { file_path: path.join(project.root, "release.sh"), content: "git push --force\n" },
      };
      const hook = [".hi/runtime/hook.mjs", "post-edit", "--provider", "claude"];
      const answer = await runProcess(process.execPath, hook, { cwd: project.root, input: JSON.stringify(payload) });
      expect(answer.stdout).toContain("no-push(no-push.forced-push)");
    }));
});

test("hi linter init in JavaScript passes the linter and the formatter that were generated beside it", () =>
  withProject({}, async (project) => {
    await init(project, ["--packs", "base,format", "--providers", "claude"]);
    await succeed(project, ["linter", "init", "no-push", "--yes", ...OFF]);
    const tool = (name: string) => path.join(PROJECT_ROOT, `node_modules/.bin/${name}`);
    const files = ["linters/no-push/linter.mjs", "linters/no-push/linter.test.mjs"];
    mkdirSync(path.join(project.root, "node_modules"), { recursive: true });
    await runProcess(
      "ln",
      [
        "-s",
        path.join(PROJECT_ROOT, "node_modules/oxlint"),
        path.join(PROJECT_ROOT, "node_modules/ultracite"),
        path.join(PROJECT_ROOT, "node_modules/oxfmt"),
        "node_modules/",
      ],
      { cwd: project.root }
    );
    const linted = await runProcess(
      tool("oxlint"),
      ["-c", "oxlint.config.ts", "--disable-nested-config", "--max-warnings", "0", ...files],
      { cwd: project.root }
    );
    expect(linted.stdout).toContain("Found 0 warnings and 0 errors.");
    const formatted = await runProcess(tool("oxfmt"), ["-c", "oxfmt.config.ts", "--check", "linters"], {
      cwd: project.root,
    });
    expect(formatted.stdout + formatted.stderr).toContain("All matched files use the correct format.");
  }));

test("a new linter is one element of the settings, and its files are the project's from then on", () =>
  withProject({}, async (project) => {
    await init(project, ["--packs", "base", "--providers", "claude"]);
    const text = `{
  "schemaVersion": 1, // ours
  "providers": ["claude"],
  "lint": { "scopes": ["."] }
}
`;
    await project.write(SETTINGS, text);
    const dry = await project.hi(["linter", "init", "no-push", "--dry-run", ...OFF]);
    expect(dry.stdout).toContain("hi linter init (dry run)");
    expect(dry.stdout).toContain(
      "To publish: hi linter init no-push --language javascript --events pre-tool --on-failure open --preview off --yes"
    );
    expect(await project.read(SETTINGS)).toBe(text);
    expect(existsSync(path.join(project.root, "linters"))).toBe(false);

    await succeed(project, [
      "linter",
      "init",
      "no-push",
      "--events",
      "post-edit,pre-tool",
      "--on-failure",
      "closed",
      "--yes",
      ...OFF,
    ]);
    const written = await project.read(SETTINGS);
    expect(written).toContain('"schemaVersion": 1, // ours');
    const { linters } = JSON.parse(written.replace("// ours", "")) as { linters: object[] };
    expect(linters).toMatchObject([
      { name: "no-push", events: ["pre-tool", "post-edit"], onFailure: "closed", requests: "linters/no-push/requests" },
    ]);

    await project.write("linters/no-push/linter.mjs", "// mine now\n");
    await succeed(project, ["update", "--yes", ...OFF]);
    expect(await project.read("linters/no-push/linter.mjs")).toBe("// mine now\n");
    expect((await project.hi(["check"])).exitCode).toBe(0);
    const receipt = JSON.parse(await project.read(".hi/receipt.json")) as { files: object };
    expect(Object.keys(receipt.files).filter((file) => file.startsWith("linters"))).toStrictEqual([]);
  }));

describe("what is refused", () => {
  test("a name that is taken, a folder that is there, a name that is none, a linter that is not known", () =>
    withLinter(GOOD, {}, async (project) => {
      const taken = await expectRefused(project, ["linter", "init", "own", "--yes", ...OFF]);
      expect(taken).toMatchObject({ code: "HI_LINTER_EXISTS", where: { path: SETTINGS } });
      mkdirSync(path.join(project.root, "linters/there"), { recursive: true });
      const there = await expectRefused(project, ["linter", "init", "there", "--yes", ...OFF]);
      expect(there).toMatchObject({ code: "HI_LINTER_EXISTS", where: { path: "linters/there" } });
      for (const name of ["../x", "A", "a_b", "-x"]) {
        expect((await project.hi(["linter", "init", "--yes", "--", name])).stderr).toMatch(
          /HI_USAGE.*is no linter's name/s
        );
      }
      const unknown = await project.hi(["linter", "check", "nope"]);
      expect(unknown).toMatchObject({ exitCode: 2 });
      expect(unknown.stderr).toMatch(/HI_LINTER_UNKNOWN[^]*there are: own/);
    }));

  test("without a terminal nothing is made without --yes, and the hint is the command", () =>
    withProject({}, async (project) => {
      await init(project, ["--packs", "base"]);
      const { stderr, exitCode } = await project.hi(["linter", "init", "x", "--language", "python"]);
      expect(exitCode).toBe(2);
      expect(stderr).toContain("hi linter init x --language python --events pre-tool --on-failure open --dry-run");
    }));

  test.each([
    ["is not there", undefined, /it is no readable file/],
    ["is no JSON", "{", /JSON/],
    ["says a thing twice", '{"hook":"pre-tool","subject":1,"subject":2}', /subject/],
    ["has no subject", '{"hook":"pre-tool"}', /it has no subject/],
    ["is of another version", '{"schema":"fak-custom-lint/2","hook":"h","subject":1}', /its schema is not/],
    ["knows more", '{"hook":"h","subject":1,"session":"s"}', /a member that is not known: "session"/],
  ])("a request that %s", (_, text, message) =>
    withLinter(GOOD, {}, async (project) => {
      if (text !== undefined) await project.write("request.json", text);
      const ended = await project.hi(["linter", "run", "own", "--request", "request.json"]);
      expect(ended.exitCode).toBe(2);
      expect(ended.stderr).toMatch(/HI_LINTER_REQUEST/);
      expect(ended.stderr).toMatch(message);
    })
  );
});

describe("hi linter check finds", () => {
  const check =
    (script: string, more: object, judge: (document: Document, project: Project) => void | Promise<void>) => () =>
      withLinter(script, more, async (project) => judge(await ask(project, "check", "own"), project));
  const codes = ({ findings }: Document) =>
    findings.map(({ code, args }) => `${code} ${String(args["case"] ?? "")}`.trim());

  test(
    "nothing, where all is well",
    check(GOOD, {}, (document) => {
      expect(document).toMatchObject({ exitCode: 0, findings: [] });
      expect(
        document.cases.map(({ name, disposition, failure }) => [name, failure?.kind ?? disposition]).slice(0, 5)
      ).toStrictEqual([
        ["allow", "allow"],
        ["deny", "deny"],
        ["advisory", "advisory"],
        ["closed-stdin", "crash"],
        ["large-request", "allow"],
      ]);
    })
  );

  test(
    "an answer that is another",
    check(GOOD.replace('"text":"deny"', '"text":"never"'), {}, (document) => {
      expect(codes(document)).toStrictEqual(["linter-other-answer deny"]);
      expect(document.findings[0]?.seen).toBe("deny: it was answered allow");
    })
  );

  test(
    "every failure, with what the linter wrote to stderr",
    check("echo broken >&2; printf '{'", {}, (document) => {
      expect(codes(document)).toStrictEqual([
        "linter-failed allow",
        "linter-failed deny",
        "linter-failed advisory",
        "linter-failed large-request",
      ]);
      expect(document.findings[0]?.seen).toBe(
        "allow: it could not decide (malformed_output: the output is no JSON: it ends too early): broken"
      );
    })
  );

  test(
    "a linter that allows what is no request",
    check(`cat >/dev/null; printf '%s' '${toAnswer("allow")}'`, {}, (document) => {
      expect(codes(document)).toContain("linter-allows-nothing closed-stdin");
    })
  );

  test(
    "one that hangs on an empty stdin",
    check(`case $(cat) in "") sleep 60;; esac\n${GOOD}`, { limits: { timeoutMs: 2000 } }, (document) => {
      expect(codes(document)).toContain("linter-hangs closed-stdin");
    })
  );

  test(
    "nothing, where it reads only the start of much",
    check(GOOD.replace("request=$(cat)", "request=$(head -c 1000)"), {}, (document) => {
      expect(document.exitCode).toBe(0);
    })
  );

  test(
    "one that answers much by too much",
    check(`request=$(cat); printf %s "$request"`, {}, (document) => {
      expect(codes(document)).toContain("linter-failed large-request");
    })
  );

  test("requests that are missing or broken, or not registered", () =>
    withLinter(GOOD, {}, async (project) => {
      await project.write("lint/requests/deny.json", "{");
      await runProcess("rm", ["lint/requests/advisory.json"], { cwd: project.root });
      const broken = await ask(project, "check", "own");
      expect(broken.findings.map(({ code, path: at }) => [code, at])).toStrictEqual([
        ["linter-bad-request", "lint/requests/deny.json"],
        ["linter-bad-request", "lint/requests/advisory.json"],
      ]);
      const settings = (await project.read(SETTINGS)).replace(',"requests":"lint/requests"', "");
      await project.write(SETTINGS, settings);
      expect(codes(await ask(project, "check", "own"))).toStrictEqual(["linter-no-requests"]);
    }));

  test.runIf(process.platform === "linux")(
    "what is left behind",
    check(`setsid sleep 60 >/dev/null 2>&1 </dev/null &\n${GOOD}`, {}, async (document) => {
      const left = document.findings.filter(({ code }) => code === "linter-left-behind");
      expect(left.length).toBeGreaterThan(0);
      for (const { args } of left) process.kill(Number(args["pid"]), "SIGKILL");
      expect(await isGone(Number(left[0]?.args["pid"]))).toBe(true);
    })
  );
});

test("an interruption ends the linter with the run, and is no answer", () =>
  withLinter("echo $$ >pid; exec sleep 60", { limits: { timeoutMs: 60_000 } }, async (project) => {
    const pid = path.join(project.root, "pid");
    const ended = await runProcess(
      process.execPath,
      [HI, "linter", "run", "own", "--request", "lint/requests/allow.json"],
      {
        cwd: project.root,
        onSpawn: (child) => {
          const look = setInterval(() => {
            if (!existsSync(pid) || readFileSync(pid, "utf8") === "") return;
            clearInterval(look);
            child.kill("SIGINT");
          }, 20);
        },
      }
    );
    expect(ended.exitCode).toBe(130);
    expect(ended.stderr).toContain("HI_INTERRUPTED");
    expect(await isGone(Number(readFileSync(pid, "utf8")))).toBe(true);
  }));

test("what a person sees is one harmless line a thing, and says the next step", () =>
  withLinter(
    `cat >/dev/null; printf '\\033[31mloud\\033[0m' >&2; printf '%s' '${toAnswer("deny", { findings: [{ ...FINDING, message: "\u001B]0;x\u0007m" }] })}'`,
    {},
    async (project) => {
      const run = await project.hi(["linter", "run", "own", "--request", "lint/requests/allow.json"]);
      expect(run.exitCode).toBe(1);
      expect(run.stdout).toMatch(
        /^own: deny \(\d+ ms\)\n {2}x error \\u\{1b\}\]0;x\\u\{7\}m\n {2}stderr:\n {4}\\u\{1b\}\[31mloud\\u\{1b\}\[0m\n$/
      );
      const checked = await project.hi(["linter", "check", "own"]);
      expect(checked.exitCode).toBe(1);
      expect(checked.stdout).toMatch(/Next: mend it, then hi linter check own\n$/);
    }
  ));

import { existsSync, readFileSync } from "node:fs";
import { mkdir, rm, symlink } from "node:fs/promises";
import path from "node:path";

import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { node, says, sh, toAnswer } from "../helpers/custom-lint.ts";
import { PROJECT_ROOT, runProcess } from "../helpers/hi.ts";
import { HookRepository } from "../helpers/hook-repository.ts";
import { ADVISES, announce, askBefore, DENIES, record, register } from "../helpers/linter-repository.ts";

// Seed 000 behind each agent's event before a tool runs: real runtime, real linters, one merged answer.

const PROVIDERS = ["claude", "codex", "cursor", "opencode"] as const;
const SILENCE: Readonly<Record<string, string>> = { claude: "", codex: "", cursor: "{}\n", opencode: "{}\n" };
const ALLOWS = toAnswer("allow");

let repository: HookRepository;

beforeAll(async () => {
  repository = await HookRepository.create();
});

afterAll(async () => {
  await repository[Symbol.asyncDispose]();
});

beforeEach(async () => {
  await repository.write("src/a.ts", "1\n");
  await rm(repository.at(".hi/receipt.json"), { force: true });
});

interface Answer {
  readonly hookSpecificOutput?: Readonly<Record<string, string>>;
  readonly systemMessage?: string;
  readonly permission?: string;
  readonly agent_message?: string;
  readonly user_message?: string;
  readonly deny?: string;
  readonly text?: string;
}

async function hear(provider: string, input: unknown = announce(provider, repository.root)): Promise<Answer> {
  const run = await askBefore(repository, provider, input);
  expect(run).toMatchObject({ exitCode: 0, signal: null });
  return run.stdout === "" ? {} : (JSON.parse(run.stdout) as Answer);
}

/** The text of a refusal; undefined where nothing is refused. Exactly the keys that the agent's answer may have. */
function toRefusal(provider: string, answer: Answer): string | undefined {
  if (provider === "cursor") {
    return answer.permission === "deny" ? answer.agent_message : undefined;
  }
  if (provider === "opencode") return answer.deny;
  const said = answer.hookSpecificOutput;
  expect(said?.["hookEventName"]).toBe("PreToolUse");
  return said?.["permissionDecision"] === "deny" ? said["permissionDecisionReason"] : undefined;
}

describe.each(PROVIDERS)("%s", (provider) => {
  it("hears nothing where there is no linter, none for the event, none for the tool, or all allow", async () => {
    await rm(repository.at(".hi/linters.json"), { force: true });
    const silence = { stdout: SILENCE[provider], stderr: "", exitCode: 0, signal: null };
    const payload = announce(provider, repository.root);
    expect(await askBefore(repository, provider, payload)).toStrictEqual(silence);
    await register(
      repository,
      record(says(DENIES), { events: ["post-edit"] }),
      record(says(DENIES), { tools: ["write", "mcp"] }),
      record(says(ALLOWS))
    );
    expect(await askBefore(repository, provider, payload)).toStrictEqual(silence);
  });

  it("is refused with the reason in its own shape, and by one answer", async () => {
    await register(
      repository,
      record(says(ADVISES), { name: "kind", onFailure: "open" }),
      record(says(DENIES), { name: "gate" }),
      record(says(ALLOWS), { name: "silent" })
    );
    const answer = await hear(provider);
    const text = toRefusal(provider, answer);
    expect(text?.split("\n")).toStrictEqual([
      "Not done: the call was refused before it was made.",
      "the linter gate denies it:",
      "  no.push error pushing is not for agents",
      "the linter kind advises:",
      "  be.kind note think twice",
    ]);
    expect(Object.keys(answer)).toStrictEqual(
      { cursor: ["permission", "user_message", "agent_message"], opencode: ["deny"] }[provider as string] ?? [
        "hookSpecificOutput",
      ]
    );
  });

  it("is advised without a decision", async () => {
    await register(repository, record(says(ADVISES), { name: "kind" }));
    const answer = await hear(provider);
    expect(toRefusal(provider, answer)).toBeUndefined();
    const text = answer.hookSpecificOutput?.["additionalContext"] ?? answer.agent_message ?? answer.text;
    expect(text).toBe("the linter kind advises:\n  be.kind note think twice");
    expect(answer.permission).toBeUndefined();
    expect(answer.hookSpecificOutput?.["permissionDecision"]).toBeUndefined();
  });

  it("is refused by a closed linter that could not decide, which is said to be no verdict", async () => {
    await register(repository, record(sh("exit 3"), { name: "gate" }));
    const answer = await hear(provider);
    const text = toRefusal(provider, answer);
    expect(text).toMatch(/could not be decided, so it was refused\. That is no verdict on it\./);
    expect(text).toContain("the linter gate could not decide, so the call is refused (crash: it ended with code 3).");
    const notice = { cursor: answer.user_message, opencode: "hi: the linter gate could not decide" }[
      provider as string
    ];
    expect(notice ?? answer.systemMessage).toMatch(/^hi: the linter gate could not decide/);
  });

  it("goes on where an open linter could not decide, and is told", async () => {
    await register(repository, record(sh("exit 3"), { name: "style", onFailure: "open" }));
    const answer = await hear(provider);
    expect(answer.permission).toBeUndefined();
    expect(answer.deny).toBeUndefined();
    expect(answer.hookSpecificOutput?.["permissionDecision"]).toBeUndefined();
    expect(JSON.stringify(answer)).toContain(
      "could not decide, which does not stop the call (crash: it ended with code 3)"
    );
  });

  it("sends a linter nothing of its own", async () => {
    await register(
      repository,
      record(sh(`cat >&2; exit 1`), { name: "gate" }),
      record(node("echo-request.mjs"), { name: "echo" })
    );
    const payload = {
      ...announce(provider, repository.root, "edit"),
      transcript_path: "/of/the/agent",
      user_email: "x@example.invalid",
    };
    const text = toRefusal(provider, await hear(provider, payload)) ?? "";
    const [, request = ""] = /echo\.request note (\{.*\})/.exec(text) ?? [];
    const subject = (JSON.parse(request) as { readonly subject: unknown }).subject;
    const edits = { path: "src/a.ts", edits: [{ old: "1", new: "2", all: false }] };
    const patch = "*** Begin Patch\n*** Update File: src/a.ts\n@@\n-1\n+2\n*** End Patch\n";
    expect(subject).toStrictEqual(
      provider === "codex" ? { tool: "patch", args: { patch, paths: ["src/a.ts"] } } : { tool: "edit", args: edits }
    );
  });
});

describe("paths in what linters get", () => {
  it("are where they really are", async () => {
    await mkdir(repository.at("secrets"), { recursive: true });
    await symlink(repository.at("secrets"), repository.at("harmless")).catch(() => undefined);
    await register(repository, record(node("echo-request.mjs"), { name: "echo" }));
    const ask = async (file: string): Promise<unknown> => {
      const payload = { tool: "write", args: { path: file, content: "" }, cwd: repository.at("src") };
      const run = await askBefore(repository, "neutral", payload);
      const { sayings } = JSON.parse(run.stdout) as { sayings: { findings: { message: string }[] }[] };
      const request = JSON.parse(sayings[0]?.findings[0]?.message ?? "") as { subject: { args: { path: string } } };
      return request.subject.args.path;
    };
    expect(await ask("../harmless/new/file")).toBe("secrets/new/file");
    expect(await ask("a.ts")).toBe("src/a.ts");
    expect(await ask(repository.root)).toBe(".");
    expect(await ask("/etc/hosts")).toBe("/etc/hosts");
    expect(await ask("../../outside")).toMatch(/^\/.*\/outside$/);
    expect(await ask("a\0b")).toBe("a\0b");
  });
});

it("a linter runs in its own folder, links resolved, and nowhere else", async () => {
  await mkdir(repository.at("tools/lint"), { recursive: true });
  await symlink(repository.at("tools/lint"), repository.at("linked")).catch(() => undefined);
  await symlink("/", repository.at("away")).catch(() => undefined);
  const here = sh(
    `printf '{"schema":"fak-custom-lint/1","disposition":"deny","findings":[{"id":"x","severity":"s","message":"%s"}]}' "$PWD"`
  );
  const ask = async (dir: string): Promise<string> => {
    await register(repository, record(here, { name: "gate", dir }));
    return toRefusal("claude", await hear("claude")) ?? "";
  };
  expect(await ask("tools/lint")).toContain(`${repository.root}/tools/lint`);
  expect(await ask("linked")).toContain(`${repository.root}/tools/lint`);
  expect(await ask("away")).toContain("invalid_spec: its folder leads out of the repository");
  expect(await ask("no/such")).toContain("crash: it could not be started: its folder is not there");
});

describe("when it cannot be told what to ask", () => {
  const gate = record(says(ALLOWS), { name: "gate" });
  const style = record(says(ALLOWS), { name: "style", onFailure: "open" });

  it.each([
    ["nothing", ""],
    ["no JSON", "{"],
    ["no tool", { hook_event_name: "PreToolUse" }],
    ["another event", { hook_event_name: "PostToolUse", tool_name: "Bash", tool_input: { command: "x" } }],
  ])("a closed linter refuses, an open one does not: %s", async (_, payload) => {
    await register(repository, gate, style);
    expect(toRefusal("claude", await hear("claude", payload))).toMatch(/gate could not decide.*\(payload: /s);
    await register(repository, style);
    expect((await hear("claude", payload)).hookSpecificOutput?.["additionalContext"]).toMatch(/style could not decide/);
  });

  it.each([
    ["is no JSON", "{"],
    ["is empty", ""],
    ["has no list", "{}"],
    ["is of a later version", '{"schemaVersion":2,"linters":[]}'],
  ])("a record that %s refuses", async (_, text) => {
    await repository.write(".hi/linters.json", text);
    expect(toRefusal("claude", await hear("claude"))).toMatch(
      /could not decide, so the call is refused \(configuration: \.hi\/linters\.json/
    );
  });

  it("a record that is a pipe, a folder or gone refuses where one was published", async () => {
    const at = repository.at(".hi/linters.json");
    await rm(at, { force: true });
    await runProcess("mkfifo", [at], { cwd: repository.root });
    expect(toRefusal("claude", await hear("claude"))).toMatch(/cannot be read/);
    await rm(at);
    await mkdir(at);
    expect(toRefusal("claude", await hear("claude"))).toMatch(/cannot be read/);
    await rm(at, { recursive: true });
    const receipt = (entry: object) =>
      repository.write(".hi/receipt.json", JSON.stringify({ files: { ".hi/linters.json": entry } }));
    await receipt({ class: "generated" });
    expect(toRefusal("claude", await hear("claude"))).toMatch(/was published and is gone/);
    await receipt({ class: "generated", removedByUser: true });
    expect(await hear("claude")).toStrictEqual({});
    await repository.write(".hi/receipt.json", "<<<<<<<");
    expect(toRefusal("claude", await hear("claude"))).toMatch(/cannot be read/);
  });

  it.each([
    ["a policy that is misspelt", { onFailure: "Open" }, /invalid_spec: the failure policy/],
    ["no program", { argv: [] }, /invalid_spec: a linter needs a program/],
    ["a program that is no list", { argv: "sh" }, /invalid_spec: a linter needs a program/],
    ["events that are not known", { events: ["pre-tools"], onFailure: 5 }, /invalid_spec/],
    ["tools that are not known", { tools: ["shells"], argv: ["no-such-program"] }, /crash: it could not be started/],
    ["a variable that is none", { env: [5] }, /invalid_spec: an entry of env/],
    ["a folder that is none", { dir: 5 }, /invalid_spec: its folder/],
    ["no name", { name: undefined, argv: [] }, /the linter number 1 could not decide/],
  ])("an entry with %s refuses", async (_, damage, message) => {
    await register(repository, record(says(ALLOWS), damage));
    expect(toRefusal("claude", await hear("claude"))).toMatch(message);
  });

  it("an entry that is no object refuses", async () => {
    await register(repository, "gate");
    expect(toRefusal("claude", await hear("claude"))).toMatch(/number 1 could not decide/);
  });
});

it("the neutral verdict follows its schema, whatever was said", async () => {
  const schema: unknown = JSON.parse(
    readFileSync(path.join(PROJECT_ROOT, "receipts/pre-tool-verdict-1.schema.json"), "utf8")
  );
  const validate = new Ajv2020({ strict: true, strictRequired: false }).compile(schema as object);
  const finding = { id: "x", severity: "s", message: "m", location: { line: 2 }, evidence: "e" };
  await register(
    repository,
    record(says(DENIES), { name: "a" }),
    record(says(toAnswer("advisory", { findings: [finding] })), { name: "b" }),
    record(says(ALLOWS), { name: "c" }),
    record(sh("exit 1"), { name: "d" }),
    record(says(DENIES, 1), { name: "e", onFailure: "open" }),
    record(says("x"), { name: "f", onFailure: "open" })
  );
  const { stdout } = await askBefore(repository, "neutral", announce("claude", repository.root));
  const verdict = JSON.parse(stdout) as {
    disposition: string;
    sayings: { disposition: string; undecided?: { kind: string } }[];
  };
  expect(validate(verdict), JSON.stringify(validate.errors)).toBe(true);
  expect(verdict.disposition).toBe("deny");
  expect(verdict.sayings.map(({ disposition, undecided }) => [disposition, undecided?.kind])).toStrictEqual([
    ["deny", undefined],
    ["advisory", undefined],
    ["allow", undefined],
    ["deny", "crash"],
    ["deny", undefined],
    ["advisory", "malformed_output"],
  ]);
});

describe("switches and time", () => {
  it("HI_HOOK=off turns it off", async () => {
    await register(repository, record(says(DENIES)));
    const payload = announce("claude", repository.root);
    expect((await askBefore(repository, "claude", payload, { HI_HOOK: "off" })).stdout).toBe("");
    expect((await askBefore(repository, "claude", payload)).stdout).toContain("deny");
  });

  it("Cursor is asked once where it runs Claude's projection beside its own, and by Claude's where it has none", async () => {
    await register(repository, record(says(DENIES)));
    const payload = { ...announce("cursor", repository.root), hook_event_name: "PreToolUse" };
    const alone = await askBefore(repository, "claude", payload);
    expect(toRefusal("claude", JSON.parse(alone.stdout) as Answer)).toContain("denies it");
    const marked = await askBefore(repository, "claude", announce("claude", repository.root), {
      CURSOR_VERSION: "2",
      CLAUDECODE: "1",
    });
    expect(toRefusal("claude", JSON.parse(marked.stdout) as Answer)).toContain("denies it");
    await repository.write(
      ".cursor/hooks.json",
      '{"hooks":{"preToolUse":[{"command":"node .hi/runtime/hook.mjs pre-tool --provider cursor"}]}}'
    );
    expect((await askBefore(repository, "claude", payload)).stdout).toBe("{}\n");
    await rm(repository.at(".cursor"), { recursive: true });
  });

  it("a linter has its own time, and no more than the run has", async () => {
    await register(repository, record(sh("sleep 60"), { name: "gate", limits: { timeoutMs: 300 } }));
    expect(toRefusal("claude", await hear("claude"))).toMatch(/timeout: it had not ended after 300 ms/);
    await register(repository, record(sh("sleep 60"), { name: "gate", limits: { timeoutMs: 100_000 } }));
    const run = await askBefore(repository, "claude", announce("claude", repository.root), {
      HI_HOOK_DEADLINE_MS: "500",
    });
    expect(toRefusal("claude", JSON.parse(run.stdout) as Answer)).toMatch(/timeout: it had not ended after \d{1,3} ms/);
  });

  it("an unknown agent has no shape to be refused in, and is told on stderr", async () => {
    const run = await askBefore(repository, "nobody", "{}");
    expect(run).toMatchObject({ exitCode: 0, stdout: "" });
    expect(run.stderr).toMatch(/usage: hook\.mjs pre-tool --provider NAME; nothing was decided/);
  });

  it("linters run at the same time", async () => {
    // Each waits for the other: one after the other would end in two timeouts.
    const wait = (mine: string, theirs: string) =>
      record(
        sh('cat >/dev/null; : >"$1"; while [ ! -e "$2" ]; do sleep 0.05; done; printf %s "$3"', mine, theirs, ALLOWS),
        {
          name: mine,
          limits: { timeoutMs: 30_000 },
        }
      );
    for (const name of ["one", "two"]) await rm(repository.at(name), { force: true });
    await register(repository, wait("one", "two"), wait("two", "one"));
    expect(await hear("claude")).toStrictEqual({});
    expect(existsSync(repository.at("two"))).toBe(true);
  });
});

it.runIf(process.platform === "linux")("names what a linter left behind, without stopping the call", async () => {
  await register(repository, record(node("family.mjs", "daemon"), { name: "gate" }));
  const { hookSpecificOutput, systemMessage } = await hear("claude");
  const text = hookSpecificOutput?.["additionalContext"] ?? "";
  expect(text).toMatch(/^the linter gate: it left process \d+ \(.+\) running outside its group$/);
  expect(systemMessage).toBe(`hi: ${text}`);
  process.kill(Number(/process (\d+)/.exec(text)?.[1]), "SIGKILL");
});

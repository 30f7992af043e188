import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import type { PostEditResult } from "../../src/contracts/post-edit-result.ts";
import { node, says, sh, toAnswer } from "../helpers/custom-lint.ts";
import { HookRepository } from "../helpers/hook-repository.ts";
import { announce, FOUND, record, register } from "../helpers/linter-repository.ts";

// Custom linters after an edit, in one answer with the lint findings: what they deny is to be repaired and is bounded
// with everything else, what they advise is told, an open one's failure blocks nothing.

const after = { events: ["post-edit"] };
const LINT = "src/a.ts:1:1 eslint(no-debugger) error";

let repository: HookRepository;

beforeAll(async () => {
  repository = await HookRepository.create();
});

afterAll(async () => {
  await repository[Symbol.asyncDispose]();
});

beforeEach(async () => {
  await repository.write("src/a.ts", "debugger;\n");
  await repository.write("notes.md", "x\n");
});

const payload = (file: string, session = "s") => ({
  session_id: session,
  cwd: repository.root,
  hook_event_name: "PostToolUse",
  tool_name: "Write",
  tool_input: { file_path: repository.at(file), content: "x\n" },
});

interface Answer {
  readonly decision?: string;
  readonly reason?: string;
  readonly systemMessage?: string;
  readonly hookSpecificOutput?: { readonly additionalContext: string };
}

async function hear(file: string, session?: string): Promise<Answer> {
  const run = await repository.run("claude", payload(file, session));
  return run.stdout === "" ? {} : (JSON.parse(run.stdout) as Answer);
}

async function read(file: string): Promise<PostEditResult> {
  const run = await repository.run("neutral", payload(file));
  return JSON.parse(run.stdout) as PostEditResult;
}

const denies = (finding: object) => says(toAnswer("deny", { findings: [finding] }));

it("stands in one answer with the lint findings", async () => {
  await register(
    repository,
    record(denies({ ...FOUND, location: { path: "src/a.ts", line: 3, column: 2 } }), { ...after, name: "gate" })
  );
  const { decision, reason } = await hear("src/a.ts", "one-answer");
  expect(decision).toBe("block");
  expect(reason).toContain(LINT);
  expect(reason).toContain("src/a.ts:3:2 gate(no.push) error pushing is not for agents");
});

it("judges files of every kind, and none that lie elsewhere", async () => {
  await register(repository, record(denies(FOUND), { ...after, name: "gate" }));
  expect((await hear("notes.md", "kinds")).reason).toContain("notes.md:1:1 gate(no.push) error");
  expect(await hear("../elsewhere.md", "kinds")).toStrictEqual({});
});

it("is asked about what was done, neutrally", async () => {
  await register(repository, record(node("echo-request.mjs"), { ...after, name: "echo" }));
  const { findings } = await read("notes.md");
  expect(JSON.parse(findings[0]?.message ?? "")).toStrictEqual({
    schema: "fak-custom-lint/1",
    hook: "post-edit",
    subject: { tool: "write", args: { path: "notes.md", content: "x\n" } },
  });
});

it("advice is told and not asked for", async () => {
  await repository.write("src/a.ts", "export const a = 1;\n");
  await register(
    repository,
    record(says(toAnswer("advisory", { findings: [{ ...FOUND, evidence: "git push" }] })), { ...after, name: "kind" })
  );
  const answer = await hear("src/a.ts", "advice");
  expect(answer.decision).toBeUndefined();
  expect(answer.hookSpecificOutput?.additionalContext).toContain("Advice, not asked for: 1 warning in src/a.ts.");
  expect(answer.hookSpecificOutput?.additionalContext).toContain(
    "src/a.ts:1:1 kind(no.push) warning pushing is not for agents\n  evidence: git push"
  );
});

it("a deny is asked for three times, then no more, whatever lint says beside it", async () => {
  await register(repository, record(denies(FOUND), { ...after, name: "gate" }));
  await repository.write("src/a.ts", "export const a = 1;\n");
  const decisions: (string | undefined)[] = [];
  for (let round = 0; round < 5; round += 1) decisions.push((await hear("src/a.ts", "bounded")).decision);
  expect(decisions).toStrictEqual(["block", "block", "block", undefined, undefined]);
});

describe("a linter that could not decide", () => {
  it("is to be looked at where it is closed, and said to be no verdict", async () => {
    await register(repository, record(sh("exit 3"), { ...after, name: "gate" }));
    const { decision, reason } = await hear("notes.md", "closed");
    expect(decision).toBe("block");
    expect(reason).toContain(
      "notes.md:1:1 gate(undecided) error could not decide (it ended with code 3); it is registered closed, and this is no verdict on the edit"
    );
  });

  it("is a failure that blocks nothing where it is open", async () => {
    await register(repository, record(sh("exit 3"), { ...after, name: "style", onFailure: "open" }));
    const answer = await hear("notes.md", "open");
    expect(answer.decision).toBeUndefined();
    expect(answer.systemMessage).toBe(
      "hi: the edit was saved but not fully checked: process: linter style: it ended with code 3"
    );
  });

  it.each([
    ["a deny all the same", 'printf %s "$1"; exit 3', "deny", "gate(no.push)"],
    ["a deny in a broken answer", 'printf %s "$1"; printf x', "deny", "gate(deny)"],
  ])("and had said %s", async (_, script, disposition, rule) => {
    const argv = sh(`cat >/dev/null; ${script}`, toAnswer(disposition, { findings: [FOUND] }));
    await register(repository, record(argv, { ...after, name: "gate", onFailure: "open" }));
    const { findings, status } = await read("notes.md");
    expect(findings).toMatchObject([{ rule, severity: "error" }]);
    expect(status).toBe("findings");
  });

  it("has no more time than the run", async () => {
    await register(
      repository,
      record(sh("sleep 60"), { ...after, name: "slow", onFailure: "open", limits: { timeoutMs: 100_000 } })
    );
    const run = await repository.run("neutral", payload("notes.md"), { env: { HI_HOOK_DEADLINE_MS: "1500" } });
    const { failures } = JSON.parse(run.stdout) as PostEditResult;
    expect(failures).toMatchObject([{ kind: "timeout", command: ["linter slow"] }]);
  });

  it.each(["{", '{"schemaVersion":2,"linters":[]}'])("nor can anybody with the record %j: a failure", async (text) => {
    await repository.write(".hi/linters.json", text);
    const { failures } = await read("notes.md");
    expect(failures).toMatchObject([{ kind: "configuration", command: [".hi/linters.json"] }]);
  });
});

it("a place that is none of the repository's is the edited file's", async () => {
  for (const at of ["/etc/passwd", "../x", "C:/x", "a\u0000b"]) {
    await register(
      repository,
      record(denies({ ...FOUND, location: { path: at, line: 7 } }), { ...after, name: "gate" })
    );
    expect((await read("notes.md")).findings).toMatchObject([{ file: "notes.md", line: 7, column: 1 }]);
  }
});

it("what it is given comes from the caller whole, where it is listed", async () => {
  const argv = sh(
    `cat >/dev/null; printf '{"schema":"fak-custom-lint/1","disposition":"deny","findings":[{"id":"x","severity":"e","message":"%s"}]}' "<$NODE_OPTIONS|$PLANTED>"`
  );
  await register(repository, record(argv, { ...after, env: ["NODE_OPTIONS"] }));
  const run = await repository.run("neutral", payload("notes.md"), {
    env: { NODE_OPTIONS: "--no-warnings", PLANTED: "secret" },
  });
  expect((JSON.parse(run.stdout) as PostEditResult).findings[0]?.message).toBe("<--no-warnings|>");
});

it.each(["codex", "cursor", "opencode"])("%s hears it as well", async (provider) => {
  await register(repository, record(denies(FOUND), { ...after, name: "gate" }));
  await repository.write("src/a.ts", "export const a = 1;\n");
  const { hook_event_name: _, ...call } = announce(provider, repository.root, "edit");
  const event = provider === "cursor" ? { hook_event_name: "postToolUse" } : {};
  const run = await repository.run(provider, { ...call, ...event, session_id: provider });
  expect(run.stdout).toContain("src/a.ts:1:1 gate(no.push) error pushing is not for agents");
});

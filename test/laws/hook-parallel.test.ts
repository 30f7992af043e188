import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { HookRepository, listChanges } from "../helpers/hook-repository.ts";

// Agents run the hooks of parallel edits at once. Seed 003 AC-004 holds all the same: however many speak at one moment,
// the same findings of the same file ask a session three times and no more.

const AT_ONCE = 50;
/** So many tools on few processors take long; that is not what is shown here. */
const PATIENT = { env: { HI_HOOK_DEADLINE_MS: "1500000" } };
const FOUND = "export const a = 1;\ndebugger;\n";
let repository: HookRepository;

beforeEach(async () => {
  repository = await HookRepository.create();
});

afterEach(async () => {
  await repository[Symbol.asyncDispose]();
});

function edit(file: string): Promise<{ readonly stdout: string }> {
  const payload = { session_id: "s", tool_name: "Edit", tool_input: { file_path: repository.at(file) } };
  return repository.run("claude", payload, PATIENT);
}

describe(`${AT_ONCE} hooks at once`, { timeout: 1_800_000 }, () => {
  it("on one file ask three times in all, say once that this is over, and touch nothing", async () => {
    await repository.write("src/a.ts", FOUND);
    const before = await repository.snapshot();
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => edit("src/a.ts")));
    const texts = answers.map((answer) => answer.stdout);
    expect(texts.filter((text) => text.includes('"decision":"block"'))).toHaveLength(3);
    for (const request of ["request 2 of 3", "request 3 of 3"]) {
      expect(texts.filter((text) => text.includes(request))).toHaveLength(1);
    }
    expect(texts.filter((text) => text.includes("Not asked for again"))).toHaveLength(1);
    expect(texts.filter((text) => text === "")).toHaveLength(AT_ONCE - 4);
    expect(listChanges(before, await repository.snapshot())).toStrictEqual([]);
  });

  it("on one file that each of them would rewrite put it in order once, and ask three times in all", async () => {
    await repository.write("src/a.ts", "var  a = 1\nexport { a }\nif (a) { debugger }\n");
    const before = await repository.snapshot();
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => edit("src/a.ts")));
    expect(answers.filter((answer) => answer.stdout.includes('"decision":"block"'))).toHaveLength(3);
    expect(answers.filter((answer) => answer.stdout.includes("Not asked for again"))).toHaveLength(1);
    expect(answers.some((answer) => answer.stdout.includes("rewrote src/a.ts"))).toBe(true);
    expect(listChanges(before, await repository.snapshot())).toStrictEqual(["src/a.ts"]);
    expect(await repository.read("src/a.ts")).toBe("const a = 1;\nexport { a };\nif (a) {\n  debugger;\n}\n");
  });

  it("on as many files ask once for each, and change each of them and nothing else", async () => {
    const files = Array.from({ length: AT_ONCE }, (_, at) => `src/f${at}.ts`).toSorted();
    for (const file of files) await repository.write(file, "export   const a = 1\ndebugger\n");
    await repository.write("src/other.ts", "var  a = 1\n");
    const before = await repository.snapshot();
    const answers = await Promise.all(files.map(edit));
    for (const [at, answer] of answers.entries()) {
      expect(answer.stdout).toContain('"decision":"block"');
      expect(answer.stdout).toContain(`${files[at]}:2:1 eslint(no-debugger)`);
      expect(answer.stdout).not.toContain("request");
    }
    expect(listChanges(before, await repository.snapshot())).toStrictEqual(files);
    for (const file of files) expect(await repository.read(file)).toBe(FOUND);
  });
});

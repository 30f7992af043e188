import { spawn } from "node:child_process";
import { chmod, link, lstat, open, readdir, readFile, rename, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout } from "node:timers/promises";

import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { swapBytes } from "../../src/runtime/io/swap-bytes.ts";
import { HookRepository, listChanges, makeScope } from "../helpers/hook-repository.ts";

// What the hook makes of a file takes the place of exactly the bytes it was made from. Whatever somebody else writes
// meanwhile stays, nothing of ours is left beside it, and no other file changes.

const DIRTY = "var  a = 1; debugger\nexport { a }\n";
const DONE = "const a = 1;\ndebugger;\nexport { a };\n";
/** Far more than it takes; the machine may have much else to do. */
const env = { HI_HOOK_DEADLINE_MS: "600000" };
let repository: HookRepository;

beforeEach(async () => {
  repository = await HookRepository.create();
});

afterEach(async () => {
  await repository[Symbol.asyncDispose]();
});

async function listTemporary(): Promise<readonly string[]> {
  const names = await readdir(repository.root, { recursive: true });
  return names.filter((name) => !name.includes("node_modules") && name.endsWith(".tmp"));
}

describe("a rewritten file", () => {
  it.each([0o755, 0o640, 0o600])("keeps its permission bits: %o", async (mode) => {
    await repository.write("src/a.ts", DIRTY);
    await chmod(repository.at("src/a.ts"), mode);
    expect(await repository.check(["src/a.ts"], { env })).toMatchObject({ failures: [], changed: ["src/a.ts"] });
    expect(await repository.read("src/a.ts")).toBe(DONE);
    expect((await stat(repository.at("src/a.ts"))).mode & 0o7777).toBe(mode);
  });

  it("leaves the other names of a hard link alone", async () => {
    await repository.write("src/a.ts", DIRTY);
    await link(repository.at("src/a.ts"), repository.at("src/other-name.ts"));
    const before = await repository.snapshot();
    await repository.check(["src/a.ts"], { env });
    expect(await repository.read("src/a.ts")).toBe(DONE);
    expect(await repository.read("src/other-name.ts")).toBe(DIRTY);
    expect(listChanges(before, await repository.snapshot())).toStrictEqual(["src/a.ts"]);
  });

  it.skipIf(process.platform === "win32")("is not asked for where a link out takes its place meanwhile", async () => {
    const outside = path.join(repository.root, "../outside.ts");
    await writeFile(outside, "debugger;\n");
    const swap = `import { rmSync, symlinkSync } from "node:fs";
const file = ${JSON.stringify(repository.at("src/a.ts"))};
rmSync(file);
symlinkSync(${JSON.stringify(outside)}, file);
`;
    await repository.write("oxlint.config.ts", `${swap}${await repository.read("oxlint.config.ts")}`);
    await repository.write("src/a.ts", "const a = 1;\ndebugger;\nexport { a };\n");
    expect(await repository.check(["src/a.ts"], { env })).toMatchObject({ findings: [], changed: [], repair: [] });
    expect((await lstat(repository.at("src/a.ts"))).isSymbolicLink()).toBe(true);
    expect(await readFile(outside, "utf8")).toBe("debugger;\n");
  });

  it("keeps bytes that are no UTF-8", async () => {
    const bytes = Buffer.from("var  a = 1; // \u00FF\n", "latin1");
    await repository.write("src/a.ts", bytes);
    const result = await repository.check(["src/a.ts"], { env });
    expect(result).toMatchObject({ status: "failed", changed: [] });
    expect((await readFile(repository.at("src/a.ts"))).equals(bytes)).toBe(true);
  });

  it.skipIf(process.getuid?.() === 0)("that may not be written is a failure, and its findings are told", async () => {
    await repository.write("src/a.ts", DIRTY);
    await chmod(repository.at("src/a.ts"), 0o400);
    const result = await repository.check(["src/a.ts"], { env });
    expect(result).toMatchObject({ status: "failed", failures: [{ kind: "process" }], changed: [] });
    expect(await repository.read("src/a.ts")).toBe(DIRTY);
  });
});

describe("what is not used yet", () => {
  // haydenbleasel/ultracite#483: a hook took away an import that the next edit was to use.
  it("stays, also where the configuration lets it be taken away", async () => {
    const rules = `"no-unused-vars": ["error", { fix: { imports: "safe-fix", variables: "safe-fix" } }],
      "no-unused-labels": "error", "import/no-empty-named-blocks": "error", "prefer-const": "error",
      "plug/no-unused-imports": "error", "plug/no-unused-things": "error"`;
    await repository.write(
      "oxlint.config.ts",
      `export default { jsPlugins: ["./plug.mjs"], plugins: ["import", "eslint"], categories: { correctness: "off" }, rules: { ${rules} } };\n`
    );
    const create = `create: (context) => ({ ImportDeclaration(node) {
      context.report({ node, message: "unused", fix: (fixer) => fixer.remove(node) }); } })`;
    const rule = `{ meta: { fixable: "code" }, ${create} }`;
    await repository.write(
      "plug.mjs",
      `export default { meta: { name: "plug" }, rules: { "no-unused-imports": ${rule}, "no-unused-things": ${rule} } };\n`
    );
    const text =
      'import { later } from "./b.ts";\nimport {} from "./c.ts";\n\nlet soon = 1;\nlabel: for (;;) soon();\n';
    await repository.write("src/a.ts", text);
    const result = await repository.check(["src/a.ts"], { env });
    expect(await repository.read("src/a.ts")).toBe(text.replace("let soon", "const soon"));
    expect(result.findings.map(({ rule: name }) => name)).toContain("eslint(no-unused-vars)");
  });
});

describe("what somebody writes while the hook runs", () => {
  /** By truncating and writing, by renaming, or by appending to it: as editors and agents do. */
  const WRITERS: Readonly<Record<string, (file: string, text: string) => Promise<void>>> = {
    "in place": (file, text) => writeFile(file, text),
    "by a rename": async (file, text) => {
      await writeFile(`${file}.theirs`, text);
      await rename(`${file}.theirs`, file);
    },
  };
  const MOMENTS = Number(process.env["HI_RACE_MOMENTS"] ?? 6);

  it.each(Object.keys(WRITERS))("stays, whenever it is written: %s", async (how) => {
    const file = repository.at("src/a.ts");
    await repository.write("src/a.ts", DIRTY);
    const startedAt = performance.now();
    await repository.check(["src/a.ts"], { env });
    const wholeMs = performance.now() - startedAt;
    for (let moment = 0; moment < MOMENTS; moment += 1) {
      await repository.write("src/a.ts", DIRTY);
      const name = `theirs${moment}`;
      const running = repository.check(["src/a.ts"], { env });
      await setTimeout((wholeMs * moment) / MOMENTS);
      await WRITERS[how]?.(file, `var  ${name} = 2\nexport { ${name} }\n`);
      const result = await running;
      const now = await repository.read("src/a.ts");
      // As they wrote it, or as it was made of that: never ours from before.
      expect([`var  ${name} = 2\nexport { ${name} }\n`, `const ${name} = 2;\nexport { ${name} };\n`]).toContain(now);
      expect(result.failures).toStrictEqual([]);
      expect(await listTemporary()).toStrictEqual([]);
    }
  });

  it("is noticed at the swap itself, and by what was opened before it", async () => {
    const file = repository.at("src/a.ts");
    await repository.write("src/a.ts", "new");
    expect(swapBytes(file, Buffer.from("old"), Buffer.from("ours")).kind).toBe("newer");
    expect(await repository.read("src/a.ts")).toBe("new");
    expect(swapBytes(repository.at("src/none.ts"), Buffer.from("old"), Buffer.from("ours")).kind).toBe("newer");
    const handle = await open(file, "r+");
    const swap = swapBytes(file, Buffer.from("new"), Buffer.from("ours"));
    if (swap.kind !== "swapped") throw new Error(swap.kind);
    expect(swap.findLate()).toBeUndefined();
    await handle.write("late", 0);
    await handle.close();
    expect(swap.findLate()?.toString()).toBe("late");
    swap.close();
    expect(await repository.read("src/a.ts")).toBe("ours");
    expect(await listTemporary()).toStrictEqual([]);
  });
});

describe("a hook that is stopped", () => {
  const MOMENTS = Number(process.env["HI_RACE_MOMENTS"] ?? 6);

  it("leaves the file as it was or as it shall be, and nothing beside it", async () => {
    await repository.write("src/a.ts", DIRTY);
    const startedAt = performance.now();
    await repository.check(["src/a.ts"], { env });
    const wholeMs = performance.now() - startedAt;
    for (let moment = 1; moment <= MOMENTS; moment += 1) {
      await repository.write("src/a.ts", DIRTY);
      const before = await repository.snapshot();
      const args = [repository.at(".hi/runtime/hook.mjs"), "post-edit", "--provider", "neutral"];
      const hook = spawn(process.execPath, args, {
        env: { ...process.env, ...env, HI_HOOK_MARK: "off" },
        stdio: ["pipe", "ignore", "ignore"],
      });
      const ended = new Promise((resolve) => hook.on("exit", resolve));
      hook.stdin.end(JSON.stringify({ files: [repository.at("src/a.ts")] }));
      await setTimeout((wholeMs * moment) / MOMENTS);
      hook.kill("SIGTERM");
      await ended;
      expect([DIRTY, DONE]).toContain(await repository.read("src/a.ts"));
      const changed = listChanges(before, await repository.snapshot());
      expect(changed.filter((name) => name !== path.join("src", "a.ts"))).toStrictEqual([]);
    }
  });
});

describe("many hooks at once", () => {
  const MANY = Number(process.env["HI_MANY_HOOKS"] ?? 50);
  const names = Array.from({ length: MANY }, (_, index) => `src/many/f${index}.ts`);

  beforeEach(() => repository.select([makeScope(".", { format: null })]));

  it("on one file: one result, and no hook fails", async () => {
    await repository.write("src/a.ts", "var a = 1;\ndebugger;\nexport { a };\n");
    const results = await Promise.all(names.map(() => repository.check(["src/a.ts"], { env })));
    expect(await repository.read("src/a.ts")).toBe(DONE);
    expect(results.flatMap((result) => result.failures)).toStrictEqual([]);
    expect(results.map((result) => result.findings.length)).toStrictEqual(names.map(() => 1));
    expect(await listTemporary()).toStrictEqual([]);
  });

  it("each on a file of its own: every file is done", async () => {
    for (const name of names) await repository.write(name, "var a = 1;\nexport { a };\n");
    const results = await Promise.all(names.map((name) => repository.check([name], { env })));
    expect(results.map(({ status, changed }) => [status, ...changed])).toStrictEqual(
      names.map((name) => ["clean", name])
    );
    for (const name of names) expect(await repository.read(name)).toBe("const a = 1;\nexport { a };\n");
    expect(await listTemporary()).toStrictEqual([]);
  });
});

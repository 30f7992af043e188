import { stat, utimes } from "node:fs/promises";

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { HOOK_ENTRY, HookRepository, listChanges, makeScope } from "../helpers/hook-repository.ts";

// Seed 003 AC-001, AC-002, AC-005: format, safe fixes and verification of exactly the edited file.

let repository: HookRepository;

beforeAll(async () => {
  repository = await HookRepository.create();
});

afterAll(async () => {
  await repository[Symbol.asyncDispose]();
});

beforeEach(() => repository.select([makeScope(".")]));

describe("an edited file", () => {
  it("is formatted, safely fixed and verified, and nothing else is touched", async () => {
    await repository.write("src/other.ts", "var  x = 1\n");
    await repository.write("src/it's a $x.ts", "var  a = 1\nexport { a }\nexport const f = (x) => x == null\n");
    const before = await repository.snapshot();

    const result = await repository.check(["src/it's a $x.ts"]);

    expect(await repository.read("src/it's a $x.ts")).toBe(
      "const a = 1;\nexport { a };\nexport const f = (x) => x == null;\n"
    );
    expect(listChanges(before, await repository.snapshot())).toStrictEqual(["src/it's a $x.ts"]);
    expect(result).toMatchObject({
      schema: "hi-post-edit/1",
      status: "findings",
      files: ["src/it's a $x.ts"],
      failures: [],
      changed: ["src/it's a $x.ts"],
    });
    expect(result.findings).toStrictEqual([
      {
        file: "src/it's a $x.ts",
        rule: "eslint(eqeqeq)",
        severity: "error",
        line: 3,
        column: 27,
        endLine: 3,
        endColumn: 29,
        message: "Expected === and instead saw ==",
        help: expect.stringContaining("===") as string,
        url: expect.stringContaining("eqeqeq") as string,
      },
    ]);
  });

  it("that is clean stays as it is, modification time included", async () => {
    await repository.write("src/clean.ts", "export const a = 1;\n");
    await utimes(repository.at("src/clean.ts"), 1_500_000_000, 1_500_000_000);
    const result = await repository.check(["src/clean.ts"]);
    expect(result).toMatchObject({ status: "clean", findings: [], failures: [], changed: [] });
    expect((await stat(repository.at("src/clean.ts"))).mtimeMs).toBe(1_500_000_000_000);
  });

  it("keeps an import whose use is still to be written", async () => {
    await repository.write("src/import.ts", 'import { a } from "./clean.ts";\n\nexport const b = 1;\n');
    await repository.write("strict.config.ts", 'export default { rules: { "no-unused-vars": "error" } };\n');
    await repository.select([makeScope(".", { config: "strict.config.ts" })]);
    const result = await repository.check(["src/import.ts"]);
    expect(result.findings.map((finding) => finding.rule)).toStrictEqual(["eslint(no-unused-vars)"]);
    expect(await repository.read("src/import.ts")).toContain('import { a } from "./clean.ts"');
  });

  it("gives positions in UTF-16 columns, after an emoji, with a byte order mark and CRLF", async () => {
    const text = '\uFEFFexport const e = "😀é"; debugger;\r\nexport const f = "ü😀"; debugger;\r\n';
    await repository.write("src/wide.ts", text);
    await repository.select([makeScope(".", { format: null })]);
    const result = await repository.check(["src/wide.ts"]);
    expect(result.findings.map(({ line, column, endColumn }) => [line, column, endColumn])).toStrictEqual([
      [1, 25, 34],
      [2, 25, 34],
    ]);
    expect(await repository.read("src/wide.ts")).toBe(text);
  });

  it("with a syntax error is one finding, not a failure, and keeps its bytes", async () => {
    await repository.write("src/broken.ts", "export const a = (1\n");
    const result = await repository.check(["src/broken.ts"]);
    expect(result).toMatchObject({ status: "findings", failures: [], changed: [] });
    expect(result.findings).toMatchObject([{ rule: "syntax-error", severity: "error", file: "src/broken.ts" }]);
    expect(await repository.read("src/broken.ts")).toBe("export const a = (1\n");
  });

  it("is named repository-relative also through a link to the repository and from another folder", async () => {
    const linked = await HookRepository.create("real");
    await using _ = linked;
    await linked.write("src/a.ts", "export const a = 1;\ndebugger;\n");
    const { symlink } = await import("node:fs/promises");
    await symlink(linked.root, linked.at("../link"));
    const run = await linked.run("neutral", { files: [linked.at("../link/src/a.ts")] }, { cwd: "/" });
    expect(JSON.parse(run.stdout)).toMatchObject({ status: "findings", files: ["src/a.ts"] });
  });

  it("whose name is a glob is that file and no other", async () => {
    await repository.write("app/[slug]/page.ts", "var  a = 1\nexport { a }\n");
    await repository.write("app/s/page.ts", "var  a = 1\nexport { a }\n");
    await repository.write("src/!-{x}.ts", "var  a = 1\nexport { a }\n");
    const before = await repository.snapshot();
    const result = await repository.check(["app/[slug]/page.ts", "src/!-{x}.ts"]);
    expect(result).toMatchObject({ status: "clean", changed: ["app/[slug]/page.ts", "src/!-{x}.ts"] });
    expect(listChanges(before, await repository.snapshot())).toStrictEqual(["app/[slug]/page.ts", "src/!-{x}.ts"]);
  });

  it("of every supported extension is looked at", async () => {
    const files = ["js", "jsx", "mjs", "cjs", "ts", "tsx", "mts", "cts"].map((extension) => `src/ext/a.${extension}`);
    for (const file of files) await repository.write(file, "debugger;\n");
    const result = await repository.check(files);
    expect(result.findings.map((finding) => finding.file)).toStrictEqual(files.toSorted());
  });
});

// A name that starts with a dash stood in the command to check again as an option: `--config=other.ts` chose another one.
it("a name that starts with a dash stays a name in the command to check again", async () => {
  await repository.write("--config=other.ts", "debugger;\n");
  const { rerun } = await repository.check(["--config=other.ts"]);
  expect(rerun[0]?.command.slice(3)).toStrictEqual(["--disable-nested-config", "./--config=other.ts"]);
});

describe("the owning scope", () => {
  it("is the most specific one, with its own configuration and folder", async () => {
    await repository.write("packages/a/package.json", "{}\n");
    await repository.write(
      "packages/a/oxlint.config.ts",
      'export default { rules: { "no-debugger": "warn", "no-unused-vars": "off" } };\n'
    );
    await repository.write("packages/a/oxfmt.config.ts", "export default { semi: false };\n");
    await repository.write("packages/a/src/x.ts", "export const x = 1;\nvar y = 2;\ndebugger;\n");
    await repository.write("src/root.ts", "debugger;\n");
    await repository.select([makeScope("."), makeScope("packages/a")]);
    const result = await repository.check(["packages/a/src/x.ts", "src/root.ts"]);
    expect(result.findings.map(({ file, severity }) => [file, severity])).toStrictEqual([
      ["packages/a/src/x.ts", "warning"],
      ["src/root.ts", "error"],
    ]);
    expect(await repository.read("packages/a/src/x.ts")).toContain("export const x = 1\nvar y = 2\n");
    expect(result.rerun.map((check) => check.cwd)).toStrictEqual(["packages/a", "."]);
  });

  it("tolerates a selection with other fields than it knows", async () => {
    await repository.write("src/v.ts", "debugger;\n");
    await repository.write(
      ".hi/lint/selection.json",
      JSON.stringify({ schemaVersion: 1, later: true, scopes: [{ ...makeScope("."), kind: "x", tools: undefined }] })
    );
    expect((await repository.check(["src/v.ts"])).status).toBe("findings");
  });

  it("may extend ultracite's core preset and ask for type-aware rules", async () => {
    await repository.write("typed/package.json", '{ "type": "module" }\n');
    await repository.write("typed/tsconfig.json", '{ "compilerOptions": { "strict": true } }\n');
    await repository.write(
      "typed/oxlint.config.ts",
      'import core from "ultracite/oxlint/core";\nexport default { extends: [core], options: { typeAware: true }, rules: { "typescript/no-floating-promises": "error" } };\n'
    );
    await repository.write(
      "typed/oxfmt.config.ts",
      'import preset from "ultracite/oxfmt";\nexport default { ...preset };\n'
    );
    await repository.write("typed/x.ts", "const load = async () => await Promise.resolve(1);\n\nload();\n");
    await repository.select([makeScope("."), makeScope("typed")]);
    const result = await repository.check(["typed/x.ts"]);
    expect(result.failures).toStrictEqual([]);
    expect(result.findings).toContainEqual(
      expect.objectContaining({ rule: "typescript(no-floating-promises)", line: 3, column: 1 })
    );
  });

  it("without a format route is linted and not formatted", async () => {
    await repository.write("src/prettier.ts", "export const a  =  1\n");
    await repository.select([makeScope(".", { format: null })]);
    expect(await repository.check(["src/prettier.ts"])).toMatchObject({ status: "clean", changed: [] });
  });
});

describe("what is reported on but never rewritten", () => {
  it.each(["oxlint.config.ts", "oxfmt.config.ts", "sub/oxlint.config.mts"])(
    "%s, a configuration file",
    async (file) => {
      await repository.write("sub/keep.txt", "");
      const before = file.startsWith("sub") ? "" : await repository.read(file);
      const text = `${before}var  later = 1; debugger\n`;
      await repository.write(file, text);
      try {
        const result = await repository.check([file]);
        expect(await repository.read(file)).toBe(text);
        expect(result).toMatchObject({ status: "findings", changed: [] });
      } finally {
        await repository.write(file, before);
      }
    }
  );

  it("a file that the receipt says is generated", async () => {
    await repository.write("src/owned.ts", "var  owned = 1; debugger\n");
    await repository.write(
      ".hi/receipt.json",
      JSON.stringify({
        schemaVersion: 1,
        files: { "src/owned.ts": { class: "generated" }, "src/mine.ts": { class: "authored" } },
      })
    );
    await repository.write("src/mine.ts", "var  mine = 1;\n");
    const result = await repository.check(["src/owned.ts", "src/mine.ts"]);
    expect(await repository.read("src/owned.ts")).toBe("var  owned = 1; debugger\n");
    expect(await repository.read("src/mine.ts")).toBe("const mine = 1;\n");
    expect(result.changed).toStrictEqual(["src/mine.ts"]);
    expect(result.findings.map((finding) => finding.file)).toContain("src/owned.ts");
  });
});

describe("the entry", () => {
  it("runs from source as it does bundled", async () => {
    const run = await repository.run("neutral", {}, { args: [HOOK_ENTRY, "post-edit", "--provider", "neutral"] });
    expect(run).toMatchObject({ exitCode: 0, stderr: "" });
    expect(JSON.parse(run.stdout)).toMatchObject({ status: "skipped", files: [] });
  });
});

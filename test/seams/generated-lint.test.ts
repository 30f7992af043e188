import { mkdir, readFile } from "node:fs/promises";
import path from "node:path";

import { describe, expect, it } from "vitest";

import type { LintResult } from "../../src/contracts/lint-result.ts";
import type { Answers, LintPolicy } from "../../src/domain/answers.ts";
import type { RelativePath } from "../../src/domain/paths.ts";
import { generate, land, linkTools, makeAnswers, makeScopeAnswers, writeAll } from "../helpers/generated.ts";
import { git, runProcess, withTemporaryDirectory } from "../helpers/hi.ts";

const LINT_PACKAGES = [
  "oxlint",
  "@oxlint",
  "oxlint-tsgolint",
  "@oxlint-tsgolint",
  "oxfmt",
  "@oxfmt",
  "typescript",
  "@typescript",
  "ultracite",
];

/** Runs the work in a repository that the generated files landed in, with this project's own tools installed. */
async function withGenerated(
  { answers = {}, files = {} }: { answers?: Partial<Answers>; files?: Record<string, string> },
  work: (root: string) => Promise<void>
): Promise<void> {
  await withTemporaryDirectory(async (directory) => {
    const root = path.join(directory, "re po's & x");
    await mkdir(root);
    await writeAll(root, { "package.json": '{\n  "name": "fixture",\n  "type": "module"\n}\n', ...files });
    await linkTools(root, LINT_PACKAGES);
    await land(root, (await generate(makeAnswers(answers))).values());
    await work(root);
  });
}

const oxlint = (cwd: string, ...args: string[]) => runProcess("oxlint", args, { cwd });
const npmRun = (cwd: string, script: string, ...args: string[]) =>
  runProcess("npm", ["run", "--silent", script, "--", ...args], { cwd });

async function readRules(root: string): Promise<Record<string, string>> {
  const { stdout } = await oxlint(root, "-c", "oxlint.config.ts", "--print-config");
  return JSON.parse(stdout).rules;
}

/** What a lint run found, as `file rule`, sorted. */
async function lint(root: string, ...args: string[]): Promise<string[]> {
  const { stdout } = await npmRun(root, "lint", "--format", "json", ...args);
  const { findings } = JSON.parse(stdout) as LintResult;
  return findings.map(({ file, rule }) => `${file} ${rule}`).toSorted();
}

/** A JSON policy of the project's, composed. */
const composed = (file: string): LintPolicy => ({
  kind: "generated",
  project: { kind: "json", path: file as RelativePath, because: file },
});

const BREAKING = "// eslint-plugin: none\nexport const answer = 1;\ndebugger;\n";
const hasDebugger = (found: readonly string[]): string[] =>
  found.filter((one) => one.includes("no-debugger")).map((one) => one.split(" ")[0] ?? "");

describe("the generated policy, asked of the real oxlint (AC-007)", () => {
  it("turns off what the harness disables and leaves the rest to the preset", async () => {
    await withGenerated({}, async (root) => {
      const rules = await readRules(root);
      for (const rule of ["func-names", "func-style", "sort-keys"]) {
        expect([rule, rules[rule]]).toEqual([rule, "allow"]);
      }
      const preset = await readPresetRules(root);
      const left = [
        "no-shadow",
        "no-underscore-dangle",
        "unicorn/consistent-function-scoping",
        "import/no-unassigned-import",
        "unicorn/no-array-sort",
        "unicorn/no-array-reverse",
        "no-unused-vars",
      ];
      for (const rule of left) expect([rule, rules[rule]]).toEqual([rule, preset[rule]]);
      const changed = Object.keys(preset).filter((rule) => rules[rule] !== preset[rule]);
      expect(changed.toSorted()).toEqual(["func-names", "func-style", "sort-keys"]);
    });
  });

  it("names none of the rules that it no longer owns", async () => {
    await withGenerated({}, async (root) => {
      const text = await readFile(path.join(root, "oxlint.config.ts"), "utf8");
      expect(text.match(/"(?:[\w-]+\/)?[\w-]+": "(?:off|warn|error)"/g)?.toSorted()).toEqual([
        '"func-names": "off"',
        '"func-style": "off"',
        '"sort-keys": "off"',
      ]);
    });
  });

  async function readPresetRules(root: string): Promise<Record<string, string>> {
    const text = 'import core from "ultracite/oxlint/core";\nexport default { extends: [core] };\n';
    await writeAll(root, { "preset.config.ts": text });
    const { stdout } = await oxlint(root, "-c", "preset.config.ts", "--print-config");
    return JSON.parse(stdout).rules;
  }
});

describe("npm run lint in a scope", () => {
  it("reports what is wrong with exit 1 and nothing with exit 0", async () => {
    await withGenerated({ files: { "src/bad.ts": BREAKING } }, async (root) => {
      expect(hasDebugger(await lint(root))).toEqual(["src/bad.ts"]);
      expect((await npmRun(root, "lint")).exitCode).toBe(1);
      await writeAll(root, { "src/bad.ts": "export const answer = 1;\n" });
      expect(await npmRun(root, "lint")).toMatchObject({ exitCode: 0 });
    });
  });

  it("lets no warning through", async () => {
    const answers = { scopes: [makeScopeAnswers(".", { policy: composed(".oxlintrc.json") })] };
    const files = { "src/a.ts": "console.log(1);\n", ".oxlintrc.json": '{ "rules": { "no-console": "warn" } }\n' };
    await withGenerated({ answers, files }, async (root) => {
      const warned = await npmRun(root, "lint");
      expect([warned.exitCode, warned.stdout]).toEqual([1, expect.stringMatching(/warning .+no-console/)]);
    });
  });

  it("ends well where nothing can be linted", async () => {
    await withGenerated({ files: { "README.md": "# nothing\n" } }, async (root) => {
      expect((await npmRun(root, "lint")).exitCode).toBe(0);
    });
  });

  it("looks at ordinary tests, not at dependencies, build output, our own files or another owner's", async () => {
    const files = Object.fromEntries(
      [
        "src/a.test.ts",
        "src/a.ts",
        "dist/a.js",
        "node_modules/own/index.js",
        ".hi/runtime/other.mjs",
        "packages/a/src/x.ts",
        "packages/b/x.ts",
        "src/wiki/x.ts",
        "wiki/x.ts",
      ].map((name) => [name, BREAKING])
    );
    const scopes = [
      makeScopeAnswers(".", { ignore: ["packages/a/**", "wiki", "wiki/**"] }),
      makeScopeAnswers("packages/a"),
    ];
    await withGenerated(
      { answers: { scopes }, files: { ...files, "packages/a/package.json": "{}\n" } },
      async (root) => {
        const own = ["packages/b/x.ts", "src/a.test.ts", "src/a.ts", "src/wiki/x.ts"];
        expect(hasDebugger(await lint(root, "--scope=."))).toEqual(own);
        expect(hasDebugger(await lint(path.join(root, "packages/a")))).toEqual(["packages/a/src/x.ts"]);
        // The root's script hands on to every scope, and no file is linted twice.
        expect(hasDebugger(await lint(root))).toEqual([...own, "packages/a/src/x.ts"].toSorted());
      }
    );
  });

  it("has one effective policy: a nested configuration does not change it", async () => {
    const files = {
      "src/a.ts": BREAKING,
      "src/oxlint.config.ts": 'export default { rules: { "no-debugger": "off" } };\n',
    };
    await withGenerated({ files }, async (root) => {
      expect(hasDebugger(await lint(root))).toContain("src/a.ts");
    });
  });

  it("fixes only by the fixing script", async () => {
    const text = "export const answer = () => { let one = 1; return one; };\n";
    await withGenerated({ files: { "src/a.ts": text } }, async (root) => {
      await npmRun(root, "lint");
      expect(await readFile(path.join(root, "src/a.ts"), "utf8")).toBe(text);
      await npmRun(root, "lint:fix");
      expect(await readFile(path.join(root, "src/a.ts"), "utf8")).toContain("const one = 1");
    });
  });

  it("composes the project's JSON from where it is, and what it says stands", async () => {
    const path_ = ".oxlintrc.json";
    const rules = '"categories": { "style": "off" }, "rules": { "no-debugger": "off", "no-empty": "warn" }';
    const config = `// ours\n{ ${rules}, "ignorePatterns": ["node_modules"], }\n`;
    const scopes = [makeScopeAnswers(".", { ignore: ["other", "other/**"], policy: composed(path_) })];
    const text = "debugger;\nif (a) {}\neval(a);\n";
    const files = { [path_]: config, "src/a.ts": text, "src/other/b.ts": text, "other/c.ts": text };
    await withGenerated({ answers: { scopes }, files }, async (root) => {
      const found = await lint(root);
      expect(found.filter((one) => /no-empty|no-eval/.test(one))).toEqual([
        "src/a.ts eslint(no-empty)",
        "src/a.ts eslint(no-eval)",
        "src/other/b.ts eslint(no-empty)",
        "src/other/b.ts eslint(no-eval)",
      ]);
      // What the scope does not own, and files of ours, are left out; so is what the project switched off.
      expect(found.filter((one) => /^(?:\.|other|oxlint)|no-debugger|capitalized|curly/.test(one))).toEqual([]);
      expect(await readFile(path.join(root, path_), "utf8")).toBe(config);
    });
  });

  it("leaves the project's own calls of oxlint as they were", async () => {
    const files = { ".oxlintrc.json": '{ "rules": { "no-debugger": "warn" } }', "src/a.ts": "debugger;\n" };
    await withGenerated(
      { answers: { scopes: [makeScopeAnswers(".", { policy: composed(".oxlintrc.json") })] }, files },
      async (root) => {
        const bare = await oxlint(root, "--format", "unix", "src");
        expect([bare.exitCode, bare.stdout]).toEqual([0, expect.stringContaining("[Warning/eslint(no-debugger)]")]);
        // oxlint refuses a folder that has two of the names that it looks for.
        await writeAll(root, { "oxlint.config.ts": "export default {};\n" });
        const two = await oxlint(root, "src");
        expect([two.exitCode, two.stdout]).toEqual([
          1,
          expect.stringContaining("Both '.oxlintrc.json' and 'oxlint.config.ts'"),
        ]);
      }
    );
  });

  it("knows types only where the scope owns them", async () => {
    const text =
      "const later = async (): Promise<void> => undefined;\nexport const go = (): void => {\n  later();\n};\n";
    const tsconfig = '{ "compilerOptions": { "module": "nodenext", "strict": true, "noEmit": true } }\n';
    const scopes = [makeScopeAnswers(".", { typed: true, ignore: ["untyped/**"] }), makeScopeAnswers("untyped")];
    const files = { "src/a.ts": text, "tsconfig.json": tsconfig, "untyped/a.ts": text, "untyped/package.json": "{}\n" };
    await withGenerated({ answers: { packs: ["base", "typed"], scopes }, files }, async (root) => {
      expect(await lint(root)).toContain("src/a.ts typescript(no-floating-promises)");
      expect(await lint(path.join(root, "untyped"))).not.toContain("untyped/a.ts typescript(no-floating-promises)");
    });
  });
});

const TSCONFIG = '{ "compilerOptions": { "module": "nodenext", "strict": true, "noEmit": true } }\n';
const EVERY_PLUGIN = ["eslint", "typescript", "unicorn", "oxc", "import", "jsdoc", "node", "promise", "vitest", "jest"];
const EVERY_CATEGORY = ["correctness", "suspicious", "pedantic", "perf", "style", "restriction", "nursery"];
const EVERYTHING = {
  plugins: EVERY_PLUGIN,
  categories: Object.fromEntries(EVERY_CATEGORY.map((name) => [name, "error"])),
  options: { typeAware: true },
  ignorePatterns: ["node_modules"],
};

const OWN_MODULE = 'export default { ignorePatterns: ["node_modules"] };\n';

// Ours carry a blanket `eslint-disable`, and a rule of the preset finds that abusive.
describe("what is generated, under a policy that the project wrote", () => {
  const programs = [".hi/runtime/hook.mjs", ".opencode/plugins/hi.js"];
  const adopted = (name: string) => {
    const module = { kind: "project-module", path: name as RelativePath } as const;
    const policy = name.endsWith(".json") ? composed(name) : module;
    const scope = makeScopeAnswers(".", { format: true, policy });
    return { packs: ["base", "format"] as const, scopes: [scope] };
  };

  it("leaves a clean project clean", async () => {
    const files = { "oxlint.config.ts": OWN_MODULE, "src/a.ts": "export const answer = 1;\n" };
    await withGenerated({ answers: adopted("oxlint.config.ts"), files }, async (root) => {
      expect(await npmRun(root, "lint")).toMatchObject({
        exitCode: 0,
        stdout: expect.stringContaining("Nothing found."),
      });
    });
  });

  it.each([
    ["its module with the preset", "oxlint.config.ts", OWN_MODULE],
    ["its JSON with every rule there is", ".oxlintrc.json", JSON.stringify(EVERYTHING)],
  ] as const)("%s: no file of ours is a finding of the script, of the tool itself or of the hook", async (...row) => {
    const [, name, text] = row;
    const files = { [name]: text, "src/b.ts": BREAKING, "sub/.hi/a.ts": BREAKING, "tsconfig.json": TSCONFIG };
    await withGenerated({ answers: adopted(name), files }, async (root) => {
      const found = await lint(root);
      expect(hasDebugger(found)).toEqual(["src/b.ts", "sub/.hi/a.ts"]);
      expect(found.filter((one) => !/^(?:src\/|sub\/)/.test(one) && !one.startsWith(name))).toEqual([]);
      expect(await npmRun(root, "lint", ...programs)).toMatchObject({ exitCode: 0 });
      const bare = await oxlint(root, "-c", name, "--format", "unix", ...programs, "oxfmt.config.ts");
      expect([bare.exitCode, bare.stdout.trim()]).toEqual([0, ""]);
      const hook = [".hi/runtime/hook.mjs", "post-edit", "--provider", "neutral"];
      const edited = await runProcess(process.execPath, hook, {
        cwd: root,
        input: JSON.stringify({ files: programs }),
      });
      expect(JSON.parse(edited.stdout)).toMatchObject({ status: "skipped", files: [], findings: [] });
    });
  });
});

describe("npm run format in a scope that oxfmt formats", () => {
  const answers = {
    packs: ["base", "format"] as const,
    scopes: [makeScopeAnswers(".", { format: true, ignore: ["other/**"] })],
  };

  it("writes by one script, checks by the other, and leaves what the scope does not own", async () => {
    const files = { "src/a.ts": "export const a  =  1\n", "other/b.ts": "export const b  =  1\n" };
    await withGenerated({ answers, files }, async (root) => {
      const checked = await npmRun(root, "format:check");
      expect([checked.exitCode, checked.stdout]).toEqual([1, expect.stringContaining("src/a.ts")]);
      expect(checked.stdout).not.toContain("other/b.ts");
      expect(await readFile(path.join(root, "src/a.ts"), "utf8")).toBe(files["src/a.ts"]);
      expect((await npmRun(root, "format")).exitCode).toBe(0);
      expect(await readFile(path.join(root, "src/a.ts"), "utf8")).toBe("export const a = 1;\n");
      expect(await readFile(path.join(root, "other/b.ts"), "utf8")).toBe(files["other/b.ts"]);
      expect((await npmRun(root, "format:check")).exitCode).toBe(0);
    });
  });

  it("finds nothing to change in what was generated, projections included", async () => {
    await withGenerated({ answers: { ...answers, commitGate: "lefthook" } }, async (root) => {
      const before = await readFile(path.join(root, ".claude/settings.json"), "utf8");
      await npmRun(root, "format");
      expect(await readFile(path.join(root, ".claude/settings.json"), "utf8")).toBe(before);
      await writeAll(root, { "preset.config.ts": 'export { default } from "ultracite/oxfmt";\n' });
      const configs = ["oxlint.config.ts", "oxfmt.config.ts"];
      const bare = await runProcess("oxfmt", ["-c", "preset.config.ts", "--check", ...configs], { cwd: root });
      expect([bare.exitCode, bare.stdout]).toEqual([0, expect.stringContaining("correct format")]);
    });
  });
});

describe("a first commit", () => {
  it("is possible: everything generated can be added to a repository without commits", async () => {
    await withGenerated({}, async (root) => {
      await git(root, "init", "--quiet");
      await writeAll(root, { ".gitignore": "node_modules\n" });
      await git(root, "add", "--all");
      await git(root, "commit", "--quiet", "--message=first");
      expect(await git(root, "status", "--short")).toBe("");
    });
  });
});

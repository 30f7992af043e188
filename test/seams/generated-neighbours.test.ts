import { readFile } from "node:fs/promises";
import path from "node:path";

import { describe, expect, it } from "vitest";

import type { Answers } from "../../src/domain/answers.ts";
import { generate, land, linkTools, makeAnswers, makeScopeAnswers, writeAll } from "../helpers/generated.ts";
import { git, runProcess, withTemporaryDirectory } from "../helpers/hi.ts";

const TOOLS = [
  "oxlint",
  "@oxlint",
  "oxlint-tsgolint",
  "@oxlint-tsgolint",
  "oxfmt",
  "@oxfmt",
  "typescript",
  "@typescript",
  "ultracite",
  "prettier",
  "@biomejs",
  "eslint",
  "knip",
];
const MANIFEST = { name: "fixture", version: "1.0.0", type: "module", main: "src/index.ts" };
const SCOPES = [makeScopeAnswers(".", { ignore: ["packages/**"] }), makeScopeAnswers("packages/a [x] #1")];

interface Neighbour {
  readonly answers?: Partial<Answers>;
  readonly files: Readonly<Record<string, string>>;
  /** The indentation of the project's own JSON files. */
  readonly indent?: string | number;
}

/** A project with its own tool, before and after everything was generated into it. */
async function withNeighbour(
  { answers = {}, files, indent = 2 }: Neighbour,
  work: (root: string) => Promise<void>
): Promise<void> {
  await withTemporaryDirectory(async (root) => {
    const manifest = `${JSON.stringify(MANIFEST, null, indent)}\n`;
    const nested = `${JSON.stringify({ name: "a" }, null, indent)}\n`;
    await writeAll(root, {
      "package.json": manifest,
      "packages/a [x] #1/package.json": nested,
      "src/index.ts": "export const one = 1;\n",
    });
    await writeAll(root, { ".gitignore": "node_modules\n", ...files });
    await linkTools(root, TOOLS);
    await git(root, "init", "--quiet");
    await land(root, (await generate(makeAnswers({ scopes: SCOPES, ...answers }))).values());
    await work(root);
  });
}

const run = async (cwd: string, file: string, ...args: string[]): Promise<[number | null, string]> => {
  const ended = await runProcess(file, args, { cwd });
  return [ended.exitCode, ended.stdout + ended.stderr];
};
/** Exit 0, whatever it said. */
const passes = (): unknown[] => [0, expect.any(String)];

describe("what is generated passes, or is left alone by, the project's own Prettier", () => {
  it.each([
    ["its defaults", {}, 2],
    ["tabs and single quotes", { useTabs: true, singleQuote: true, semi: false }, "\t"],
  ])("with %s", async (_, config, indent) => {
    const files = {
      ".prettierrc": `${JSON.stringify(config, null, indent)}\n`,
      "src/index.ts": "export const one = 1\n",
    };
    const scopes = [makeScopeAnswers(".", { ignore: ["packages/**"] }), makeScopeAnswers("packages/b")];
    const answers: Partial<Answers> = { formatters: ["prettier"], commitGate: "lefthook", scopes };
    await withNeighbour(
      {
        answers,
        files: { ...files, ...("semi" in config ? {} : { "src/index.ts": "export const one = 1;\n" }) },
        indent,
      },
      async (root) => {
        expect(await run(root, "prettier", "--check", ".")).toEqual(passes());
      }
    );
  });

  it("and nothing of the project's is skipped", async () => {
    const ugly = { "sub/oxlint.config.ts": "export default  {}\n", "sub/.hi/a.ts": "export  {}\n" };
    await withNeighbour(
      { answers: { formatters: ["prettier"] }, files: { ".prettierrc": "{}\n", ...ugly } },
      async (root) => {
        const [exit, said] = await run(root, "prettier", "--list-different", ".");
        expect([exit, said.trim().split("\n").toSorted()]).toEqual([1, Object.keys(ugly).toSorted()]);
      }
    );
  });
});

describe("what is generated passes, or is left alone by, the project's own Biome", () => {
  const config = (value: object): string => `${JSON.stringify(value, null, "\t")}\n`;

  it.each(["biome.json", "biome.jsonc"])("with its defaults, tabs, in %s", async (name) => {
    const files = { [name]: config({ vcs: { enabled: true, clientKind: "git", useIgnoreFile: true } }) };
    await withNeighbour({ answers: { formatters: ["biome"] }, files, indent: "\t" }, async (root) => {
      expect(await run(root, "biome", "ci", "--error-on-warnings", ".")).toEqual(passes());
    });
  });

  it("where it names its files and has overrides of its own", async () => {
    const files = {
      "biome.json": [
        "{",
        '\t"files": { "includes": ["**", "!!**/node_modules"] },',
        '\t"overrides": [',
        '\t\t{ "includes": ["**/*.json"], "formatter": { "indentStyle": "tab" } }',
        "\t]",
        "}\n",
      ].join("\n"),
    };
    await withNeighbour({ answers: { formatters: ["biome"] }, files, indent: "\t" }, async (root) => {
      expect(await run(root, "biome", "ci", "--error-on-warnings", ".")).toEqual(passes());
    });
  });

  it("where a scope has a configuration of its own, which inherits nothing", async () => {
    const files = { "biome.json": config({}), "packages/a [x] #1/biome.json": config({ root: false }) };
    await withNeighbour({ answers: { formatters: ["biome"] }, files, indent: "\t" }, async (root) => {
      const [exit, said] = await run(root, "biome", "ci", "--error-on-warnings", "src", "packages");
      expect([exit, said]).toEqual(passes());
    });
  });

  it("and nothing of the project's is skipped", async () => {
    const ugly = { "sub/oxlint.config.ts": "export default  {}\n" };
    await withNeighbour(
      { answers: { formatters: ["biome"] }, files: { "biome.json": config({}), ...ugly }, indent: "\t" },
      async (root) => {
        expect(await run(root, "biome", "format", "sub")).toEqual([1, expect.stringContaining("sub/oxlint.config.ts")]);
      }
    );
  });
});

describe("what is generated passes, or is left alone by, the project's own ESLint", () => {
  const rules =
    '{ "no-undef": "error", "no-unused-vars": "error", "no-empty": "error", "prefer-const": "error", "sort-imports": "error" }';

  it.each([
    ["many rules", `export default [{ rules: ${rules} }];\n`],
    ["no rules at all, where a needless directive is a warning", "export default [{}];\n"],
    [
      "needless directives as errors",
      'export default [{ linterOptions: { reportUnusedDisableDirectives: "error" } }];\n',
    ],
  ])("with %s", async (_, config) => {
    await withNeighbour({ files: { "eslint.config.mjs": config } }, async (root) => {
      expect(await run(root, "eslint", "--max-warnings", "0", ".")).toEqual(passes());
    });
  });
});

describe("what is generated passes the project's own type check", () => {
  const strict = { strict: true, noEmit: true, noUnusedLocals: true, skipLibCheck: true, types: [] };

  it.each([
    ["nodenext, JavaScript checked", { type: "module" }, { module: "nodenext", allowJs: true, checkJs: true }],
    ["bundler resolution", { type: "module" }, { module: "esnext", moduleResolution: "bundler" }],
    [
      "a CommonJS package that keeps its syntax",
      { type: "commonjs" },
      { module: "nodenext", verbatimModuleSyntax: true, isolatedModules: true },
    ],
  ])("%s", async (_, manifest, options) => {
    const files = {
      "package.json": `${JSON.stringify({ ...MANIFEST, ...manifest })}\n`,
      "src/index.ts": "",
      "tsconfig.json": JSON.stringify({ compilerOptions: { ...strict, ...options } }),
    };
    const commonjs = manifest.type === "commonjs";
    const scopes = [makeScopeAnswers(".", { commonjs, format: true, typed: true })];
    await withNeighbour({ answers: { packs: ["base", "format", "typed"], scopes }, files }, async (root) => {
      expect(await run(root, "tsc", "--noEmit")).toEqual([0, ""]);
      expect((await run(root, "oxlint", "-c", "oxlint.config.ts", "--print-config"))[0]).toBe(0);
      expect((await run(root, "oxfmt", "-c", "oxfmt.config.ts", "--check", "src"))[0]).toBe(0);
    });
  });
});

describe("what is generated is no finding of the project's own knip", () => {
  it.each(["knip.json", ".knip.jsonc"])("where it is configured in %s", async (name) => {
    const scopes = [makeScopeAnswers(".", { format: true })];
    const files = { [name]: '{\n  "entry": ["src/index.ts"]\n}\n' };
    await withNeighbour({ answers: { packs: ["base", "format"], scopes }, files }, async (root) => {
      expect(await run(root, "knip")).toEqual(passes());
    });
  });
});

describe("the commit gate, run by the real lefthook on a first commit", () => {
  const answers: Partial<Answers> = {
    commitGate: "lefthook",
    packs: ["base", "format"],
    scopes: [makeScopeAnswers(".", { format: true, ignore: ["packages/**"] }), makeScopeAnswers("packages/a [x] #1")],
  };
  const commit = async (root: string): Promise<[number | null, string]> => {
    await git(root, "add", "--all");
    return run(root, "git", "commit", "--quiet", "--message=first");
  };

  it("lets clean files through, ignored and unreadable ones among them", async () => {
    const files = {
      "src/a.ts": "export const answer = 1;\n",
      "logo.png": "\u0000",
      "dist/a.js": "debugger;\n",
      "a b.md": "# a\n",
    };
    await withNeighbour({ answers, files }, async (root) => {
      await run(root, "oxfmt", "-c", "oxfmt.config.ts", "package.json");
      expect(await run(root, "lefthook", "install")).toEqual(passes());
      expect(await commit(root)).toEqual(passes());
    });
  });

  it.each([
    ["src/a b's.ts", "export const answer = 1;\ndebugger;\n", "no-debugger"],
    ["packages/a [x] #1/src/b.ts", "export const answer = 1;\ndebugger;\n", "no-debugger"],
    ["src/c.ts", "export const answer  = 1\n", "src/c.ts"],
  ])("stops %s, and changes nothing of it", async (name, text, said) => {
    await withNeighbour({ answers, files: { [name]: text } }, async (root) => {
      await run(root, "lefthook", "install");
      expect(await commit(root)).toEqual([1, expect.stringContaining(said)]);
      expect(await readFile(path.join(root, name), "utf8")).toBe(text);
    });
  });
});

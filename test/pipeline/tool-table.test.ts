import { chmod, mkdir, readFile, realpath, symlink, writeFile } from "node:fs/promises";
import path from "node:path";

import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { createProcessRunner } from "../../src/adapters/process-runner.ts";
import { admit, createToolTable } from "../../src/adapters/tool-table.ts";
import { PACKAGE_MANAGERS } from "../../src/domain/answers.ts";
import { TOOLS_FOLDER } from "../../src/domain/dependency-install.ts";
import type { AbsolutePath } from "../../src/domain/paths.ts";
import type { ProcessOutcome, ProcessRequest } from "../../src/domain/process.ts";
import { Refusal } from "../../src/domain/refusal.ts";
import type { SlotValues, ToolRow, ToolRowName } from "../../src/domain/tool-rows.ts";
import { TOOL_ROWS, findRow, matchRow, toArguments } from "../../src/domain/tool-rows.ts";
import type { ToolRoots } from "../../src/pipeline/world.ts";
import { PROJECT_ROOT, withTemporaryDirectory } from "../helpers/hi.ts";

interface Place {
  readonly roots: Required<ToolRoots>;
  readonly env: Readonly<Record<string, string>>;
  readonly bin: string;
}

/** A live repository, a candidate, a staging folder, and a PATH with one folder of recording package managers. */
function withPlace(work: (place: Place) => Promise<void>): Promise<void> {
  return withTemporaryDirectory(async (directory) => {
    const real = await realpath(directory);
    const [liveRoot, candidateRoot, stagingRoot, bin] = ["live", "candidate", "staging", "bin"].map((name) =>
      path.join(real, name)
    );
    for (const folder of [liveRoot, path.join(String(candidateRoot), TOOLS_FOLDER), stagingRoot, bin]) {
      await mkdir(String(folder), { recursive: true });
    }
    const roots = { liveRoot, candidateRoot, stagingRoot } as Required<ToolRoots>;
    await work({ roots, env: { PATH: String(bin), HOME: path.join(real, "home") }, bin: String(bin) });
  });
}

/** A package manager that tells what it was given, as Node scripts do on PATH. */
async function addManager(folder: string, name: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const tell = `console.log(JSON.stringify({ from: ${JSON.stringify(folder)}, args: process.argv.slice(2), cwd: process.cwd(), env: process.env }));`;
  await writeFile(path.join(folder, name), `#!/usr/bin/env node\n${tell}\n`);
  await chmod(path.join(folder, name), 0o755);
}

const processes = createProcessRunner(new AbortController().signal);
const refusalOf = async (work: () => unknown) => {
  try {
    await work();
  } catch (error) {
    if (error instanceof Refusal) return error.facts.code;
    throw error;
  }
  return undefined;
};

const VALUES: Partial<Record<ToolRowName, SlotValues>> = {
  lint: ["oxlint.config.ts", ["/dist/**", "packages/a/**"]],
  "lint-fix": [".oxlintrc.json", []],
  baseline: [["/wiki"], "packages/a"],
  "format-check": ["oxfmt.config.ts"],
};

describe("the rows", () => {
  test.each(TOOL_ROWS.map(({ name }) => name))("%s: what is built from a row is that row", (name) => {
    const row = findRow(name);
    expect(matchRow(row.program, toArguments(row, VALUES[name] ?? []))).toBe(row);
  });

  test("every install is frozen or exact, with scripts off; no row has a dangerous or a suggested fix", () => {
    for (const { name, program, shape } of TOOL_ROWS) {
      const flags = shape.filter((part) => typeof part === "string");
      expect(flags.join(" ")).not.toMatch(/dangerous|suggestion|unsafe|exec|run\b|--scripts/);
      if (!/-(?:project|tools)$/.test(name)) continue;
      expect(flags).toContain(program === "yarn-berry" ? "--mode=skip-build" : "--ignore-scripts");
      if (name.endsWith("-project")) expect(flags.join(" ")).toMatch(/^ci |--frozen-lockfile|--immutable/);
    }
  });

  test("docs/preview.md shows the same table", async () => {
    const text = await readFile(path.join(PROJECT_ROOT, "docs/preview.md"), "utf8");
    for (const { name, program, shape, place } of TOOL_ROWS as readonly ToolRow[]) {
      const args = shape.map((part) =>
        typeof part === "string" ? part : `${part.before}${part.slot.toUpperCase()}${part.many ? "…" : ""}`
      );
      expect(text).toContain(`| ${name} | \`${[program, ...args].join(" ")}\` | ${place} |`);
    }
  });

  test.each([
    [
      "oxlint",
      [
        "-c",
        "a.json",
        "--disable-nested-config",
        "--ignore-pattern=node_modules",
        "--fix-dangerously",
        "--format=json",
      ],
    ],
    [
      "oxlint",
      [
        "-c",
        "a.json",
        "--disable-nested-config",
        "--ignore-pattern=node_modules",
        "--format=json",
        "--fix-suggestions",
      ],
    ],
    ["oxlint", ["-c", "../a.json", "--disable-nested-config", "--ignore-pattern=node_modules", "--format=json"]],
    ["oxlint", ["-c", "/etc/a.json", "--disable-nested-config", "--ignore-pattern=node_modules", "--format=json"]],
    ["oxlint", ["-c", "--fix", "--disable-nested-config", "--ignore-pattern=node_modules", "--format=json"]],
    ["oxlint", ["--fix"]],
    ["oxlint", []],
    ["oxfmt", ["--write"]],
    ["npm", ["ci", "--no-audit", "--no-fund"]],
    ["npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--foreground-scripts"]],
    ["npm", ["install", "evil", "--ignore-scripts"]],
    ["npm", ["run", "prepare"]],
    ["npm", ["exec", "ultracite"]],
    ["pnpm", ["install", "--frozen-lockfile", "--ignore-scripts"]],
    ["yarn-berry", ["install", "--immutable"]],
    ["bun", ["install", "--frozen-lockfile"]],
    ["effect-tsgo", ["patch", "--oxlint", "--force"]],
    ["effect-tsgo", ["patch", "--typescript"]],
  ] as const)("%s %j is no row", (program, args) => {
    expect(matchRow(program, args)).toBeUndefined();
  });

  test("no argument can be added, dropped, doubled or changed", () => {
    const rows = fc.constantFrom(...TOOL_ROWS);
    const extra = fc.oneof(
      fc.constantFrom(
        "--fix",
        "--fix-dangerously",
        "--unsafe",
        "--fix-suggestions",
        "-A",
        "all",
        "--no-ignore",
        "--force",
        "--",
        "-c",
        "x"
      ),
      fc.string({ minLength: 1, maxLength: 20 })
    );
    fc.assert(
      fc.property(
        rows,
        extra,
        fc.nat(20),
        fc.constantFrom("add", "drop", "double", "replace"),
        (row, text, at, how) => {
          const args = [...toArguments(row, VALUES[row.name] ?? [])];
          const place = at % (args.length + (how === "add" ? 1 : 0));
          const changed = change(args, { place, how, text });
          const admitted = matchRow(row.program, changed);
          // A change may give another value of a slot, or another row; it never gives what no row says.
          if (admitted === undefined) return;
          const fixed = new Set(admitted.shape.filter((part): part is string => typeof part === "string"));
          const slots = changed.filter((argument) => !fixed.has(argument));
          for (const slot of slots) expect(slot).toMatch(/^--ignore-pattern=[^!]|^[^-/~\\]/);
          expect(
            changed.filter(
              (argument) =>
                argument.startsWith("-") && !fixed.has(argument) && !argument.startsWith("--ignore-pattern=")
            )
          ).toEqual([]);
        }
      ),
      { numRuns: 10_000 }
    );
  });

  test("arbitrary arguments are no row", () => {
    const argument = fc.oneof(
      fc.string({ maxLength: 12 }),
      fc.constantFrom("install", "ci", "-c", "--fix", "--format=json", "--ignore-scripts", ".", "patch")
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...TOOL_ROWS.map(({ program }) => program)),
        fc.array(argument, { maxLength: 8 }),
        (program, args) => {
          const row = matchRow(program, args);
          expect(row === undefined || args.length >= row.shape.filter((part) => typeof part === "string").length).toBe(
            true
          );
          if (row !== undefined) expect(row.program).toBe(program);
        }
      ),
      { numRuns: 10_000 }
    );
  });
});

function change(
  args: readonly string[],
  { place, how, text }: { place: number; how: string; text: string }
): readonly string[] {
  const copy = [...args];
  if (how === "add") copy.splice(place, 0, text);
  else if (how === "drop") copy.splice(place, 1);
  else if (how === "double") copy.splice(place, 0, copy[place] ?? "");
  else copy[place] = text;
  return copy;
}

describe("what is let through", () => {
  const lint = ["-c", "a.json", "--disable-nested-config", "--ignore-pattern=node_modules", "--format=json"];
  const entry = ({ roots }: Place) => path.join(roots.candidateRoot, TOOLS_FOLDER, "node_modules/oxlint/bin/oxlint");

  test("the tuple's own program, from the candidate or below it", () =>
    withPlace(async (place) => {
      const below = path.join(place.roots.candidateRoot, "packages/a");
      await mkdir(below, { recursive: true });
      for (const cwd of [place.roots.candidateRoot, below]) {
        expect(admit({ file: process.execPath, args: [entry(place), ...lint], cwd }, place).name).toBe("lint");
      }
    }));

  test("any other program, entry or directory is refused", () =>
    withPlace(async (place) => {
      const { candidateRoot, liveRoot, stagingRoot } = place.roots;
      await symlink(liveRoot, path.join(candidateRoot, "out"));
      const good = { file: process.execPath, args: [entry(place), ...lint], cwd: candidateRoot as string };
      const wrong = [
        { ...good, file: "/bin/sh" },
        { ...good, file: "node" },
        { ...good, args: [path.join(liveRoot, "node_modules/oxlint/bin/oxlint"), ...lint] },
        { ...good, args: ["--import", "./evil.mjs", entry(place), ...lint] },
        { ...good, args: ["-e", "1"] },
        { ...good, args: lint },
        ...[
          liveRoot,
          stagingRoot,
          path.dirname(candidateRoot),
          path.join(candidateRoot, "out"),
          path.join(candidateRoot, "none"),
          "/",
        ].map((cwd) => ({ ...good, cwd })),
      ];
      for (const request of wrong) {
        expect(await refusalOf(() => admit(request, place)), JSON.stringify(request)).toBe("HI_TOOL_REFUSED");
      }
    }));

  test("a package manager runs in a staging folder only, and only the one that PATH has outside the repository", () =>
    withPlace(async (place) => {
      const { liveRoot, candidateRoot, stagingRoot } = place.roots;
      await addManager(place.bin, "npm");
      await addManager(path.join(liveRoot, "node_modules/.bin"), "npm");
      const args = [path.join(place.bin, "npm"), "ci", "--ignore-scripts", "--no-audit", "--no-fund"];
      const good = { file: process.execPath, args, cwd: stagingRoot as string };
      expect(admit(good, place).name).toBe("npm-project");
      const theirs = { ...good, args: [path.join(liveRoot, "node_modules/.bin/npm"), ...args.slice(1)] };
      for (const request of [theirs, { ...good, cwd: liveRoot }, { ...good, cwd: candidateRoot }]) {
        expect(await refusalOf(() => admit(request, place))).toBe("HI_TOOL_REFUSED");
      }
    }));

  test("a value that would be a flag or lead out never starts", () =>
    withPlace(async (place) => {
      const table = createToolTable({ env: place.env, processes: { run: () => Promise.reject(new Error("started")) } });
      const bad = ["--fix", "../x.json", "/x.json", "", "a\0b", "C:\\x.json", "~/x.json"];
      for (const config of bad) {
        const call = { row: "lint" as const, values: [config, []], cwd: place.roots.candidateRoot };
        expect(await refusalOf(() => table.run(call, place.roots)), config).toBe("HI_TOOL_REFUSED");
      }
      const negated = { row: "lint" as const, values: ["a.json", ["!node_modules"]], cwd: place.roots.candidateRoot };
      expect(await refusalOf(() => table.run(negated, place.roots))).toBe("HI_TOOL_REFUSED");
    }));
});

describe("package managers", () => {
  const tell = (outcome: ProcessOutcome) => JSON.parse(outcome.stdout);

  test.each(PACKAGE_MANAGERS)("%s: missing is said before anything else, with the way round it", (manager) =>
    withPlace(async ({ roots, env }) => {
      const table = createToolTable({ env, processes });
      await addManager(path.join(roots.liveRoot, "node_modules/.bin"), manager === "yarn-berry" ? "yarn" : manager);
      const error = await table
        .run({ row: `${manager}-project`, cwd: roots.stagingRoot }, roots)
        .catch((error: unknown) => error);
      expect(error).toBeInstanceOf(Refusal);
      expect((error as Refusal).facts).toMatchObject({
        code: "HI_PACKAGE_MANAGER_MISSING",
        next: expect.stringContaining("--preview off"),
      });
    })
  );

  test("PATH is searched in its order, the repository's own folders and relative ones left out", () =>
    withPlace(async ({ roots, bin, env }) => {
      const theirs = path.join(roots.liveRoot, "node_modules/.bin");
      const linked = path.join(path.dirname(bin), "linked");
      await addManager(theirs, "npm");
      await symlink(theirs, linked);
      await addManager(bin, "npm");
      const search = [theirs, linked, "relative/bin", "", ".", bin].join(path.delimiter);
      const outcome = await createToolTable({ env: { ...env, PATH: search }, processes }).run(
        { row: "npm-version", cwd: roots.stagingRoot },
        roots
      );
      expect(tell(outcome)).toMatchObject({ from: bin, args: ["--version"], cwd: roots.stagingRoot });
      expect(tell(outcome).env.PATH.split(path.delimiter)).toEqual([path.dirname(process.execPath), bin]);
    }));

  test("each yarn is found for its own generation, by the version that its package says", () =>
    withPlace(async ({ roots, bin, env }) => {
      for (const [folder, version] of [
        ["one", "1.22.22"],
        ["four", "4.9.0"],
      ] as const) {
        await addManager(path.join(bin, folder, "bin"), "yarn");
        await writeFile(path.join(bin, folder, "package.json"), JSON.stringify({ name: "yarn", version }));
      }
      for (const search of [
        ["one", "four"],
        ["four", "one"],
      ]) {
        const PATH = search.map((folder) => path.join(bin, folder, "bin")).join(path.delimiter);
        const table = createToolTable({ env: { ...env, PATH }, processes });
        expect(await table.findManager("yarn", roots)).toMatchObject({ version: "1.22.22" });
        expect(await table.findManager("yarn-berry", roots)).toMatchObject({ version: "4.9.0" });
      }
    }));
});

describe("what a child is given", () => {
  const AMBIENT = {
    NODE_OPTIONS: "--import ./evil.mjs",
    npm_config_registry: "http://ours.invalid",
    NPM_CONFIG_USERCONFIG: "/u/npmrc",
    npm_config_script_shell: "/evil",
    npm_config_node_options: "--import evil",
    HTTPS_PROXY: "http://proxy.invalid",
    no_proxy: "localhost",
    YARN_YARN_PATH: "./evil.cjs",
    YARN_PLUGINS: "./evil.cjs",
    BASH_ENV: "/evil",
    SECRET: "s",
    LD_PRELOAD: "/evil.so",
  };

  /** Runs a row with a runner that only records; the environment is what is looked at. */
  async function recordEnvironment(
    row: ToolRowName,
    { roots, env, bin }: Place,
    ambient: Readonly<Record<string, string>>
  ) {
    for (const name of ["npm", "pnpm", "yarn", "bun"]) await addManager(bin, name);
    const seen: ProcessRequest[] = [];
    const recorder = {
      run: (request: ProcessRequest) => processes.run({ ...request, file: "/none" }).finally(() => seen.push(request)),
    };
    const cwd = findRow(row).place === "staging" ? roots.stagingRoot : roots.candidateRoot;
    await createToolTable({ env: { ...ambient, ...env }, processes: recorder }).run(
      { row, cwd, values: VALUES[row] ?? [] },
      roots
    );
    return seen[0]?.env ?? {};
  }

  test("a package manager: registry, proxy and user configuration, and nothing that makes it run something", () =>
    withPlace(async (place) => {
      const given = await recordEnvironment("npm-project", place, AMBIENT);
      expect(given).toMatchObject({
        npm_config_registry: "http://ours.invalid",
        NPM_CONFIG_USERCONFIG: "/u/npmrc",
        HTTPS_PROXY: "http://proxy.invalid",
        no_proxy: "localhost",
        npm_config_ignore_scripts: "true",
        HOME: place.env["HOME"],
      });
      for (const name of [
        "NODE_OPTIONS",
        "npm_config_script_shell",
        "npm_config_node_options",
        "YARN_YARN_PATH",
        "YARN_PLUGINS",
        "BASH_ENV",
        "SECRET",
        "LD_PRELOAD",
      ]) {
        expect(given, name).not.toHaveProperty(name);
      }
    }));

  // Mechanism: `npx` and `npm run` hand the project's .npmrc on to their children as npm_config_* variables.
  test("started by npm, what npm may have taken from the project's .npmrc is left out", () =>
    withPlace(async (place) => {
      const given = await recordEnvironment("npm-project", place, { ...AMBIENT, npm_command: "exec" });
      expect(given).not.toHaveProperty("npm_config_registry");
      expect(given).toHaveProperty("NPM_CONFIG_USERCONFIG");
    }));

  test("a variable that the user's own .npmrc refers to", () =>
    withPlace(async (place) => {
      await mkdir(String(place.env["HOME"]));
      await writeFile(path.join(String(place.env["HOME"]), ".npmrc"), "//ours.invalid/:_authToken=${SECRET}\n");
      expect(await recordEnvironment("pnpm-project", place, { SECRET: "s", OTHER: "o" })).toMatchObject({
        SECRET: "s",
      });
    }));

  test("pnpm copies from its store, downloads no other pnpm and reads no pnpmfile; yarn follows no yarnPath", () =>
    withPlace(async (place) => {
      const pnpm = await recordEnvironment("pnpm-project", place, {});
      for (const prefix of ["npm_config_", "pnpm_config_"]) {
        expect(pnpm).toMatchObject({
          [`${prefix}package_import_method`]: "copy",
          [`${prefix}manage_package_manager_versions`]: "false",
          [`${prefix}ignore_pnpmfile`]: "true",
        });
      }
      expect(pnpm).toMatchObject({ COREPACK_ENABLE_NETWORK: "0", pnpm_config_pm_on_fail: "ignore", pnpm_config_trust_lockfile: "true" });
      const berry = await recordEnvironment("yarn-berry-project", place, {});
      expect(berry).toMatchObject({
        YARN_IGNORE_PATH: "1",
        YARN_NODE_LINKER: "node-modules",
        YARN_ENABLE_SCRIPTS: "0",
      });
    }));

  test("a linter: no registry, no proxy, no token, and temporary files inside the candidate", () =>
    withPlace(async (place) => {
      const given = await recordEnvironment("lint", place, AMBIENT);
      const candidate = path.join(place.roots.candidateRoot, TOOLS_FOLDER);
      expect(Object.keys(given).toSorted()).toEqual([
        "HOME",
        "NO_COLOR",
        "OXLINT_TSGOLINT_PATH",
        "PATH",
        "TEMP",
        "TMP",
        "TMPDIR",
      ]);
      expect(given["TMPDIR"]).toContain(candidate);
      expect(given["OXLINT_TSGOLINT_PATH"]).toContain(candidate);
    }));
});

test("a root that is not given is no place to run in", () =>
  withPlace(async (place) => {
    const table = createToolTable({ env: place.env, processes });
    const call = { row: "lint" as const, values: ["a.json", []], cwd: "/" as AbsolutePath };
    expect(await refusalOf(() => table.run(call, { liveRoot: place.roots.liveRoot }))).toBe("HI_TOOL_REFUSED");
  }));

import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import path from "node:path";

import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { createProcessRunner } from "../../src/adapters/process-runner.ts";
import { admit, createToolTable } from "../../src/adapters/tool-table.ts";
import { PACKAGE_MANAGERS } from "../../src/domain/answers.ts";
import { TOOLS_FOLDER } from "../../src/domain/dependency-install.ts";
import type { AbsolutePath } from "../../src/domain/paths.ts";
import type { ProcessOutcome } from "../../src/domain/process.ts";
import { Refusal } from "../../src/domain/refusal.ts";
import type { ToolRow } from "../../src/domain/tool-rows.ts";
import { TOOL_ROWS, findRow, matchRow, toArguments, toShapeText } from "../../src/domain/tool-rows.ts";
import { PROJECT_ROOT } from "../helpers/hi.ts";
import type { ToolPlace } from "../helpers/tool-place.ts";
import { SLOT_VALUES, addManager, withToolPlace } from "../helpers/tool-place.ts";

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

describe("the rows", () => {
  test.each(TOOL_ROWS.map(({ name }) => name))("%s: what is built from a row is that row", (name) => {
    const row = findRow(name);
    expect(matchRow(row.program, toArguments(row, SLOT_VALUES[name] ?? []))).toBe(row);
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
    for (const row of TOOL_ROWS as readonly ToolRow[]) {
      expect(text).toContain(`| ${row.name} | \`${toShapeText(row).join(" ")}\` | ${row.place} |`);
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
          const args = [...toArguments(row, SLOT_VALUES[row.name] ?? [])];
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
  const entry = ({ roots }: ToolPlace) =>
    path.join(roots.candidateRoot, TOOLS_FOLDER, "node_modules/oxlint/bin/oxlint");

  test("the tuple's own program, from the candidate or below it", () =>
    withToolPlace(async (place) => {
      const below = path.join(place.roots.candidateRoot, "packages/a");
      await mkdir(below, { recursive: true });
      for (const cwd of [place.roots.candidateRoot, below]) {
        expect(admit({ file: process.execPath, args: [entry(place), ...lint], cwd }, place).name).toBe("lint");
      }
    }));

  test("any other program, entry or directory is refused", () =>
    withToolPlace(async (place) => {
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
    withToolPlace(async (place) => {
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
    withToolPlace(async (place) => {
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
    withToolPlace(async ({ roots, env }) => {
      const table = createToolTable({ env, processes });
      await addManager(path.join(roots.liveRoot, "node_modules/.bin"), manager === "yarn-berry" ? "yarn" : manager);
      const ended = await table
        .run({ row: `${manager}-project`, cwd: roots.stagingRoot }, roots)
        .catch((error: unknown) => error);
      expect(ended).toBeInstanceOf(Refusal);
      expect((ended as Refusal).facts).toMatchObject({
        code: "HI_PACKAGE_MANAGER_MISSING",
        next: expect.stringContaining("--preview off"),
      });
    })
  );

  test("PATH is searched in its order, the repository's own folders and relative ones left out", () =>
    withToolPlace(async ({ roots, bin, env }) => {
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
    withToolPlace(async ({ roots, bin, env }) => {
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

test("a root that is not given is no place to run in", () =>
  withToolPlace(async (place) => {
    const table = createToolTable({ env: place.env, processes });
    const call = { row: "lint" as const, values: ["a.json", []], cwd: "/" as AbsolutePath };
    expect(await refusalOf(() => table.run(call, { liveRoot: place.roots.liveRoot }))).toBe("HI_TOOL_REFUSED");
  }));

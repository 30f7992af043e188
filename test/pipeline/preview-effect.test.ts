import { createHash } from "node:crypto";
import { existsSync, lstatSync, mkdtempSync } from "node:fs";
import { readFile, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { describe, expect, test } from "vitest";

import { TOOLCHAIN } from "../../src/domain/toolchain.ts";
import { TEST_CACHE, runProcess } from "../helpers/hi.ts";
import { lock } from "../helpers/package-managers.ts";
import type { OnResult } from "../helpers/preview-world.ts";
import { refusePreview, toRows, withPreview } from "../helpers/preview-world.ts";

/** A tuple that the patch supports; the pinned `@effect/tsgo` is not served by every registry. */
const COMPATIBLE = { ...TOOLCHAIN, "@effect/tsgo": "0.45.0", oxlint: "1.82.0" } as unknown as typeof TOOLCHAIN;

const POLICY = `import { recommended } from "@effect/tsgo/oxlint-presets";
import { defineConfig } from "oxlint";
export default defineConfig({
  extends: [recommended],
  categories: { correctness: "off" },
  ignorePatterns: ["/oxlint.config.ts"],
  options: { typeAware: true },
  rules: { "effecttsgo/floating-effect": "error" },
});
`;

const FILES = {
  "package.json": '{ "name": "r", "version": "1.0.0", "type": "module", "dependencies": { "effect": "3.19.0" } }',
  "tsconfig.json":
    '{ "compilerOptions": { "strict": true, "module": "nodenext", "target": "es2022", "skipLibCheck": true }, "include": ["src"] }',
  "src/a.ts": 'import { Effect } from "effect";\nEffect.succeed(1);\nexport const kept = Effect.succeed(2);\n',
};

const options = {
  scopes: [{ path: ".", typed: true }],
  answers: { packs: ["base", "typed", "effect"] as const },
  planned: { "oxlint.config.ts": POLICY },
};

const REWRITTEN =
  /@oxlint\/binding-[^/]+\/.*\.node$|@oxlint-tsgolint\/[^/]+\/tsgolint$|@typescript\/[^/]+\/lib\/tsc$|oxlint\/dist\/index\.d\.ts$/;

/** What of a tree's tools a patch would change, whoever shares their bytes. */
async function witnessTools(folder: string): Promise<ReadonlyMap<string, string>> {
  const seen = new Map<string, string>();
  for (const file of (await readdir(folder, { recursive: true })).filter((one) => REWRITTEN.test(one)).toSorted()) {
    const { size, mtimeNs, ino, nlink } = lstatSync(path.join(folder, file), { bigint: true });
    const hash = createHash("sha256")
      .update(await readFile(path.join(folder, file)))
      .digest("hex");
    seen.set(file, `${size} ${mtimeNs} ${ino} ${nlink} ${hash}`);
  }
  return seen;
}

/** Size, mtime and inode of the tools that the patch rewrites, in every entry of the cache that holds the patch. */
async function witnessCachedTools(): Promise<ReadonlyMap<string, string>> {
  const entries = path.join(TEST_CACHE, "entries");
  const seen = new Map<string, string>();
  for (const name of await readdir(entries)) {
    if (!existsSync(path.join(entries, name, "tree/node_modules/@effect/tsgo"))) continue;
    const files = await readdir(path.join(entries, name), { recursive: true });
    for (const file of files.filter((one) => REWRITTEN.test(one))) {
      const { size, mtimeNs, ino } = lstatSync(path.join(entries, name, file), { bigint: true });
      seen.set(`${name}/${file}`, `${size} ${mtimeNs} ${ino}`);
    }
  }
  return seen;
}

describe("the Effect pack", () => {
  test("patches the candidate's tools, and those only; a live Effect rule reports with place and severity", async () => {
    const lockfile = await makeLockfile();
    // The first run fills the cache, the second is watched.
    for (const round of ["fills the cache", "watched"]) {
      const before = await witnessCachedTools();
      await withPreview(
        { ...FILES, "package-lock.json": lockfile },
        { ...options, toolchain: COMPATIBLE },
        ({ result }) => {
          expect(toRows(result), round).toContain(". effecttsgo(floating-effect) error count 1 fixable 0 new 1 same 0");
          const patch = (result as OnResult).processes.find(({ command }) => command.includes("patch"));
          expect(patch).toMatchObject({ ending: "ok", cwd: expect.stringMatching(/node_modules\/\.hi-tools$/) });
        }
      );
      const after = await witnessCachedTools();
      for (const [file, was] of before) expect(after.get(file), file).toBe(was);
      if (round === "watched") {
        expect([...before.keys()].filter((file) => file.includes("tsgolint")).length).toBeGreaterThan(0);
      }
    }
  });

  test("never reaches a live node_modules, nor what that is hard-linked to", async () => {
    const manifest = JSON.stringify({
      ...(JSON.parse(FILES["package.json"]) as object),
      devDependencies: COMPATIBLE,
    });
    const lockfile = await makeLockfile(manifest);
    let before: ReadonlyMap<string, string> | undefined;
    await withPreview(
      { ...FILES, "package.json": manifest, "package-lock.json": lockfile },
      {
        ...options,
        toolchain: COMPATIBLE,
        before: async (live) => {
          const npm = ["install", "--ignore-scripts", "--no-audit", "--no-fund"];
          expect(await runProcess("npm", npm, { cwd: live })).toMatchObject({ exitCode: 0 });
          // As a package manager's store has it: every file of the live tree has a second name.
          expect(await runProcess("cp", ["-al", "node_modules", "../store"], { cwd: live })).toMatchObject({
            exitCode: 0,
          });
          before = await witnessTools(live);
        },
      },
      async ({ result, live }) => {
        expect(toRows(result)).toContain(". effecttsgo(floating-effect) error count 1 fixable 0 new 1 same 0");
        expect([...(before?.keys() ?? [])].some((file) => file.includes("tsgolint"))).toBe(true);
        expect(await witnessTools(live)).toEqual(before);
        expect([...(await witnessTools(path.join(live, "../store"))).values()]).toEqual([...(before?.values() ?? [])]);
      }
    );
  });

  test("the pinned version, where the registry does not have it, is refused with the exact command", async () => {
    const { facts, left } = await refusePreview({ "package.json": "{}", "src/a.ts": "" }, options);
    expect(facts.code).toBe("HI_PREVIEW_DEPENDENCIES");
    expect(facts.message).toContain("@effect/tsgo@0.39.0");
    expect(facts.details).toMatchObject({
      command: expect.arrayContaining(["install", "--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock"]),
      exit: 1,
      output: expect.stringContaining("@effect/tsgo@0.39.0"),
    });
    expect(left).toEqual([]);
  });

  test("tools that the patch does not support are refused with what it says", async () => {
    const toolchain = { ...TOOLCHAIN, "@effect/tsgo": "0.45.0" } as unknown as typeof TOOLCHAIN;
    const { facts } = await refusePreview({ "package.json": "{}", "src/a.ts": "" }, { ...options, toolchain });
    expect(facts).toMatchObject({
      code: "HI_PREVIEW_DEPENDENCIES",
      details: { exit: 1, command: expect.arrayContaining(["patch", "--oxlint"]) },
    });
    expect(facts.message).toBe(
      "The Effect rules could not be patched into the candidate's oxlint 1.80.0: @effect/tsgo 0.45.0 supports oxlint 1.81.0, 1.82.0."
    );
  });

  test("without the pack the patch is never run", () =>
    withPreview(
      { "package.json": "{}", "src/a.js": "debugger;\n" },
      { planned: { "oxlint.config.ts": "export default {};\n" } },
      ({ result }) => {
        expect((result as OnResult).processes.some(({ command }) => command.includes("patch"))).toBe(false);
      }
    ));
});

async function makeLockfile(manifest = FILES["package.json"]): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), "hi-test-"));
  try {
    const { writeFile } = await import("node:fs/promises");
    await writeFile(path.join(folder, "package.json"), manifest);
    await lock(folder, "npm");
    return await readFile(path.join(folder, "package-lock.json"), "utf8");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { PROJECT_ROOT, runProcess } from "../helpers/hi.ts";
import { plant } from "../helpers/live-tree.ts";
import { PLAIN, withFolder } from "./reports.fixture.ts";

const NAME = "harness-intelligence";

let packed = "";
let listing = "";

/** The tarball that would be published, made by npm from this project. */
beforeAll(async () => {
  packed = await mkdtemp(path.join(tmpdir(), "hi-test-pack-"));
  const args = ["pack", "--ignore-scripts", "--silent", "--pack-destination", packed];
  const ended = await runProcess("npm", args, { cwd: PROJECT_ROOT });
  expect(ended.exitCode, ended.stderr).toBe(0);
  listing = (await runProcess("tar", ["-tvzf", await findTarball()], { cwd: packed })).stdout;
});

afterAll(() => rm(packed, { recursive: true, force: true }));

async function findTarball(): Promise<string> {
  const name = (await readdir(packed)).find((file) => file.endsWith(".tgz"));
  return path.join(packed, name ?? "");
}

/** A project of its own that has only our tarball installed, with no registry to ask. */
function withInstalled(work: (place: { root: string; home: string; run: Run }) => Promise<void>): Promise<void> {
  return withFolder(async ({ directory, root }) => {
    await plant(root, PLAIN);
    const env = { HOME: path.join(directory, "home"), HI_TEMP: path.join(directory, "temporary") };
    const run: Run = (file, ...args) => runProcess(file, args, { cwd: root, env });
    const args = ["install", "--offline", "--ignore-scripts", "--no-audit", "--no-fund", await findTarball()];
    const ended = await run("npm", ...args);
    expect(ended.exitCode, ended.stderr).toBe(0);
    await work({ root, home: path.join(root, "node_modules", NAME), run });
  });
}

type Run = (file: string, ...args: readonly string[]) => ReturnType<typeof runProcess>;

describe("our own package, packed and installed by npm without a registry", () => {
  // It was published with specifiers that only its workspace understands (HugoRCD/eslint-config#83,
  // vercel-labs/dev3000#32: b18).
  test("the published manifest has exact versions only and needs no other package", async () => {
    const ended = await runProcess("tar", ["-xOzf", await findTarball(), "package/package.json"], { cwd: packed });
    const manifest = JSON.parse(ended.stdout) as Record<string, Record<string, string> | undefined>;
    for (const section of ["dependencies", "peerDependencies", "bundleDependencies"]) {
      expect(manifest[section], section).toBeUndefined();
    }
    // A program of the machine's own kind, which no bundle can hold; where it is missing, the scanner says so.
    expect(Object.keys(manifest["optionalDependencies"] ?? {})).toEqual(["@ast-grep/napi"]);
    expect(manifest["optionalDependencies"]?.["@ast-grep/napi"]).toMatch(/^\d+\.\d+\.\d+$/);
    for (const [name, version] of Object.entries(manifest["devDependencies"] ?? {})) {
      expect(version, name).toMatch(/^\d+\.\d+\.\d+$/);
    }
    expect(
      Object.keys(manifest["scripts"] ?? {}).filter((name) => /^(?:pre|post)?(?:install|prepare)/.test(name))
    ).toEqual([]);
  });

  test("it is all there: the version, a dry run, and a run that publishes", () =>
    withInstalled(async ({ root, home, run }) => {
      expect(await readdir(path.join(root, "node_modules"))).toEqual(expect.arrayContaining([NAME]));
      const { version } = JSON.parse(await readFile(path.join(home, "package.json"), "utf8")) as { version: string };
      expect(await run("npx", "hi", "--version")).toMatchObject({ exitCode: 0, stdout: `${version}\n` });
      const flags = ["--preview", "off", "--scopes", ".", "--commit-gate", "lefthook"];
      const dry = await run("npx", "hi", "init", "--dry-run", "--yes", ...flags);
      expect(dry.exitCode, dry.stderr).toBe(0);
      expect(dry.stdout).toContain("+++ b/.hi/runtime/hook.mjs");
      expect(await readdir(root)).not.toContain(".hi");
      const ended = await run("npx", "hi", "init", "--yes", ...flags);
      expect(ended.exitCode, ended.stderr).toBe(0);
      expect((await run("npx", "hi", "check")).exitCode).toBe(0);
    }));
});

test("without its optional parser a scan says that it has not looked", () =>
  withInstalled(async ({ root, run }) => {
    await writeFile(path.join(root, "evil.js"), "eval(input);\n");
    const ended = await run("npx", "hi", "scan", "evil.js", "--engine", "embedded", "--json");
    expect(JSON.parse(ended.stdout)).toMatchObject({
      skipped: [{ reason: "engine-failed", detail: expect.stringContaining("@ast-grep/napi") }],
    });
    expect(ended.exitCode).toBe(2);
  }));

describe("links in what is published, and in the templates of an installed copy", () => {
  // A hard link entry that went through a linked folder reached a file outside (Arthi-chaud/Meelo#1827: d12); links of a
  // template became copies (copier-org/copier#937, #1945: d04).
  test("the tarball holds plain files alone", () => {
    const kinds = new Set(listing.split("\n").map((line) => line.slice(0, 1)));
    expect([...kinds].toSorted()).toEqual(["", "-"]);
    expect(listing).toContain("package/templates/lint/oxlint.config.ts.ejs");
  });

  // A link in a template was read through, and a private file of the user landed in the project (google/agents-cli#51: d06).
  test.each([
    ["a file", "docs/README.md.ejs"],
    ["a folder", "provider-claude"],
  ])("%s that is a link to a private place: nothing of it is read into the project", (_, template) =>
    withInstalled(async ({ root, home, run }) => {
      const secret = path.join(root, "../home/secret");
      const target = path.join(home, "templates", template);
      const text = '{ "hooks": { "PostToolUse": ["private words"] } }\n';
      await mkdir(secret);
      for (const name of ["file", "settings.json"]) await writeFile(path.join(secret, name), text);
      await cp(target, path.join(root, "../kept"), { recursive: true });
      await rm(target, { recursive: true });
      await symlink(template.includes("/") ? path.join(secret, "file") : secret, target);
      const ended = await run("npx", "hi", "init", "--yes", "--preview", "off", "--scopes", ".");
      expect(ended.stdout + ended.stderr).not.toContain("private words");
      expect(ended.exitCode).not.toBe(0);
      expect(ended.stderr).toContain(template);
      expect((await readdir(root)).toSorted()).toEqual(["node_modules", "package-lock.json", "package.json", "src"]);
    })
  );
});

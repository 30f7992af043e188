import { createHash } from "node:crypto";
import { cp, lstat, mkdir, readdir, readFile, realpath } from "node:fs/promises";
import { isBuiltin } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";

import { Ajv2020 } from "ajv/dist/2020.js";
import { beforeAll, describe, expect, it } from "vitest";

import type { DesiredFile } from "../../src/domain/desired.ts";
import { relativePath } from "../../src/domain/paths.ts";
import { TOOLCHAIN } from "../../src/domain/toolchain.ts";
import { generate, makeAnswers, makeLinter, makeScopeAnswers, writeAll } from "../helpers/generated.ts";
import { HI, PROJECT_ROOT, runHi, runProcess, withTemporaryDirectory } from "../helpers/hi.ts";

const ANSWERS = makeAnswers({
  packs: [
    "base",
    "effect",
    "format",
    "guard",
    "scan-commands",
    "scan-hook",
    "scan-save",
    "scan-vscode",
    "update-workflow",
  ],
  commitGate: "lefthook",
  formatters: ["prettier", "biome", "dprint"],
  scopes: [makeScopeAnswers(".", { format: true, typed: true }), makeScopeAnswers("packages/a", { commonjs: true })],
  linters: [makeLinter()],
  newLinter: { name: "new", language: "python", events: ["pre-tool"], folder: relativePath("linters/new") },
});

interface Run {
  readonly files: readonly DesiredFile[];
  readonly version: string;
  readonly digest: string;
  /** Child processes started and files opened for writing while generating. */
  readonly spawned: readonly string[];
  readonly written: readonly string[];
}

/** Notes every child process and every write that Node is asked for, then generates through the bundle. */
const WATCHING_PROGRAM = `
  import childProcess from "node:child_process";
  import fs from "node:fs";
  import { syncBuiltinESMExports } from "node:module";
  const noted = { spawned: [], written: [] };
  const watch = (target, names, list, applies = () => true) => {
    for (const name of names) {
      const real = target[name];
      target[name] = (...args) => {
        if (applies(...args)) list.push(name + " " + String(args[0]));
        return real.apply(target, args);
      };
    }
  };
  watch(childProcess, ["spawn", "spawnSync", "exec", "execSync", "execFile", "execFileSync", "fork"], noted.spawned);
  const opensToWrite = (_path, flags) => typeof flags === "string" ? /[wa+]/.test(flags) : typeof flags === "number" && (flags & 3) !== 0;
  for (const target of [fs, fs.promises]) {
    watch(target, ["open", "openSync"].filter((name) => name in target), noted.written, opensToWrite);
    const names = ["writeFile", "appendFile", "mkdir", "rename", "rm", "unlink", "copyFile", "symlink", "createWriteStream", "chmod"];
    watch(target, names.flatMap((name) => [name, name + "Sync"]).filter((name) => name in target), noted.written);
  }
  syncBuiltinESMExports();
  const { openTemplates } = await import(process.env.TEMPLATES);
  const engine = await openTemplates();
  const files = await engine.generate(JSON.parse(process.env.ANSWERS), JSON.parse(process.env.TOOLS));
  process.stdout.write(JSON.stringify({ files, version: engine.version, digest: engine.digest, ...noted }));
`;

async function runBundle(cwd: string, dist = path.join(PROJECT_ROOT, "dist")): Promise<Run> {
  const env = {
    ANSWERS: JSON.stringify(ANSWERS),
    TEMPLATES: pathToFileURL(path.join(dist, "lib/templates.mjs")).href,
    TOOLS: JSON.stringify(TOOLCHAIN),
  };
  const ended = await runProcess(process.execPath, ["--input-type=module", "--eval", WATCHING_PROGRAM], { cwd, env });
  expect(ended.stderr).toBe("");
  return JSON.parse(ended.stdout) as Run;
}

/** Every name, kind, mode, time and byte below a folder. */
async function hashTree(root: string): Promise<string> {
  const hash = createHash("sha256");
  for (const name of ["", ...(await readdir(root, { recursive: true }))].toSorted()) {
    const status = await lstat(path.join(root, name));
    hash.update(`${name}\0${status.mode}\0${status.mtimeMs}\0`);
    if (status.isFile()) hash.update(await readFile(path.join(root, name)));
  }
  return hash.digest("hex");
}

describe("Yeoman, bundled with stubs for what is never reached", () => {
  let bundled: Run;

  beforeAll(async () => {
    bundled = await runBundle(PROJECT_ROOT);
  });

  it("makes what it makes from source, byte for byte: every method that a generator uses is there", async () => {
    expect(bundled.files).toEqual([...(await generate(ANSWERS)).values()]);
    expect(new Set(bundled.files.map((file) => file.generator))).toEqual(
      new Set(
        (await readdir(path.join(PROJECT_ROOT, "generators"), { withFileTypes: true }))
          .filter((entry) => entry.isDirectory())
          .map((entry) => entry.name)
      )
    );
  });

  it("has the version and digest of the source", async () => {
    const { openTemplates } = await import("../../src/adapters/template-engine.ts");
    const { version, digest } = await openTemplates();
    expect(bundled).toMatchObject({ version, digest });
    expect(digest).toMatch(/^[0-9a-f]{64}$/);
  });

  it("starts no process and opens nothing for writing", () => {
    expect(bundled.spawned).toEqual([]);
    expect(bundled.written).toEqual([]);
  });

  it("reads nothing of the project it is run in, and changes nothing there", async () => {
    await withTemporaryDirectory(async (directory) => {
      const traps = { "package.json": "{ broken", ".yo-rc.json": "{ broken", ".yo-rc-global.json": "{ broken" };
      await writeAll(directory, traps);
      const before = await hashTree(directory);
      expect((await runBundle(directory)).files).toEqual(bundled.files);
      expect(await hashTree(directory)).toBe(before);
    });
  });

  it("works from any folder the package is installed in", async () => {
    await withTemporaryDirectory(async (directory) => {
      const root = path.join(
        await realpath(directory),
        "My Repo (x) [y] {a,b} <%= 1 %>/node_modules/harness-intelligence"
      );
      await mkdir(root, { recursive: true });
      for (const name of ["dist", "templates", "receipts", "package.json"]) {
        await cp(path.join(PROJECT_ROOT, name), path.join(root, name), { recursive: true });
      }
      const before = await hashTree(root);
      expect((await runBundle(directory, path.join(root, "dist"))).files).toEqual(bundled.files);
      expect(await hashTree(root)).toBe(before);
    });
  });
});

describe("the built program", () => {
  /** The modules of dist/ that a run loads. */
  async function listLoaded(cwd: string, ...args: string[]): Promise<readonly string[]> {
    const preload = `
      import { registerHooks } from "node:module";
      import { writeSync } from "node:fs";
      registerHooks({ load: (url, context, next) => { writeSync(2, "loaded " + url + "\\n"); return next(url, context); } });
    `;
    const flags = ["--import", `data:text/javascript,${encodeURIComponent(preload)}`];
    const { stderr } = await runProcess(process.execPath, [...flags, HI, ...args], { cwd });
    const loaded = stderr.split("\n").filter((line) => line.startsWith("loaded ") && line.includes("/dist/"));
    return loaded.map((line) => path.basename(line));
  }

  it.each([["--version"], ["--help"], ["check"]])("loads no Yeoman for %s", async (...args) => {
    const loaded = await withTemporaryDirectory((cwd) => listLoaded(cwd, ...args));
    expect(loaded).toEqual(expect.arrayContaining(["hi.mjs", "program.mjs"]));
    expect(loaded.filter((name) => name.includes("yeoman"))).toEqual([]);
  });

  it("loads two files for a check: a module costs its loading, however small", async () => {
    await withTemporaryDirectory(async (directory) => {
      const [cwd, temporary] = [path.join(directory, "repository"), path.join(directory, "temporary")];
      await mkdir(temporary, { mode: 0o700 });
      await writeAll(cwd, { "package.json": '{ "name": "fixture" }\n' });
      const flags = ["--yes", "--preview", "off", "--providers", "claude", "--scopes", "."];
      expect(await runHi(["init", ...flags], { cwd, env: { HI_TEMP: temporary } })).toMatchObject({ exitCode: 0 });
      expect(await listLoaded(cwd, "check")).toEqual(["hi.mjs", "program.mjs"]);
    });
  });

  it("loads two files for the hook: an agent waits for it", async () => {
    const loaded = await withTemporaryDirectory((cwd) => listLoaded(cwd, "hook", "post-edit", "--provider", "claude"));
    expect(loaded).toEqual(["hi.mjs", "hook.mjs"]);
    expect(await readFile(path.join(PROJECT_ROOT, "dist/lib/hook.mjs"), "utf8")).not.toContain("Commander");
  });

  it("says in one line what it needs under an older Node", async () => {
    const version = "20.20.2";
    const preload = `Object.defineProperty(process.versions, "node", { value: ${JSON.stringify(version)} });`;
    const flags = ["--import", `data:text/javascript,${encodeURIComponent(preload)}`];
    const ended = await runProcess(process.execPath, [...flags, HI, "check"], { cwd: PROJECT_ROOT });
    expect(ended).toMatchObject({ exitCode: 2, stdout: "" });
    expect(ended.stderr).toMatch(/^hi needs Node\.js \^22\.18\.0 \|\| >=24\.11\.0; this is 20\.20\.2\.[^\n]*\n$/);
  });

  it.each([
    [["hook", "can-write", "--path", "a b.ts", "--json"], 2, { decision: "deny", path: "a b.ts" }],
    [["hook", "can-write", "--json", "--path=a.ts"], 2, { reasonCode: "COULD_NOT_DECIDE", path: "a.ts" }],
    [["hook", "can-stop", "--json"], 2, { decision: "deny", reasonCode: "COULD_NOT_DECIDE" }],
    [["adapter"], 0, { ok: false, command: null, exit_code: 2, findings: [], notices: [] }],
  ])("answers %j all the same under an older Node", async (args, exitCode, answer) => {
    const preload = 'Object.defineProperty(process.versions, "node", { value: "20.20.2" });';
    const flags = ["--import", `data:text/javascript,${encodeURIComponent(preload)}`];
    const ended = await runProcess(process.execPath, [...flags, HI, ...args], { cwd: PROJECT_ROOT });
    expect(ended.exitCode).toBe(exitCode);
    expect(JSON.parse(ended.stdout)).toMatchObject(answer);
    expect(ended.stdout).toContain("this is 20.20.2.");
    const name = { "can-write": "write-decision", "can-stop": "stop-decision" }[args[1] ?? ""] ?? "scanner-response";
    const schema = JSON.parse(
      await readFile(path.join(PROJECT_ROOT, `receipts/${name}-1.schema.json`), "utf8")
    ) as object;
    expect(new Ajv2020({ allowUnionTypes: true, strict: true }).compile(schema)(JSON.parse(ended.stdout))).toBe(true);
  });

  it("names the licence of everything in it", async () => {
    const notices = await readFile(path.join(PROJECT_ROOT, "dist/THIRD-PARTY.txt"), "utf8");
    for (const name of ["yeoman-environment 7.1.0", "yeoman-generator 10.2.1", "ejs 7.0.2", "mem-fs 6.0.0"]) {
      expect(notices).toContain(name);
    }
  });

  it("holds the runtime readable, in need of Node alone", async () => {
    const read = (name: string): Promise<string> => readFile(path.join(PROJECT_ROOT, "dist/runtime", name), "utf8");
    const runtime = `${await read("hook.mjs")}${await read("tools.mjs")}`;
    // Core modules are taken when something of them is first called, so most are no import.
    const asked = [...runtime.matchAll(/\b(?:take|import|require)\("([^"]+)"\)|^import .*"([^"]+)";$/gm)];
    const names = asked.map((match) => match[1] ?? match[2] ?? "");
    expect(names).toContain("node:fs");
    expect(names.filter((name) => !isBuiltin(name))).toEqual(["./tools.mjs"]);
    expect(runtime.split("\n").length).toBeGreaterThan(500);
  });
});

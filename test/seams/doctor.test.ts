import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { chmod, mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";

import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";

import { TOOLCHAIN } from "../../src/domain/toolchain.ts";
import { hashAll, listWrong, makeNode, pickCode, runDoctor, withSetUp, writeHome } from "../helpers/doctor.ts";
import { PROJECT_ROOT } from "../helpers/hi.ts";
import { OFF, succeed, withProject } from "./reports.fixture.ts";

// An agent that gets no feedback says nothing. The doctor looks at everything that a hook needs, says what is wrong, and
// names the command that mends it; it changes nothing.

const schema = JSON.parse(readFileSync(path.join(PROJECT_ROOT, "receipts/doctor-1.schema.json"), "utf8")) as object;
const validate = new Ajv2020({ allErrors: true, allowUnionTypes: true, strict: true }).compile(schema);

describe("a repository that is set up", () => {
  test("has nothing wrong, changes nothing, and every hook of it answers", () =>
    withSetUp(async (project) => {
      const before = await hashAll(project);
      const document = await runDoctor(project);
      expect(document).toMatchObject({ format: "hi-doctor/1", exitCode: 0, root: project.root, refusal: null });
      expect(validate(document), JSON.stringify(validate.errors)).toBe(true);
      expect(listWrong(document)).toEqual([]);
      expect(pickCode(document, "hook-proven").map(({ area }) => area)).toEqual([
        "claude",
        "codex",
        "cursor",
        "opencode",
      ]);
      expect(pickCode(document, "tool-found").map(({ args }) => args["name"])).toEqual(
        expect.arrayContaining(["oxlint", "typescript", "ultracite"])
      );
      const human = await succeed(project, ["doctor"]);
      expect(human.stdout).toMatch(/^This machine\n {2}ok node is /);
      expect(human.stdout).toMatch(/\nok Nothing is wrong: \d+ things looked at/);
      expect(await hashAll(project)).toEqual(before);
    }));

  test("stays as it is on a disk that nobody may write", () =>
    withSetUp(async (project) => {
      await chmod(path.join(project.root, ".git"), 0o555);
      const before = await hashAll(project);
      expect((await runDoctor(project)).exitCode).toBe(0);
      expect(await hashAll(project)).toEqual(before);
      await chmod(path.join(project.root, ".git"), 0o755);
    }));

  test("that is not one is refused with the command that makes it one", () =>
    withProject({}, async (project) => {
      const document = await runDoctor(project);
      expect(document).toMatchObject({ exitCode: 2, findings: [], root: null });
      expect(document.refusal).toMatchObject({ code: "HI_NOT_INITIALISED", next: "hi init" });
      expect(validate(document), JSON.stringify(validate.errors)).toBe(true);
      const human = await project.hi(["doctor"]);
      expect(human).toMatchObject({ exitCode: 2, stdout: "" });
      expect(human.stderr).toContain("hi init");
      const usage = await project.hi(["doctor", "--fix", "--json"]);
      expect(usage.exitCode).toBe(2);
      expect(JSON.parse(usage.stdout)).toMatchObject({ format: "hi-doctor/1", refusal: { code: "HI_USAGE" } });
    }));
});

describe("the machine", () => {
  test.each([
    ["echo v20.19.0", "node-too-old", "20.19.0"],
    ["echo not today >&2; exit 3", "node-silent", "not today"],
    ["echo 24.11.0", "node-silent", "24.11.0"],
  ])("a node on PATH that says %j", (script, code, said) =>
    withSetUp(async (project) => {
      const document = await runDoctor(project, { env: await makeNode(project, script) });
      expect(listWrong(document)).toContain(code);
      const [finding] = pickCode(document, code);
      expect(finding?.seen).toContain(said);
      expect(finding?.next).toContain("install Node 22.18");
    })
  );

  test("a node that npx or a script of a package has put on PATH is not the machine's", () =>
    withSetUp(async (project) => {
      const { PATH = "" } = await makeNode(project, "echo v20.20.2");
      for (const folder of ["_npx/0a1b/node_modules/.bin", "above/node_modules/.bin"]) {
        const bin = path.join(project.directory, folder);
        await mkdir(bin, { recursive: true });
        await writeFile(path.join(bin, "node"), "#!/bin/sh\necho v24.11.1\n");
        await chmod(path.join(bin, "node"), 0o755);
        const document = await runDoctor(project, { env: { PATH: `${bin}${path.delimiter}${PATH}` } });
        expect(pickCode(document, "node-too-old")[0]?.seen).toContain("20.20.2");
      }
    }));

  test("no node on PATH, or one in the repository alone, which no agent would start", () =>
    withSetUp(async (project) => {
      await rm(path.join(project.root, "node_modules"));
      await mkdir(path.join(project.root, "node_modules/.bin"), { recursive: true });
      const witness = path.join(project.directory, "witness");
      await writeFile(path.join(project.root, "node_modules/.bin/node"), `#!/bin/sh\ntouch ${witness}\n`);
      await chmod(path.join(project.root, "node_modules/.bin/node"), 0o755);
      const bin = path.join(project.directory, "empty");
      await mkdir(bin);
      const document = await runDoctor(project, {
        env: { PATH: [path.join(project.root, "node_modules/.bin"), bin].join(path.delimiter) },
      });
      expect(listWrong(document)).toContain("node-missing");
      expect(() => readFileSync(witness)).toThrow("ENOENT");
    }));

  test.each([
    ["HI_HOOK", "off", "hook-off", "error", "unset HI_HOOK"],
    ["HI_HOOK_DEADLINE_MS", "90000", "deadline-beyond-timeout", "warning", "unset HI_HOOK_DEADLINE_MS"],
    ["OPENCODE_PURE", "1", "opencode-pure", "error", "unset OPENCODE_PURE"],
  ])("%s=%s in the environment is %s", (name, value, code, severity, next) =>
    withSetUp(async (project) => {
      const document = await runDoctor(project, { env: { [name]: value } });
      expect(pickCode(document, code)).toMatchObject([{ severity, next: expect.stringContaining(next) as string }]);
      expect(pickCode(await runDoctor(project), code)).toEqual([]);
    })
  );
});

describe("the repository", () => {
  test("drift is told by path, and the command that it names mends it", () =>
    withSetUp(async (project) => {
      await rm(path.join(project.root, ".hi/README.md"));
      await project.write("oxlint.config.ts", "export default {};\n");
      const document = await runDoctor(project);
      expect(listWrong(document)).toEqual(["drift", "drift"]);
      expect(pickCode(document, "drift").map(({ path: file, next }) => [file, next])).toEqual([
        [".hi/README.md", "hi restore .hi/README.md"],
        ["oxlint.config.ts", "hi explain oxlint.config.ts, then hi update"],
      ]);
      await succeed(project, ["restore", ".hi/README.md", "--yes", ...OFF]);
      expect(pickCode(await runDoctor(project), "drift")).toHaveLength(1);
    }));

  test.each([
    [".hi/settings.json", "settings-unreadable", "{ nope", "HI_SETTINGS_INVALID"],
    [".hi/receipt.json", "receipt-unreadable", "[]", "HI_RECEIPT_INVALID"],
    [".hi/lint/selection.json", "selection-unreadable", "{}", "no list of scopes"],
    ["package.json", "check-refused", "{ nope", "HI_UNPARSEABLE"],
  ])("%s that cannot be read is %s, and the rest is looked at all the same", (file, code, text, said) =>
    withSetUp(async (project) => {
      await project.write(file, text);
      const document = await runDoctor(project);
      expect(document.exitCode).toBe(1);
      const [finding] = pickCode(document, code);
      expect(finding).toMatchObject({ severity: "error", path: file });
      expect(finding?.seen).toContain(said);
      expect(finding?.next).not.toBe("");
      expect(pickCode(document, "node-found").length + pickCode(document, "node-too-old").length).toBe(1);
      expect(validate(document), JSON.stringify(validate.errors)).toBe(true);
    })
  );

  test("without a receipt: what it takes is told, and nothing is started", () =>
    withSetUp(async (project) => {
      await rm(path.join(project.root, ".hi/receipt.json"));
      const document = await runDoctor(project);
      expect(pickCode(document, "receipt-unreadable")).toMatchObject([{ args: { refusal: "HI_NOT_INITIALISED" } }]);
      expect(pickCode(document, "hook-proven")).toEqual([]);
    }));

  test("a lock and a candidate of a run that was killed, and the commands that take them away", () =>
    withSetUp(async (project) => {
      await leaveBehind(project);
      const document = await runDoctor(project);
      expect(listWrong(document)).toEqual(["lock-stale", "candidate-left"]);
      const [lock] = pickCode(document, "lock-stale");
      const [candidate] = pickCode(document, "candidate-left");
      for (const finding of [lock, candidate]) {
        const command = (finding?.next ?? "").replace(/ \(.*/, "");
        expect(command).toMatch(/^rm -r /);
        await shell(command);
      }
      expect(listWrong(await runDoctor(project))).toEqual([]);
    }));

  test("a temporary directory that candidates cannot be made in", () =>
    withSetUp(async (project) => {
      const document = await runDoctor(project, { env: { HI_TEMP: project.root } });
      expect(pickCode(document, "temp-unsafe")).toMatchObject([{ next: expect.stringContaining("HI_TEMP") as string }]);
    }));
});

/** What a run leaves that is killed in the middle of its preview: a lock and a candidate of a process that is gone. */
async function leaveBehind(project: { readonly root: string; readonly directory: string }): Promise<void> {
  const script = `
    import { createRepositoryLock } from ${JSON.stringify(path.join(PROJECT_ROOT, "src/adapters/repository-lock.ts"))};
    import { createCandidateStore } from ${JSON.stringify(path.join(PROJECT_ROOT, "src/adapters/candidate-store.ts"))};
    const root = ${JSON.stringify(project.root)};
    await createRepositoryLock().acquire(root);
    await createCandidateStore({ env: process.env, interrupted: new AbortController().signal }).create(root);
    process.kill(process.pid, "SIGKILL");
  `;
  const env = { ...process.env, HI_TEMP: path.join(project.directory, "temporary") };
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], { env, stdio: "inherit" });
  await new Promise((resolve) => child.on("exit", resolve));
}

function shell(command: string): Promise<unknown> {
  const child = spawn("/bin/sh", ["-c", command], { stdio: "inherit" });
  return new Promise((resolve) => child.on("exit", resolve));
}

test.skipIf(process.platform === "win32")("pipes and nests without end are neither waited for nor walked", () =>
  withSetUp(async (project) => {
    const deep = `${"[".repeat(200_000)}${"]".repeat(200_000)}`;
    await writeHome(project, ".codex/config.toml", `a = ${deep}`);
    await project.write(".codex/hooks.json", `{ "hooks": { "PostToolUse": [${deep}] } }`);
    await project.write(".claude/settings.local.json", deep);
    await rm(path.join(project.root, ".cursor/hooks.json"));
    await rm(path.join(project.root, ".hi/lint/selection.json"));
    for (const name of [".cursor/hooks.json", ".hi/lint/selection.json", ".git/hi-hook"]) {
      await shell(`mkfifo '${path.join(project.root, name)}'`);
    }
    const document = await runDoctor(project);
    expect(listWrong(document)).toEqual(expect.arrayContaining(["selection-unreadable", "codex-config-unreadable"]));
    await writeHome(project, ".codex/config.toml", "");
    expect(listWrong(await runDoctor(project))).toContain("codex-file-dropped");
  })
);

describe("the tools", () => {
  test("that are missing, or of another version, are told once each with their scopes", () =>
    withSetUp(
      async (project) => {
        await rm(path.join(project.root, "node_modules"));
        const missing = await runDoctor(project);
        expect(
          pickCode(missing, "tool-missing").map(({ args, next }) => [args["name"], args["scopes"], next])
        ).toContainEqual(["oxlint", [".", "packages/a"], "npm install"]);
        await project.write("node_modules/oxlint/package.json", '{ "version": "1.2.3" }');
        await project.write(
          "packages/a/node_modules/oxlint/package.json",
          JSON.stringify({ version: TOOLCHAIN.oxlint })
        );
        const mixed = await runDoctor(project);
        const told = mixed.findings.filter(({ args }) => args["name"] === "oxlint");
        expect(told.map(({ code, args }) => [code, args["found"], args["scopes"]])).toEqual([
          ["tool-version", "1.2.3", ["."]],
          ["tool-found", TOOLCHAIN.oxlint, ["packages/a"]],
        ]);
        expect(told[0]?.next).toBe("npm install");
      },
      { files: { "packages/a/package.json": "{}" }, flags: ["--scopes", ".,packages/a"] }
    ));

  test("of a version that the project's manifest names: --take is what mends it", () =>
    withSetUp(
      async (project) => {
        await rm(path.join(project.root, "node_modules"));
        await project.write("node_modules/oxlint/package.json", '{ "version": "1.2.3" }');
        const [told] = pickCode(await runDoctor(project), "tool-version");
        expect(told?.next).toBe("hi update --take oxlint --install");
      },
      { files: { "package.json": '{ "name": "shop", "devDependencies": { "oxlint": "1.2.3" } }' } }
    ));

  test("that Yarn's Plug'n'Play hides", () =>
    withSetUp(
      async (project) => {
        await rm(path.join(project.root, "node_modules"));
        const [told] = pickCode(await runDoctor(project), "tool-missing");
        expect(told?.next).toBe("set nodeLinker: node-modules in .yarnrc.yml, then yarn install");
      },
      {
        files: {
          "package.json": '{ "name": "shop", "packageManager": "yarn@4.18.1" }',
          ".pnp.cjs": "",
          "yarn.lock": "__metadata:\n  version: 8\n",
        },
      }
    ));

  test("a configuration that is gone", () =>
    withSetUp(async (project) => {
      await rm(path.join(project.root, "oxlint.config.ts"));
      expect(pickCode(await runDoctor(project), "configuration-missing")).toMatchObject([
        { path: "oxlint.config.ts", next: "hi restore oxlint.config.ts" },
      ]);
    }));
});

describe("the commit gate", () => {
  test("that git does not run, or that another manager or path stands in the way of", () =>
    withSetUp(
      async (project) => {
        const document = await runDoctor(project);
        expect(listWrong(document)).toContain("gate-not-installed");
        expect(pickCode(document, "gate-not-installed")[0]?.next).toContain("lefthook install");
        expect(pickCode(document, "hook-manager-present")).toMatchObject([{ severity: "warning" }]);
        await project.write(".git/hooks/pre-commit", "#!/bin/sh\nlefthook run pre-commit\n");
        expect(pickCode(await runDoctor(project), "gate-not-installed")).toEqual([]);
      },
      { files: { ".husky/pre-commit": "true\n" }, flags: ["--commit-gate", "lefthook"] }
    ));
});

test("settings without a scope are no fault", () =>
  withProject({}, async (project) => {
    await succeed(project, ["init", "--yes", "--scopes", "none", "--providers", "claude", ...OFF]);
    const document = await runDoctor(project);
    expect(document.exitCode).toBe(0);
    expect(pickCode(document, "no-scopes")).toHaveLength(1);
  }));

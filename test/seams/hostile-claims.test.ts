import { createHash } from "node:crypto";
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";

import { expect, test } from "vitest";

import { readTree } from "../helpers/golden.ts";
import { HI, runHi, runProcess } from "../helpers/hi.ts";
import { inFolder, makeRepository } from "./init-detect.fixture.ts";

const FLAGS = ["init", "--yes", "--preview", "off", "--providers", "claude", "--scopes", "."];
const TREE = {
  "package.json": { name: "sample", version: "1.0.0", scripts: { test: "node --test" } },
  "tsconfig.json": "{}\n",
  "notes.txt": "mine\n",
  "src/a.ts": "export const one = 1;\n",
};

async function toEnvironment(folder: string): Promise<Record<string, string>> {
  const temporary = `${folder}-temporary`;
  await mkdir(temporary, { recursive: true, mode: 0o700 });
  return { HI_TEMP: temporary };
}

// A receipt is committed text: whoever edits it can write down the hash of any file. It must not become an orphan of ours.
test("a receipt that claims the project's own files, manifest and keys deletes none of them", () =>
  inFolder(async (folder) => {
    await makeRepository(folder, TREE);
    const env = await toEnvironment(folder);
    expect((await runHi(FLAGS, { cwd: folder, env })).exitCode).toBe(0);
    const receiptPath = path.join(folder, ".hi/receipt.json");
    const receipt = JSON.parse(await readFile(receiptPath, "utf-8"));
    const claim = async (file: string, kind: string, more = {}) => {
      const bytes = await readFile(path.join(folder, file));
      const sha256 = createHash("sha256").update(bytes).digest("hex");
      receipt.files[file] = { class: kind, sha256, generator: "docs", since: "0.1.0", created: true, ...more };
    };
    await claim("src/a.ts", "generated");
    await claim("notes.txt", "generated");
    await claim("tsconfig.json", "merged", { keys: [] });
    receipt.files["package.json"].keys.push(
      { pointer: "/name", value: "sample" },
      { pointer: "/version", value: "1.0.0" },
      { pointer: "/scripts/test", value: "node --test" }
    );
    await writeFile(receiptPath, `${JSON.stringify(receipt, null, 2)}\n`);
    const before = await readTree(folder);
    const ended = await runHi(["update", "--yes", "--preview", "off"], { cwd: folder, env });
    expect(ended.exitCode, ended.stderr).toBe(0);
    expect(ended.stdout).toContain("no template ever made it");
    const after = await readTree(folder);
    for (const name of ["src/a.ts", "notes.txt", "tsconfig.json", "package.json"]) {
      expect(after.get(name), name).toBe(before.get(name));
    }
    expect(after.get(".hi/receipt.json")).not.toContain("notes.txt");
  }));

// `npx` and `npm run` put the project's node_modules/.bin first on PATH; PATH may also hold `.`.
test.each(["node_modules/.bin", "."])("a program named git in the repository (%s) is never started", (place) =>
  inFolder(async (folder) => {
    await makeRepository(folder, TREE);
    const env = await toEnvironment(folder);
    const witness = `${folder}-witness`;
    const fake = path.join(folder, place, "git");
    await mkdir(path.dirname(fake), { recursive: true });
    await writeFile(fake, `#!/bin/sh\ntouch '${witness}'\nexec /usr/bin/git "$@"\n`);
    await chmod(fake, 0o755);
    const first = place === "." ? "." : path.dirname(fake);
    const search = `${first}${path.delimiter}${process.env["PATH"] ?? ""}`;
    const ended = await runProcess(process.execPath, [HI, ...FLAGS, "--dry-run"], {
      cwd: folder,
      env: { ...env, PATH: search },
    });
    expect(ended.exitCode, ended.stderr).toBe(0);
    await expect(readFile(witness)).rejects.toThrow("ENOENT");
  })
);

// The glob library backtracks: a manifest alone must not hold the run.
test("a workspace pattern with more stars than anybody needs is left out, and the run ends", () =>
  inFolder(async (folder) => {
    const name = "a".repeat(150);
    const pattern = `${"*a".repeat(20)}z`;
    await makeRepository(folder, {
      ...TREE,
      "package.json": { name: "x", workspaces: [pattern] },
      [`${name}/package.json`]: "{}",
    });
    const ended = await runHi([...FLAGS, "--dry-run"], { cwd: folder, env: await toEnvironment(folder) });
    expect(ended.exitCode, ended.stderr).toBe(0);
  }));

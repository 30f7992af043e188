import { lstat, readdir, readFile, readlink, rm } from "node:fs/promises";
import path from "node:path";

import { describe, expect, test } from "vitest";

import { plant, tryAsRoot } from "../helpers/live-tree.ts";
import { hashTree } from "../helpers/tree-hash.ts";
import type { Files, Project } from "./reports.fixture.ts";
import {
  expectRefused,
  hashWorkTree,
  init,
  OFF,
  PLAIN,
  sayNotShown,
  succeed,
  toDocument,
  update,
  withProject,
} from "./reports.fixture.ts";

const OUTSIDE = { "outside/secret.json": '{\n  "secret": true\n}\n' };
const START = ["init", "--yes", "--scopes", ".", "--providers", "claude", ...OFF];

/** A project with something beside it that must stay as it is to the last byte, mode and time. */
function withNeighbour(files: Files, work: (project: Project) => Promise<void>): Promise<void> {
  return withProject(files, async (project) => {
    await plant(project.directory, OUTSIDE);
    const outside = path.join(project.directory, "outside");
    const before = await hashTree(outside);
    await work(project);
    expect(await hashTree(outside)).toEqual(before);
    const beside = await readdir(project.directory);
    expect(beside.toSorted()).toEqual(["home", "outside", "shop", "temporary"]);
    expect(await readdir(path.join(project.directory, "home"))).toEqual([]);
  });
}

describe("links of the project", () => {
  // A managed path that is a link out was written through, or blocked everything (copier-org/copier#2838: d01).
  test.each([
    ["an agent's settings", ".claude/settings.json", "-> ../../outside/secret.json"],
    ["an agent's folder", ".claude", "-> ../outside"],
    ["a link that leads nowhere", ".claude/settings.json", "-> ../../outside/none.json"],
    ["a whole file of ours", "oxlint.config.ts", "-> ../outside/secret.json"],
    ["another tool's ignore file", ".prettierignore", "-> ../outside/secret.json"],
  ])("%s is a link out: skipped and said, and everything else is published", (_, file, target) =>
    withNeighbour({ ".prettierrc": "{}\n" }, async (project) => {
      await plant(project.root, { [file]: target });
      const ended = await init(project);
      expect(ended.stdout).toMatch(
        new RegExp(
          `${file.replaceAll(".", "\\.")}[^\\n]*a link that leads out of the repository;[^\\n]*replace the link`
        )
      );
      expect((await lstat(path.join(project.root, file))).isSymbolicLink()).toBe(true);
      expect(await project.read(".hi/receipt.json")).toContain(".hi/runtime/hook.mjs");
      expect((await project.hi(["update", "--yes", ...OFF])).exitCode).toBe(0);
    })
  );

  test.each([".hi", ".hi/settings.json", ".hi/receipt.json", "package.json"])(
    "%s is a link out: the run is refused",
    (file) =>
      withNeighbour({}, async (project) => {
        await rm(path.join(project.root, file), { force: true });
        await plant(project.root, {
          [file]: file === ".hi" ? "-> ../outside" : `-> ${project.directory}/outside/secret.json`,
        });
        expect((await expectRefused(project, START)).code).toMatch(/^HI_(?:LINK_OUTSIDE|SCOPE_REFUSED)$/);
      })
  );

  // After a fix against links out, legal ones could no longer be updated (copier-org/copier#2426: d03).
  test("a package's link to a file of the parent package, and one to a place outside, are no concern", () =>
    withNeighbour(
      { "packages/a/package.json": '{ "name": "a" }\n', "packages/a/src/x.ts": "export {};\n" },
      async (project) => {
        await plant(project.root, {
          "packages/a/LICENSE": "-> ../../src/a.ts",
          "packages/a/shared": "-> ../../../outside",
        });
        await init(project, ["--scopes", "packages/a"]);
        await update(project);
        expect((await project.hi(["check"])).exitCode).toBe(0);
        expect(await readlink(path.join(project.root, "packages/a/shared"))).toBe("../../../outside");
        expect(await readlink(path.join(project.root, "packages/a/LICENSE"))).toBe("../../src/a.ts");
      }
    ));

  // git ignores a .gitignore that is a link, so that ignored files could be added (vanillagreencom/kendex#1703: d16).
  test("a linked .gitignore is left alone; a linked .prettierignore is written in the file it leads to, and stays a link", () =>
    withNeighbour({ ".prettierrc": "{}\n", "config/ignore": "dist\n" }, async (project) => {
      await plant(project.root, {
        ".gitignore": "-> config/ignore",
        ".prettierignore": "-> config/pretty",
        "config/pretty": "coverage\n",
      });
      await init(project, ["--providers", "claude,codex,cursor,opencode"]);
      expect(await project.read("config/ignore")).toBe("dist\n");
      expect(await readlink(path.join(project.root, ".prettierignore"))).toBe("config/pretty");
      expect(await project.read("config/pretty")).toMatch(/^coverage\n[\s\S]*\/\.hi\/\n/);
      expect((await project.hi(["check"])).exitCode).toBe(0);
    }));

  // Making a link needs a right that a user of Windows does not have (projen/projen#5: d15).
  test("no run makes a link, whatever is selected", () =>
    withNeighbour({}, async (project) => {
      await init(project, ["--providers", "claude,codex,cursor,opencode", "--commit-gate", "lefthook"]);
      const entries = await readdir(project.root, { recursive: true, withFileTypes: true });
      expect(entries.filter((entry) => entry.isSymbolicLink())).toEqual([]);
      if (process.platform !== "win32") sayNotShown("d15 on Windows itself: here no link is made at all");
    }));
});

const ESCAPES = [
  "../../x",
  "..\\x",
  "%2e%2e/x",
  "/etc/hi",
  "C:foo",
  "C:../foo",
  "\\\\?\\C:\\x",
  "\\\\host\\share",
  ".git/hooks",
  "a/../../x",
];

describe("names that are paths out", () => {
  // A name was joined into a path and written (gunjanghate/GitGenie#209, dromara/lamp-cloud#411: d09); a drive-relative one
  // got out on Windows (microsoft/opensource.microsoft.com#224: d10). All are refused on every platform.
  test("as scope, exclusion, provider, pack, gate, manager, or path to explain and restore: refused, nothing written", () =>
    withNeighbour({}, async (project) => {
      const before = await hashWorkTree(project.root);
      const run = ["init", "--yes", ...OFF];
      for (const flag of ["--scopes", "--providers", "--packs", "--commit-gate", "--package-manager", "--exclude"]) {
        for (const name of ["../../x", "C:foo"]) {
          expect((await project.hi([...run, flag, name])).exitCode, `${flag} ${name}`).toBe(2);
        }
      }
      const all = await expectRefused(project, [...run, "--scopes", ESCAPES.join(",")]);
      for (const name of ESCAPES) expect(all.message).toContain(JSON.stringify(name));
      expect(await hashWorkTree(project.root)).toEqual(before);
      const taken = await expectRefused(project, [...run, "--take", "../../x,C:foo"]);
      expect(taken.code).toBe("HI_TAKE_UNKNOWN");
      expect(await hashWorkTree(project.root)).toEqual(before);
      await init(project);
      for (const name of [...ESCAPES, ""]) {
        expect((await expectRefused(project, ["explain", name])).code, name).toBe("HI_PATH_INVALID");
      }
      expect((await expectRefused(project, ["restore", "../../x", "--yes", ...OFF])).code).toBe("HI_PATH_INVALID");
    }));

  test("in settings that a person edited: refused by name, nothing written", () =>
    withNeighbour({}, async (project) => {
      await init(project);
      const settings = JSON.parse(await project.read(".hi/settings.json"));
      const changes = [
        { lint: { scopes: ESCAPES } },
        { lint: { scopes: ["."], exclude: ["../x/**"] } },
        { lint: { scopes: ["."], exclude: ["C:foo/**"] } },
        { providers: ["../../x"] },
        { packs: ["base", "../../x"] },
        { commitGate: "../../x" },
      ];
      for (const change of changes) {
        await project.write(".hi/settings.json", JSON.stringify({ ...settings, ...change }));
        for (const args of [
          ["update", "--yes", ...OFF],
          ["init", "--yes", ...OFF],
        ]) {
          const { code } = await expectRefused(project, args);
          expect(code, JSON.stringify(change)).toMatch(/^HI_(?:SETTINGS_INVALID|SCOPE_REFUSED|EXCLUDE_REFUSED)$/);
        }
      }
    }));

  test.each([...ESCAPES, "a\u0000b", ".hi/../../outside/secret.json"])(
    "in a receipt that a person edited: %j is refused before anything is touched",
    (name) =>
      withNeighbour({}, async (project) => {
        await init(project);
        const receipt = JSON.parse(await project.read(".hi/receipt.json"));
        receipt.files[name] = receipt.files[".hi/README.md"];
        await project.write(".hi/receipt.json", JSON.stringify(receipt));
        for (const args of [["update", "--yes", ...OFF], ["check"], ["diff"]]) {
          const refusal = await expectRefused(project, args);
          expect(refusal, args.join(" ")).toMatchObject({
            code: "HI_RECEIPT_INVALID",
            where: { path: ".hi/receipt.json" },
          });
        }
      })
  );

  test("a receipt that claims a file behind a link out, and one of the project: the one is not reached, the other kept", () =>
    withNeighbour({}, async (project) => {
      await init(project);
      await plant(project.root, { gate: "-> ../outside" });
      const receipt = JSON.parse(await project.read(".hi/receipt.json"));
      for (const file of ["gate/secret.json", "src/a.ts"]) receipt.files[file] = receipt.files[".hi/README.md"];
      await project.write(".hi/receipt.json", JSON.stringify(receipt));
      await update(project);
      expect(await project.read("src/a.ts")).toBe("export const one = 1;\n");
      expect((await readFile(path.join(project.directory, "outside/secret.json"), "utf8")).length).toBeGreaterThan(0);
    }));
});

describe("what stands where a file of ours belongs", () => {
  // A folder stood where a file was expected, and the run died of it half way (shadcn-ui/ui#6700: d17).
  test.each([
    ".claude/settings.json/",
    "package.json/",
    ".hi/settings.json/",
    ".hi/receipt.json/",
    "oxlint.config.ts/",
    "biome.json/",
    ".prettierignore/",
  ])("the folder %s: said by name in the plan, nothing written", (folder) =>
    withNeighbour({ ".prettierrc": "{}\n" }, async (project) => {
      const file = folder.slice(0, -1);
      await rm(path.join(project.root, file), { force: true });
      await plant(project.root, { [folder]: "" });
      const refusal = await expectRefused(project, START);
      expect(refusal.code).toMatch(/^HI_(?:NOT_A_FILE|SCOPE_REFUSED)$/);
      expect(`${refusal.message} ${refusal.where?.path}`).toContain(file);
    })
  );

  test.each([".claude", ".hi"])("a file where the folder %s is needed: refused, nothing written", (name) =>
    withNeighbour({ [name]: "a file\n" }, async (project) => {
      expect((await expectRefused(project, START)).code).toMatch(/^HI_(?:NOT_A_FILE|LOCK_FAILED)$/);
    })
  );

  // Two paths that differ only in case overwrote each other (lcgamboa/picsim#4, buytenh/ivykis#36: d13).
  test("names that differ from ours only in case are the project's: kept, said, and no second one beside them", () =>
    withNeighbour({ "Oxlint.Config.ts": "export default {};\n", ".Claude/settings.json": "{}\n" }, async (project) => {
      const document = toDocument(await succeed(project, [...START, "--json"]));
      const twins = document.plan?.entries
        .filter(({ reason }) => reason.code === "case-twin")
        .map((entry) => entry.path);
      expect(twins).toEqual([".claude/settings.json", "oxlint.config.ts"]);
      expect((await readdir(project.root)).filter((name) => /^(?:oxlint|\.claude)/i.test(name)).toSorted()).toEqual([
        ".Claude",
        "Oxlint.Config.ts",
      ]);
    }));

  test("the same on a disk that folds case itself", () =>
    withProject({}, async (project) => {
      const mount =
        "truncate -s 24M image && mkfs.ext4 -q -O casefold image && mkdir volume && mount -o loop image volume";
      const made = `${mount} && mkdir volume/r && (chattr +F volume/r || (umount volume && false))`;
      if ((await tryAsRoot(made, project.directory)) === undefined) {
        sayNotShown("d13 on a volume that folds case (macOS, Windows, ext4 with casefold): this machine has none");
        return;
      }
      const cwd = path.join(project.directory, "volume/r");
      try {
        await plant(cwd, { ...PLAIN, ".Claude/settings.json": "{}\n" });
        await succeed(project, START, { cwd });
        expect(await readFile(path.join(cwd, ".claude/settings.json"), "utf8")).toBe("{}\n");
        expect((await readdir(cwd)).filter((name) => /claude/i.test(name))).toEqual([".Claude"]);
      } finally {
        await tryAsRoot("umount -l volume", project.directory);
      }
    }));
});

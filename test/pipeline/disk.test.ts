import { chmod, link, mkdir, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import path from "node:path";

import { describe, expect, test } from "vitest";

import { createRepositoryDisk } from "../../src/adapters/disk.ts";
import type { AbsolutePath } from "../../src/domain/paths.ts";
import { relativePath } from "../../src/domain/paths.ts";
import { Refusal } from "../../src/domain/refusal.ts";
import { withTemporaryDirectory } from "../helpers/hi.ts";

const disk = createRepositoryDisk();

/** A repository and a neighbour outside it, both real folders. */
function withRepository(work: (root: AbsolutePath, outside: string) => Promise<void>): Promise<void> {
  return withTemporaryDirectory(async (directory) => {
    const root = path.join(directory, "repository");
    const outside = path.join(directory, "outside");
    await mkdir(root);
    await mkdir(outside);
    await work(root as AbsolutePath, outside);
  });
}

const inspect = (root: AbsolutePath, text: string) => disk.inspect(root, relativePath(text));

describe("what stands at a path", () => {
  test("a file: bytes, SHA-256, permission bits and link count", () =>
    withRepository(async (root) => {
      await writeFile(path.join(root, "a.txt"), "hello");
      await chmod(path.join(root, "a.txt"), 0o640);
      await link(path.join(root, "a.txt"), path.join(root, "b.txt"));
      expect(await inspect(root, "a.txt")).toEqual({
        kind: "file",
        sha256: "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824",
        mode: 0o640,
        bytes: new TextEncoder().encode("hello"),
        links: 2,
      });
    }));

  // cruft/cruft#309: binary content crashed the decoder.
  test("binary content is bytes and a hash, never decoded", () =>
    withRepository(async (root) => {
      const bytes = new Uint8Array([0xff, 0xfe, 0x00, 0x80, 0xc0]);
      await writeFile(path.join(root, "blob"), bytes);
      expect(await inspect(root, "blob")).toMatchObject({ kind: "file", bytes });
    }));

  test("nothing, below nothing, and below a file", () =>
    withRepository(async (root) => {
      await writeFile(path.join(root, "file"), "");
      expect(await inspect(root, "none")).toEqual({ kind: "absent" });
      expect(await inspect(root, "none/deeper/still")).toEqual({ kind: "absent" });
      expect(await inspect(root, "file/below")).toEqual({ kind: "other" });
    }));

  // shadcn-ui/ui#6700: a folder stood where a file was expected.
  test.each([".claude/settings.json", "package.json"])("a folder where %s belongs is said, not opened", (name) =>
    withRepository(async (root) => {
      await mkdir(path.join(root, name), { recursive: true });
      expect(await inspect(root, name)).toEqual({ kind: "directory" });
    })
  );

  test("a socket is neither read nor waited for", () =>
    withRepository(async (root) => {
      const server = createServer().listen(path.join(root, "socket"));
      await new Promise((resolve) => server.once("listening", resolve));
      expect(await inspect(root, "socket")).toEqual({ kind: "other" });
      server.close();
    }));

  test("a root reached through a link is read like the real one", () =>
    withRepository(async (root, outside) => {
      await writeFile(path.join(root, "a"), "x");
      await symlink(root, path.join(outside, "alias"));
      expect(await inspect(path.join(outside, "alias") as AbsolutePath, "a")).toMatchObject({ kind: "file" });
    }));
});

describe("links", () => {
  // copier-org/copier#2838: a managed path is a link to a file outside the project.
  test("one that leads out is named, and nothing is read through it", () =>
    withRepository(async (root, outside) => {
      await writeFile(path.join(outside, "secret"), "secret");
      await symlink(path.join(outside, "secret"), path.join(root, "absolute"));
      await symlink("../outside/secret", path.join(root, "relative"));
      expect(await inspect(root, "absolute")).toEqual({ kind: "link", target: path.join(outside, "secret") });
      expect(await inspect(root, "relative")).toEqual({ kind: "link", target: "../outside/secret" });
    }));

  test("a parent that leads out is named too, whether the file exists or not", () =>
    withRepository(async (root, outside) => {
      await writeFile(path.join(outside, "settings.json"), "{}");
      await symlink(outside, path.join(root, ".claude"));
      const state = { kind: "link", target: outside };
      expect(await inspect(root, ".claude/settings.json")).toEqual(state);
      expect(await inspect(root, ".claude/absent.json")).toEqual(state);
    }));

  // slkiser/opencode-quota#265: the real file of a link inside the root is what counts.
  test("one that stays inside names the real path and its bytes", () =>
    withRepository(async (root) => {
      await mkdir(path.join(root, "config"));
      await writeFile(path.join(root, "config/real.json"), "{}");
      await symlink("config/real.json", path.join(root, "settings.json"));
      await symlink("settings.json", path.join(root, "chain.json"));
      const expected = { kind: "link", inside: "config/real.json", file: { kind: "file", links: 1 } };
      expect(await inspect(root, "settings.json")).toMatchObject(expected);
      expect(await inspect(root, "chain.json")).toMatchObject({ ...expected, target: "settings.json" });
    }));

  test("a parent inside the root names where a new file would land", () =>
    withRepository(async (root) => {
      await mkdir(path.join(root, "config"));
      await symlink("config", path.join(root, ".claude"));
      const state = await inspect(root, ".claude/new.json");
      expect(state).toEqual({ kind: "link", target: "config", inside: "config/new.json" });
    }));

  // copier-org/copier#2426: containment is about where bytes land, not about how a link is spelt.
  test("one that goes out by name and comes back lands inside", () =>
    withRepository(async (root) => {
      await writeFile(path.join(root, "real"), "x");
      await symlink("../repository/real", path.join(root, "roundabout"));
      expect(await inspect(root, "roundabout")).toMatchObject({ kind: "link", inside: "real" });
    }));

  test("dangling, looping, blocked and git's own folder lead nowhere", () =>
    withRepository(async (root) => {
      await mkdir(path.join(root, ".git"));
      await writeFile(path.join(root, ".git/config"), "");
      await writeFile(path.join(root, "file"), "");
      await symlink("nowhere", path.join(root, "dangling"));
      await symlink("loop-b", path.join(root, "loop-a"));
      await symlink("loop-a", path.join(root, "loop-b"));
      await symlink("file/below", path.join(root, "blocked"));
      await symlink(".git/config", path.join(root, "git"));
      expect(await inspect(root, "dangling")).toEqual({ kind: "link", target: "nowhere" });
      expect(await inspect(root, "loop-a")).toEqual({ kind: "link", target: "loop-b" });
      expect(await inspect(root, "blocked")).toEqual({ kind: "link", target: "file/below" });
      expect(await inspect(root, "git")).toEqual({ kind: "link", target: ".git/config" });
    }));

  // vanillagreencom/kendex#1703: git does not read a .gitignore that is a link, so the plan must see that it is one.
  test("a linked .gitignore is seen as a link, not as its text", () =>
    withRepository(async (root) => {
      await writeFile(path.join(root, "ignore"), "dist\n");
      await symlink("ignore", path.join(root, ".gitignore"));
      expect(await inspect(root, ".gitignore")).toMatchObject({ kind: "link", inside: "ignore" });
    }));
});

describe("names that differ in case only", () => {
  // lcgamboa/picsim#4, buytenh/ivykis#36: two paths differing only in case overwrote each other.
  test("the twin of a file and of a folder on the way", () =>
    withRepository(async (root) => {
      await mkdir(path.join(root, ".Claude"));
      await writeFile(path.join(root, "Agents.md"), "");
      expect(await disk.findCaseTwin(root, relativePath("AGENTS.md"))).toBe("Agents.md");
      expect(await disk.findCaseTwin(root, relativePath(".claude/settings.json"))).toBe(".Claude");
      expect(await disk.findCaseTwin(root, relativePath("Agents.md"))).toBeUndefined();
      expect(await disk.findCaseTwin(root, relativePath("none/at/all"))).toBeUndefined();
    }));

  test("the other Unicode form of the same name", () =>
    withRepository(async (root) => {
      await writeFile(path.join(root, "re\u0301sume\u0301.md"), "");
      expect(await disk.findCaseTwin(root, relativePath("R\u00E9sum\u00E9.md"))).toBe("re\u0301sume\u0301.md");
    }));
});

describe("listing", () => {
  test("names sorted with their kind, links not followed, nothing outside", () =>
    withRepository(async (root, outside) => {
      await mkdir(path.join(root, "folder/inner"), { recursive: true });
      await writeFile(path.join(root, "folder/file"), "");
      await symlink(outside, path.join(root, "folder/link"));
      await symlink(outside, path.join(root, "away"));
      expect(await disk.list(root, relativePath("folder"))).toEqual([
        { name: "file", kind: "file" },
        { name: "inner", kind: "directory" },
        { name: "link", kind: "link" },
      ]);
      expect(await disk.list(root, relativePath("away"))).toEqual([]);
      expect(await disk.list(root, relativePath("absent"))).toEqual([]);
      expect(await disk.list(root, relativePath("folder/file"))).toEqual([]);
    }));
});

test("what cannot be read is a refusal with the path and the system's word for it", () =>
  withRepository(async (root) => {
    const long = relativePath("n".repeat(300));
    const refused = await disk.inspect(root, long).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Refusal);
    expect((refused as Refusal).facts).toMatchObject({ code: "HI_UNREADABLE", where: { path: long } });
    expect((refused as Refusal).message).toContain("ENAMETOOLONG");
  }));

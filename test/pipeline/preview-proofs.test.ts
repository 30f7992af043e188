import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";

import { expect, test } from "vitest";

import { git, runHi, withTemporaryDirectory } from "../helpers/hi.ts";

// The candidate grows after its first proof: dependencies and tools are brought in. seed 003 AC-011 speaks of every link.
test("containment is proven again of what the preview brought in, and the marker is no format debt", async () => {
  await withTemporaryDirectory(async (directory) => {
    const repository = path.join(directory, "shop");
    await mkdir(path.join(repository, "src"), { recursive: true });
    await mkdir(path.join(directory, "temporary"), { mode: 0o700 });
    await writeFile(path.join(repository, "package.json"), '{\n  "name": "shop",\n  "private": true\n}\n');
    await writeFile(path.join(repository, "src/a.ts"), "export const one=1\n");
    await git(repository, "init", "--quiet");
    const flags = ["--dry-run", "--yes", "--json", "--providers", "claude", "--scopes", "."];
    const ended = await runHi(["init", ...flags], {
      cwd: repository,
      env: { HI_TEMP: path.join(directory, "temporary") },
    });
    expect(ended.exitCode, ended.stdout + ended.stderr).toBe(0);
    const { containment, preview } = JSON.parse(ended.stdout);
    expect(preview.proofs.length).toBe(2);
    const examined = (evidence: typeof containment, name: string): number =>
      evidence.checks.find((check: { name: string }) => check.name === name).examined;
    for (const proof of preview.proofs) {
      expect(proof.checks.map((check: { name: string }) => check.name).toSorted()).toEqual(
        containment.checks.map((check: { name: string }) => check.name).toSorted()
      );
    }
    const last = preview.proofs.at(-1);
    expect(examined(last, "no-shared-inode")).toBeGreaterThan(examined(containment, "no-shared-inode"));
    expect(preview.debt.format.unformatted.filter((file: string) => file.includes("hi-candidate"))).toEqual([]);
    expect(preview.debt.format.unformatted).toContain("src/a.ts");
  });
});

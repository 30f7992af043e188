import { chmod, mkdir, realpath, writeFile } from "node:fs/promises";
import path from "node:path";

import { TOOLS_FOLDER } from "../../src/domain/dependency-install.ts";
import type { SlotValues, ToolRowName } from "../../src/domain/tool-rows.ts";
import type { ToolRoots } from "../../src/pipeline/world.ts";
import { withTemporaryDirectory } from "./hi.ts";

/** Where rows may run, and what PATH has. */
export interface ToolPlace {
  readonly roots: Required<ToolRoots>;
  readonly env: Readonly<Record<string, string>>;
  readonly bin: string;
}

/** A live repository, a candidate, a staging folder, and a PATH with one folder of recording package managers. */
export function withToolPlace(work: (place: ToolPlace) => Promise<void>): Promise<void> {
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
export async function addManager(folder: string, name: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const tell = `console.log(JSON.stringify({ from: ${JSON.stringify(folder)}, args: process.argv.slice(2), cwd: process.cwd(), env: process.env }));`;
  await writeFile(path.join(folder, name), `#!/usr/bin/env node\n${tell}\n`);
  await chmod(path.join(folder, name), 0o755);
}

/** Values for the slots of the rows that have some. */
export const SLOT_VALUES: Partial<Record<ToolRowName, SlotValues>> = {
  lint: ["oxlint.config.ts", ["/dist/**", "packages/a/**"]],
  "lint-fix": [".oxlintrc.json", []],
  baseline: [["/wiki"], "packages/a"],
  "format-check": ["oxfmt.config.ts"],
};

import { copyFile, mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";

import { expect, test } from "vitest";

import { PROJECT_ROOT, runProcess, withTemporaryDirectory } from "../helpers/hi.ts";

const CONFIG = ".dependency-cruiser.mjs";
const DEPCRUISE = path.join(PROJECT_ROOT, "node_modules/.bin/depcruise");

/** What every tree holds: one module a room, and packages to import. */
const ROOMS = {
  "generators/base.ts": "export const base = 1;\n",
  "node_modules/commander/index.js": "export const commander = 1;\n",
  "node_modules/commander/package.json": '{ "name": "commander", "type": "module", "main": "index.js" }\n',
  "node_modules/yaml/index.js": "export const yaml = 1;\n",
  "node_modules/yaml/package.json": '{ "name": "yaml", "type": "module", "main": "index.js" }\n',
  "package.json": '{ "type": "module", "dependencies": { "commander": "1.0.0", "yaml": "1.0.0" } }\n',
  "src/adapters/disk.ts": "export const disk = 1;\n",
  "src/agents/claude.ts": "export const claude = 1;\n",
  "src/cli/help.ts": "export const help = 1;\n",
  "src/commands/update.ts": "export const update = 1;\n",
  "src/contracts/result.ts": "export const result = 1;\n",
  "src/domain/plan.ts": "export const plan = 1;\n",
  "src/domain/round.ts": 'import "./plan.ts";\n',
  "src/guard/inspect.ts": "export const inspect = 1;\n",
  "src/pipeline/plan.ts": "export const plan = 1;\n",
  "src/pipeline/world.ts": "export const world = 1;\n",
  "src/runtime/read-selection.ts": "export const route = 1;\n",
  "src/runtime/io/process.ts": "export const run = 1;\n",
  "tsconfig.json": "{}\n",
} as const;

/** A rule, the module that breaks it, and that module's text. */
type Breach = readonly [rule: string, file: string, text: string];

const BREACHES: readonly Breach[] = [
  ["no-circular", "src/domain/plan.ts", 'import "./round.ts";\n'],
  ["domain-imports-nothing", "src/domain/reads.ts", 'import "node:fs";\n'],
  ["domain-imports-nothing", "src/domain/parses.ts", 'export { yaml } from "yaml";\n'],
  ["domain-imports-nothing", "src/domain/knows.ts", 'export type { disk } from "../adapters/disk.ts";\n'],
  ["contracts-import-domain-only", "src/contracts/reads.ts", 'import "fs";\n'],
  ["contracts-import-domain-only", "src/contracts/runs.ts", 'import type { run } from "../runtime/io/process.ts";\n'],
  ["agents-are-tables", "src/agents/reads.ts", 'await import("node:fs/promises");\n'],
  ["agents-are-tables", "src/agents/writes.ts", 'import "../adapters/disk.ts";\n'],
  ["runtime-is-node-core-only", "src/runtime/parses.ts", 'import "yaml";\n'],
  ["runtime-is-node-core-only", "src/runtime/io/writes.ts", 'import "../../adapters/disk.ts";\n'],
  ["decisions-are-node-core-only", "src/guard/decide/parses.ts", 'import "yaml";\n'],
  ["decisions-are-node-core-only", "src/guard/decide/inspects.ts", 'import "../inspect.ts";\n'],
  ["guard-packages", "src/guard/draws.ts", 'import "commander";\n'],
  ["guard-packages", "src/guard/writes.ts", 'import { disk } from "../adapters/disk.ts";\n'],
  ["scan-packages", "src/scan/draws.ts", 'import "commander";\n'],
  ["scan-packages", "src/scan/writes.ts", 'import { disk } from "../adapters/disk.ts";\n'],
  ["stages-know-adapters-as-types", "src/pipeline/writes.ts", 'import { disk } from "../adapters/disk.ts";\n'],
  ["stages-know-adapters-as-types", "src/pipeline/plan/late.ts", 'await import("../../adapters/disk.ts");\n'],
  ["stages-do-not-call-stages", "src/pipeline/calls.ts", 'import { plan } from "./plan.ts";\n'],
  ["pipeline-touches-nothing", "src/pipeline/reads.ts", 'import "node:fs";\n'],
  ["pipeline-touches-nothing", "src/pipeline/plan/parses.ts", 'import "yaml";\n'],
  ["commands-are-lists-of-stages", "src/commands/reads.ts", 'import "node:fs";\n'],
  ["commands-are-lists-of-stages", "src/commands/writes.ts", 'import "../adapters/disk.ts";\n'],
  ["cli-packages", "src/cli/parses.ts", 'import "yaml";\n'],
  ["cli-packages", "src/cli/writes.ts", 'import "../adapters/disk.ts";\n'],
  ["only-the-yeoman-adapter-knows-generators", "src/adapters/templates.ts", 'import "../../generators/base.ts";\n'],
  ["adapters-know-no-stage", "src/adapters/calls.ts", 'import "../pipeline/plan.ts";\n'],
  ["adapters-know-no-stage", "src/adapters/answers.ts", 'import "../agents/claude.ts";\n'],
  ["adapters-know-no-stage", "src/adapters/routes.ts", 'import "../runtime/read-selection.ts";\n'],
  ["generators-plan-only", "generators/reads/index.ts", 'import "node:fs/promises";\n'],
  ["generators-plan-only", "generators/runs/index.ts", 'import "child_process";\n'],
  ["generators-plan-only", "generators/writes/index.ts", 'import "../../src/adapters/disk.ts";\n'],
  ["page-runs-in-a-browser", "src/page/reads.ts", 'import "node:fs";\n'],
  ["page-runs-in-a-browser", "src/page/knows.ts", 'import "../domain/plan.ts";\n'],
  ["resolvable", "src/adapters/lost.ts", 'import "./nowhere.ts";\n'],
];

/** What each wall lets through. */
const PASSAGES = {
  "generators/one/index.ts": 'import "node:path";\nimport "../base.ts";\nimport "../../src/domain/plan.ts";\n',
  "src/adapters/io.ts": 'import "../runtime/io/process.ts";\nimport "yaml";\nimport "node:fs";\n',
  "src/adapters/typed.ts": 'import type { world } from "../pipeline/world.ts";\n',
  "src/adapters/yeoman.ts": 'import "../../generators/base.ts";\n',
  "src/agents/row.ts": 'import "../contracts/result.ts";\nimport "../domain/plan.ts";\n',
  "src/cli/main.ts": 'import "../commands/update.ts";\nimport "commander";\nimport "node:path";\n',
  "src/commands/init.ts": 'import "../pipeline/plan.ts";\n',
  "src/contracts/shape.ts": 'import "../domain/plan.ts";\n',
  "src/domain/left.ts": 'import type { right } from "./right.ts";\nexport const left = 1;\n',
  "src/domain/right.ts": 'import { left } from "./left.ts";\nexport const right = left;\n',
  "src/pipeline/contain.ts":
    'import type { disk } from "../adapters/disk.ts";\nimport type { plan } from "./plan.ts";\nimport { world } from "./world.ts";\n',
  "src/runtime/hook.ts": 'import "node:child_process";\nimport "../agents/claude.ts";\nimport "./io/process.ts";\n',
} as const;

/** The walls that a tree breaks, as `rule file`, each once. */
async function findBroken(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  return withTemporaryDirectory(async (root) => {
    for (const [name, text] of Object.entries({ ...ROOMS, ...files })) {
      await mkdir(path.dirname(path.join(root, name)), { recursive: true });
      await writeFile(path.join(root, name), text);
    }
    await copyFile(path.join(PROJECT_ROOT, CONFIG), path.join(root, CONFIG));
    const command = [DEPCRUISE, "--config", CONFIG, "--output-type", "json", "src", "generators"];
    const ended = await runProcess(process.execPath, command, { cwd: root });
    const { summary } = JSON.parse(ended.stdout) as {
      summary: { violations: readonly { rule: { name: string }; from: string }[] };
    };
    return [...new Set(summary.violations.map(({ rule, from }) => `${rule.name} ${from}`))].toSorted();
  });
}

test("every wall has a breach here", async () => {
  const { default: config } = await import(pathToFileURL(path.join(PROJECT_ROOT, CONFIG)).href);
  const names = (config.forbidden as readonly { name: string }[]).map((rule) => rule.name);
  expect([...new Set(BREACHES.map(([rule]) => rule))].toSorted()).toEqual(names.toSorted());
});

test("each breach is told by the name of the wall it breaks", async () => {
  const broken = await findBroken(Object.fromEntries(BREACHES.map(([, file, text]) => [file, text])));
  expect(broken).toEqual(BREACHES.map(([rule, file]) => `${rule} ${file}`).toSorted());
});

test("what the walls let through breaks none", async () => {
  expect(await findBroken(PASSAGES)).toEqual([]);
});

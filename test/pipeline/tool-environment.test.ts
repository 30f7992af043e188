import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";

import { describe, expect, test } from "vitest";

import { createProcessRunner } from "../../src/adapters/process-runner.ts";
import { createToolTable } from "../../src/adapters/tool-table.ts";
import { TOOLS_FOLDER } from "../../src/domain/dependency-install.ts";
import type { ProcessRequest } from "../../src/domain/process.ts";
import type { ToolRowName } from "../../src/domain/tool-rows.ts";
import { findRow } from "../../src/domain/tool-rows.ts";
import type { ToolPlace } from "../helpers/tool-place.ts";
import { SLOT_VALUES, addManager, withToolPlace } from "../helpers/tool-place.ts";

const processes = createProcessRunner(new AbortController().signal);

describe("what a child is given", () => {
  const AMBIENT = {
    NODE_OPTIONS: "--import ./evil.mjs",
    npm_config_registry: "http://ours.invalid",
    NPM_CONFIG_USERCONFIG: "/u/npmrc",
    npm_config_script_shell: "/evil",
    npm_config_node_options: "--import evil",
    HTTPS_PROXY: "http://proxy.invalid",
    no_proxy: "localhost",
    YARN_YARN_PATH: "./evil.cjs",
    YARN_PLUGINS: "./evil.cjs",
    BASH_ENV: "/evil",
    SECRET: "s",
    LD_PRELOAD: "/evil.so",
  };

  /** Runs a row with a runner that only records; the environment is what is looked at. */
  async function recordEnvironment(
    row: ToolRowName,
    { roots, env, bin }: ToolPlace,
    ambient: Readonly<Record<string, string>>
  ) {
    for (const name of ["npm", "pnpm", "yarn", "bun"]) await addManager(bin, name);
    const seen: ProcessRequest[] = [];
    const recorder = {
      run: (request: ProcessRequest) => processes.run({ ...request, file: "/none" }).finally(() => seen.push(request)),
    };
    const cwd = findRow(row).place === "staging" ? roots.stagingRoot : roots.candidateRoot;
    await createToolTable({ env: { ...ambient, ...env }, processes: recorder }).run(
      { row, cwd, values: SLOT_VALUES[row] ?? [] },
      roots
    );
    return seen[0]?.env ?? {};
  }

  test("a package manager: registry, proxy and user configuration, and nothing that makes it run something", () =>
    withToolPlace(async (place) => {
      const given = await recordEnvironment("npm-project", place, AMBIENT);
      expect(given).toMatchObject({
        npm_config_registry: "http://ours.invalid",
        NPM_CONFIG_USERCONFIG: "/u/npmrc",
        HTTPS_PROXY: "http://proxy.invalid",
        no_proxy: "localhost",
        npm_config_ignore_scripts: "true",
        HOME: place.env["HOME"],
      });
      for (const name of [
        "NODE_OPTIONS",
        "npm_config_script_shell",
        "npm_config_node_options",
        "YARN_YARN_PATH",
        "YARN_PLUGINS",
        "BASH_ENV",
        "SECRET",
        "LD_PRELOAD",
      ]) {
        expect(given, name).not.toHaveProperty(name);
      }
    }));

  // Mechanism: `npx` and `npm run` hand the project's .npmrc on to their children as npm_config_* variables.
  test("started by npm, what npm may have taken from the project's .npmrc is left out", () =>
    withToolPlace(async (place) => {
      const given = await recordEnvironment("npm-project", place, { ...AMBIENT, npm_command: "exec" });
      expect(given).not.toHaveProperty("npm_config_registry");
      expect(given).toHaveProperty("NPM_CONFIG_USERCONFIG");
    }));

  test("a variable that the user's own .npmrc refers to", () =>
    withToolPlace(async (place) => {
      await mkdir(String(place.env["HOME"]));
      await writeFile(path.join(String(place.env["HOME"]), ".npmrc"), `//ours.invalid/:_authToken=$${"{SECRET}"}\n`);
      expect(await recordEnvironment("pnpm-project", place, { SECRET: "s", OTHER: "o" })).toMatchObject({
        SECRET: "s",
      });
    }));

  test("pnpm copies from its store, downloads no other pnpm and reads no pnpmfile; yarn follows no yarnPath", () =>
    withToolPlace(async (place) => {
      const pnpm = await recordEnvironment("pnpm-project", place, {});
      for (const prefix of ["npm_config_", "pnpm_config_"]) {
        expect(pnpm).toMatchObject({
          [`${prefix}package_import_method`]: "copy",
          [`${prefix}manage_package_manager_versions`]: "false",
          [`${prefix}ignore_pnpmfile`]: "true",
        });
      }
      expect(pnpm).toMatchObject({
        COREPACK_ENABLE_NETWORK: "0",
        pnpm_config_pm_on_fail: "ignore",
        pnpm_config_trust_lockfile: "true",
      });
      const berry = await recordEnvironment("yarn-berry-project", place, {});
      expect(berry).toMatchObject({
        YARN_IGNORE_PATH: "1",
        YARN_NODE_LINKER: "node-modules",
        YARN_ENABLE_SCRIPTS: "0",
      });
    }));

  test("a linter: no registry, no proxy, no token, and temporary files inside the candidate", () =>
    withToolPlace(async (place) => {
      const given = await recordEnvironment("lint", place, AMBIENT);
      const candidate = path.join(place.roots.candidateRoot, TOOLS_FOLDER);
      expect(Object.keys(given).toSorted()).toEqual([
        "HOME",
        "NO_COLOR",
        "OXLINT_TSGOLINT_PATH",
        "PATH",
        "TEMP",
        "TMP",
        "TMPDIR",
      ]);
      expect(given["TMPDIR"]).toContain(candidate);
      expect(given["OXLINT_TSGOLINT_PATH"]).toContain(candidate);
    }));
});

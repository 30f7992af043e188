import { expect, test } from "vitest";

import { isUnknown, toRuleId } from "../../src/domain/policy/rule-names.ts";
import { RULE_TABLE } from "../../src/domain/policy/rule-table.generated.ts";
import { writeAll } from "../helpers/generated.ts";
import { runProcess, withTemporaryDirectory } from "../helpers/hi.ts";
import { inFolder, makeRepository, resolveIn } from "./init-detect.fixture.ts";

// A policy that was written for another oxlint, or for ESLint, may name rules that the pinned one does not have. The tool
// then refuses all of it, whatever it says of them. That is known before anything is published.

/** Every rule's name under every plugin's, other names of plugins, and names that no tool of today has. */
function listNames(): readonly string[] {
  const owners = Object.values(RULE_TABLE as Readonly<Record<string, Readonly<Record<string, string>>>>);
  const plugins = [...new Set(owners.flatMap((one) => Object.keys(one)))];
  const names = [...new Set(owners.flatMap((one) => Object.values(one).flatMap((list) => list.split(" "))))];
  const others = [
    "@typescript-eslint",
    "typescript-eslint",
    "import-x",
    "react-hooks",
    "jsx-a11y",
    "@next/next",
    "eslint",
  ];
  const gone = [
    "no-return-await",
    "quotes",
    "indent",
    "import/no-unresolved",
    "react/jsx-uses-vars",
    "unicorn/no-for-loop",
  ];
  return [...names, ...gone, ...[...plugins, ...others].flatMap((plugin) => names.map((name) => `${plugin}/${name}`))];
}

/** Those for which the real tool refuses a configuration that switches all of them off. */
async function listRefused(names: readonly string[]): Promise<ReadonlySet<string>> {
  return withTemporaryDirectory(async (root) => {
    await writeAll(root, {
      "c.json": JSON.stringify({ rules: Object.fromEntries(names.map((name) => [name, "off"])) }),
    });
    const { stdout } = await runProcess("oxlint", ["-c", "c.json"], { cwd: root });
    return new Set(
      [...stdout.matchAll(/Rule '([^']+)' not found in plugin '([^']+)'/g)].map(
        ([, rule, plugin]) => `${plugin}/${rule}`
      )
    );
  });
}

test("what the pinned tool refuses is known, of every rule under every plugin's name", async () => {
  const names = listNames();
  const refused = await listRefused(names);
  const known = new Set(names.map(toRuleId).filter((id) => isUnknown(id, true)));
  expect(refused.size).toBeGreaterThan(1000);
  expect([...known].filter((id) => !refused.has(id))).toEqual([]);
  expect([...refused].filter((id) => !known.has(id))).toEqual([]);
});

test("the plan names them; of a plugin that may be the project's it does not know", () =>
  inFolder(async (folder) => {
    await makeRepository(folder, {
      "package.json": { name: "root", workspaces: ["packages/*"] },
      "packages/a/package.json": { name: "a" },
      "packages/a/.oxlintrc.json": {
        rules: { "no-return-await": "off", "own/rule": "warn", eqeqeq: "error" },
        overrides: [{ files: ["*.ts"], rules: { "@typescript-eslint/quotes": "error" } }],
      },
      "packages/b/package.json": { name: "b" },
      "packages/b/.oxlintrc.json": {
        jsPlugins: ["./own.js"],
        rules: { "own/rule": "warn", "import/no-unresolved": "off" },
      },
    });
    const { findings } = await resolveIn(folder, { scopes: ["packages/a", "packages/b"] });
    const told = findings.filter(({ code }) => code === "policy-unknown-rules");
    expect(told.map(({ path, severity, args }) => [path, severity, args["rules"]])).toEqual([
      ["packages/a", "error", ["@typescript-eslint/quotes", "no-return-await", "own/rule"]],
      ["packages/b", "error", ["import/no-unresolved"]],
    ]);
  }));

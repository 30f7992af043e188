import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";

import { expect, test } from "vitest";

import type { RelativePath } from "../../src/domain/paths.ts";
import { generate, land, linkTools, makeAnswers, makeScopeAnswers, pick, writeAll } from "../helpers/generated.ts";
import { runProcess, withTemporaryDirectory } from "../helpers/hi.ts";

const CONFIG = "oxlint.config.ts" as RelativePath;

/** The severity of a rule in the policy that the real oxlint works by. */
async function readRule(root: string, rule: string): Promise<string | undefined> {
  const { stdout } = await runProcess("oxlint", ["-c", CONFIG, "--print-config"], { cwd: root });
  return JSON.parse(stdout).rules[rule];
}

// Of two entries of `extends` the later one wins: behind the project's presets, ours would overrule them.
test("a preset of the project's wins over ours, and ours holds where it is silent", async () => {
  await withTemporaryDirectory(async (root) => {
    await writeAll(root, {
      "package.json": '{ "name": "fixture", "type": "module" }\n',
      "policy.js": 'export default { rules: { "no-debugger": "off" } };\n',
      [CONFIG]: 'import policy from "./policy.js";\n\nexport default { extends: [policy] };\n',
    });
    await linkTools(root, ["oxlint", "@oxlint", "ultracite"]);
    expect(await readRule(root, "eqeqeq")).toBeUndefined();
    const policy = { kind: "project-module", path: CONFIG } as const;
    const files = await generate(makeAnswers({ scopes: [makeScopeAnswers(".", { policy })] }));
    await land(root, [pick(files, CONFIG)]);
    expect(await readRule(root, "no-debugger")).toBe("allow");
    expect(await readRule(root, "eqeqeq")).toBe("deny");

    const text = await readFile(path.join(root, CONFIG), "utf8");
    expect(text).toContain("extends: [core, policy]");
    await writeFile(path.join(root, CONFIG), text.replace("[core, policy]", "[policy, core]"));
    expect(await readRule(root, "no-debugger")).toBe("deny");
  });
});

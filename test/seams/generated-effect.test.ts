import { realpath } from "node:fs/promises";

import { describe, expect, it } from "vitest";

import { openTemplates } from "../../src/adapters/template-engine.ts";
import type { LintResult } from "../../src/contracts/lint-result.ts";
import { TOOLCHAIN } from "../../src/domain/toolchain.ts";
import { land, makeAnswers, makeScopeAnswers, writeAll } from "../helpers/generated.ts";
import { runProcess, withTemporaryDirectory } from "../helpers/hi.ts";

/**
 * The pair that registries serve: @effect/tsgo 0.39.0, which AC-008 pins, is not to be had everywhere, and every
 * version patches only the oxlint that it was made for.
 */
const SERVED = { ...TOOLCHAIN, "@effect/tsgo": "0.45.0", oxlint: "1.82.0" };
const FLOATING = `import { Effect } from "effect";

export const run = (): void => {
  Effect.succeed(1);
};
`;

describe("the effect pack, installed", () => {
  it.each(["module", "commonjs"])(
    "reports a live Effect rule after the patch step, and not before, in a %s package",
    async (type) => {
      await withTemporaryDirectory(async (directory) => {
        const root = await realpath(directory);
        await writeAll(root, {
          "package.json": `{ "name": "fixture", "type": "${type}", "dependencies": { "effect": "3.19.19" } }\n`,
          "tsconfig.json":
            '{ "compilerOptions": { "module": "nodenext", "strict": true, "noEmit": true }, "include": ["src"] }\n',
          "src/a.ts": FLOATING,
        });
        const scopes = [makeScopeAnswers(".", { commonjs: type === "commonjs", typed: true })];
        const engine = await openTemplates();
        await land(
          root,
          await engine.generate(
            makeAnswers({ packs: ["base", "effect"], scopes }),
            SERVED as unknown as typeof TOOLCHAIN
          )
        );
        const npm = (...args: string[]) => runProcess("npm", args, { cwd: root });
        expect(await npm("install", "--ignore-scripts", "--no-audit", "--no-fund")).toMatchObject({ exitCode: 0 });

        const before = await npm("run", "--silent", "lint");
        expect([before.exitCode, before.stderr]).toEqual([2, expect.stringContaining("effecttsgo")]);
        expect(await npm("run", "--silent", "lint:patch")).toMatchObject({ exitCode: 0 });
        const { stdout } = await npm("run", "--silent", "lint", "--", "--format", "json");
        const { findings } = JSON.parse(stdout) as LintResult;
        expect(findings).toContainEqual(
          expect.objectContaining({ rule: "effecttsgo(floating-effect)", severity: "error", file: "src/a.ts" })
        );
      });
    }
  );
});

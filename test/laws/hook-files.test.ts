import { writeFile } from "node:fs/promises";

import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { HookRepository, listChanges } from "../helpers/hook-repository.ts";

// The hook changes the edited file and no other path of the repository, whatever stands in it.

const RUNS = Number(process.env["HI_LAW_RUNS"] ?? 5);
const SNIPPETS = ["var  a = 1\n", "export const b = 2;\n", "debugger\n", "const c = (\n", "let d = a == null\n", ""];
const NAMES = ["src/a.ts", "src/b c.tsx", "lib/[id].js", "lib/it's.mts", "src/deep/e.cjs", "src/é.mjs"];
const arbitrary = fc.record({
  contents: fc.tuple(...NAMES.map(() => fc.array(fc.constantFrom(...SNIPPETS), { maxLength: 4 }))),
  edited: fc.subarray(NAMES, { minLength: 1, maxLength: 2 }),
});

describe("an edit", () => {
  it("changes the files that it names and nothing else", async () => {
    await using repository = await HookRepository.create();
    await fc.assert(
      fc.asyncProperty(arbitrary, async ({ contents, edited }) => {
        for (const [index, name] of NAMES.entries()) await repository.write(name, contents[index]?.join("") ?? "");
        await writeFile(repository.at("notes.md"), "var  a = 1\n");
        const before = await repository.snapshot();
        const result = await repository.check(edited, { env: { HI_HOOK_DEADLINE_MS: "100000" } });
        expect(result.failures).toStrictEqual([]);
        const changed = listChanges(before, await repository.snapshot());
        expect(changed).toStrictEqual([...result.changed].toSorted());
        expect(changed.every((path) => edited.includes(path))).toBe(true);
      }),
      { numRuns: RUNS }
    );
  });
});

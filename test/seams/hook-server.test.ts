import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { toFileAddress } from "../../src/runtime/server/file-address.ts";
import { FrameReader, toFrame } from "../../src/runtime/server/frames.ts";
import { pickEdits } from "../../src/runtime/server/pick-edits.ts";
import { HookRepository, listChanges } from "../helpers/hook-repository.ts";

// The tools' language servers are trusted only as long as they agree with the command line. One that fails, in whatever
// way, changes nothing, is told as a failure, and what the command line found is told all the same.

let repository: HookRepository;

beforeEach(async () => {
  repository = await HookRepository.create();
  await repository.write("src/a.ts", "var a = 1;\nexport { a };\n");
});

afterEach(async () => {
  await repository[Symbol.asyncDispose]();
});

describe("the linter's server", () => {
  it.each([
    ["crash", "process", "300000"],
    ["garbage", "malformed-output", "300000"],
    ["panic", "process", "300000"],
    ["flood", "malformed-output", "300000"],
    ["hang", "timeout", "15000"],
    ["end", "malformed-output", "300000"],
  ])("that misbehaves: %s", async (mode, kind, deadlineMs) => {
    await repository.replaceTool("oxlint", "tool-bad-server.mjs");
    const before = await repository.snapshot();
    const env = { HI_TEST_SERVER: mode, HI_HOOK_DEADLINE_MS: deadlineMs };
    const result = await repository.check(["src/a.ts"], { env });
    expect(result).toMatchObject({ status: "failed", changed: [], failures: [{ kind }] });
    expect(result.findings).toMatchObject([{ file: "src/a.ts", rule: "eslint(no-var)", message: "told" }]);
    expect(listChanges(before, await repository.snapshot())).toStrictEqual([]);
  });
});

describe("the formatter's server", () => {
  it.each([
    ["does not parse", "export default {nope\n"],
    ["has an unknown value", 'export default { semi: "perhaps" };\n'],
    ["throws", 'throw new Error("on purpose");\n'],
  ])("falls back to its own style where the configuration %s: nothing is formatted", async (_, text) => {
    await repository.write("oxfmt.config.ts", text);
    await repository.write("src/b.ts", "export const b  =  1\n");
    const result = await repository.check(["src/b.ts"]);
    expect(result).toMatchObject({ status: "failed", changed: [], failures: [{ kind: "configuration", exitCode: 1 }] });
    expect(await repository.read("src/b.ts")).toBe("export const b  =  1\n");
  });

  it("keeps what a configuration prints out of the text", async () => {
    await repository.write("oxfmt.config.ts", 'console.log("noise");\nexport default { semi: false };\n');
    await repository.write("src/b.ts", "export const b  =  1;\n");
    expect(await repository.check(["src/b.ts"])).toMatchObject({ status: "clean", changed: ["src/b.ts"] });
    expect(await repository.read("src/b.ts")).toBe("export const b = 1\n");
  });
});

describe("what servers say", () => {
  it("is read whatever the pieces it comes in", () => {
    const bytes = Buffer.concat([toFrame({ id: 1, text: "é😀" }), toFrame({ id: 2 })]);
    const reader = new FrameReader();
    const messages = [...bytes].flatMap((byte) => reader.push(Buffer.from([byte])));
    expect(messages).toStrictEqual([{ id: 1, text: "é😀" }, { id: 2 }]);
  });

  it.each(["Content-Length: x\r\n\r\n{}", "x".repeat(5000), 'Content-Length: 2\r\n\r\n"a'])(
    "is refused: %#",
    (text) => {
      expect(() => new FrameReader().push(Buffer.from(text))).toThrow();
    }
  );

  it("is asked for by addresses that every reader takes for the same path", () => {
    const address = toFileAddress("/r/it's [a] (b)/{c}^%é.ts");
    expect(address).toMatch(/^[\w\-.~%/:]+$/);
    expect(decodeURIComponent(address)).toBe("file:///r/it's [a] (b)/{c}^%é.ts");
  });

  it("of overlapping fixes, the command line's choice is taken: by start, then by end", () => {
    const fix = (start: number, end: number, text: string) => ({ start, end, text });
    const offer = (rule: string, edit: ReturnType<typeof fix>) => [
      { title: "fix", isPreferred: true, edit },
      { title: `Disable ${rule} for this line`, isPreferred: false, edit: fix(0, 0, "//") },
    ];
    const [long, short, far] = [fix(2, 9, "long"), fix(2, 4, "short"), fix(20, 21, "far")];
    const offers = [
      ...offer("a", long),
      ...offer("no-unused-vars", fix(2, 3, "held")),
      ...offer("b", short),
      ...offer("c", far),
    ];
    expect(pickEdits([long, far], offers)).toStrictEqual([short, far]);
    expect(pickEdits([long, far], [])).toStrictEqual([long, far]);
  });
});

import { writeFile } from "node:fs/promises";
import path from "node:path";

import { describe, expect, test } from "vitest";

import { loadConfigEditor } from "../../src/adapters/config-editors.ts";
import type { ConfigEdit } from "../../src/domain/config-edit.ts";
import { toConfigFormat } from "../../src/domain/config-format.ts";
import { GATE_CONFIGS, GATE_PATH } from "../../src/domain/gate-config.ts";
import { GATE_SHAPES } from "../helpers/gate-shapes.ts";
import { writeAll } from "../helpers/generated.ts";
import { git, runProcess, withTemporaryDirectory } from "../helpers/hi.ts";

const OURS = "pre-commit:\n  commands:\n    hi-lint:\n      run: echo HI\n";
const MORE = "pre-commit:\n  commands:\n    more:\n      run: echo MORE\n";
const ADD: ConfigEdit = { kind: "append", pointer: "/extends", value: GATE_PATH };
const TAKE: ConfigEdit = { kind: "remove-element", pointer: "/extends", value: GATE_PATH };

/** What the real lefthook makes of a repository's configuration. */
async function readGate(root: string): Promise<Gate> {
  const dumped = await runProcess("lefthook", ["dump", "--format", "json"], { cwd: root });
  expect(dumped.exitCode, dumped.stdout + dumped.stderr).toBe(0);
  return JSON.parse(dumped.stdout) as Gate;
}

type Gate = Readonly<Record<string, unknown>> & {
  readonly extends?: readonly string[];
  readonly "pre-commit"?: Readonly<Record<string, unknown>> & { readonly commands?: object };
};

/** What it must make of it once the configuration extends ours: that, and nothing else. */
function withOurs(gate: Gate): Gate {
  const hook = gate["pre-commit"] ?? {};
  const commands = { ...hook.commands, "hi-lint": { run: "echo HI" } };
  return { ...gate, extends: [...(gate.extends ?? []), GATE_PATH], "pre-commit": { ...hook, commands } };
}

const toLines = (text: string): readonly string[] => text.split(/\r?\n/).filter((line) => line.trim() !== "");
const toComments = (text: string): readonly string[] => text.match(/(?:#|\/\/) .*$/gm) ?? [];

describe("the gate, put into a configuration of lefthook's that is there", () => {
  test.each(GATE_SHAPES)(
    "%s (%s): lefthook runs ours beside all of theirs, and no byte of theirs goes",
    (_, file, text) =>
      withTemporaryDirectory(async (root) => {
        await git(root, "init", "--quiet");
        await writeAll(root, { [GATE_PATH]: OURS, "more.yml": MORE, [file]: text });
        const before = await readGate(root);
        const editor = await loadConfigEditor(toConfigFormat(file));
        const added = editor.edit(text, ADD);
        if (!added.ok) throw new Error(added.reason);
        await writeFile(path.join(root, file), added.text);
        expect(await readGate(root)).toEqual(withOurs(before));
        // Only insertions: each line of theirs is there, in its order; the one with the list may hold one item more.
        const lines = toLines(added.text);
        const listed = toLines(text).filter((line) => !/extends|more\.yml|summary\]|\}$|^\s*\}/.test(line));
        expect(lines.filter((line) => listed.includes(line))).toEqual(listed);
        const taken = editor.edit(added.text, TAKE);
        expect(taken.ok && (await readText(root, file, taken.text))).toEqual(before);
        expect(toComments(added.text)).toEqual(toComments(text));
        expect(taken.ok && toComments(taken.text)).toEqual(toComments(text));
      })
  );

  async function readText(root: string, file: string, text: string): Promise<unknown> {
    await writeFile(path.join(root, file), text);
    return readGate(root);
  }

  test("they stand wherever lefthook looks, and it takes the first that is there", async () => {
    expect(new Set(GATE_SHAPES.map(([, file]) => file.replace(/^.*lefthook/, "")))).toEqual(
      new Set([".yml", ".yaml", ".json", ".jsonc", ".toml"])
    );
    await withTemporaryDirectory(async (root) => {
      await git(root, "init", "--quiet");
      for (const file of GATE_CONFIGS.toReversed()) {
        const name = toConfigFormat(file) === "toml" ? `output = ["${file}"]\n` : `{"output": ["${file}"]}\n`;
        await writeAll(root, { [file]: name });
        expect(await readGate(root)).toEqual({ output: [file] });
      }
    });
  });
});

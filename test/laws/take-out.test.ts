import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { loadConfigEditor } from "../../src/adapters/config-editors.ts";
import type { ScopeAnswers } from "../../src/domain/answers.ts";
import { toConfigFormat } from "../../src/domain/config-format.ts";
import type { DesiredFile, OwnedKey } from "../../src/domain/desired.ts";
import type { Json } from "../../src/domain/json.ts";
import type { RelativePath } from "../../src/domain/paths.ts";
import type { ReceiptEntry } from "../../src/domain/receipt.ts";
import { planMerged } from "../../src/pipeline/plan/plan-merged.ts";
import { takeOut } from "../../src/pipeline/publishing/take-out.ts";
import { applyEdits, edits, manifests } from "../helpers/edited-manifests.ts";
import { generate, makeAnswers, makeScopeAnswers } from "../helpers/generated.ts";

/**
 * The law of undo in a file that was edited since: what is left is the person's edit, applied to the bytes from before.
 */

const RUNS = 10_000;
const json = await loadConfigEditor("json");
const files = await generate(
  makeAnswers({
    packs: ["base", "format", "effect", "guard"],
    commitGate: "lefthook",
    scopes: [makeScopeAnswers(".", { format: true })],
  })
);

interface Merged {
  readonly text: string;
  readonly entry: ReceiptEntry;
}

/** A publication of the file over what stood there. */
function publish(file: DesiredFile, text: string, take: readonly string[], editor = json): Merged {
  const settle = (): undefined => undefined;
  const merged = planMerged({
    path: file.path,
    text,
    editor,
    desired: file,
    owned: undefined,
    take,
    restore: false,
    settle,
  });
  const { generator } = file;
  const entry: ReceiptEntry = { class: "merged", sha256: "", generator, since: "1", created: false, keys: merged.owns };
  return { text: merged.text, entry };
}

const undo = (file: DesiredFile, text: string, before: string, entry: ReceiptEntry, editor = json) =>
  takeOut({ path: file.path as RelativePath, text, before, owned: { before: undefined, after: entry }, editor });

describe("undo of a first publication into a file that was edited since", () => {
  const manifest = files.get("package.json") as DesiredFile;

  test("leaves the person's edit on the bytes from before", () => {
    let changed = 0;
    fc.assert(
      fc.property(manifests, edits, fc.boolean(), (before, chosen, takes) => {
        const take = takes ? ["oxlint", "typescript"] : [];
        const { text, entry } = publish(manifest, before, take);
        if (text === before) return;
        changed += 1;
        const undone = undo(manifest, applyEdits(text, chosen), before, entry);
        expect(undone?.text).toBe(applyEdits(before, chosen));
        expect(undone?.kept).toEqual([]);
      }),
      { numRuns: RUNS }
    );
    expect(changed).toBeGreaterThan(RUNS * 0.9);
  });

  test("leaves a key that the person changed, names it, and takes the others out", () => {
    fc.assert(
      fc.property(manifests, fc.nat(), (before, at) => {
        const { text, entry } = publish(manifest, before, []);
        const keys = entry.keys ?? [];
        const key = keys[at % keys.length] as OwnedKey;
        const edited = json.edit(text, { kind: "set", pointer: key.pointer, value: "of my own" });
        const undone = undo(manifest, edited.ok ? edited.text : "", before, entry);
        expect(undone?.kept).toEqual([key.pointer]);
        expect(undone?.out).toEqual(keys.map(({ pointer }) => pointer).filter((pointer) => pointer !== key.pointer));
        const parsed = json.parse(undone?.text ?? "");
        expect(parsed.ok && parsed.get(key.pointer)).toBe("of my own");
      }),
      { numRuns: RUNS / 10 }
    );
  });

  test("leaves what the person put between our keys, and the section that holds it", () => {
    const own = fc.constantFrom("/scripts/aaa", "/scripts/mine", "/devDependencies/left-pad", "/devDependencies/zod");
    fc.assert(
      fc.property(manifests, own, (before, pointer) => {
        const add = (text: string): string => {
          const edited = json.edit(text, { kind: "set", pointer, value: "1.2.3" });
          return edited.ok ? edited.text : "";
        };
        const { text, entry } = publish(manifest, before, []);
        const undone = undo(manifest, add(text), before, entry);
        const parse = (of: string | undefined): Json | undefined => {
          const parsed = json.parse(of ?? "");
          return parsed.ok ? parsed.get("") : undefined;
        };
        expect(parse(undone?.text)).toEqual(parse(add(before)));
        expect(undone?.kept).toEqual([]);
      }),
      { numRuns: RUNS / 10 }
    );
  });

  test("what a receipt claims and can be none of ours stays, whatever its value", () => {
    const before = '{ "name": "shop" }\n';
    const { text, entry } = publish(manifest, before, []);
    const claimed = { pointer: "/scripts/postinstall", value: "mine" };
    const edited = json.edit(text, { kind: "set", ...claimed });
    const keys = [...(entry.keys ?? []), claimed, { pointer: "/name", value: "shop" }];
    const undone = undo(manifest, edited.ok ? edited.text : "", before, { ...entry, keys });
    expect(JSON.parse(undone?.text ?? "")).toEqual({ name: "shop", scripts: { postinstall: "mine" } });
  });

  test("an agent's settings keep a person's own hooks, between ours too", () => {
    const settings = files.get(".claude/settings.json") as DesiredFile;
    const own = { matcher: "Write", hooks: [{ type: "command", command: "echo mine" }] };
    const owns = fc.subarray(["PostToolUse", "PreToolUse", "Stop", "Notification"]);
    fc.assert(
      fc.property(owns, owns, (before, since) => {
        const add = (text: string, names: readonly string[], value: Json): string => {
          let here = text;
          for (const name of names) {
            const edited = json.edit(here, { kind: "append", pointer: `/hooks/${name}`, value });
            here = edited.ok ? edited.text : "";
          }
          return here;
        };
        const old = add('{ "model": "opus" }\n', before, own);
        const { text, entry } = publish(settings, old, []);
        const mine = { ...own, matcher: "Edit" };
        const undone = undo(settings, add(text, since, mine), old, entry);
        const parsed = json.parse(undone?.text ?? "");
        const wanted = json.parse(add(old, since, mine));
        expect(parsed.ok && parsed.get("")).toEqual(wanted.ok && wanted.get(""));
        if (since.length === 0) expect(undone?.text).toBe(old);
      }),
      { numRuns: RUNS / 20 }
    );
  });
});

const wrap = { ...makeScopeAnswers("."), policy: { kind: "project-module", path: "oxlint.config.ts" } } as ScopeAnswers;

describe("every format that keys of ours stand in", () => {
  test.each([
    ["lefthook.yml", "# mine\npre-push:\n  commands:\n    a:\n      run: echo\n", "run: echo", "run: echo b"],
    [".config/lefthook.toml", "# mine\n[pre-push]\nparallel = true\n", "parallel = true", "parallel = false"],
    ["lefthook.json", '{ "pre-push": { "parallel": true } }\n', "true", "false"],
    [".gitattributes", "*.png binary\n", "*.png", "*.jpg"],
    ["oxlint.config.ts", 'export default { rules: { "no-var": "off" } };\n', '"off"', '"warn"'],
  ])("%s", async (name, before, from, to) => {
    const gateConfig = name.includes("lefthook") ? { gateConfig: name as RelativePath } : {};
    const made = await generate(makeAnswers({ commitGate: "lefthook", scopes: [wrap], ...gateConfig }));
    const file = made.get(name) as DesiredFile;
    const own = await loadConfigEditor(toConfigFormat(name));
    const { text, entry } = publish(file, before, [], own);
    expect(text).not.toBe(before);
    const undone = undo(file, text.replace(from, to), before, entry, own);
    // The TOML editor takes no member out, so the list that was made for ours stays, empty.
    const left = name.endsWith(".toml") ? "extends = []\n\n" : "";
    expect(undone).toMatchObject({ text: left + before.replace(from, to), kept: [] });
  });
});

import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";

import { expect } from "vitest";

import { loadConfigEditor } from "../../src/adapters/config-editors.ts";
import { isBasePath, toBasePath } from "../../src/domain/base.ts";
import { toConfigFormat } from "../../src/domain/config-format.ts";
import { toEditedValue } from "../../src/domain/config-value.ts";
import type { OwnedKey } from "../../src/domain/desired.ts";
import type { Json } from "../../src/domain/json.ts";
import { canonicalJson } from "../../src/domain/json.ts";
import type { Receipt, ReceiptEntry } from "../../src/domain/receipt.ts";
import { RECEIPT_PATH, SETTINGS_PATH } from "../../src/domain/receipt.ts";

export type Bytes = ReadonlyMap<string, Buffer>;

/** Every file of a repository but git's own, and the journal that stands in for it outside of git. */
export async function readBytes(root: string): Promise<Bytes> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  const named = files.map((file) => [path.relative(root, file).split(path.sep).join("/"), file] as const);
  const ours = named.filter(([name]) => !/^\.(?:git|hi\/publication)\//.test(name));
  return new Map(await Promise.all(ours.map(async ([name, file]) => [name, await readFile(file)] as const)));
}

const toReceipt = (bytes: Bytes): Receipt | undefined => {
  const text = bytes.get(RECEIPT_PATH)?.toString("utf8");
  return text === undefined ? undefined : (JSON.parse(text) as Receipt);
};

const toSha256 = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");

/**
 * Fails where bytes that the receipts do not own are not what they were: whole files that were edited or are the
 * project's, and everything in a merged file but the keys that a receipt names.
 */
export async function expectOwnedOnly(root: string, before: Bytes): Promise<void> {
  const after = await readBytes(root);
  const [old, now] = [toReceipt(before), toReceipt(after)];
  for (const [name, was] of before) {
    const is = after.get(name);
    if (name === RECEIPT_PATH || (name === SETTINGS_PATH && old === undefined) || is?.equals(was)) continue;
    const [owned, owns] = [old?.files[name], now?.files[name]];
    const isAsPublished = owned?.sha256 === toSha256(was);
    if (isBasePath(name)) expect(name).toBe(toBasePath(toSha256(is ?? was)));
    else if (is === undefined) expect([name, owned?.created, isAsPublished]).toEqual([name, true, true]);
    else if ((owned ?? owns)?.class === "merged") await expectNeighboursKept({ name, was, is, owned, owns });
    else if (!isAsPublished) expectEditKept({ name, was, is, base: before.get(toBasePath(owned?.sha256 ?? "")) });
  }
}

/** A whole file that was edited is only written where the edit is merged: every line of it that is not ours is there. */
function expectEditKept({
  name,
  was,
  is,
  base,
}: Pick<Merged, "name" | "was" | "is"> & { base: Buffer | undefined }): void {
  expect([name, base !== undefined]).toEqual([name, true]);
  const [ours, here, now] = [base ?? Buffer.alloc(0), was, is].map((bytes) => bytes.toString("utf8").split("\n"));
  for (const line of here ?? []) if (!ours?.includes(line)) expect(now, name).toContain(line);
}

interface Merged {
  readonly name: string;
  readonly was: Buffer;
  readonly is: Buffer;
  readonly owned: ReceiptEntry | undefined;
  readonly owns: ReceiptEntry | undefined;
}

async function expectNeighboursKept({ name, was, is, owned, owns }: Merged): Promise<void> {
  const [before, after] = [was.toString("utf8"), is.toString("utf8")];
  expect([name, after.startsWith("\uFEFF")]).toEqual([name, before.startsWith("\uFEFF")]);
  if (before.includes("\r\n") && !/[^\r]\n/.test(before)) expect(after).not.toMatch(/[^\r]\n/);
  else if (!before.includes("\r")) expect(after).not.toContain("\r");
  const keys = [...(owned?.keys ?? []), ...(owns?.keys ?? [])];
  const texts = keys.map((key) => JSON.stringify(key.value));
  const format = toConfigFormat(name);
  if (format === "json" || format === "yaml") {
    const { parse } = await loadConfigEditor(format);
    expect(less(parse(after), keys), name).toBe(less(parse(before), keys));
  }
  if (format === "module") {
    expect(toTheirs(after), name).toBe(toTheirs(before));
    return;
  }
  // The text of every line that holds nothing of ours is there, in its order; a comma may have come to its end.
  const neighbours = before.split("\n").map(toLine);
  expectInOrder(
    neighbours.filter((text) => isNeighbour(text, texts, format)),
    after.split("\n").map(toLine),
    name
  );
}

function expectInOrder(wanted: readonly string[], lines: readonly string[], name: string): void {
  const rest = [...wanted];
  for (const line of lines) {
    if (rest[0] !== undefined && line.startsWith(rest[0])) rest.shift();
  }
  expect(rest, `lines of ${name} that are gone from ${lines.join("\n")}`).toEqual([]);
}

/** A module without what is put round its default export, the imports of that, and blanks. */
function toTheirs(text: string): string {
  const imports =
    /^import (?:\w+|\{ \w+ \}) from ["'](?:[./]*\.hi\/lint\/policy\.mjs|ultracite\/oxlint\/\w+|@effect\/tsgo\/\S+)["'];?$/gm;
  const given = String.raw`(?:, (?:core|vitest|react|recommended|\{ options: \{ typeAware: true \} \}))+`;
  const call = new RegExp(String.raw`\bcompose\(([^]*?)${given}\)(?=;?\s*(?://.*\s*)*$)`);
  return text.replaceAll("\r", "").replaceAll(imports, "").replace(call, "$1").replaceAll(/\s/g, "");
}

const toLine = (text: string): string => text.replace(/,?\s*$/, "");

/** Lines of brackets alone say nothing, one of ours may change, and a line that holds a whole document grows inside. */
function isNeighbour(line: string, texts: readonly string[], format: string): boolean {
  if (/^[\s[\]{}]*$/.test(line) || /^\s*"[^"]*" ?: *[[{].*$/.test(line) || /^\uFEFF?\{./.test(line)) return false;
  // A command of ours takes several lines there; the parsed values are compared above.
  if (format === "yaml") return /^\s*(?:#|pre-push:|test:)/.test(line);
  if (format === "lines") return !/hi|oxlint|oxfmt|codex|claude|cursor|opencode|lefthook/.test(line);
  const plain = line.trim().replace(/^"[^"]*"\s*:\s*/, "");
  return !texts.some((text) => text.includes(plain) || plain.includes(text));
}

/** The value without our keys, and without the containers that only our keys had made. */
function less(
  parsed: Awaited<ReturnType<typeof loadConfigEditor>>["parse"] extends (text: string) => infer Parsed ? Parsed : never,
  keys: readonly OwnedKey[]
): string {
  if (!parsed.ok) throw new Error(parsed.problem.message);
  let value = parsed.get("") ?? {};
  for (const { pointer, value: ours } of keys) {
    const edit = pointer.endsWith("/-")
      ? ({ kind: "remove-element", pointer: pointer.slice(0, -2), value: ours } as const)
      : ({ kind: "remove", pointer } as const);
    value = toEditedValue(value, edit) ?? value;
  }
  return canonicalJson(prune(value) ?? {});
}

function prune(value: Json): Json | undefined {
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.length === 0 ? undefined : value;
  const members = Object.entries(value).map(([name, item]) => [name, prune(item as Json)] as const);
  const kept = members.filter(([, item]) => item !== undefined) as readonly (readonly [string, Json])[];
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}

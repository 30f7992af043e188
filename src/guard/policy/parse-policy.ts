import { createHash } from "node:crypto";

import type { Node } from "yaml";

import type { GuardPolicy, PolicyCommand, PolicyFile } from "../../contracts/guard.ts";
import { findGlobProblem } from "./compile-globs.ts";
import {
  EXISTING_TESTS,
  MAX_COMMAND_LENGTH,
  MAX_COMMANDS,
  MAX_GLOBS,
  MAX_RETAINED_CHARACTERS,
  MAX_TIMEOUT_SECONDS,
  MAX_WORDS,
  OPTIONAL_IN_JUDGELOCK,
  POLICY_FIELDS,
} from "./policy-fields.ts";
import type { PolicyField } from "./policy-fields.ts";
import { PolicyDocument } from "./policy-node.ts";

/**
 * Reads a policy from the bytes of its file: every key but `version` may be left out of a `hi.policy.yml`, none but one of
 * a `judgelock.yml`; a key that is not known is refused in both.
 * @throws Refusal HI_POLICY_YAML, HI_POLICY_INVALID with line and column
 */
export function parsePolicy(file: PolicyFile, bytes: Uint8Array): GuardPolicy {
  const { sections } = new PolicyReader(file, bytes);
  const receipt = sections["receipt"] as { readonly retainCommandOutputCharacters: number };
  return {
    file,
    sha256: createHash("sha256").update(bytes).digest("hex"),
    testIntegrity: sections["testIntegrity"] as GuardPolicy["testIntegrity"],
    coverage: sections["coverage"] as GuardPolicy["coverage"],
    validation: sections["validation"] as GuardPolicy["validation"],
    paths: sections["paths"] as GuardPolicy["paths"],
    retainCommandOutputCharacters: receipt.retainCommandOutputCharacters,
    ci: sections["ci"] as GuardPolicy["ci"],
  };
}

type Section = Readonly<Record<string, unknown>>;

class PolicyReader {
  readonly sections: Readonly<Record<string, Section>>;
  private readonly document: PolicyDocument;
  private readonly isJudgelock: boolean;

  constructor(file: PolicyFile, bytes: Uint8Array) {
    this.document = new PolicyDocument(file, bytes);
    this.isJudgelock = file === "judgelock.yml";
    const root = this.document.readMap(this.document.root, "the document");
    this.refuseUnknown(root, ["version", ...Object.keys(POLICY_FIELDS)], "");
    const version = root.get("version");
    if (version === undefined || this.document.readScalar(version.value, "version") !== 1) {
      throw this.document.toRefusal("version is not 1", version?.value ?? this.document.root);
    }
    const sections = Object.entries(POLICY_FIELDS).map(([name, fields]) => [
      name,
      this.readSection(name, fields, root.get(name)?.value),
    ]);
    this.sections = Object.fromEntries(sections);
  }

  private readSection(
    name: string,
    fields: Readonly<Record<string, PolicyField>>,
    node: Node | null | undefined
  ): Section {
    if (node === undefined && this.isJudgelock) throw this.document.toRefusal(`${name} is missing`, this.document.root);
    const map = node === undefined ? new Map<string, never>() : this.document.readMap(node, name);
    const known = Object.entries(fields).filter(([, { kind }]) => this.isJudgelock || kind !== "judgelock-directory");
    this.refuseUnknown(
      map,
      known.map(([key]) => key),
      `${name}.`
    );
    const values = known.map(([key, field]) => {
      const path = `${name}.${key}`;
      const member = map.get(key) as { readonly value: Node | null } | undefined;
      if (member !== undefined) return [key, this.readField(path, field, member.value)];
      if (this.isJudgelock && path !== OPTIONAL_IN_JUDGELOCK) throw this.document.toRefusal(`${path} is missing`, node);
      return [key, field.initial];
    });
    return Object.fromEntries(values);
  }

  private refuseUnknown(
    map: ReadonlyMap<string, { readonly key: Node }>,
    known: readonly string[],
    prefix: string
  ): void {
    for (const [name, { key }] of map) {
      if (known.includes(name)) continue;
      throw this.document.toRefusal(`${prefix}${name.slice(0, 100)} is not known (known: ${known.join(", ")})`, key);
    }
  }

  private readField(path: string, field: PolicyField, node: Node | null): unknown {
    const { document } = this;
    if (field.kind === "globs") return this.readGlobs(path, field.least, node);
    if (field.kind === "commands") return this.readCommands(path, node);
    const value = document.readScalar(node, path);
    switch (field.kind) {
      case "boolean":
        if (typeof value === "boolean") return value;
        throw document.toRefusal(`${path} is neither true nor false`, node);
      case "mode":
        if (EXISTING_TESTS.some((mode) => mode === value)) return value;
        throw document.toRefusal(`${path} is none of ${EXISTING_TESTS.join(", ")}`, node);
      case "characters":
        return this.toInteger(path, value, { node, least: 0, most: MAX_RETAINED_CHARACTERS });
      default:
        if (typeof value === "string" && isBelowJudgelock(value)) return value;
        throw document.toRefusal(`${path} is no folder below .judgelock/`, node);
    }
  }

  private toInteger(
    path: string,
    value: unknown,
    { node, least, most }: { readonly node: Node | null; readonly least: number; readonly most: number }
  ): number {
    if (Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most) return Number(value);
    throw this.document.toRefusal(`${path} is no whole number from ${least} to ${most}`, node);
  }

  private readGlobs(path: string, least: number, node: Node | null): readonly string[] {
    const items = this.document.readList(node, path);
    if (items.length < least || items.length > MAX_GLOBS) {
      throw this.document.toRefusal(`${path} has not ${least} to ${MAX_GLOBS} patterns`, node);
    }
    return items.map((item) => {
      const value = this.document.readScalar(item, `a pattern of ${path}`);
      const glob = typeof value === "string" ? value.replaceAll("\\", "/").replace(/^(?:\.\/)+/, "") : "";
      const problem = findGlobProblem(glob);
      if (problem === undefined) return glob;
      throw this.document.toRefusal(`a pattern of ${path} ${problem}`, item);
    });
  }

  private readCommands(path: string, node: Node | null): readonly PolicyCommand[] {
    const items = this.document.readList(node, path);
    if (items.length > MAX_COMMANDS) {
      throw this.document.toRefusal(`${path} has more than ${MAX_COMMANDS} commands`, node);
    }
    const names = new Set<string>();
    return items.map((item, at) => {
      const command = this.readCommand(`${path}[${at}]`, item);
      const folded = command.name.toLowerCase();
      if (names.has(folded)) throw this.document.toRefusal(`${path} has two commands called ${command.name}`, item);
      names.add(folded);
      return command;
    });
  }

  private readCommand(path: string, node: Node): PolicyCommand {
    const { document } = this;
    const map = document.readMap(node, path);
    const known = ["name", "command", "timeoutSeconds"];
    this.refuseUnknown(map, known, `${path}.`);
    const missing = known.find((key) => !map.has(key));
    if (missing !== undefined) throw document.toRefusal(`${path}.${missing} is missing`, node);
    const name = document.readScalar(map.get("name")?.value, `${path}.name`);
    const trimmed = typeof name === "string" ? name.trim() : "";
    if (!/^[A-Za-z0-9][A-Za-z0-9._ -]{0,99}$/.test(trimmed)) {
      throw document.toRefusal(
        `${path}.name is not 1 to 100 letters, digits, dots, blanks, _ and -`,
        map.get("name")?.value
      );
    }
    const timeout = map.get("timeoutSeconds")?.value ?? null;
    const seconds = document.readScalar(timeout, `${path}.timeoutSeconds`);
    return {
      name: trimmed,
      run: this.readRun(`${path}.command`, map.get("command")?.value ?? null),
      timeoutSeconds: this.toInteger(`${path}.timeoutSeconds`, seconds, {
        node: timeout,
        least: 1,
        most: MAX_TIMEOUT_SECONDS,
      }),
    };
  }

  /** An argv list; of a judgelock.yml a line for the shell. */
  private readRun(path: string, node: Node | null): PolicyCommand["run"] {
    const { document } = this;
    if (this.isJudgelock) {
      const value = document.readScalar(node, path);
      const line = typeof value === "string" ? value.trim() : "";
      if (line !== "" && line.length <= MAX_COMMAND_LENGTH && !line.includes("\0")) return { shell: line };
      throw document.toRefusal(`${path} is no text of 1 to ${MAX_COMMAND_LENGTH} characters`, node);
    }
    const words = document.readList(node, `${path} (a list: the program, then its arguments)`);
    const argv = words.map((word) => document.readScalar(word, `a word of ${path}`));
    const isArgv = argv.every((word) => typeof word === "string" && !word.includes("\0")) && argv[0] !== "";
    const length = argv.reduce((sum: number, word) => sum + String(word).length, 0);
    if (isArgv && argv.length > 0 && argv.length <= MAX_WORDS && length <= MAX_COMMAND_LENGTH) {
      return { argv: argv as string[] };
    }
    throw document.toRefusal(`${path} is no list of 1 to ${MAX_WORDS} texts, the program first`, node);
  }
}

function isBelowJudgelock(folder: string): boolean {
  return /^\.judgelock\/[^\0]+$/.test(folder) && !folder.split("/").includes("..");
}

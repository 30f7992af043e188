import { SEVERITIES } from "../contracts/scanner.ts";
import type { ScannerSeverity } from "../contracts/scanner.ts";
import { ScanFault } from "./scan-fault.ts";

/** Takes the keys of one mapping of a configuration by their types; a wrong type is never the same as absent. */
export class ConfigReader {
  private readonly value: Readonly<Record<string, unknown>>;
  private readonly prefix: string;
  private readonly file: string;

  /** @throws ScanFault where the value is no mapping */
  constructor(value: unknown, prefix: string, file: string) {
    this.prefix = prefix;
    this.file = file;
    if (value !== undefined && (typeof value !== "object" || value === null || Array.isArray(value))) {
      throw this.toFault("", "a mapping");
    }
    this.value = (value as Readonly<Record<string, unknown>> | undefined) ?? {};
  }

  inner(name: string): ConfigReader {
    return new ConfigReader(this.take(name), `${this.prefix}${name}.`, this.file);
  }

  /** One reader for each mapping of a list. */
  each(name: string): readonly ConfigReader[] {
    const value = this.take(name);
    if (value === undefined) return [];
    if (!Array.isArray(value)) throw this.toFault(name, "a list");
    return value.map((item, at) => new ConfigReader(item ?? null, `${this.prefix}${name}[${at}].`, this.file));
  }

  text(name: string): string | undefined {
    const value = this.take(name);
    if (value === undefined || (typeof value === "string" && !value.includes("\0"))) return value;
    throw this.toFault(name, "a text");
  }

  needed(name: string): string {
    const value = this.text(name);
    if (value === undefined) throw this.toFault(name, "there");
    return value;
  }

  texts(name: string): readonly string[] {
    const value = this.take(name);
    if (value === undefined) return [];
    if (Array.isArray(value) && value.every((item) => typeof item === "string")) return value as readonly string[];
    throw this.toFault(name, "a list of texts");
  }

  flag(name: string): boolean {
    const value = this.take(name);
    if (value === undefined || typeof value === "boolean") return value ?? false;
    throw this.toFault(name, "true or false");
  }

  number(name: string, [least, most]: readonly [number, number], isWhole = false): number | undefined {
    const value = this.take(name);
    if (value === undefined) return undefined;
    const fits = typeof value === "number" && value >= least && value <= most;
    if (fits && (!isWhole || Number.isInteger(value))) return value;
    const range = most === Infinity ? `${least} or more` : `from ${least} to ${most}`;
    throw this.toFault(name, `a ${isWhole ? "whole " : ""}number, ${range}`);
  }

  severity(name: string): ScannerSeverity | undefined {
    return this.oneOf(name, SEVERITIES);
  }

  oneOf<Name extends string>(name: string, known: readonly Name[]): Name | undefined {
    const value = this.take(name);
    if (value === undefined) return undefined;
    const found = known.find((one) => one === value);
    if (found === undefined) throw this.toFault(name, `one of ${known.join(", ")}`);
    return found;
  }

  /** The names of a mapping. */
  names(): readonly string[] {
    return Object.keys(this.value);
  }

  toFault(name: string, wanted: string): ScanFault {
    const key = `${this.prefix}${name}`.replace(/\.$/, "") || "the document";
    return new ScanFault(`Failed to parse config ${this.file}: ${key} is not ${wanted}`);
  }

  /** null is what YAML makes of a key without a value. */
  private take(name: string): unknown {
    return Object.hasOwn(this.value, name) ? (this.value[name] ?? undefined) : undefined;
  }
}

import type { StrictJson, StrictObject } from "./custom-lint-json.ts";
import { RequestFault } from "./request-fault.ts";

type Absence = "never-null" | "may-be-null";

/** Takes the members of one object by their types; null is the same as absent where the contract lets it. */
export class MemberReader {
  private readonly members: StrictObject;
  private readonly prefix: string;

  constructor(members: StrictObject, prefix: string) {
    this.members = members;
    this.prefix = prefix;
  }

  text(name: string, absence: Absence = "may-be-null"): string | undefined {
    const value = this.take(name, absence);
    if (value === undefined || typeof value === "string") return value;
    throw this.toFault(name, "a string");
  }

  /** A text that is handed to the system, which ends one at a NUL. */
  path(name: string): string | undefined {
    const value = this.text(name);
    if (value?.includes("\0")) throw this.toFault(name, "a string without NUL");
    return value;
  }

  paths(name: string): readonly string[] | undefined {
    const value = this.take(name, "never-null");
    if (value === undefined) return undefined;
    const isList = Array.isArray(value) && value.every((item) => typeof item === "string" && !item.includes("\0"));
    if (!isList) throw this.toFault(name, "a list of strings");
    return value as readonly string[];
  }

  oneOf<Name extends string>(name: string, known: readonly Name[], absence: Absence = "may-be-null"): Name | undefined {
    const value = this.text(name, absence);
    if (value === undefined) return undefined;
    const found = known.find((one) => one === value);
    if (found !== undefined) return found;
    const said = JSON.stringify(value.slice(0, 40));
    throw new RequestFault(`unknown ${this.prefix}${name} ${said}, expected one of ${known.join(", ")}`);
  }

  flag(name: string): boolean | undefined {
    const value = this.take(name, "never-null");
    if (value === undefined || typeof value === "boolean") return value;
    throw this.toFault(name, "true or false");
  }

  /** Written as plain digits. */
  whole(name: string, least: number): number | undefined {
    const lexeme = this.lexeme(name, "a whole number");
    if (lexeme === undefined) return undefined;
    const number = Number(lexeme);
    if (/^-?\d+$/.test(lexeme) && Number.isSafeInteger(number) && number >= least) return number;
    throw this.toFault(name, `a whole number from ${least} on, in plain digits`);
  }

  number(name: string): number | undefined {
    const lexeme = this.lexeme(name, "a number");
    if (lexeme === undefined) return undefined;
    const number = Number(lexeme);
    if (number >= 0 && number <= 1) return number;
    throw this.toFault(name, "a number from 0 to 1");
  }

  object(name: string): StrictObject | undefined {
    const value = this.take(name, "may-be-null");
    if (value === undefined || isObject(value)) return value;
    throw this.toFault(name, "an object");
  }

  private lexeme(name: string, what: string): string | undefined {
    const value = this.take(name, "may-be-null");
    if (value === undefined) return undefined;
    if (typeof value === "object" && value !== null && "lexeme" in value) return value.lexeme;
    throw this.toFault(name, what);
  }

  private take(name: string, absence: Absence): StrictJson | undefined {
    const value = this.members.get(name);
    return value === null && absence === "may-be-null" ? undefined : value;
  }

  private toFault(name: string, wanted: string): RequestFault {
    return new RequestFault(`${this.prefix}${name} is not ${wanted}`);
  }
}

export function isObject(value: StrictJson): value is StrictObject {
  return value instanceof Map;
}

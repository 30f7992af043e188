import ejs from "ejs";
import Generator from "yeoman-generator";

import type { Answers } from "../src/domain/answers.ts";
import type { ConfigFormat, OwnedKey, Ownership } from "../src/domain/desired.ts";
import type { Json } from "../src/domain/json.ts";
import { getAtPointer } from "../src/domain/json.ts";
import type { RelativePath } from "../src/domain/paths.ts";
import type { Toolchain } from "../src/domain/toolchain.ts";

/** Everything a generator may know; it reads no disk but its own templates. */
export interface GeneratorInput {
  readonly answers: Answers;
  readonly toolchain: Toolchain;
  /** Our own version. */
  readonly version: string;
  /** The bundled files that repositories get a copy of. */
  readonly programs: Readonly<Record<"guard" | "hook" | "lint" | "policy" | "tools", string>>;
  /** The published schema of the settings. */
  readonly settingsSchema: string;
}

/** One generated file: which template lands where, and what of it is ours. */
export interface Row {
  /** Below templates/NAME/. Rendered when it ends in `.ejs`, else taken as it is. */
  readonly template: string;
  readonly destination: RelativePath;
  readonly ownership: Ownership;
  /** Values for an `.ejs` template, by name. */
  readonly data?: Readonly<Record<string, unknown>>;
  /** For `merged`. */
  readonly format?: ConfigFormat;
  /** For `merged` JSON: what is ours of the rendered template; `/-` at the end stands for every element. */
  readonly owns?: readonly string[];
  /** For `merged` in another format: the keys themselves. */
  readonly keys?: readonly OwnedKey[];
  /** The project makes this file or nobody does. */
  readonly mustExist?: boolean;
  /** For `authored`: wanted in this run alone, so the receipt has nothing to remember. */
  readonly isOnce?: true;
  /** What of the repository decided what is in it, one line each. */
  readonly evidence?: readonly string[];
}

/** What a file in memory carries for the plan (mem-fs-editor's metadata). */
export interface RowMetadata extends Pick<Row, "evidence" | "format" | "isOnce" | "keys" | "mustExist" | "ownership"> {
  readonly destination: RelativePath;
  readonly generator: string;
}

interface HarnessOptions {
  readonly input: GeneratorInput;
  readonly name: string;
  /** The absolute folder of templates/. */
  readonly templates: string;
}

/**
 * A generator of ours: a list of rows. It fills templates into Yeoman's memory; committing, installing, prompting and
 * looking at the destination are all switched off.
 */
export abstract class HarnessGenerator extends Generator {
  private readonly compiled = new Map<string, ejs.TemplateFunction>();

  constructor(args: string[], options: object) {
    super(args, options as never, {
      customCommitTask: true,
      customInstallTask: true,
      disableInGeneratorOptionsSupport: true,
      disableLodashProperty: true,
      inheritTasks: true,
    });
    this.sourceRoot(`${this.harness.templates}/${this.harness.name}`);
  }

  abstract rows(input: GeneratorInput): readonly Row[];

  /** Yeoman's writing queue. */
  writing(): void {
    for (const row of this.rows(this.harness.input)) this.land(row);
  }

  private get harness(): HarnessOptions {
    return this.options as unknown as HarnessOptions;
  }

  /** A template fills one file a scope: it is compiled once. */
  private compile(text: string): ejs.TemplateFunction {
    const known = this.compiled.get(text) ?? ejs.compile(text, { async: false });
    this.compiled.set(text, known);
    return known;
  }

  private land(row: Row): void {
    const text = this.readTemplate(row.template);
    const content = row.template.endsWith(".ejs") ? this.compile(text)({ ...row.data }) : text;
    const { destination, evidence, ownership, format, isOnce, mustExist } = row;
    const keys = row.keys ?? (row.owns && readOwned(JSON.parse(content) as Json, row.owns));
    const generator = this.harness.name;
    const hi: RowMetadata = {
      destination,
      generator,
      ownership,
      ...(evidence ? { evidence } : {}),
      ...(format ? { format } : {}),
      ...(keys ? { keys } : {}),
      ...(isOnce ? { isOnce } : {}),
      ...(mustExist ? { mustExist } : {}),
    };
    this.writeDestination(destination, content, { metadata: { hi } });
  }
}

/** The owned keys of a template as it lands. @throws Error for a pointer that it does not hold: a defect */
function readOwned(document: Json, pointers: readonly string[]): readonly OwnedKey[] {
  return pointers.flatMap((pointer) => {
    const isElement = pointer.endsWith("/-");
    const value = getAtPointer(document, isElement ? pointer.slice(0, -2) : pointer);
    if (value === undefined) throw new Error(`the template has no ${pointer}`);
    if (!isElement) return [{ pointer, value }];
    if (!Array.isArray(value)) throw new Error(`the template has no array at ${pointer}`);
    return value.map((element: Json) => ({ pointer, value: element }));
  });
}

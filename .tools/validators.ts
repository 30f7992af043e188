import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";

import { Ajv2020 } from "ajv/dist/2020.js";
import standaloneCode from "ajv/dist/standalone/index.js";
import { build } from "esbuild";

/**
 * Compiles the schemas of the documents that the program reads into plain functions, so that no run loads a schema
 * compiler. The output is committed; test/contracts/receipts.test.ts says when it is behind its schemas.
 */
const ROOT = path.join(import.meta.dirname, "..");

/** Module to exported function to schema file; what is seldom read has a module of its own, for the check's sake. */
const MODULES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "src/adapters/validators.generated": {
    validateReceipt: "receipt-1.schema.json",
    validateSettings: "settings-1.schema.json",
  },
  "src/adapters/validators.generated.journal": { validateJournal: "journal-1.schema.json" },
  "src/adapters/validators.generated.plan": { validatePlan: "plan-1.schema.json" },
};

/** What others refer to. */
const REFERRED = ["receipt-1", "report-1", "containment-1", "cleanup-1"].map((name) => `${name}.schema.json`);

/** A file as it must stand, its path from the repository root. */
export interface GeneratedFile {
  readonly path: string;
  readonly text: string;
}

/** Generates the validators and their types; touches nothing on disk. */
export async function generateValidators(): Promise<readonly GeneratedFile[]> {
  const modules = Object.entries(MODULES).map(async ([name, validators]) => [
    { path: `${name}.js`, text: await generateCode(validators) },
    { path: `${name}.d.ts`, text: generateTypes(validators) },
  ]);
  return (await Promise.all(modules)).flat();
}

async function generateCode(validators: Readonly<Record<string, string>>): Promise<string> {
  const schemas = await Promise.all([...new Set([...Object.values(validators), ...REFERRED])].map(readSchema));
  const ajv = new Ajv2020({ code: { source: true, esm: true }, schemas, strict: true, allowUnionTypes: true });
  const source = measureAtNeed(standaloneCode.default(ajv, { ...validators }));
  const { outputFiles } = await build({
    bundle: true,
    charset: "utf8",
    format: "esm",
    legalComments: "none",
    minifySyntax: true,
    platform: "neutral",
    stdin: { contents: source, resolveDir: ROOT },
    target: "node22",
    write: false,
  });
  const [output] = outputFiles;
  if (!output) throw new Error("esbuild wrote nothing");
  return `// Made from receipts/*.schema.json by .tools/validators.ts; do not edit.\n${output.text}`;
}

/** Counts characters, one by one, only where their number is not plain from that of UTF-16 units: one or two each. */
function measureAtNeed(source: string): string {
  return source.replaceAll(/\bfunc\d+\((\w+)\) ([<>]) (\d+)/g, (count, text: string, sign: string, limit: string) =>
    sign === ">" ? `${text}.length > ${limit} && ${count}` : `${text}.length < ${2 * Number(limit)} && ${count}`
  );
}

/** Without the words for readers, which the code would carry along. */
async function readSchema(name: string): Promise<object> {
  const text = await readFile(path.join(ROOT, "receipts", name), "utf8");
  const isWords = (key: string, value: unknown): boolean =>
    (key === "description" || key === "title") && typeof value === "string";
  return JSON.parse(text, (key, value: unknown) => (isWords(key, value) ? undefined : value)) as object;
}

function generateTypes(validators: Readonly<Record<string, string>>): string {
  const functions = Object.keys(validators).map((name) => `export declare const ${name}: Validator;\n`);
  return `// Made from receipts/*.schema.json by .tools/validators.ts; do not edit.

/** One rule that a document broke. */
export interface SchemaError {
  readonly instancePath: string;
  readonly keyword: string;
  readonly message?: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** Where a name is at fault rather than a value. */
  readonly propertyName?: string;
}

/** Says whether a value is the document; what it broke is left on the function. */
export interface Validator {
  (value: unknown): boolean;
  errors?: readonly SchemaError[] | null;
}

${functions.join("")}`;
}

if (process.argv[1] === import.meta.filename) {
  for (const { path: file, text } of await generateValidators()) await writeFile(path.join(ROOT, file), text);
}

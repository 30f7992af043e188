import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

import { Ajv2020 } from "ajv/dist/2020.js";
import { expect } from "vitest";

import type { ScannerRequest, ScannerResponse } from "../../src/contracts/scanner.ts";
import { HI, PROJECT_ROOT, runProcess } from "./hi.ts";

export const HI_ADAPTER = path.join(PROJECT_ROOT, "dist/hi-adapter.mjs");

const schema = JSON.parse(
  readFileSync(path.join(PROJECT_ROOT, "receipts/scanner-response-1.schema.json"), "utf8")
) as object;
const validateResponse = new Ajv2020({ allErrors: true, allowUnionTypes: true, strict: true }).compile(schema);

interface AdapterRun {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Without the peer's program, whatever the machine has: what it finds is another test's business. */
const EMBEDDED = { HI_SCAN_ENGINE: "embedded" };

/** Sends one text to the adapter as a process; its answer is held to the contract's schema, its exit to 0. */
export async function askAdapterText(
  input: string | Uint8Array | undefined,
  { cwd, env }: AdapterRun
): Promise<ScannerResponse> {
  if (!existsSync(HI)) throw new Error("dist/hi.mjs is missing: run npm run build first");
  const options = { cwd, env: { ...EMBEDDED, ...env }, ...(input === undefined ? {} : { input }) };
  const ended = await runProcess(process.execPath, [HI, "adapter"], options);
  expect(ended.stderr).toBe("");
  expect(ended.exitCode).toBe(0);
  expect(ended.stdout.endsWith("}\n")).toBe(true);
  const response = JSON.parse(ended.stdout) as ScannerResponse;
  expect(validateResponse(response), JSON.stringify(validateResponse.errors)).toBe(true);
  return response;
}

export function askAdapter(request: ScannerRequest, run: AdapterRun): Promise<ScannerResponse> {
  return askAdapterText(JSON.stringify(request), run);
}

/** Writes files, folders included, from names and texts. */
export function layOut(root: string, files: Readonly<Record<string, string | Uint8Array>>): void {
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(root, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
}

/** The rules that were told, in the order of the findings. */
export function rulesOf({ findings }: ScannerResponse): readonly string[] {
  return findings.map(({ rule_id: rule }) => rule);
}

/** The files that were told of, each once. */
export function filesOf({ findings }: ScannerResponse): readonly string[] {
  return [...new Set(findings.map(({ file }) => file))];
}

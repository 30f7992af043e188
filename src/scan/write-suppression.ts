import { existsSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

import type { ScannerFinding } from "../contracts/scanner.ts";
import { swapBytes } from "../runtime/io/swap-bytes.ts";
import { isScript } from "./file-kinds.ts";
import type { ScanContext } from "./scan-context.ts";
import { toFileFacts } from "./scan-context.ts";
import { ScanFault } from "./scan-fault.ts";
import { suggestSuppression } from "./suppress.ts";
import { readLines } from "./text-lines.ts";

/** What was written, and the way back. */
export interface SuppressionWritten {
  readonly file: string;
  /** Puts the bytes back that stood there, where nobody has changed them since. */
  readonly takeBack: () => void;
}

/** Puts a comment above the finding, indented as its line, in the file's own line ends. @throws ScanFault */
export async function writeInline(finding: ScannerFinding, place: string): Promise<SuppressionWritten> {
  const { snippet = "" } = await suggestSuppression({ command: "suppress", finding });
  const before = readFileSync(place);
  const text = before.toString("utf8");
  const start = Math.max(readLines(text).rangeOf(finding.line).start, text.startsWith("\uFEFF") ? 1 : 0);
  const [indent = ""] = /^[ \t]*/.exec(text.slice(start)) ?? [];
  const end = /\r\n|\n|\r/.exec(text)?.[0] ?? "\n";
  const after = `${text.slice(0, start)}${indent}${snippet}${end}${text.slice(start)}`;
  if (isScript(place)) await refuseNoComment(place, after, finding.line);
  return swap(place, before, after);
}

/** In markup or in a text over several lines the same words would be said to somebody. @throws ScanFault */
async function refuseNoComment(place: string, text: string, line: number): Promise<void> {
  const { loadParser, toGrammar } = await import("./structure/syntax.ts");
  const grammar = toGrammar(place);
  if (grammar === undefined) return;
  const comments = (await loadParser())(grammar, text).findAll({ rule: { kind: "comment" } });
  if (comments.some((node) => node.range().start.line + 1 === line)) return;
  throw new ScanFault("no comment can stand above this line: it is inside of markup or of a text over several lines");
}

function swap(place: string, before: Buffer, text: string): SuppressionWritten {
  const after = Buffer.from(text);
  put(place, before, after);
  return { file: place, takeBack: () => put(place, after, before) };
}

function put(place: string, before: Buffer, after: Buffer): void {
  const real = realpathSync(place);
  const swapped = swapBytes(real, before, after);
  if (swapped.kind === "swapped") {
    swapped.close();
    return;
  }
  const why = swapped.kind === "newer" ? "it has just changed" : swapped.message;
  throw new ScanFault(`${path.basename(place)} was not written: ${why}`);
}

function removeUnchanged(place: string, text: string): void {
  if (readFileSync(place, "utf8") === text) rmSync(place);
}

/** Where a new configuration is made. */
const NEW_CONFIG = ".hi-scan.yml";

/** The configuration that a suppression is written to. */
export function findConfigPlace({ config, projectRoot }: Pick<ScanContext, "config" | "projectRoot">): string {
  return config.file ?? path.join(projectRoot, NEW_CONFIG);
}

/**
 * Adds the finding's rule and file to the configuration in force, or makes one in the project's root. Not a byte that is
 * there changes: where that cannot be, nothing is written. @throws ScanFault with what to write by hand
 */
export async function writeConfig(finding: ScannerFinding, context: ScanContext): Promise<SuppressionWritten> {
  const { toProjectPath } = toFileFacts([], context);
  const file = toProjectPath(path.resolve(context.surroundings.cwd, finding.file));
  const { config_snippet: snippet = "" } = await suggestSuppression({
    command: "suppress",
    suppression: "config",
    finding: { ...finding, file },
  });
  const place = findConfigPlace(context);
  if (!existsSync(place)) {
    writeFileSync(place, snippet, { flag: "wx" });
    return { file: place, takeBack: () => removeUnchanged(place, snippet) };
  }
  const before = readFileSync(place);
  const { addToYaml, parseYaml } = await import("./yaml-text.ts");
  const { scan, secrets } = parseYaml(snippet) as Record<string, { readonly ignore_rules: readonly unknown[] }>;
  const added = secrets ? { at: ["secrets", "ignore_rules"], item: secrets.ignore_rules[0] } : undefined;
  const { at, item } = added ?? { at: ["scan", "ignore_rules"], item: scan?.ignore_rules[0] };
  const text = addToYaml(before.toString("utf8"), at, item);
  if (text === undefined) {
    throw new ScanFault(
      `${path.basename(place)} cannot be added to without a change of what is there; put this in by hand:\n${snippet}`
    );
  }
  return swap(place, before, text);
}

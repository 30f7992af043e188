import path from "node:path";

import type { ScannerRequest, ScannerSuppression } from "../contracts/scanner.ts";
import { quoteForShell } from "../domain/shell-quote.ts";
import { isSameOrBelow } from "../runtime/io/is-same-or-below.ts";
import { findCommentForm } from "./inline-suppressions.ts";
import { readScanConfig } from "./scan-config.ts";
import { findProjectRoot } from "./scan-context.ts";
import { ScanFault } from "./scan-fault.ts";
import { resolveScanPlace, toReal } from "./scan-place.ts";

/** A rule's id as it can stand between brackets; ids of external rules may hold more than ours. */
const RULE = /^[\w.@/:+-]+$/;

/** What a host, or a person, can put where to have one finding held back. Nothing is written. @throws ScanFault */
export async function answerSuppress(request: ScannerRequest, cwd: string): Promise<ScannerSuppression> {
  return suggestSuppression(request, (file) => toProjectPath(file, request, cwd));
}

/** A reported file from the folder that its configuration lies in, or would be made in: as its filter compares it. */
async function toProjectPath(file: string, request: ScannerRequest, cwd: string): Promise<string> {
  const { workspace_root: root } = request;
  const own = path.resolve(cwd, file);
  const isBelow = root === undefined || isSameOrBelow(path.resolve(cwd, root), own);
  const absolute = isBelow ? own : path.resolve(cwd, root, file);
  const exists = toReal(absolute) !== undefined;
  const named = exists ? absolute : path.dirname(absolute);
  const place = resolveScanPlace({ ...request, path: named }, cwd);
  const config = await readScanConfig(request, place, cwd);
  const real = exists ? (toReal(absolute) ?? absolute) : path.join(toReal(named) ?? named, path.basename(absolute));
  const folder = toReal(cwd) ?? cwd;
  const start = isSameOrBelow(folder, real) ? folder : path.dirname(real);
  const project = config.root ?? findProjectRoot({ ...place, absolute: start, kind: "folder" });
  if (isSameOrBelow(project, real)) return path.relative(project, real).split(path.sep).join("/");
  throw new ScanFault(`suppress cannot name '${file}' in a configuration: it lies outside of ${project}`);
}

/** The same, with how a file is named in the configuration. @throws ScanFault */
export async function suggestSuppression(
  request: ScannerRequest,
  toConfigPath: (file: string) => Promise<string> = (file) => Promise.resolve(file)
): Promise<ScannerSuppression> {
  const { finding, suppression: kind = "inline" } = request;
  if (finding === undefined) throw new ScanFault("suppress requires finding");
  const { rule_id: rule, line } = finding;
  if (rule === undefined) throw new ScanFault("suppress requires finding.rule_id");
  if (!RULE.test(rule)) throw new ScanFault(`suppress cannot write the rule id ${JSON.stringify(rule.slice(0, 80))}`);
  const file = finding.file ?? request.path ?? ".";
  const place = { kind, rule_id: rule, file, ...(line === undefined ? {} : { line }) };
  if (kind === "inline") return { ...place, snippet: toInline(rule, file) };
  if (kind === "config") return { ...place, config_snippet: await toConfig(rule, file, toConfigPath) };
  return { ...place, command: toCommand(rule, file, line) };
}

/** A comment line of its own, to be put above the finding. */
function toInline(rule: string, file: string): string {
  const form = findCommentForm(file);
  if (!form) {
    throw new ScanFault(
      `suppress cannot answer inline: there is no comment in ${file} that is read; ask for config or baseline`
    );
  }
  const words = `hi: ignore[${rule}]`;
  if (form.line !== undefined) return `${form.line} ${words}`;
  const [open = "", close = ""] = form.block ?? [];
  return `${open} ${words} ${close}`;
}

/** Whether the configuration can name the rule for all files alone (`secrets.ignore_rules`). */
export function isEverywhere(rule: string): boolean {
  return rule.startsWith("secret/");
}

/** What is merged into the configuration. */
async function toConfig(rule: string, file: string, toConfigPath: (file: string) => Promise<string>): Promise<string> {
  const { renderYaml } = await import("./yaml-text.ts");
  if (isEverywhere(rule)) return renderYaml({ secrets: { ignore_rules: [rule] } });
  return renderYaml({ scan: { ignore_rules: [{ path: await toConfigPath(toSlashes(file)), rules: [rule] }] } });
}

function toSlashes(file: string): string {
  return file.replaceAll("\\", "/").replace(/^\.\//, "");
}

/** The last line that `--only-line` takes. */
const LAST_LINE = 999_999_999;
/** Rules that a plain scan does not run. */
const OF_PQC = /^cert\/|\/pq-ready-|\/hardcoded-crypto-algorithm$/;

/** Adds this finding to the project's baseline, and keeps what is in there. */
function toCommand(rule: string, file: string, line: number | undefined): string {
  if (line !== undefined && !(line >= 1 && line <= LAST_LINE)) {
    throw new ScanFault(`suppress cannot write a command for line ${line}: lines count from 1`);
  }
  if (/[\n\r]/.test(file)) throw new ScanFault("suppress cannot write a command for a file name with a line break");
  const ofSecrets = rule.startsWith("secret/") ? ["secrets"] : [];
  const command = OF_PQC.test(rule) ? ["pqc"] : ofSecrets;
  const only = ["--only-rule", rule, ...(line === undefined ? [] : ["--only-line", String(line)])];
  const words = ["hi", "scan", ...command, "--write-baseline", ...only, "--", file];
  return words.map(quoteForShell).join(" ");
}

import type { ScannerRequest, ScannerSuppression } from "../contracts/scanner.ts";
import { quoteForShell } from "../domain/shell-quote.ts";
import { findCommentForm } from "./inline-suppressions.ts";
import { ScanFault } from "./scan-fault.ts";

/** A rule's id as it can stand between brackets; ids of external rules may hold more than ours. */
const RULE = /^[\w.@/:+-]+$/;

/** What a host, or a person, can put where to have one finding held back. Nothing is written. @throws ScanFault */
export async function suggestSuppression(request: ScannerRequest): Promise<ScannerSuppression> {
  const { finding, suppression: kind = "inline" } = request;
  if (finding === undefined) throw new ScanFault("suppress requires finding");
  const { rule_id: rule, line } = finding;
  if (rule === undefined) throw new ScanFault("suppress requires finding.rule_id");
  if (!RULE.test(rule)) throw new ScanFault(`suppress cannot write the rule id ${JSON.stringify(rule.slice(0, 80))}`);
  const file = finding.file ?? request.path ?? ".";
  const place = { kind, rule_id: rule, file, ...(line === undefined ? {} : { line }) };
  if (kind === "inline") return { ...place, snippet: toInline(rule, file) };
  if (kind === "config") return { ...place, config_snippet: await toConfig(rule, file) };
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

/** What is merged into the configuration. */
async function toConfig(rule: string, file: string): Promise<string> {
  const { renderYaml } = await import("./yaml-text.ts");
  const value = rule.startsWith("secret/")
    ? { secrets: { ignore_rules: [rule] } }
    : { scan: { ignore_rules: [{ path: file.replaceAll("\\", "/").replace(/^\.\//, ""), rules: [rule] }] } };
  return renderYaml(value);
}

/** Rules that a plain scan does not run. */
const OF_PQC = /^cert\/|\/pq-ready-|\/hardcoded-crypto-algorithm$/;

/** Adds this finding to the project's baseline, and keeps what is in there. */
function toCommand(rule: string, file: string, line: number | undefined): string {
  if (/[\n\r]/.test(file)) throw new ScanFault("suppress cannot write a command for a file name with a line break");
  const ofSecrets = rule.startsWith("secret/") ? ["secrets"] : [];
  const command = OF_PQC.test(rule) ? ["pqc"] : ofSecrets;
  const only = ["--only-rule", rule, ...(line === undefined ? [] : ["--only-line", String(line)])];
  const words = ["hi", "scan", ...command, "--write-baseline", ...only, "--", file];
  return words.map(quoteForShell).join(" ");
}

import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

/**
 * Prints the action's outputs, one `name=value` a line: numbers, words of ours and a folder of the runner's; nothing of
 * the repository, so that no name in it can begin another line.
 */
const [folder = "", code = "70"] = process.argv.slice(2);
const file = path.join(folder, "hi.json");
const report = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
const entries = report.plan?.entries ?? [];
/** What only records the others: the receipt, and what was published, kept for the next merge. */
const isRecord = (name) => name === ".hi/receipt.json" || name.startsWith(".hi/base/");
const changes = entries.filter(
  ({ action, path: name }) => !isRecord(name) && /^(?:create|update|delete)$/.test(action)
);
const conflicts = entries.filter(
  ({ action, keys = [] }) => action === "conflict" || keys.some((key) => key.action === "conflict")
);
const debt = report.preview?.debt;
const outputs = {
  "exit-code": Number(code),
  changes: changes.length,
  conflicts: conflicts.length,
  findings: debt?.findings ?? "",
  "new-findings": debt?.rows.reduce((sum, row) => sum + row.new, 0) ?? "",
  linted: debt !== undefined,
  reports: folder,
};
for (const [name, value] of Object.entries(outputs)) process.stdout.write(`${name}=${value}\n`);

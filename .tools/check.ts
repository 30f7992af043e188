import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** One step of `npm run check`: its name, and argv run in the repository root. */
interface CheckStep {
  readonly name: string;
  readonly command: readonly string[];
}

const root = path.join(import.meta.dirname, "..");
const scratch = mkdtempSync(path.join(tmpdir(), "hi-check-"));
const results = path.join(scratch, "tests.json");
const bin = (name: string): string => path.join(root, "node_modules/.bin", name);

/** Fast first; the build comes before everything that runs the binary. */
const steps: readonly CheckStep[] = [
  { name: "types", command: [bin("tsc")] },
  { name: "lint", command: ["npm", "run", "--silent", "lint"] },
  { name: "format", command: ["npm", "run", "--silent", "format:check"] },
  { name: "walls", command: [bin("depcruise"), "--config", ".dependency-cruiser.mjs", "src", "generators", ".tools"] },
  { name: "unused", command: [bin("knip")] },
  { name: "build", command: [process.execPath, ".tools/build.ts"] },
  { name: "managed by itself", command: [process.execPath, "dist/hi.mjs", "check"] },
  { name: "docs", command: [process.execPath, ".tools/docs.ts"] },
  {
    name: "tests",
    command: [
      bin("vitest"),
      "run",
      "--config",
      "test/vitest.config.ts",
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${results}`,
    ],
  },
];

const failed: string[] = [];
for (const step of steps) {
  process.stdout.write(`\n== ${step.name}: ${step.command.map(toShown).join(" ")}\n`);
  const [file = "", ...args] = step.command;
  const { status } = spawnSync(file, args, { cwd: root, stdio: ["ignore", "inherit", "inherit"] });
  if (status !== 0) failed.push(step.name);
}

const counts = readCounts();
rmSync(scratch, { recursive: true, force: true });
if (failed.length > 0) process.stdout.write(`\nfailed steps: ${failed.join(", ")}\n`);
process.stdout.write(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`);
process.exit(failed.length > 0 || counts.failed > 0 || counts.passed === 0 ? 1 : 0);

function toShown(part: string): string {
  if (part.startsWith(root)) return path.relative(root, part);
  return part.startsWith(scratch) ? path.basename(part) : part;
}

/** The counts of the test runner's own report; a run that left none counts as one failure. */
function readCounts(): { passed: number; failed: number; skipped: number } {
  try {
    const report = JSON.parse(readFileSync(results, "utf8")) as Record<string, number>;
    const skipped = (report["numPendingTests"] ?? 0) + (report["numTodoTests"] ?? 0);
    const failures = (report["numFailedTests"] ?? 0) + (report["numFailedTestSuites"] ? 0 : 0);
    return { passed: report["numPassedTests"] ?? 0, failed: failures, skipped };
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

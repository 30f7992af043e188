import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** One step of `npm run check`: its name, and argv run in the repository root. */
interface CheckStep {
  readonly name: string;
  readonly command: readonly string[];
}

/** What we read of a test file in the test runner's report. */
interface TestFile {
  readonly name: string;
  readonly status: string;
  readonly message: string;
  readonly assertionResults: readonly {
    readonly status: string;
    readonly fullName: string;
    readonly failureMessages: readonly string[];
  }[];
}

const root = path.join(import.meta.dirname, "..");
const scratch = mkdtempSync(path.join(tmpdir(), "hi-check-"));
const bin = (name: string): string => path.join(root, "node_modules/.bin", name);

const TESTS = "tests";
const LIVE = "live agents";
/** The reports of the steps that run tests. */
const reports = { [TESTS]: path.join(scratch, "tests.json"), [LIVE]: path.join(scratch, "live.json") };

/** Fast first; the build comes before everything that runs the binary. */
const steps: readonly CheckStep[] = [
  { name: "types", command: [bin("tsc")] },
  { name: "types of the page", command: [bin("tsc"), "-p", "src/page"] },
  { name: "lint", command: ["npm", "run", "--silent", "lint"] },
  { name: "format", command: ["npm", "run", "--silent", "format:check"] },
  { name: "walls", command: [bin("depcruise"), "--config", ".dependency-cruiser.mjs", "src", "generators", ".tools"] },
  { name: "unused", command: [bin("knip")] },
  { name: "build", command: [process.execPath, ".tools/build.ts"] },
  { name: "managed by itself", command: [process.execPath, "dist/hi.mjs", "check"] },
  { name: "docs", command: [process.execPath, ".tools/docs.ts"] },
  {
    name: TESTS,
    command: [
      bin("vitest"),
      "run",
      "--config",
      "test/vitest.config.ts",
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${reports[TESTS]}`,
    ],
  },
  // CI's only: it installs 1.2 GB where that is not done yet.
  ...(process.argv.includes("--live")
    ? [{ name: LIVE, command: [process.execPath, "test/live/run.ts", "--json", reports[LIVE]] }]
    : []),
];

const failed: string[] = [];
for (const step of steps) {
  process.stdout.write(`\n== ${step.name}: ${step.command.map(toShown).join(" ")}\n`);
  const [file = "", ...args] = step.command;
  const { status } = spawnSync(file, args, { cwd: root, stdio: ["ignore", "inherit", "inherit"] });
  if (status !== 0) failed.push(step.name);
}

const suites = [
  { name: TESTS, ...readCounts(reports[TESTS]) },
  // Where nothing could be shown there is no report, and it has said why.
  {
    name: LIVE,
    ...(existsSync(reports[LIVE]) ? readCounts(reports[LIVE]) : { passed: 0, failed: 0, skipped: 0, failures: [] }),
  },
];
const sum = (count: "passed" | "failed" | "skipped"): number =>
  suites.reduce((total, suite) => total + suite[count], 0);
rmSync(scratch, { recursive: true, force: true });
// Other steps print after the tests: who reads only the end of a long log must still see what failed, and why.
for (const { name, failures } of suites) {
  for (const failure of failures) process.stdout.write(`\nfailed in ${name}: ${failure}\n`);
}
if (failed.length > 0) process.stdout.write(`\nfailed steps: ${failed.join(", ")}\n`);
if (sum("skipped") > 0) {
  process.stdout.write(`\n${sum("skipped")} skipped: what this machine cannot show, see NOT SHOWN above\n`);
}
// Every step that failed counts, not only tests: the last line alone must tell the truth.
const counted = new Set(suites.filter((suite) => suite.failed > 0).map(({ name }) => name));
const failures = sum("failed") + failed.filter((name) => !counted.has(name)).length;
process.stdout.write(`\n${sum("passed")} passed, ${failures} failed\n`);
process.exit(failures > 0 || sum("passed") === 0 ? 1 : 0);

function toShown(part: string): string {
  if (part.startsWith(root)) return path.relative(root, part);
  return part.startsWith(scratch) ? path.basename(part) : part;
}

/** The test runner's own report: its counts, and what failed; a run that left none counts as one failure. */
function readCounts(results: string): {
  passed: number;
  failed: number;
  skipped: number;
  failures: readonly string[];
} {
  try {
    const report = JSON.parse(readFileSync(results, "utf-8")) as {
      readonly numPassedTests: number;
      readonly numFailedTests: number;
      readonly numPendingTests: number;
      readonly numTodoTests: number;
      readonly testResults: readonly TestFile[];
    };
    // A file that does not load has no test to fail.
    const unloaded = report.testResults.filter(
      (file) => file.status === "failed" && file.assertionResults.length === 0
    );
    return {
      passed: report.numPassedTests,
      failed: report.numFailedTests + unloaded.length,
      skipped: report.numPendingTests + report.numTodoTests,
      failures: [
        ...unloaded.map((file) => `${toShown(file.name)}\n${toHead(file.message)}`),
        ...report.testResults.flatMap((file) =>
          file.assertionResults
            .filter(({ status }) => status === "failed")
            .map((test) => `${toShown(file.name)} > ${test.fullName}\n${toHead(test.failureMessages.join("\n"))}`)
        ),
      ],
    };
  } catch {
    return { passed: 0, failed: 1, skipped: 0, failures: ["no report of the test runner could be read"] };
  }
}

/** So much of an error as tells what it is, without the runner's own frames: the rest stands where the test ran. */
function toHead(message: string): string {
  const lines = message.split("\n").filter((line) => !/^\s+at .*(?:node_modules|new Promise|node:)/u.test(line));
  return lines.slice(0, 20).join("\n").slice(0, 2000);
}

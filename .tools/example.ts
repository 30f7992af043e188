import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** `npm run example`: the main job on a copy of the bundled example repository, in front of the reader. */
const root = path.join(import.meta.dirname, "..");
const hi = path.join(root, "dist/hi.mjs");
const scratch = mkdtempSync(path.join(tmpdir(), "hi-example-"));
const repository = path.join(scratch, "example-shop");
/** Beside the copy: a candidate is never made above the repository that it stands for. */
const temporary = path.join(scratch, "temporary");

/** What started this (`npm run`) is no evidence of the example's own package manager. */
const ambient = Object.entries(process.env).filter(([name]) => !name.toLowerCase().startsWith("npm_"));

function run(file: string, args: readonly string[], { isQuiet = false } = {}): void {
  const { status, error } = spawnSync(file, args, {
    cwd: repository,
    env: { ...Object.fromEntries(ambient), HI_TEMP: temporary },
    stdio: isQuiet ? "ignore" : "inherit",
  });
  if (status === 0) return;
  process.stderr.write(`${file} ${args.join(" ")} ended with ${error?.message ?? status}\n`);
  process.exitCode = 1;
}

function runHi(...args: string[]): void {
  process.stdout.write(`\n$ hi ${args.join(" ")}\n`);
  run(process.execPath, [hi, ...args]);
}

try {
  if (!existsSync(hi)) throw new Error("dist/hi.mjs is missing: npm run build makes it");
  mkdirSync(temporary, { mode: 0o700 });
  cpSync(path.join(root, "docs/example"), repository, { recursive: true });
  const identity = ["-c", "user.name=example", "-c", "user.email=example@example.invalid"];
  run("git", ["init", "--quiet"], { isQuiet: true });
  run("git", ["add", "--all"], { isQuiet: true });
  run("git", [...identity, "commit", "--quiet", "--message=example"], { isQuiet: true });
  runHi("init", "--dry-run", "--yes");
  runHi("init", "--yes");
  runHi("check");
  process.stdout.write("\n$ git status --short --untracked-files=all\n");
  run("git", ["status", "--short", "--untracked-files=all"]);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/**
 * `dist/hi.mjs`: the only file that an older Node must be able to parse (Node 18 and later). It says in one line what is
 * needed and ends, or switches the compile cache on and loads the program.
 */
import module from "node:module";
import os from "node:os";
import path from "node:path";

/** `engines.node` of package.json, written in by the build. */
declare const __ENGINES__: string;

type Version = readonly [major: number, minor: number, patch: number];

function parseVersion(text: string): Version {
  const [major = 0, minor = 0, patch = 0] = text.split(".").map(Number);
  return [major, minor, patch];
}

/** The two forms that our own range is written in: `^A.B.C` and `>=A.B.C`, alternatives joined by `||`. */
function isWithin(range: string, version: Version): boolean {
  return range.split("||").some((part) => {
    const [, operator, text = ""] = /^\s*(\^|>=)\s*([\d.]+)\s*$/.exec(part) ?? [];
    const least = parseVersion(text);
    const order = version[0] - least[0] || version[1] - least[1] || version[2] - least[2];
    return order >= 0 && (operator === ">=" || version[0] === least[0]);
  });
}

/** The user's own cache: a cache of code in a shared temporary folder could be another user's. */
function findCompileCache(): string {
  const { env, platform } = process;
  const folders: Record<string, string | undefined> = {
    darwin: path.join(os.homedir(), "Library/Caches"),
    win32: env["LOCALAPPDATA"],
  };
  const parent = env["XDG_CACHE_HOME"] || folders[platform] || path.join(os.homedir(), ".cache");
  return path.join(env["HI_CACHE"] || path.join(parent, "harness-intelligence"), "compile");
}

async function start(): Promise<void> {
  if (!isWithin(__ENGINES__, parseVersion(process.versions.node))) {
    process.stderr.write(`hi needs Node.js ${__ENGINES__}; this is ${process.versions.node}. Run it with a newer Node.\n`);
    process.exitCode = 2;
    return;
  }
  if (!process.env["NODE_COMPILE_CACHE"]) module.enableCompileCache?.(findCompileCache());
  const program = "./lib/bin.mjs";
  await import(program);
}

await start();

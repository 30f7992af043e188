/**
 * `dist/hi.mjs`: the only file that an older Node must be able to parse (Node 18 and later). It says in one line what is
 * needed and ends, or switches the compile cache on and loads the program. It imports nothing: an older Node has no
 * other way to core modules, a newer one a cheaper way (core-modules.ts).
 */

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

/**
 * The folder of the tool cache (src/adapters/cache-root.ts), which is the user's own: a cache of code in a shared
 * temporary folder could be another user's. Undefined, and no cache, where it is relative, below the working folder or
 * another user's.
 */
function findCompileCache(): string | undefined {
  const path = process.getBuiltinModule("node:path");
  const { env } = process;
  const xdg = env["XDG_CACHE_HOME"];
  const home = env["HOME"] ?? env["USERPROFILE"];
  const parent = xdg && path.isAbsolute(xdg) ? xdg : home && path.join(home, ".cache");
  const cache = env["HI_CACHE"] || (parent && path.join(parent, "harness-intelligence"));
  if (!cache) return undefined;
  const folder = findWorkingFolder();
  const isOutside = folder !== undefined && path.relative(folder, cache).startsWith("..");
  return path.isAbsolute(cache) && isOutside && isOurs(cache) ? path.join(cache, "compile") : undefined;
}

/** Undefined where it has been removed since the process was started in it. */
function findWorkingFolder(): string | undefined {
  try {
    return process.cwd();
  } catch {
    return undefined;
  }
}

/** False where somebody else could have put code there, or where it cannot be told. */
function isOurs(folder: string): boolean {
  try {
    const status = process.getBuiltinModule("node:fs").statSync(folder, { throwIfNoEntry: false });
    return !status || !process.getuid || (status.uid === process.getuid() && (status.mode & 0o022) === 0);
  } catch {
    return false;
  }
}

/** What `hi hook` decides instead of feeding back. */
const isDecision = (event: string | undefined): boolean => event === "can-write" || event === "can-stop";

/** What has an answer of its own where no folder is, or needs none. */
function isAnyway(words: readonly string[]): boolean {
  return /^(?:hook|adapter)$/.test(words[0] ?? "") || words.some((word) => word === "--help" || word === "--version");
}

/** What somebody reads from stdout whatever happens: a decision (receipts/), or a response of the scanner contract. */
function toRefusal([verb, event, ...words]: readonly string[], why: string): object | undefined {
  if (verb === "adapter") {
    return { schema_version: "1.0.0", command: null, ok: false, exit_code: 2, findings: [], notices: [], error: why };
  }
  if (verb !== "hook" || !isDecision(event) || !words.includes("--json")) return undefined;
  const bare = { schemaVersion: 1, decision: "deny", reasonCode: "COULD_NOT_DECIDE", explanation: why };
  if (event === "can-stop") return bare;
  const joined = words.find((word) => word.startsWith("--path="))?.slice("--path=".length);
  const at = words.indexOf("--path");
  return { ...bare, path: joined ?? (at === -1 ? "" : (words[at + 1] ?? "")) };
}

function refuseOldNode(words: readonly string[]): void {
  const why = `hi needs Node.js ${__ENGINES__}; this is ${process.versions.node}.`;
  process.stderr.write(
    `${why} Run it with a newer Node: nvm install 24, fnm install 24 or volta install node@24; ` +
      "or without one: npx --package=node@24 -- hi ...\n"
  );
  const refusal = toRefusal(words, why);
  if (refusal) process.stdout.write(`${JSON.stringify(refusal)}\n`);
  // Agents take 2 for "block the edit", and a Node of theirs is no fault of the edit; but no decision is no allowance.
  const isAnswered = words[0] === "adapter" || (words[0] === "hook" && !isDecision(words[1]));
  process.exitCode = isAnswered ? 0 : 2;
}

async function start(): Promise<void> {
  if (!isWithin(__ENGINES__, parseVersion(process.versions.node))) {
    refuseOldNode(process.argv.slice(2));
    return;
  }
  if (findWorkingFolder() === undefined && !isAnyway(process.argv.slice(2))) {
    process.stderr.write(
      "HI_NO_FOLDER The folder that this runs in has been removed.\n-> change to one that is there\n"
    );
    process.exitCode = 2;
    return;
  }
  const compileCache = findCompileCache();
  if (!process.env["NODE_COMPILE_CACHE"] && compileCache) {
    process.getBuiltinModule("node:module").enableCompileCache?.(compileCache);
  }
  const [verb, event, word] = process.argv.slice(2);
  const isAlone = /^(?:hook|lint|adapter)$/.test(verb ?? "") && !process.argv.includes("--help");
  // Of a decision, the word after `--path` is a path, whatever it is.
  const isDecided = verb === "hook" && isDecision(event) && word !== "--help";
  const whole = isAlone ? verb : "program";
  const program = `./lib/${isDecided ? event : whole}.mjs`;
  await (await import(program)).start();
}

await start();

/** What agents start: it has a way of its own, as nothing of it may end with a code that they take for a verdict. */
export const isHook = ([verb]: readonly string[]): boolean => verb === "hook";

/**
 * Runs the verbs whose output and codes are their own; their help is the parser's. Undefined where the words are for the
 * others.
 */
export async function runAlone(argv: readonly string[]): Promise<number | undefined> {
  const words = argv.slice(1);
  if (isHook(argv) && argv[2] !== "--help") await (await import("../commands/decide.ts")).decide(words);
  if (isHook(argv)) return (await import("./hook.ts")).runHook(words);
  if (argv.includes("--help")) return undefined;
  if (argv[0] === "lint") return (await import("../commands/lint.ts")).lint(words);
  return argv[0] === "adapter" ? (await import("../commands/adapter.ts")).adapter() : undefined;
}

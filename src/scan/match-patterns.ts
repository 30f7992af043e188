import { ScanFault } from "./scan-fault.ts";

/** For all patterns of one configuration together. */
const MATCH_MS = 1000;

/** A pattern, and the texts of which it is asked whether it stands in them. */
export interface PatternQuestion {
  readonly pattern: string;
  readonly texts: readonly string[];
}

/**
 * Which of the texts each pattern matches. The patterns come from a repository, and one may be made to take for ever, so
 * they run where they can be stopped. @throws ScanFault
 */
export async function matchPatterns(questions: readonly PatternQuestion[]): Promise<readonly ReadonlySet<string>[]> {
  if (questions.length === 0) return [];
  const { runInNewContext } = await import("node:vm");
  const code =
    "JSON.stringify(JSON.parse(asked).map(({ pattern, texts }) => " +
    '{ const expression = new RegExp(pattern, "u"); return texts.filter((text) => expression.test(text)); }))';
  try {
    const said: unknown = runInNewContext(code, { asked: JSON.stringify(questions) }, { timeout: MATCH_MS });
    return (JSON.parse(String(said)) as string[][]).map((texts) => new Set(texts));
  } catch (error) {
    const isSlow = (error as NodeJS.ErrnoException).code === "ERR_SCRIPT_EXECUTION_TIMEOUT";
    const why = isSlow ? "it takes too long" : (error as Error).message;
    throw new ScanFault(`Failed to parse config: scan.suppressions path_pattern: ${why}`);
  }
}

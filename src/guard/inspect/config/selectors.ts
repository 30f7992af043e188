/** Words of a command line that leave tests out, and whether a value comes after them. */
const NARROWING =
  /^(?:-k|-m|-t|-g|--grep|--fgrep|-f|--testNamePattern|--test-name-pattern|--ignore|--ignore-glob|--deselect|--exclude|--testPathIgnorePatterns|--testPathPattern|--testPathPatterns|--shard|--onlyChanged|-o|--changed|--related|--last-failed|--lf|--ff|--maxfail|--exitfirst|-x|--bail|--passWithNoTests|--pass-with-no-tests|--allowOnly|--exit-zero|--no-verify|--collect-only|--co|--list|--dry-run|--testIgnore|--grep-invert|--invert|--spec|--dir|--project)(?:=|$)/;
const RETRYING = /^(?:--reruns|--retry|--retries|--retry-times)(?:=|$)/;
const COVERAGE =
  /^--(?:cov-fail-under|check-coverage|coverage\.thresholds?[\w.]*|lines|branches|functions|statements)(?:=|$)/;
/** What makes a command pass whatever it finds. */
const PASSING =
  /\|\|\s*(?:true|:|exit 0|echo\b)|;\s*(?:true|exit 0)\s*$|--no-error-on-unmatched-pattern|--max-warnings[= ]-1/;

/** The words of a command line that leave out tests, in the order that they stand in. */
export function listNarrowing(command: string): readonly string[] {
  return split(command).flatMap((word, at, words) => {
    if (!NARROWING.test(word)) return [];
    const next = words[at + 1];
    return [word.includes("=") || next === undefined || next.startsWith("-") ? word : `${word} ${next}`];
  });
}

export const listRetrying = (command: string): readonly string[] =>
  split(command).filter((word) => RETRYING.test(word));

export const isPassing = (command: string): boolean => PASSING.test(command);

/** Coverage limits on a command line, by name. */
export function readLimits(command: string): ReadonlyMap<string, number> {
  const words = split(command);
  return new Map(
    words.flatMap((word, at): [string, number][] => {
      if (!COVERAGE.test(word)) return [];
      const [name = "", value = words[at + 1]] = word.split("=");
      return Number.isFinite(Number(value)) ? [[name, Number(value)]] : [];
    })
  );
}

/** Names of files and folders among the words: `node --test tests/x` runs fewer tests than `node --test`. */
export function listOperands(command: string): readonly string[] {
  return split(command).filter((word) => /[/\\]|\.(?:[cm]?[jt]sx?|py)$/.test(word) && !word.startsWith("-"));
}

/** Quotes hold words together; no more is asked of a shell here. */
function split(command: string): readonly string[] {
  return (command.match(/"[^"]*"|'[^']*'|[^\s"']+(?:"[^"]*"|'[^']*')?/g) ?? []).map((word) =>
    word.replaceAll(/^["']|["']$/g, "")
  );
}

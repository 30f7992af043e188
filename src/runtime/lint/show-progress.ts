type Environment = Readonly<Record<string, string | undefined>>;

/** A run that is over sooner shows nothing. */
const PATIENCE_MS = 1000;
const LINE_START = "\r\u001B[K";

/** One line that says how far a run has come, on a terminal and after a second; gone when the run ends. */
export function showProgress(stream: NodeJS.WriteStream, env: Environment) {
  let told = "";
  let isShown = false;
  const draw = (): void => {
    isShown = true;
    if (told !== "") stream.write(`${LINE_START}${told}`);
  };
  const isTerminal = stream.isTTY && env["TERM"] !== "dumb" && !env["CI"];
  const timer = isTerminal ? setTimeout(draw, PATIENCE_MS) : undefined;
  return {
    tell: (done: number, all: number): void => {
      told = `hi lint: ${done} of ${all} scopes`;
      if (isShown) draw();
    },
    /** Makes room for other lines; the next word draws it anew. */
    hide: (): void => {
      if (isShown) stream.write(LINE_START);
    },
    end: (): void => {
      clearTimeout(timer);
      if (isShown) stream.write(LINE_START);
    },
  };
}

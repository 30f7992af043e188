import { spawn } from "node:child_process";
import { createInterface } from "node:readline/promises";

/** A question to Codex's app server, the process that its own user interface asks. */
export interface AppServerCall {
  readonly method: string;
  readonly params: unknown;
}

export interface AppServerStart {
  readonly file: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly result?: unknown;
  readonly error?: unknown;
}

const DEADLINE_MS = 60_000;
const HELLO: AppServerCall = {
  method: "initialize",
  params: { clientInfo: { name: "harness-intelligence-live", version: "1" } },
};

/**
 * Asks one after the other and returns the results. The server ends, unanswered, once its stdin closes, so that it is
 * kept open until the last answer is there. @throws Error where one is answered with an error, or not in a minute
 */
export async function askAppServer(
  { file, cwd, env }: AppServerStart,
  calls: readonly AppServerCall[]
): Promise<readonly unknown[]> {
  const child = spawn(file, ["app-server"], { cwd, env, detached: true, stdio: ["pipe", "pipe", "ignore"] });
  child.stdin.on("error", () => undefined);
  const kill = (): void => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-Number(child.pid), "SIGKILL");
  };
  const timer = setTimeout(kill, DEADLINE_MS);
  const queue = [HELLO, ...calls];
  const results: unknown[] = [];
  const ask = (call: AppServerCall): boolean =>
    child.stdin.write(`${JSON.stringify({ id: results.length, ...call })}\n`);
  try {
    ask(HELLO);
    for await (const line of createInterface({ input: child.stdout })) {
      const message = JSON.parse(line) as Message;
      // What it tells unasked has a method.
      if (message.method !== undefined || message.id !== results.length) continue;
      const { method } = queue[results.length] ?? HELLO;
      if (message.error !== undefined) throw new Error(`${method}: ${JSON.stringify(message.error)}`);
      results.push(message.result);
      const next = queue[results.length];
      if (!next) return results.slice(1);
      ask(next);
    }
    throw new Error(`the app server ended before it answered ${queue[results.length]?.method}`);
  } finally {
    clearTimeout(timer);
    kill();
  }
}

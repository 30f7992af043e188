import { spawn, spawnSync } from "node:child_process";
import { mkdir, readdir } from "node:fs/promises";

import { PROJECT_ROOT, TEST_CACHE } from "./hi.ts";

/** What hangs has to end; how long a run takes says nothing. */
const KILL_AFTER_MS = 600_000;
const BIN = `${PROJECT_ROOT}/src/bin.ts`;

/** util-linux's `script` gives a child a real terminal. */
export const hasTerminal = spawnSync("script", ["--version"]).status === 0;

/** What is typed once a text has appeared. */
export interface Line {
  readonly after: string;
  readonly type: string;
  /** Done before it is typed. */
  readonly meanwhile?: () => void;
}

export interface Session {
  readonly exitCode: number | null;
  readonly screen: string;
  /** What is left in the temporary parent. */
  readonly temporary: readonly string[];
}

export const ENTER = "\r";
export const CONTROL_C = "\u0003";

/** Runs `hi` in a terminal and answers what it asks; stdout and stderr are one screen. */
export async function talk(args: string, cwd: string, lines: readonly Line[], columns = 100): Promise<Session> {
  const temporary = `${cwd}-temporary`;
  await mkdir(temporary, { recursive: true, mode: 0o700 });
  const { PATH = "", HOME = "" } = process.env;
  const env = {
    PATH,
    HOME,
    TERM: "xterm",
    HI_TEMP: temporary,
    XDG_STATE_HOME: `${cwd}-state`,
    HI_CACHE: TEST_CACHE,
    GIT_CONFIG_GLOBAL: "/dev/null",
    LC_ALL: "C.UTF-8",
  };
  const command = `stty cols ${columns} rows 40; '${process.execPath}' '${BIN}' ${args}`;
  const child = spawn("script", ["-qec", command, "/dev/null"], { cwd, env, timeout: KILL_AFTER_MS });
  let screen = "";
  let seen = 0;
  const waiting = [...lines];
  child.stdout.setEncoding("utf-8").on("data", (text: string) => {
    screen += text;
    for (let next = waiting[0]; next && screen.includes(next.after, seen); next = waiting[0]) {
      seen = screen.indexOf(next.after, seen) + next.after.length;
      next.meanwhile?.();
      child.stdin.write(next.type);
      waiting.shift();
    }
  });
  const exitCode = await new Promise<number | null>((resolve) => child.on("close", resolve));
  return { exitCode, screen, temporary: await readdir(temporary) };
}

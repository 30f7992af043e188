import { readdir, readFile } from "node:fs/promises";

/** The variable that every process started for one agent's run inherits. */
export const MARK = "HI_LIVE_MARK";

/** The processes whose environment holds the mark, wherever they went: `number command line`. */
export async function listMarked(mark: string): Promise<readonly string[]> {
  const numbers = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    numbers.map(async (number) => {
      const environment = await readOf(number, "environ");
      if (!environment.split("\0").includes(`${MARK}=${mark}`)) return [];
      return [`${number} ${(await readOf(number, "cmdline")).replaceAll("\0", " ")}`];
    })
  );
  return found.flat();
}

/** Empty for a process that is gone by now, or another user's. */
function readOf(number: string, file: string): Promise<string> {
  return readFile(`/proc/${number}/${file}`, "utf8").catch(() => "");
}

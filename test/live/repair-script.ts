import { hear } from "./hearing.ts";
import type { FileEdit, ModelRequest, Reply, Turn } from "./scripted-model.ts";

/** Findings that no safe fix mends, each on a line of its own, in a file that is formatted. */
const TOTAL = `export const toTotal = (prices: readonly number[]): number => {
  let total = 0;
  for (const price of prices) {
    debugger;
    total += price;
  }
  alert(total);
  return total;
};
`;
const TWICE = `export const isDear = (price: number): boolean => {
  const twice = price * 2;
  debugger;
  return twice > 10;
};
`;
/** What a safe fix and the formatter mend wholly. */
const UNTIDY = "var   limit = 3\nexport   default limit\n";

/** Anywhere else this would be formatted and fixed; what is configuration is only reported on. */
export const CONFIGURATION = { path: "tools/oxlint.config.ts", to: "var   rules = {}\nexport   default rules\n" };

export const STUBBORN_FILE = "src/stubborn.ts";

/** A model that remembers what it wrote, and repairs by deleting the lines that it is told. */
class Writer {
  private readonly memory = new Map<string, string>();

  write(...files: readonly FileEdit[]): Reply {
    for (const { path, to } of files) this.memory.set(path, to);
    return { edits: files };
  }

  repair(request: Pick<ModelRequest, "carried">): Reply {
    const told = Map.groupBy(hear(request).findings, ({ file }) => file);
    if (told.size === 0) throw new Error("there are no findings to repair");
    return this.write(
      ...[...told].map(([path, findings]) => {
        const lines = new Set(findings.map(({ line }) => line));
        const kept = this.recall(path)
          .split("\n")
          .filter((_, index) => !lines.has(index + 1));
        return { path, from: this.recall(path), to: kept.join("\n") };
      })
    );
  }

  /** Changes the file and leaves its finding, one line further down. */
  fail(path: string, attempt: number): Reply {
    return this.write({ path, from: this.recall(path), to: `// Attempt ${attempt}.\n${this.recall(path)}` });
  }

  private recall(path: string): string {
    const text = this.memory.get(path);
    if (text === undefined) throw new Error(`${path} was not written by the model`);
    return text;
  }
}

/** What every agent is put through, in one session: the nth turn answers the nth request. */
export function writeRepairScript(): readonly Turn[] {
  const writer = new Writer();
  return [
    { about: "writes src/total.ts", reply: () => writer.write({ path: "src/total.ts", to: TOTAL }) },
    { about: "deletes the lines that it was told", reply: (request) => writer.repair(request) },
    {
      about: "writes three files at once",
      reply: () =>
        writer.write(
          { path: "src/first.ts", to: TOTAL },
          { path: "src/second.ts", to: TWICE },
          { path: "src/untidy.ts", to: UNTIDY }
        ),
    },
    { about: "deletes the lines that it was told", reply: (request) => writer.repair(request) },
    { about: `writes ${CONFIGURATION.path}`, reply: () => writer.write(CONFIGURATION) },
    {
      about: `writes ${STUBBORN_FILE}`,
      reply: () => writer.write({ path: STUBBORN_FILE, to: TWICE }),
    },
    ...[1, 2, 3, 4].map((attempt) => ({
      about: `edits ${STUBBORN_FILE} and leaves the finding`,
      reply: () => writer.fail(STUBBORN_FILE, attempt),
    })),
    { about: "ends its turn", reply: () => ({ say: "done" }) },
  ];
}

import { mkdir, readdir, writeFile } from "node:fs/promises";
import path from "node:path";

import { expect, test } from "vitest";

import type { Ended } from "../helpers/hi.ts";
import { git, runHi, withTemporaryDirectory } from "../helpers/hi.ts";
import { plant } from "../helpers/live-tree.ts";
import { hashTree } from "../helpers/tree-hash.ts";

interface Place {
  readonly repository: string;
  readonly hi: (...args: readonly string[]) => Promise<Ended>;
}

/** A repository under `hi` with four findings today, whose next update would find two more. */
function withDebt(work: (place: Place) => Promise<void>): Promise<void> {
  return withTemporaryDirectory(async (directory) => {
    const repository = path.join(directory, "shop");
    const temporary = path.join(directory, "temporary");
    await mkdir(temporary, { mode: 0o700 });
    const hi = (...args: readonly string[]) => runHi(args, { cwd: repository, env: { HI_TEMP: temporary } });
    await plant(repository, {
      "package.json": '{\n  "name": "shop",\n  "private": true\n}\n',
      ".oxlintrc.json": '{ "categories": { "correctness": "off" }, "rules": { "no-var": "warn" } }\n',
      "src/a.ts": "var one = 1;\nvar two = 2;\nexport const sum = one + two;\n",
      "src/b.ts": "var one = 1;\nvar two = 2;\nexport const same = one == two;\nexport const other = one != two;\n",
    });
    await git(repository, "init", "--quiet");
    await git(repository, "add", "--all");
    await git(repository, "commit", "--quiet", "--message=before");
    await work({ repository, hi });
    expect(await readdir(temporary)).toEqual([]);
  });
}

const INIT = ["init", "--providers", "claude", "--scopes", "."];
const withoutGit = (tree: ReadonlyMap<string, string>) => [...tree].filter(([name]) => name !== ".git");

test("debt over the budget, or that was not there before: 1, and nothing is written; within the limits it is published", () =>
  withDebt(async ({ repository, hi }) => {
    const before = withoutGit(await hashTree(repository));
    const over = await hi(...INIT, "--yes", "--debt-budget", "5");
    expect(over.exitCode, over.stdout).toBe(1);
    expect(over.stdout).toContain("6 findings, and the debt budget is 5");
    expect(over.stdout).toContain("Not published: the lint debt is over the limit; nothing was written.");
    const fresh = await hi(...INIT, "--yes", "--fail-on-new-debt", "--json");
    expect(fresh.exitCode).toBe(1);
    const { gate, debtGate, published, cleanup, exitCode } = JSON.parse(fresh.stdout);
    expect({ gate, debtGate, published, exitCode }).toEqual({
      gate: { open: false, because: "debt" },
      debtGate: { budget: null, failOnNew: true, findings: 6, new: 2, exceeded: ["new"] },
      published: null,
      exitCode: 1,
    });
    expect(cleanup.gone).toBe(true);
    const dry = await hi(...INIT, "--dry-run", "--yes", "--debt-budget", "0");
    expect(dry.exitCode).toBe(1);
    expect(dry.stdout).toContain("Dry run: ");
    expect(dry.stdout).toContain("--debt-budget 0 --yes");
    expect(withoutGit(await hashTree(repository))).toEqual(before);

    const within = await hi(...INIT, "--yes", "--debt-budget", "6");
    expect(within.exitCode, within.stdout).toBe(0);
    expect(within.stdout).toContain("Within the limit on lint debt");
    expect(within.stdout).toContain("ok Published");
  }));

test("without a limit debt never blocks; a limit that cannot be held against anything is refused", () =>
  withDebt(async ({ repository, hi }) => {
    const off = await hi(...INIT, "--yes", "--debt-budget", "5", "--preview", "off");
    expect(off).toMatchObject({ exitCode: 2, stdout: "" });
    expect(off.stderr).toContain("A limit on lint debt needs the preview");
    expect((await hi(...INIT, "--yes", "--debt-budget", "many")).exitCode).toBe(2);
    const ended = await hi(...INIT, "--yes", "--json");
    expect(ended.exitCode).toBe(0);
    const { preview, debtGate, published } = JSON.parse(ended.stdout);
    expect(preview.debt.findings).toBe(6);
    expect(debtGate).toBeNull();
    expect(published.written).toContain("oxlint.effective.config.ts");
    // The update's own debt is the same today and then: nothing is new.
    await writeFile(path.join(repository, "src/c.ts"), "var three = 3;\nexport const more = three;\n");
    const update = await hi("update", "--yes", "--fail-on-new-debt");
    expect(update.exitCode, update.stdout).toBe(0);
  }));

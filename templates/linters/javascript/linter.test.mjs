// node --test FILE: each request beside it is answered as its name says.
import { equal, notEqual } from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import test from "node:test";
import { fileURLToPath } from "node:url";

const linter = fileURLToPath(new URL("linter.mjs", import.meta.url));
const run = (input) =>
  spawnSync(process.execPath, [linter], { encoding: "utf-8", input });

for (const disposition of ["allow", "deny", "advisory"]) {
  test(disposition, () => {
    const file = new URL(`requests/${disposition}.json`, import.meta.url);
    const { stdout } = run(readFileSync(file));
    equal(JSON.parse(stdout).disposition, disposition);
  });
}

test("what is no request is not judged", () => {
  notEqual(run("{}").status, 0);
});

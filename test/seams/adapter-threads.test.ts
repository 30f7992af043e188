import { expect, it } from "vitest";

import { askAdapter, filesOf, layOut } from "../helpers/adapter.ts";
import { withTemporaryDirectory } from "../helpers/hi.ts";
import { PLANTED_SECRETS } from "../helpers/planted-secrets.ts";

// As bundled: the threads' program is a file of its own, which a run from source would not miss.

const COUNT = 320;

it("A workspace of many files is looked at in threads, and every one of them", () =>
  withTemporaryDirectory(async (cwd) => {
    const names = Array.from({ length: COUNT }, (_, at) => `src/a${String(at).padStart(3, "0")}.ts`);
    const secret = PLANTED_SECRETS["secret/npm-token"] ?? "";
    layOut(cwd, Object.fromEntries(names.map((name) => [name, `eval(input); // ${secret}\n`])));
    const scanned = await askAdapter({ command: "scan-workspace", workspace_root: "." }, { cwd });
    expect(scanned.summary?.files_scanned).toBe(COUNT);
    expect(filesOf(scanned)).toStrictEqual(names);
    expect(scanned.skipped).toBeUndefined();
    const secrets = await askAdapter({ command: "secrets", workspace_root: "." }, { cwd });
    expect(secrets.summary?.findings_total).toBe(COUNT);
    expect(JSON.stringify([scanned, secrets])).not.toContain(secret);
  }));

import fc from "fast-check";
import { expect, test } from "vitest";

import { foldResults } from "../../src/domain/fleet-result.ts";
import { parseFleetList, toBatches } from "../../src/domain/fleet.ts";

test("a list: remarks, blank lines, refs; what is no repository, or stands there twice, is told by its line", () => {
  const text =
    "# ours\nacme/shop\r\n\nacme/shop@release/1 # frozen\nacme/till\nACME/Shop\nacme\n../etc/passwd\nacme/..\nacme/a b\na/b@-x\na/b@x..y\na/b@\n$(id)/x\nacme/.github";
  const { repositories, refused } = parseFleetList(text);
  expect(repositories).toEqual([
    { name: "acme__shop", repository: "acme/shop", ref: "" },
    { name: "acme__shop@release__1", repository: "acme/shop", ref: "release/1" },
    { name: "acme__till", repository: "acme/till", ref: "" },
    { name: "acme__.github", repository: "acme/.github", ref: "" },
  ]);
  expect(refused.map(({ line, problem }) => `${line} ${problem}`)).toEqual([
    "6 twice",
    ...[7, 8, 9, 10, 11, 12, 13, 14].map((line) => `${line} not-a-repository`),
  ]);
});

test("no name leaves its folder, whatever is in the list; every repository is in one batch of at most 256", () => {
  const aWord = fc.string({ unit: fc.constantFrom(..."ab/.@-_$ #~\\\u0000\n"), maxLength: 12 });
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(
          aWord,
          fc.tuple(aWord, aWord).map((two) => two.join("/"))
        ),
        { maxLength: 600 }
      ),
      (lines) => {
        const { repositories } = parseFleetList(lines.join("\n"));
        for (const { name } of repositories) expect(name).toMatch(/^[A-Za-z0-9][A-Za-z0-9@._-]*$/);
        const batches = toBatches(repositories);
        expect(batches.flat()).toEqual(repositories);
        for (const batch of batches) expect(batch.length > 0 && batch.length <= 256).toBe(true);
      }
    )
  );
  const many = Array.from({ length: 513 }, (_, at) => `acme/r${at}`).join("\n");
  expect(toBatches(parseFleetList(many).repositories).map((batch) => batch.length)).toEqual([256, 256, 1]);
});

test("any result at all becomes one row, and none takes another one's place", () => {
  const anything = fc.oneof(
    fc.json(),
    fc.string(),
    fc
      .json()
      .map(
        (inner) =>
          `{"format":"hi-report/1","plan":{"entries":${inner}},"preview":{"debt":${inner}},"debtGate":${inner}}`
      )
  );
  fc.assert(
    fc.property(fc.array(anything, { maxLength: 20 }), (texts) => {
      const rows = foldResults(
        texts.map((text, at) => ({ name: `r${at}`, text })),
        ["gone"]
      );
      expect(rows).toHaveLength(texts.length + 1);
      expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length);
      for (const row of rows) {
        expect(Math.min(row.create, row.update, row.delete, row.conflicts)).toBeGreaterThanOrEqual(0);
      }
    }),
    { numRuns: 1000 }
  );
});

// Mechanism: whatever a result lacked counted as nothing to do, so a hollow, a failed and a drifted one were all in step.
test("only a result of a dry run that came to its end can be in step", () => {
  const whole = { format: "hi-report/1", verb: "update", exitCode: 0, refusal: null, plan: { entries: [] } };
  const entry = (change: object) => ({ plan: { entries: [{ path: "a.ts", action: "keep", keys: [], ...change }] } });
  const changed = { plan: { entries: [{ path: "a.ts", action: "update" }] } };
  const over = { debtGate: { exceeded: ["budget"] } };
  const refusal = { code: "HI_X", message: "no" };
  const rows: readonly (readonly [string, object])[] = [
    ["in-step", {}],
    ["in-step", { verb: "init", later: 1 }],
    ["in-step", entry({})],
    ["changes", changed],
    ["changes", { exitCode: 1, ...changed }],
    ["in-step", { exitCode: 1, plan: { entries: [{ path: ".hi/receipt.json", action: "update" }] } }],
    ["conflicts", { verb: "restore", exitCode: 1, ...entry({ action: "conflict" }) }],
    ["conflicts", entry({ keys: [{ action: "conflict" }] })],
    ["over-limit", { exitCode: 1, ...over }],
    ["refused", { exitCode: 2, plan: null, refusal }],
    ["refused", { verb: null, exitCode: 2, plan: null, refusal }],
    ["broken", { exitCode: 70, plan: null, refusal }],
    ["broken", { exitCode: 0, refusal }],
    ["broken", { exitCode: 2 }],
    ["broken", { exitCode: 1 }],
    ["broken", { exitCode: "0" }],
    ["broken", over],
    ["broken", { verb: "check", exitCode: 1, plan: null }],
    ["broken", { verb: "check", exitCode: 2, refusal }],
    ["broken", { verb: null }],
    ["broken", { verb: "show" }],
    ["broken", { plan: null }],
    ["broken", { plan: { entries: {} } }],
    ["broken", entry({ action: "toString" })],
    ["broken", entry({ path: 1 })],
    ["broken", entry({ keys: {} })],
    ["broken", entry({ keys: [{ action: "no" }] })],
    ["broken", { plan: { entries: [null] } }],
  ];
  for (const [state, change] of rows) {
    const text = JSON.stringify({ ...whole, ...change });
    expect(foldResults([{ name: "r", text }], [])[0]?.state, text).toBe(state);
  }
  expect(foldResults([{ name: "r", text: '{"format":"hi-report/1"}' }], [])[0]).toMatchObject({ state: "broken" });
});

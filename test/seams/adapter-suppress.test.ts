import { spawnSync } from "node:child_process";

import { describe, expect, it } from "vitest";
import { parse } from "yaml";

import { askAdapter, layOut } from "../helpers/adapter.ts";
import { HI, runProcess, withTemporaryDirectory } from "../helpers/hi.ts";

// What `suppress` answers can be put to use as it is: the right comment, YAML and shell words quoted.

async function suggest(file: string, more: object = {}) {
  const finding = { rule_id: "js/no-eval", file, line: 12 };
  return withTemporaryDirectory((cwd) => askAdapter({ command: "suppress", finding, ...more }, { cwd }));
}

describe("A6, A8: inline", () => {
  it.each([
    ["src/app.py", "# hi: ignore[js/no-eval]"],
    ["mygem.gemspec", "# hi: ignore[js/no-eval]"],
    ["Cargo.toml", "# hi: ignore[js/no-eval]"],
    ["/PATH/TO/APP.PY", "# hi: ignore[js/no-eval]"],
    ["Dockerfile", "# hi: ignore[js/no-eval]"],
    [".env.local", "# hi: ignore[js/no-eval]"],
    [".htaccess", "# hi: ignore[js/no-eval]"],
    ["site.nginx", "# hi: ignore[js/no-eval]"],
    ["a.vhost", "# hi: ignore[js/no-eval]"],
    ["a.containerfile", "# hi: ignore[js/no-eval]"],
    ["src/a.ts", "// hi: ignore[js/no-eval]"],
    ["src/a.mts", "// hi: ignore[js/no-eval]"],
    ["index.html", "<!-- hi: ignore[js/no-eval] -->"],
    ["App.vue", "<!-- hi: ignore[js/no-eval] -->"],
    ["site.css", "/* hi: ignore[js/no-eval] */"],
    ["Main.hs", "-- hi: ignore[js/no-eval]"],
    ["core.clj", "; hi: ignore[js/no-eval]"],
  ])("%s", async (file, snippet) => {
    const { ok, exit_code: code, summary, suppression } = await suggest(file, { suppression: "inline" });
    expect({ ok, code, summary }).toStrictEqual({ ok: true, code: 0, summary: undefined });
    expect(suppression).toStrictEqual({ kind: "inline", rule_id: "js/no-eval", file, line: 12, snippet });
  });

  it.each(["package.json", "id.pem", "notes"])("is refused for %s, which has no comment that is read", async (file) => {
    const { ok, error } = await suggest(file);
    expect(ok).toBe(false);
    expect(error).toMatch(/^suppress cannot answer inline: .* ask for config or baseline$/);
  });
});

const ODD_NAMES = [
  "a: b.js",
  "x #y.js",
  "*.js",
  "- a.js",
  'it\'s "so".js',
  "line\nbreak.js",
  "é ü.js",
  "{a}.js",
  "!!x.js",
  "yes",
];

it.each(ODD_NAMES)("config names the file %j and nothing else", async (file) => {
  const { suppression } = await suggest(file, { suppression: "config" });
  expect(parse(suppression?.config_snippet ?? "")).toStrictEqual({
    scan: { ignore_rules: [{ path: file, rules: ["js/no-eval"] }] },
  });
});

it("config puts a secret's rule where secrets are ignored", async () => {
  const finding = { rule_id: "secret/npm-token", file: ".npmrc" };
  const response = await withTemporaryDirectory((cwd) =>
    askAdapter({ command: "suppress", finding, suppression: "config" }, { cwd })
  );
  expect(parse(response.suppression?.config_snippet ?? "")).toStrictEqual({
    secrets: { ignore_rules: ["secret/npm-token"] },
  });
});

it.each(["a b.js", "$(touch x).js", "it's.js", "-n.js", "`id`.js", "é.js", "a;b.js"])(
  "baseline is a command whose last word is %j",
  async (file) => {
    const { suppression } = await suggest(file, { suppression: "baseline" });
    const script = `hi() { for word in "$@"; do printf '%s\\0' "$word"; done; }; ${suppression?.command ?? ""}`;
    const { stdout } = spawnSync("sh", ["-c", script], { encoding: "utf8" });
    const words = stdout.split("\0").slice(0, -1);
    expect(words.slice(-2)).toStrictEqual(["--", file]);
    expect(words.slice(0, 4)).toStrictEqual(["scan", "--write-baseline", "--only-rule", "js/no-eval"]);
  }
);

it("refuses a rule id that would be more than a word, and a command over two lines", async () => {
  const odd = { command: "suppress", finding: { rule_id: "x] */ eval()", file: "a.js" } } as const;
  const response = await withTemporaryDirectory((cwd) => askAdapter(odd, { cwd }));
  expect(response.error).toMatch(/^suppress cannot write the rule id /);
  expect((await suggest("a\nb.js", { suppression: "baseline" })).error).toMatch(/line break$/);
});

it("the command does what it says: this finding is known from then on, and no other", async () => {
  await withTemporaryDirectory(async (cwd) => {
    const file = "src/it's $odd.js";
    layOut(cwd, { [file]: "eval(a);\neval(b);\n", ".hi-scan.yml": "{}\n" });
    const finding = { rule_id: "js/no-eval", file, line: 2 };
    const { suppression } = await askAdapter({ command: "suppress", finding, suppression: "baseline" }, { cwd });
    const script = `hi() { "${process.execPath}" "${HI}" "$@"; }; ${suppression?.command ?? ""}`;
    const env = { HI_SCAN_ENGINE: "embedded" };
    const ended = await runProcess("sh", ["-c", script], { cwd, env });
    expect(ended).toMatchObject({ exitCode: 1, stdout: expect.stringContaining("1 added, 1 in all") });
    const left = await askAdapter({ command: "scan-workspace" }, { cwd });
    expect(left.findings.map(({ line }) => line)).toStrictEqual([1]);
    expect(left.notices).toContain("1 finding is suppressed: 1 baseline.");
  });
});

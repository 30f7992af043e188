import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { detectStructure } from "../../src/scan/structure/detect-structure.ts";
import { PLANTED_SECRETS } from "../helpers/planted-secrets.ts";

const detect = (text: string, path = "src/a.js") =>
  Promise.resolve(detectStructure({ path, text, bytes: Buffer.from(text) }, {}));

describe("a place", () => {
  it("is 1-based, in UTF-16 code units, and its end is exclusive", async () => {
    const text = '"é😀"; eval(text);\r\n"漢字𠮷"; eval(\r\n  text\r\n);\n';
    const { findings } = await detect(text);
    const places = findings.map(({ line, column, end_line, end_column }) => [line, column, end_line, end_column]);
    expect(places).toStrictEqual([
      [1, 8, 1, 18],
      [2, 9, 4, 2],
    ]);
    expect(text.split("\n")[0]?.slice(7, 17)).toBe("eval(text)");
    expect(findings.map(({ snippet }) => snippet)).toStrictEqual(['"é😀"; eval(text);', '"漢字𠮷"; eval(']);
  });

  it("is named as the caller named the file", async () => {
    const { findings } = await detect("eval(text);", "/somewhere/[id]/a b.mts");
    expect(findings.map(({ file }) => file)).toStrictEqual(["/somewhere/[id]/a b.mts"]);
  });
});

describe("a file that does not parse whole", () => {
  it("is looked at as far as it does, and the notice says where not", async () => {
    const { findings, skipped } = await detect(
      "eval(one);\nfunction half() {\n  const a = = eval(two);\n}\neval(three);\n"
    );
    expect(findings.map(({ line }) => line)).toStrictEqual([1, 3, 5]);
    expect(skipped.map(({ file, reason }) => [file, reason])).toStrictEqual([["src/a.js", "partial-parse"]]);
    expect(skipped[0]?.detail).toMatch(/^does not parse from line \d/);
  });

  it.each([
    ["a parameter list without its end", "function half( {\n  return eval(two);\n}"],
    ["a value that is missing", "function half() {\n  const a = ;\n  return eval(two);\n}"],
    ["a condition without its end", "function half() {\n  if (one\n  return eval(two);\n}"],
    ["a function without its end", "export function half() {\n  return eval(two);"],
    ["an object without its end", "const a = {\n  b: 1,\n  c: [\neval(two);"],
    ["a call without its end", "half(a;\neval(two);"],
    ["a list without its end", "const a = [1, 2;\neval(two);"],
    ["a member that is not named yet", "half.;\neval(two);"],
  ])("loses no line of what stands beside %s", async (_, half) => {
    const { findings, skipped } = await detect(`eval(one);\n${half}\n`);
    expect(findings.map(({ snippet }) => snippet.replace("return", "").trim())).toStrictEqual([
      "eval(one);",
      "eval(two);",
    ]);
    expect(skipped.map(({ reason }) => reason)).toStrictEqual(["partial-parse"]);
  });

  it("is said in every language, and never quotes the file", async () => {
    for (const end of ["js", "jsx", "mjs", "cjs", "ts", "tsx", "mts", "cts"]) {
      const { findings, skipped } = await detect("eval(one);\nconst hush-hush = = 1;\n", `a.${end}`);
      expect(findings).toHaveLength(1);
      expect(skipped).toHaveLength(1);
      expect(JSON.stringify(skipped)).not.toContain("hush");
    }
  });

  it("is none where brackets stand in texts alone", async () => {
    const { skipped } = await detect("const a = '(['; // {{\nconst b = /[(]/; const c = `}`; eval(one);\n");
    expect(skipped).toStrictEqual([]);
  });

  it("is none where annotated JavaScript parses as TypeScript", async () => {
    const { findings, skipped } = await detect("function run(text: string): void { eval(text); }\n");
    expect(findings).toHaveLength(1);
    expect(skipped).toStrictEqual([]);
  });
});

describe("what is no script", () => {
  it("is left to others", async () => {
    for (const path of ["a.py", "a.json", "a", "a.js.map", "js", "a.vue", ".ts.txt", "a.__proto__", "a.constructor"]) {
      expect(await detect("eval(text)", path)).toStrictEqual({ findings: [], skipped: [] });
    }
  });
});

describe("a secret", () => {
  it("stands in no finding, whoever found the line", async () => {
    for (const secret of Object.values(PLANTED_SECRETS)) {
      const text = [
        `const password = '${secret}'; eval(text);`,
        `jwt.sign(claims, '${secret}'); jwt.verify(claims, '${secret}');`,
        `app.use(session({ secret: ['${secret}'], cookie: {} }));`,
        `settings['${secret}'].password = 'hunter22';`,
        `exec('curl -H ${secret.replaceAll('"', "")} ' + url);`,
        `const notes_secret = \`a\n${secret}\`;`,
      ].join("\n");
      const { findings } = await detect(text);
      expect(findings.length).toBeGreaterThan(6);
      const said = JSON.stringify(findings);
      expect(said).not.toContain(secret);
      expect(said).not.toContain("hunter22");
    }
  });
});

/** Texts that a walk by recursion, or a rule that reads a node's whole text at every level, would not come back from. */
const HOSTILE: readonly (readonly [string, string])[] = [
  ["parentheses", `eval(${"(".repeat(10_000)}1${")".repeat(10_000)})`],
  ["open parentheses", `x = ${"(".repeat(10_000)}`],
  ["a chain of calls", `x = a.exec(b)${".exec(b)".repeat(30_000)}`],
  ["calls of calls", `x = a()${"()".repeat(100_000)}`],
  ["a sum", `x = "SELECT a FROM b" + c${'+"d"'.repeat(80_000)}`],
  ["an address in parts", `fetch("a"${"+b".repeat(80_000)})`],
  ["one line", "eval(a);".repeat(50_000)],
  ["arrays", "x=[".repeat(100_000)],
  ["blocks", "{".repeat(80_000)],
  ["templates", "`${".repeat(50_000)],
  ["functions", `${"(req)=>{eval(req.query.a);".repeat(2000)}${"}".repeat(2000)}`],
  ["objects", `x = ${"{a:".repeat(20_000)}1${"}".repeat(20_000)}`],
  ["subscripts", `x${"[a]".repeat(100_000)} = 1`],
  ["ternaries", `element.innerHTML = ${"a ? b : ".repeat(20_000)}c`],
  ["a long regex", `x = /${"(".repeat(20_000)}a+${")+".repeat(20_000)}/`],
  ["words of SQL", `x = \`${"SELECT ".repeat(100_000)}\${a}\``],
  ["nothing", ""],
];

describe("a hostile text", () => {
  it.each(HOSTILE)("of %s comes back", async (_, text) => {
    for (const path of ["a.js", "a.ts"]) expect(Array.isArray((await detect(text, path)).findings)).toBe(true);
  });

  it("of any characters comes back, in order and inside the text", async () => {
    const piece = fc.constantFrom(
      ..."eval( exec( req.query res.send( function(req,res){ `${ } ) ; { [ ] = => + . , \" ' / * \n \r\n 😀 é \u0000 \uFEFF innerHTML password secret cookie: SELECT a FROM class async <div> /(a+)+/ jwt.verify( fetch( import require( db.query( const let".split(
        " "
      )
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece, { maxLength: 40 }),
        fc.constantFrom("a.js", "a.ts", "a.tsx"),
        async (parts, path) => {
          const text = parts.join(" ");
          const { findings } = await detect(text, path);
          const lines = text.split("\n");
          for (const { line, column, end_line, end_column } of findings) {
            expect(column).toBeGreaterThan(0);
            expect(column - 1).toBeLessThanOrEqual(lines[line - 1]?.length ?? -1);
            expect(end_column - 1).toBeLessThanOrEqual(lines[end_line - 1]?.length ?? -1);
            expect(end_line > line || end_column > column).toBe(true);
          }
          const keys = findings.map(({ line, column }) => line * 1_000_000 + column);
          expect(keys).toStrictEqual(keys.toSorted((left, right) => left - right));
        }
      ),
      { numRuns: 10_000 }
    );
  });
});

describe("the way of a value", () => {
  const text = [
    "const quote = (value) => `'${value}'`;",
    "const twice = (value) => quote(value) + quote(value);",
    "function show(req, res) {",
    "  const { name } = req.query; // é😀",
    "  db.query('é😀' + name);",
    "  db.query(quote(name));",
    "  db.query(twice(name));",
    "}",
  ].join("\n");

  it("is told from the source to the sink, less sure with every function that it goes through", async () => {
    const { findings } = await detect(text);
    expect(
      findings.map((each) => [each.line, each.source_line, each.sink_line, each.taint_hops, each.confidence])
    ).toStrictEqual([
      [5, 4, 5, 1, 1],
      [6, 4, 6, 2, 0.8],
      [7, 4, 7, 3, 0.6],
    ]);
    const [first] = findings;
    expect([first?.rule_id, first?.source_description, first?.sink_description]).toStrictEqual([
      "js/taint-sql-injection",
      "req.query",
      ".query()",
    ]);
    expect(first?.fix_suggestion).toBeTypeOf("string");
  });

  it("names the bytes of the sink on disk, after a byte order mark too", async () => {
    for (const mark of ["", "\uFEFF"]) {
      const bytes = Buffer.from(mark + text);
      const { findings } = await detectStructure({ path: "a.js", text, bytes }, {});
      const sunk = findings.map((each) => bytes.subarray(each.sink_start_byte, each.sink_end_byte).toString());
      expect(sunk).toStrictEqual(["db.query('é😀' + name)", "db.query(quote(name))", "db.query(twice(name))"]);
    }
  });

  it("is given up where a text needs too many steps, and that is said", async () => {
    const deep = `function f(req) { ${"db.query(a".repeat(1500)}${")".repeat(1500)} }`;
    const { skipped } = await detect(deep);
    expect(skipped.map(({ reason }) => reason)).toStrictEqual(["out-of-time"]);
  });
});

import { expect, test } from "vitest";

import { moduleConfigEditor } from "../../src/adapters/module-config.ts";

const CORE = { import: "ultracite/oxlint/core", as: "core" };
const REACT = { import: "ultracite/oxlint/react", as: "react" };

function add(text: string, value = REACT): string {
  const result = moduleConfigEditor.edit(text, { kind: "append", pointer: "/extends/-", value });
  if (!result.ok) throw new Error(result.reason);
  return result.text;
}

function take(text: string, value = REACT): string {
  const result = moduleConfigEditor.edit(text, { kind: "remove-element", pointer: "/extends/-", value });
  if (!result.ok) throw new Error(result.reason);
  return result.text;
}

function getExtends(text: string): unknown {
  const parsed = moduleConfigEditor.parse(text);
  return parsed.ok ? parsed.get("/extends") : parsed.problem;
}

const HEAD = 'import { defineConfig } from "oxlint";\nimport core from "ultracite/oxlint/core";\n';
const ADDED = 'import react from "ultracite/oxlint/react";\n';

/** Whether every character of `part` is in `whole`, in order. */
function holdsInOrder(whole: string, part: string): boolean {
  let at = 0;
  for (const character of whole) if (character === part[at]) at += 1;
  return at === part.length;
}

/** Name, the file, and what the list's text becomes: ours comes first, for in oxlint a later entry wins. */
const SHAPES: readonly (readonly [string, string, string, string])[] = [
  [
    "defineConfig",
    `${HEAD}\nexport default defineConfig({\n  extends: [core],\n  rules: {},\n});\n`,
    "[core]",
    "[react, core]",
  ],
  // An identifier as the default export made a proxy throw (unjs/magicast#49).
  [
    "a constant, then its export",
    `${HEAD}\nconst c = { extends: [core] };\nexport default c;\n`,
    "[core]",
    "[react, core]",
  ],
  ["satisfies", `${HEAD}\nexport default { extends: [core] } satisfies Config;\n`, "[core]", "[react, core]"],
  [
    "as const, with odd spacing",
    `${HEAD}\nexport default { extends: [ core ] as const } as const;\n`,
    "[ core ]",
    "[ react, core ]",
  ],
  [
    "a spread before",
    `${HEAD}\nconst base = { rules: {} };\nexport default { ...base, extends: [core] };\n`,
    "[core]",
    "[react, core]",
  ],
  [
    "a spread in the list",
    `${HEAD}\nexport default { extends: [...shared, core] };\n`,
    "[...shared",
    "[react, ...shared",
  ],
  [
    "an arrow that returns an object",
    `${HEAD}\nexport default defineConfig(({ mode }) => ({ extends: [core] }));\n`,
    "[core]",
    "[react, core]",
  ],
  [
    "an arrow with a body and one return",
    `${HEAD}\nexport default defineConfig(() => {\n  const extra = [1].map((n) => { return n; });\n  return { extends: [core], extra };\n});\n`,
    "[core]",
    "[react, core]",
  ],
  [
    "an async function",
    `${HEAD}\nexport default async function config() {\n  return { extends: [core] };\n}\n`,
    "[core]",
    "[react, core]",
  ],
  [
    "comments and lines",
    `${HEAD}\nexport default {\n  extends: [\n    // the preset\n    core /* inner */, // why\n  ],\n};\n`,
    "[\n",
    "[\n    react,\n",
  ],
  [
    "no trailing comma, a comment after",
    `${HEAD}\nexport default {\n  extends: [\n    core // why\n  ]\n}\n`,
    "[\n",
    "[\n    react,\n",
  ],
  [
    "a comment behind the bracket",
    `${HEAD}\nexport default {\n  extends: [ // ours\n    core,\n  ],\n};\n`,
    "// ours\n",
    "// ours\n    react,\n",
  ],
  [
    "an element on the bracket's line",
    `${HEAD}\nexport default {\n  extends: [core,\n    local],\n};\n`,
    "[core",
    "[react, core",
  ],
  // An object declared apart from its export was not found (getsentry/sentry-wizard#380).
  [
    "a typed constant",
    `${HEAD}\nconst c: Config = { extends: [core] };\n\nexport default c;\n`,
    "[core]",
    "[react, core]",
  ],
  [
    "a constant exported as default",
    `${HEAD}\nconst c = { extends: [core] };\nexport { c as default };\n`,
    "[core]",
    "[react, core]",
  ],
  [
    "a list in a constant of its own",
    `${HEAD}\nconst presets = [core];\nexport default { extends: presets };\n`,
    "[core];",
    "[react, core];",
  ],
  [
    "a byte order mark and no final newline",
    `\uFEFF${HEAD}export default { extends: [core] }`,
    "[core]",
    "[react, core]",
  ],
];

test.each(SHAPES)("%s: a pure insertion, read back, and taken away again", (_, before, list, grown) => {
  const after = add(before);
  expect(after).toBe(before.replace('core";\n', `core";\n${ADDED}`).replace(list, grown));
  expect(holdsInOrder(after, before)).toBe(true);
  expect(getExtends(after)).toStrictEqual([REACT, ...(getExtends(before) as readonly unknown[])]);
  expect(add(after)).toBe(after);
  expect(take(after)).toBe(before);
  const crlf = before.replaceAll("\n", "\r\n");
  expect(add(crlf)).toBe(after.replaceAll("\n", "\r\n"));
  expect(take(add(crlf))).toBe(crlf);
});

test("module.exports: a require is added, since a required preset holds its default under a name", () => {
  const before =
    '"use strict";\nconst core = require("ultracite/oxlint/core").default;\n\nmodule.exports = { extends: [core] };\n';
  const after = add(before);
  expect(after).toBe(
    before
      .replace(".default;\n", '.default;\nconst react = require("ultracite/oxlint/react").default;\n')
      .replace("[core]", "[react, core]")
  );
  expect(getExtends(after)).toStrictEqual([REACT, CORE]);
  expect(take(after)).toBe(before);
});

// A comment in an empty object was lost with the first property (unjs/magicast#33).
test.each([
  [
    "an object with keys",
    "export default {\n  // rules of ours\n  rules: {},\n};\n",
    "export default {\n  extends: [core],\n  // rules of ours\n  rules: {},\n};\n",
  ],
  ["an object on one line", "export default { rules: {} };\n", "export default { extends: [core], rules: {} };\n"],
  ["an empty object", "export default defineConfig({});\n", "export default defineConfig({ extends: [core] });\n"],
  [
    "an empty object with a comment",
    "export default { /* note */ };\n",
    "export default { /* note */ extends: [core] };\n",
  ],
  [
    "an empty object with a line comment",
    "export default {\n  // note\n};\n",
    "export default {\n  // note\n  extends: [core]\n};\n",
  ],
  ["an empty list", "export default { extends: [] };\n", "export default { extends: [core] };\n"],
])("no extends yet, %s: the key is made and comments stay", (_, before, body) => {
  expect(add(before, CORE)).toBe(`import core from "ultracite/oxlint/core";\n\n${body}`);
});

test("the import goes below what must stay at the top", () => {
  const line = 'import core from "ultracite/oxlint/core";\n';
  const body = "export default { extends: [core] };\n";
  const bare = body.replace("core", "");
  const heads = ["// @ts-check\n", "/* Copyright us */\n", "#!/usr/bin/env node\n", "// about the file\n\n"];
  for (const head of heads) expect(add(head + bare, CORE)).toBe(`${head}${line}\n${body}`);
  const described = `/** @type {import("oxlint").Config} */\n${bare}`;
  expect(add(described, CORE)).toBe(`${line}\n${described.replace("[]", "[core]")}`);
});

test("quotes and semicolons are the file's own", () => {
  const before = "import { defineConfig } from 'oxlint'\n\nexport default defineConfig({ extends: [] })\n";
  const after = add(before, CORE);
  expect(after).toBe(
    before.replace("'oxlint'\n", "'oxlint'\nimport core from 'ultracite/oxlint/core'\n").replace("[]", "[core]")
  );
  expect(take(after, CORE)).toBe(before);
});

test("a name that is taken: a free one is chosen; a module that is imported already: its name is used", () => {
  const clash = 'import { core } from "./mine";\nexport default { extends: [], core };\n';
  expect(add(clash, CORE)).toBe(
    'import { core } from "./mine";\nimport core2 from "ultracite/oxlint/core";\nexport default { extends: [core2], core };\n'
  );
  expect(take(add(clash, CORE), CORE)).toBe(clash);
  const imported =
    'import preset from "ultracite/oxlint/core";\nexport default { extends: [], jsPlugins: preset.jsPlugins };\n';
  const after = add(imported, CORE);
  expect(after).toBe(imported.replace("[]", "[preset]"));
  expect(take(after, CORE)).toBe(imported);
});

// A comment given to an AST builder was dropped on printing (getsentry/sentry-wizard#547).
test("a line that says why stands above the import, and goes with it", () => {
  const before = `${HEAD}\nexport default { extends: [core] };\n`;
  const value = { ...REACT, comment: "added for agents" };
  const after = add(before, value);
  expect(after).toContain(`\n// added for agents\n${ADDED}`);
  expect(take(after, value)).toBe(before);
});

test("an element is replaced by another", () => {
  const before = `${HEAD}\nexport default { extends: [core] };\n`;
  const result = moduleConfigEditor.edit(before, {
    kind: "replace-element",
    pointer: "/extends",
    from: CORE,
    to: REACT,
  });
  expect(result).toStrictEqual({ ok: true, text: before.replaceAll("core", "react") });
});

test.each(["[core, local]", "[local, core, ...more]", "[local, core]", "[\n    local,\n    core, // why\n  ]"])(
  "an element is replaced where it stands: %s",
  (list) => {
    const before = `${HEAD}\nexport default {\n  extends: ${list},\n};\n`;
    const result = moduleConfigEditor.edit(before, {
      kind: "replace-element",
      pointer: "/extends",
      from: CORE,
      to: REACT,
    });
    expect(result.ok && getExtends(result.text)).toStrictEqual(
      (getExtends(before) as readonly unknown[]).map((item) => (item === null ? null : REACT))
    );
    expect(result.ok && result.text.includes("// why")).toBe(before.includes("// why"));
  }
);

test("what cannot be named is null when read", () => {
  expect(getExtends(`${HEAD}export default { extends: [core, local, ...more, { rules: {} }] };`)).toStrictEqual([
    CORE,
    null,
    null,
    null,
  ]);
  expect(getExtends("export default {};")).toBeUndefined();
});

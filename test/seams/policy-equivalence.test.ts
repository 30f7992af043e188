import { mkdir, mkdtemp, realpath, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { LintPolicy } from "../../src/domain/answers.ts";
import { toLintConfig } from "../../src/domain/lint-policy.ts";
import type { RelativePath, ScopePath } from "../../src/domain/paths.ts";
import type { PresetName } from "../../src/domain/presets.ts";
import { generate, land, makeAnswers, makeScopeAnswers, writeAll } from "../helpers/generated.ts";
import { PROJECT_ROOT } from "../helpers/hi.ts";
import { JS_PLUGIN_CASES, PLACE_CASES, PLUGIN_CASES, RULE_CASES } from "../helpers/policy-cases.ts";
import type { PolicyCase } from "../helpers/policy-cases.ts";
import { lintFolder, readCategories, readRules, readSaid, speaksOf, toOneName } from "../helpers/policy-oracle.ts";
import type { Categories, Found } from "../helpers/policy-oracle.ts";

// What a project's policy says must come out of the composed configuration as the tool itself reads it, and what it does
// not say must come out as the defaults have it. Both sides are asked of the real oxlint, alone and together.

/** Every file of it breaks many rules of many plugins and categories. */
const PROBE = `import fs from "fs";
import again from "fs";

export function Probe(a, b, c, d, e) {
  var first = a == b;
  debugger;
  console.log(first, again);
  alert(null);
  if (a) {
  }
  try {
    eval("1");
  } catch (error) {}
  let never = 1;
  const items = new Array(3);
  items.forEach(function () {
    return undefined;
  });
  const shown = a ? b : c ? d : e;
  new Promise((resolve, reject) => resolve(1)).then(() => {});
  for (const item of items) inherited(item, mine, shown, never);
  const empty = () => {};
  return fs && empty.length === 0 && !(a instanceof Object);
}
test.only("probe", () => {
  expect(1).toBe(1);
});
// eslint-disable-next-line no-alert
// oxlint-disable-next-line no-eval
export const last = 1;
`;
const PROBES = ["root.js", "src/a.js", "src/b.js", "src/a.test.js", "src/deep/c.js", "src/deep/keep.js", "legacy/d.js"];

let directory = "";
let categories: Categories;

beforeAll(async () => {
  directory = await realpath(await mkdtemp(path.join(tmpdir(), "hi-test-")));
  // Beside the projects, so that their own walks do not enter it.
  await symlink(path.join(PROJECT_ROOT, "node_modules"), path.join(directory, "node_modules"));
  categories = await readCategories(directory);
});
afterAll(() => rm(directory, { recursive: true, force: true }));

interface Place {
  /** The scope's folder. */
  readonly cwd: string;
  /** The policy alone, as the tool reads it. */
  readonly policy: string;
  /** The same as JSON, for the other reader. */
  readonly said: string;
  readonly composed: string;
}

/** Makes the project: its own files, probes in the scope, what is generated, and the defaults alone beside it. */
async function makeProject({
  files,
  policy = ".oxlintrc.json",
  scope = ".",
  presets = [],
}: PolicyCase): Promise<Place> {
  const root = await mkdtemp(path.join(directory, "project-"));
  const cwd = path.join(root, scope);
  await mkdir(cwd, { recursive: true });
  const texts = Object.entries(files).map(([name, value]) => [
    name,
    typeof value === "string" ? value : JSON.stringify(value),
  ]);
  const probes = PROBES.map((name) => [path.join(scope, name), PROBE]);
  await writeAll(
    root,
    Object.fromEntries([...probes, ...texts, [path.join(scope, "package.json"), '{ "type": "module" }\n']])
  );
  const lint: LintPolicy = {
    kind: "generated",
    project: { kind: "json", path: policy as RelativePath, because: policy },
  };
  const shown = presets.map((name) => ({ name: name as PresetName, because: "the case" }));
  const answers = makeAnswers({ providers: [], scopes: [makeScopeAnswers(scope, { policy: lint, presets: shown })] });
  await land(root, (await generate(answers)).values());
  await writeAll(cwd, toDefaults(["core", ...presets]));
  return {
    cwd,
    policy: path.join(root, policy),
    said: path.join(root, policy),
    composed: path.relative(scope, toLintConfig(scope as ScopePath, lint)),
  };
}

/** The same policy as a module of the project's, which is edited in place; as it was, it stands beside. */
async function makeModule({ files, presets = [] }: PolicyCase): Promise<Place> {
  const root = await mkdtemp(path.join(directory, "project-"));
  const policy = files[".oxlintrc.json"];
  const module = `export default ${JSON.stringify(policy, null, 2)};\n`;
  await writeAll(root, {
    ...Object.fromEntries(PROBES.map((name) => [name, PROBE])),
    "package.json": '{ "type": "module" }\n',
    "oxlint.config.ts": module,
    "theirs.config.ts": module,
    "said.json": JSON.stringify(policy),
    ...toDefaults(["core", ...presets]),
  });
  const shown = presets.map((name) => ({ name: name as PresetName, because: "the case" }));
  const lint: LintPolicy = { kind: "project-module", path: "oxlint.config.ts" as RelativePath };
  const answers = makeAnswers({ providers: [], scopes: [makeScopeAnswers(".", { policy: lint, presets: shown })] });
  await land(root, (await generate(answers)).values());
  return {
    cwd: root,
    policy: path.join(root, "theirs.config.ts"),
    said: path.join(root, "said.json"),
    composed: "oxlint.config.ts",
  };
}

/** The defaults as oxlint takes them, and once more on one level: of what is extended it does not print the options. */
function toDefaults(names: readonly string[]): Readonly<Record<string, string>> {
  const imports = names.map((name) => `import ${name} from "ultracite/oxlint/${name}";\n`).join("");
  const harness = '{ "func-names": "off", "func-style": "off", "sort-keys": "off" }';
  const list = names.join(", ");
  return {
    "defaults.config.ts": `${imports}export default { extends: [${list}], rules: ${harness} };\n`,
    "printed.config.ts": `${imports}const all = [${list}];
export default {
  plugins: [...new Set(all.flatMap((one) => one.plugins ?? ["unicorn", "typescript", "oxc"]))],
  rules: Object.assign({}, ...all.map((one) => one.rules), ${harness}),
};\n`,
  };
}

async function compareRules({ cwd, policy, said: file, composed }: Place): Promise<void> {
  const said = await readSaid(file);
  const configs = [policy, "printed.config.ts", composed];
  const [theirs, ours, both] = await Promise.all(configs.map((config) => readRules(cwd, config)));
  const rules = new Set([...(theirs?.keys() ?? []), ...(ours?.keys() ?? []), ...(both?.keys() ?? [])]);
  for (const written of rules) {
    const rule = toOneName(written, categories);
    const isSpoken = speaksOf(said, rule, { file: undefined, categories });
    const wanted = isSpoken ? theirs?.get(written) : (ours?.get(written) ?? theirs?.get(written));
    // What the policy extends is printed without its options: there the findings tell.
    const isWhole = !isSpoken || !said.inherited.has(written);
    const seen = toEffect(both?.get(written), isWhole);
    expect([written, isSpoken, seen]).toEqual([written, isSpoken, toEffect(wanted, isWhole)]);
  }
}

/** A rule that is off is as good as one that is not there. */
function toEffect(value: string | undefined, isWhole: boolean): string | undefined {
  if (/^(?:\["allow".*|"allow")$/.test(value ?? "")) return undefined;
  return isWhole ? value : /"(?:deny|warn)"/.exec(value ?? "")?.[0];
}

async function compareFindings({ cwd, policy, said: written, composed }: Place): Promise<void> {
  const said = await readSaid(written);
  const [theirs, ours, both, printed] = await Promise.all([
    lintFolder(cwd, policy),
    lintFolder(cwd, "defaults.config.ts"),
    lintFolder(cwd, composed),
    readRules(cwd, "printed.config.ts"),
  ]);
  expect(both.files).toEqual(theirs.files);
  const folder = path.dirname(policy);
  const isSpoken = ({ file, rule }: Found): boolean => {
    const matched = path.relative(folder, path.join(cwd, file));
    const seen = matched.startsWith("..") ? path.join(cwd, file) : matched;
    return speaksOf(said, toOneName(rule, categories), { file: seen, categories });
  };
  const known = new Set([...printed.keys()].map((rule) => toOneName(rule, categories)));
  const isDefault = (one: Found): boolean => known.has(toOneName(one.rule, categories)) || /jest|vitest/.test(one.rule);
  const wanted = [
    ...theirs.found.filter((one) => isSpoken(one) || !isDefault(one)),
    ...ours.found.filter((one) => !isSpoken(one) && theirs.files.includes(one.file) && one.rule !== "unused-directive"),
  ];
  expect(toLines(both.found)).toEqual(toLines(wanted));
  expect(both.found.length).toBeGreaterThan(0);
}

const toLines = (found: readonly Found[]): readonly string[] =>
  found.map(({ file, rule, severity, line }) => `${file}:${line} ${rule} ${severity}`).toSorted();

const GROUPS = { rules: RULE_CASES, plugins: PLUGIN_CASES, places: PLACE_CASES, "JS plugins": JS_PLUGIN_CASES };

describe.each(Object.entries(GROUPS))("%s", (_group, cases) => {
  it.each(cases.map((one) => [one.about, one] as const))("%s", async (_about, one) => {
    const place = await makeProject(one);
    await compareRules(place);
    await compareFindings(place);
  });
});

/** Every third: the composing is the same, only the way to it is another. */
const AS_MODULES = Object.values(GROUPS)
  .flat()
  .filter(({ files, policy, scope }) => typeof files[".oxlintrc.json"] === "object" && !policy && !scope)
  .filter((one, index) => index % 3 === 0 && Object.keys(one.files).length === 1);

describe("the same as a module that the project wrote", () => {
  it.each(AS_MODULES.map((one) => [one.about, one] as const))("%s", async (_about, one) => {
    const place = await makeModule(one);
    await compareRules(place);
    await compareFindings(place);
  });
});

it("the corpus has at least forty policies", () => {
  expect(Object.values(GROUPS).flat().length).toBeGreaterThanOrEqual(40);
  expect(AS_MODULES.length).toBeGreaterThanOrEqual(10);
});

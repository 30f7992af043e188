import { mkdtemp, realpath, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { afterAll, beforeAll, expect, it } from "vitest";

import { land, generate, makeAnswers } from "../helpers/generated.ts";
import { PROJECT_ROOT } from "../helpers/hi.ts";
import { JS_PLUGIN_CASES, PLACE_CASES, PLUGIN_CASES, RULE_CASES } from "../helpers/policy-cases.ts";
import type { PolicyCase } from "../helpers/policy-cases.ts";
import { readCategories, readRules, readSaid, toOneName } from "../helpers/policy-oracle.ts";
import type { Categories } from "../helpers/policy-oracle.ts";
import { makeRepository, resolveIn } from "./init-detect.fixture.ts";

// The equivalence corpus asks what comes out; here the plan is asked. Whatever a policy of the corpus writes down of a
// rule and the effective configuration does not have so, the plan of that repository has to name.

let directory = "";
let categories: Categories;

beforeAll(async () => {
  directory = await realpath(await mkdtemp(path.join(tmpdir(), "hi-test-")));
  await symlink(path.join(PROJECT_ROOT, "node_modules"), path.join(directory, "node_modules"));
  categories = await readCategories(directory);
});
afterAll(() => rm(directory, { recursive: true, force: true }));

const SEVERITIES: Readonly<Record<string, string>> = {
  warn: "warn",
  1: "warn",
  error: "deny",
  deny: "deny",
  2: "deny",
};

/** `allow`, `warn` or `deny`. */
function toSeverity(value: unknown): string {
  const [severity] = [value].flat() as readonly (number | string)[];
  return SEVERITIES[String(severity)] ?? "allow";
}

const severityOf = (printed: string | undefined): string =>
  /"(?:deny|warn)"/.exec(printed ?? "")?.[0].slice(1, -1) ?? "allow";

async function listDifferences({ files, policy = ".oxlintrc.json", scope = "." }: PolicyCase, root: string) {
  const { answers, findings } = await resolveIn(root, { scopes: [scope] });
  await land(root, (await generate(makeAnswers({ providers: [], scopes: answers.scopes }))).values());
  const [found] = answers.scopes;
  if (found?.policy.kind !== "generated") throw new Error("the policy was not found");
  const composed = found.policy.project?.isNew ? "oxlint.config.ts" : "oxlint.effective.config.ts";
  const effective = await readRules(path.join(root, scope), composed);
  const names = new Map([...effective].map(([name, value]) => [toOneName(name, categories), value]));
  const said = await readSaid(path.join(root, policy));
  const last = Object.fromEntries(
    Object.entries(said.rules).map(([name, value]) => [toOneName(name, categories), [name, value] as const])
  );
  const differing = Object.entries(last)
    // Of rules that plugins of the project bring the tool prints nothing: the corpus runs them.
    .filter(([one, [, value]]) => categories.has(one) && severityOf(names.get(one)) !== toSeverity(value))
    .map(([, [name]]) => name);
  const listed = findings
    .filter(({ code }) => code === "policy-unheard")
    .flatMap(({ args }) => args["rules"] as string[]);
  return { differing, listed, files };
}

const CASES = [...RULE_CASES, ...PLUGIN_CASES, ...PLACE_CASES, ...JS_PLUGIN_CASES];

it.each(CASES.map((one) => [one.about, one] as const))("%s", async (_about, one) => {
  const root = path.join(await mkdtemp(path.join(directory, "project-")), "repository");
  const scope = one.scope ?? ".";
  const script = { scripts: { lint: `oxlint -c ${path.relative(scope, one.policy ?? "")}` } };
  const manifest = { name: "x", type: "module", ...(one.policy && !one.policy.startsWith(".oxlintrc") ? script : {}) };
  const name = path.join(scope, "package.json");
  await makeRepository(root, { ...one.files, [name]: manifest, [path.join(scope, "src/a.js")]: "export {};\n" });
  const { differing, listed } = await listDifferences(one, root);
  expect(differing.filter((rule) => !listed.includes(rule))).toEqual([]);
});

it("some do differ, and are named", () => {
  expect(CASES.filter(({ about }) => /not enable|not enabled/.test(about)).length).toBeGreaterThanOrEqual(2);
});

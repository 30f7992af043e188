import { printSteps, printTerm } from "../tests/print.ts";
import type { Program, Step } from "../tree/tree.ts";
import { walkAll, walkSteps } from "../tree/walk.ts";
import { listMissing, toFinding } from "./config-finding.ts";
import type { ConfigFinding } from "./config-finding.ts";

/** Hooks of pytest that decide which tests are run and what comes of them. */
const HOOKS =
  /^pytest_(?:collection_modifyitems|ignore_collect|collect_file|runtest_makereport|runtest_call|runtest_protocol|runtest_setup|pyfunc_call|itemcollected|deselected|sessionfinish)$/;
const SKIPS = /(?:^|\.)(?:skip|skipif|xfail|add_marker|importorskip|pytest_deselected|force_result)$/;

/** What a conftest.py does to the tests of its folder: skips them, does not collect them, changes what comes of them. */
export function compareConftest(before: Program | undefined, after: Program): readonly ConfigFinding[] {
  const [was, now] = [before ? toFacts(before.body) : NOTHING, toFacts(after.body)];
  const hooks = listMissing(now.hooks, was.hooks).map((hook) => {
    const [name = ""] = String(hook).split(" ");
    return toFinding(
      "TEST_DISCOVERY_NARROWED",
      name,
      `${name} decides anew which tests run or what comes of them.`,
      "medium"
    );
  });
  const skips = listMissing(now.skips, was.skips).map((name) =>
    toFinding("SKIPPED_TEST_ADDED", String(name), `${name} keeps tests from running.`, "medium")
  );
  const ignored = listMissing(now.ignored, was.ignored).map((value) =>
    toFinding("TEST_DISCOVERY_NARROWED", "collect_ignore", `${value} is no longer collected.`)
  );
  return [...hooks, ...skips, ...ignored];
}

interface Facts {
  readonly hooks: readonly string[];
  readonly skips: readonly string[];
  readonly ignored: readonly string[];
}

const NOTHING: Facts = { hooks: [], skips: [], ignored: [] };

function toFacts(body: readonly Step[]): Facts {
  const steps = [...walkSteps(body)];
  const hooks = steps.flatMap((step) =>
    step.kind === "function" && HOOKS.test(step.name) ? [`${step.name} ${printSteps(step.value.body)}`] : []
  );
  const skips = [...walkAll(body, true)].flatMap((term) => {
    const name = term.kind === "call" ? printTerm(term.callee, undefined) : "";
    return SKIPS.test(name) ? [name] : [];
  });
  const ignored = steps.flatMap((step) => {
    const isIgnore =
      step.kind === "bind" && step.pattern.kind === "name" && /^collect_ignore(?:_glob)?$/.test(step.pattern.name);
    return isIgnore && step.value?.kind === "list" ? step.value.items.map((item) => printTerm(item, undefined)) : [];
  });
  return { hooks, skips, ignored };
}

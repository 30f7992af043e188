import type { TestFinding } from "./test-finding.ts";
import type { Replacement, TestFile } from "./test-model.ts";

const FAKE_PATH = /(?:^|[/._-])(?:__mocks__|mocks?|fakes?|stubs?)(?:[/._-]|$)/i;

/** Says whether what the tests are about is now replaced by something else: what they depend on may be. */
export function compareReplacements(before: TestFile, after: TestFile): readonly TestFinding[] {
  const subjects = listSubjects(before);
  const known = new Set(before.replacements.map(toKey));
  const replaced = after.replacements
    .filter((one) => !known.has(toKey(one)) && isSubject(one, subjects, before, after))
    .map((one) => toFinding(one.at, `${one.text} replaces ${one.target}, which the tests are about.`));
  return [...replaced, ...compareImports(before, after, subjects)];
}

const toKey = ({ kind, target, names }: Replacement): string => JSON.stringify([kind, target, names]);

/** What the assertions of a file are about: what is called to get their subjects. */
function listSubjects({ tests }: TestFile): ReadonlySet<string> {
  return new Set(tests.flatMap(({ assertions }) => assertions.flatMap(({ calls }) => calls)));
}

function isSubject(one: Replacement, subjects: ReadonlySet<string>, before: TestFile, after: TestFile): boolean {
  if (one.kind === "function") return isCalled(one.target, subjects, before);
  const names = [...before.imports, ...after.imports].flatMap(([name, from]) =>
    toPlain(from) === toPlain(one.target) ? [name] : []
  );
  return names.some(
    (name) => isAbout(name, subjects) && (one.names === undefined || isAmong(name, one.names, subjects))
  );
}

/** Of a partial replacement: the name itself, or a member of it that is called. */
const isAmong = (name: string, names: readonly string[], subjects: ReadonlySet<string>): boolean =>
  names.some((other) => other === name || subjects.has(`${name}.${other}`));

const isAbout = (name: string, subjects: ReadonlySet<string>): boolean =>
  [...subjects].some((call) => call === name || call.startsWith(`${name}.`));

/** A whole path of a patch ends in what the tests call: `shop.cart.total` in `total` or `cart.total`. */
function isCalled(target: string, subjects: ReadonlySet<string>, { imports }: TestFile): boolean {
  if (subjects.has(target)) return imports.has(target.replace(/\..*$/, "")) || target.includes(".");
  const parts = target.split(".");
  if (parts.length < 2) return false;
  const [last = ""] = parts.slice(-1);
  const module = parts.slice(0, -1).join(".");
  // A patch of the test module's own name replaces what was imported into it.
  if (subjects.has(last) && imports.has(last) && /(?:^|[._])tests?(?:[._]|$)|__main__|__name__/.test(module)) {
    return true;
  }
  const isFromThere = imports.get(last) === module || (imports.get(last)?.endsWith(parts.at(-2) ?? "\0") ?? false);
  return (subjects.has(last) && isFromThere) || subjects.has(parts.slice(-2).join("."));
}

/** A subject that came from a module and now comes from a fake one, or from the test file itself. */
function compareImports(before: TestFile, after: TestFile, subjects: ReadonlySet<string>): readonly TestFinding[] {
  const calls = listSubjects(after);
  return [...before.imports].flatMap(([name, from]) => {
    if (!from.startsWith(".") || !isAbout(name, subjects) || !isAbout(name, calls)) return [];
    const fromNow = after.imports.get(name);
    if (fromNow === undefined) return [toFinding(0, `${name} came from ${from} and is now made in the test file.`)];
    const isFake = fromNow !== from && FAKE_PATH.test(fromNow) && !FAKE_PATH.test(from);
    return isFake ? [toFinding(0, `${name} came from ${from} and now comes from ${fromNow}.`)] : [];
  });
}

const toPlain = (path: string): string => path.replace(/\.[cm]?[jt]sx?$/, "").replace(/\/index$/, "");

const toFinding = (at: number, explanation: string): TestFinding => ({
  code: "SUBJECT_MOCKED",
  at,
  explanation,
  confidence: "medium",
});

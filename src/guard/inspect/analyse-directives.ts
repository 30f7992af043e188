import type { ChangedFile, FileVersion, InspectedRepository } from "../../contracts/guard.ts";
import { decodeText } from "../../domain/text-encoding.ts";
import { toTextPosition } from "../../domain/text-position.ts";
import type { FindingDraft } from "./finding-draft.ts";
import { isPython, isScript, readProgram } from "./tests/read-program.ts";

type Code = "COVERAGE_EXCLUSION_ADDED" | "SUPPRESSION_ADDED";

/** One thing that a comment takes out: a rule of a linter, or a piece of code from coverage. */
interface Directive {
  readonly code: Code;
  readonly key: string;
  readonly at: number;
}

const COVERAGE =
  /\b(?:v8|istanbul|c8)\s+ignore\b|\bnode:coverage\s+(?:disable|ignore)\b|\bpragma:\s*no\s*(?:cover|branch)\b/;
/** A suppression, with what comes after it: the rules, up to a reason. */
const SUPPRESSION =
  /(eslint-disable(?:-next-line|-line)?|oxlint-disable(?:-next-line|-line)?|biome-ignore(?:-all)?|tslint:disable(?:-next-line)?|stylelint-disable(?:-next-line|-line)?|deno-lint-ignore(?:-file)?|@ts-(?:ignore|nocheck|expect-error)|(?:ruff:\s*)?noqa|(?:mypy|pyright|type):\s*ignore(?:-errors)?|pylint:\s*disable(?:-next)?|nosec|nosemgrep)\b[:=]?\s*(\[[^\]]*\]|(?:(?!\s--\s)[^\n*])*)/;
const LARGEST = 1_000_000;

/**
 * Finds comments that take something out of coverage or linting, in every changed file. The same comment that is gone
 * elsewhere in the same change has moved and is none.
 */
export class DirectiveAnalysis {
  private readonly removed = new Map<string, number>();
  private readonly added: (Directive & {
    readonly path: string;
    readonly layer: FileVersion["layer"];
    readonly text: string;
  })[] = [];
  private readonly repository: InspectedRepository;

  constructor(repository: InspectedRepository) {
    this.repository = repository;
  }

  async analyse({ path, oldPath = path }: ChangedFile, isTest: boolean): Promise<void> {
    const before = listDirectives(await this.repository.readBaseline(oldPath), oldPath, isTest).directives;
    const versions = await this.repository.readVersions(path);
    if (versions.length === 0) for (const layer of ["head", "index", "worktree"] as const) this.takeOut(before, layer);
    for (const { layer, bytes } of versions) {
      const { directives, text } = listDirectives(bytes, path, isTest);
      const left = [...before];
      for (const directive of directives) {
        const at = left.findIndex(({ key }) => key === directive.key);
        if (at === -1) this.added.push({ ...directive, path, layer, text });
        else left.splice(at, 1);
      }
      this.takeOut(left, layer);
    }
  }

  finish(): readonly FindingDraft[] {
    const drafts: FindingDraft[] = [];
    for (const { code, key, at, path, layer, text } of this.added) {
      const id = `${layer} ${key}`;
      const left = this.removed.get(id) ?? 0;
      this.removed.set(id, left - 1);
      if (left > 0) continue;
      const what = code === "SUPPRESSION_ADDED" ? "A suppression was added" : "Code was taken out of coverage";
      drafts.push({ code, path, at: toTextPosition(text, at), explanation: `${what}: ${key}.`, confidence: "high" });
    }
    return drafts;
  }

  private takeOut(directives: readonly Directive[], layer: FileVersion["layer"]): void {
    for (const { key } of directives) {
      this.removed.set(`${layer} ${key}`, (this.removed.get(`${layer} ${key}`) ?? 0) + 1);
    }
  }
}

function listDirectives(
  bytes: Uint8Array | undefined,
  path: string,
  isTest: boolean
): { directives: readonly Directive[]; text: string } {
  const decoded = bytes && bytes.length <= LARGEST ? decodeText(bytes) : undefined;
  if (!bytes || !decoded?.ok || isProse(path)) return { directives: [], text: "" };
  const { text } = decoded;
  const reading = isScript(path) || isPython(path) ? readProgram(bytes, path) : undefined;
  const comments = reading?.ok ? reading.program.comments : listLines(text);
  const directives = comments.flatMap((comment) => readComment(comment.text, comment.at));
  // In a test, that a line must not type-check is what the test asserts.
  return { directives: isTest ? directives.filter(({ key }) => key !== "@ts-expect-error") : directives, text };
}

/** Prose shows directives, and holds none. */
const isProse = (path: string): boolean => /\.(?:md|mdx|txt|rst|adoc|html?|json|lock|snap|svg)$/i.test(path);

/** Where the comments of a language are not known, each line that has the mark of one. */
function listLines(text: string): readonly { text: string; at: number }[] {
  let at = 0;
  return text.split("\n").flatMap((line) => {
    const start = at;
    at += line.length + 1;
    return /\/\/|\/\*|#|<!--|--/.test(line) ? [{ text: line, at: start }] : [];
  });
}

function readComment(text: string, at: number): readonly Directive[] {
  const covered: readonly Directive[] = COVERAGE.test(text)
    ? [{ code: "COVERAGE_EXCLUSION_ADDED", key: COVERAGE.exec(text)?.[0].replaceAll(/\s+/g, " ") ?? "", at }]
    : [];
  const [, word, rest = ""] = SUPPRESSION.exec(text) ?? [];
  if (word === undefined) return covered;
  const name = word.replaceAll(/\s+/g, "").replace(/-(?:next-line|line|next)$/, "");
  const isTyped = name.startsWith("@ts-");
  const rules = isTyped
    ? []
    : rest
        .replaceAll(/[[\]()]/g, "")
        .split(/[,\s]+/)
        .filter((rule) => /^[@\w/-]+[\w*]$/.test(rule));
  const keys = rules.length === 0 ? [isTyped ? name : `${name} (all)`] : rules.map((rule) => `${name} ${rule}`);
  return [...covered, ...keys.map((key): Directive => ({ code: "SUPPRESSION_ADDED", key, at }))];
}

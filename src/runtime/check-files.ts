import type { PostEditFailure, PostEditFinding } from "../contracts/post-edit-result.ts";
import type { RelativePath } from "../domain/paths.ts";
import { isOfRule } from "./draft/agreement.ts";
import { Fixing } from "./draft/fixing.ts";
import type { Draft } from "./draft/fixing.ts";
import { Formatting } from "./draft/formatting.ts";
import type { Texts } from "./draft/formatting.ts";
import { placeDraft } from "./draft/place-draft.ts";
import type { PlacedFile } from "./draft/place-draft.ts";
import { mayFixWithTypes } from "./draft/typed-rules.ts";
import { readEdited, toText } from "./edited-file.ts";
import type { EditedFile } from "./edited-file.ts";
import { reportFiles } from "./report-files.ts";
import type { Report } from "./report-files.ts";
import type { ScopeTools } from "./scope-tools.ts";
import { toServerFailure } from "./server/server-error.ts";

/** What one round over some files of a scope came to. */
export interface Round {
  /** Those that the configuration does not leave out and nobody else wrote meanwhile. */
  readonly files: readonly RelativePath[];
  readonly findings: readonly PostEditFinding[];
  readonly failures: readonly PostEditFailure[];
  /** Those where new bytes of ours stand. */
  readonly changed: readonly RelativePath[];
  /** Those that are to be looked at once more: somebody else wrote them, or formatting gave something to fix. */
  readonly unsettled: readonly RelativePath[];
}

/**
 * Checks files once. Texts are formatted and fixed in memory, what differs is put in the place of the bytes that it was
 * made from, and what is left is told. Where nothing changes nothing is written. The last round also tells of files that
 * are not settled.
 */
export async function checkFiles(tools: ScopeTools, files: readonly EditedFile[], isLast: boolean): Promise<Round> {
  const formatting = new Formatting(tools);
  const fixing = new Fixing(tools, (file, text) => formatting.format(file, text));
  try {
    return await new FileCheck({ tools, files, isLast, formatting, fixing }).run();
  } finally {
    formatting.end();
    fixing.end();
  }
}

interface CheckParts {
  readonly tools: ScopeTools;
  readonly files: readonly EditedFile[];
  readonly isLast: boolean;
  readonly formatting: Formatting;
  readonly fixing: Fixing;
}

class FileCheck {
  private readonly parts: CheckParts;
  private readonly files: ReadonlyMap<RelativePath, EditedFile>;
  private readonly texts: Texts;
  private readonly failures = new Map<string, PostEditFailure>();
  private readonly placed = new Map<RelativePath, PlacedFile>();
  private readonly unsettled = new Set<RelativePath>();

  constructor(parts: CheckParts) {
    this.parts = parts;
    this.files = new Map(parts.files.map((edited) => [edited.file, edited]));
    this.texts = toTexts(parts.files);
  }

  async run(): Promise<Round> {
    const [formatted, report] = await this.look();
    this.fail(this.parts.formatting.failure);
    if ("kind" in report) {
      this.fail(report);
      if (report.kind !== "timeout") this.place([...formatted].map(([file, text]) => ({ file, text, findings: [] })));
      return this.conclude([...this.files.keys()], []);
    }
    const drafts = await this.draft(report, formatted);
    this.place(drafts);
    const findings = await this.tell(report, drafts);
    return this.conclude(
      report.files.map(({ file }) => file),
      findings
    );
  }

  /** Without writing: what the formatter would make of the texts, and what the linter says of the files as they are. */
  private look(): Promise<[Texts, Report | PostEditFailure]> {
    const { tools, formatting, fixing } = this.parts;
    let isReported = false;
    const reporting = reportFiles(tools, this.parts.files).finally(() => (isReported = true));
    const formatted = formatting.formatAll(this.texts).then((texts) => {
      // Something is to be changed: what fixes can start while the linter is still at work.
      if (!isReported && isDifferent(texts, this.texts)) void fixing.warmUp([...this.texts.keys()]);
      return texts;
    });
    return Promise.all([formatted, reporting]);
  }

  private draft(report: Report, formatted: Texts): Promise<readonly Draft[]> {
    const texts = report.files.flatMap(({ file }) => {
      const text = this.texts.get(file);
      return text === undefined ? [] : [{ file, text, formatted: formatted.get(file) ?? text }];
    });
    return Promise.all(
      texts.map(async ({ file, text, formatted: next }): Promise<Draft> => {
        const told = report.findings.get(file) ?? [];
        const plain = { file, text: next, findings: next === text ? told : undefined };
        if (!told.some(isOfRule)) return plain;
        try {
          const { elsewhere } = report;
          return await this.parts.fixing.fix({ file, text, formatted: next, told, elsewhere });
        } catch (error) {
          return await this.goWithout(toServerFailure(error), { file, text, findings: told }, plain);
        }
      })
    );
  }

  /** Without fixes: as formatted; as it is where there is no time left, or where what was told is about newer bytes. */
  private async goWithout(failure: PostEditFailure, asRead: Draft, plain: Draft): Promise<Draft> {
    if (!(await this.isStill(asRead.file, undefined))) {
      this.unsettled.add(asRead.file);
      return asRead;
    }
    this.fail(failure);
    return failure.kind === "timeout" ? asRead : plain;
  }

  private place(drafts: readonly Draft[]): void {
    const { root } = this.parts.tools.session;
    for (const { file, text } of drafts) {
      const edited = this.files.get(file);
      if (!edited || this.texts.get(file) === text) continue;
      const placing = placeDraft(root, edited, text);
      if (placing.kind === "placed") this.placed.set(file, placing.placed);
      else if (placing.kind === "newer") this.unsettled.add(file);
      else this.fail(placing.failure);
    }
  }

  /** What is left, of what stands there now. Texts that changed together are told by the command line alone. */
  private async tell(report: Report, drafts: readonly Draft[]): Promise<readonly PostEditFinding[]> {
    const known = new Map(report.findings);
    const open: EditedFile[] = [];
    for (const { file, findings } of drafts) {
      const placed = this.placed.get(file);
      if (!placed) continue;
      if (findings === undefined || this.placed.size > 1) open.push({ file, bytes: placed.bytes, isRewritable: true });
      else known.set(file, findings);
    }
    if (open.length > 0) {
      const second = await reportFiles(this.parts.tools, open);
      for (const { file } of open) known.set(file, "kind" in second ? [] : (second.findings.get(file) ?? []));
      if ("kind" in second) this.fail(second);
      else this.noteUnfixed(report, second);
    }
    return [...[...known.values()].flat(), ...report.elsewhere];
  }

  /** Formatting can move a directive away from what it silences; what could be fixed only since is to be fixed too. */
  private noteUnfixed(first: Report, second: Report): void {
    for (const [file, now] of second.findings) {
      const before = first.findings.get(file) ?? [];
      const isNew = (is: (finding: PostEditFinding) => boolean): boolean => now.some(is) && !before.some(is);
      if (isNew(isOfRule) || isNew(({ rule }) => mayFixWithTypes(rule))) this.unsettled.add(file);
    }
  }

  private async conclude(files: readonly RelativePath[], findings: readonly PostEditFinding[]): Promise<Round> {
    const changed: RelativePath[] = [];
    for (const file of files) {
      const placed = this.placed.get(file);
      if (!(await this.isStill(file, placed))) this.unsettled.add(file);
      else if (placed) changed.push(file);
    }
    const isTold = (file: string): boolean => this.parts.isLast || !this.unsettled.has(file as RelativePath);
    return {
      files: files.filter(isTold),
      findings: findings.filter(({ file }) => isTold(file)),
      failures: [...this.failures.values()],
      changed,
      unsettled: [...this.unsettled],
    };
  }

  private async isStill(file: RelativePath, placed: PlacedFile | undefined): Promise<boolean> {
    if (placed) return placed.isOurs();
    const bytes = await readEdited(this.parts.tools.session.root, file);
    return bytes !== undefined && this.files.get(file)?.bytes.equals(bytes) === true;
  }

  private fail(failure: PostEditFailure | undefined): void {
    if (failure) this.failures.set(JSON.stringify(failure), failure);
  }
}

function toTexts(files: readonly EditedFile[]): Texts {
  const texts = new Map<RelativePath, string>();
  for (const { file, bytes, isRewritable } of files) {
    const text = isRewritable ? toText(bytes) : undefined;
    if (text !== undefined) texts.set(file, text);
  }
  return texts;
}

function isDifferent(left: Texts, right: Texts): boolean {
  return [...left].some(([file, text]) => right.get(file) !== text);
}

import type { WriteReason } from "../../contracts/write-decision.ts";
import { foldPath } from "./path-index.ts";
import type { PathIndex } from "./path-index.ts";
import { matchesAny } from "./path-matcher.ts";
import type { SessionPayload, SessionRules } from "./session-payload.ts";

/** Why a path may not be written, or that it may. */
export type PathReason = Extract<
  WriteReason,
  | "SESSION_STATE_CORRUPT"
  | "JUDGE_CONFIGURATION_PROTECTED"
  | "PROTECTED_PATH_CHANGED"
  | "SNAPSHOT_CHANGED"
  | "EXISTING_TEST_MODIFIED"
  | "NEW_TEST_NOT_ALLOWED"
  | "WRITE_ALLOWED"
>;

/** Asks the rules of one session about paths, its expressions made once. */
export class PathJudge {
  private readonly rules: SessionRules;
  private readonly folds: boolean;
  private readonly submodules: readonly string[];
  private readonly openIndex: () => PathIndex | undefined;

  constructor(
    { rules, volume, submodules = [] }: Pick<SessionPayload, "rules" | "volume"> & Partial<SessionPayload>,
    openIndex: () => PathIndex | undefined
  ) {
    this.rules = rules;
    this.submodules = submodules;
    this.folds = volume.foldsCase || volume.foldsForm;
    this.openIndex = openIndex;
  }

  /** The first rule that holds, in the order of seed 004; `path` is from the git root, POSIX separators. */
  judge(path: string): PathReason {
    const { rules } = this;
    if (isConfiguration(rules, path, this.folds)) return "JUDGE_CONFIGURATION_PROTECTED";
    if (this.matches(rules.patterns.protected, path)) return "PROTECTED_PATH_CHANGED";
    if (rules.blockSnapshotChanges && this.matches(rules.patterns.snapshot, path)) return "SNAPSHOT_CHANGED";
    if (!this.matches(rules.patterns.test, path)) return "WRITE_ALLOWED";
    return this.judgeTest(path);
  }

  /**
   * The same where the volume folds names in a folder on the way although it does not at the root: the stricter answer.
   * Undefined where that is no other question.
   */
  judgeFolded(path: string): PathReason | undefined {
    if (this.folds) return undefined;
    const { patterns } = this.rules;
    const isPlain = [...patterns.protected, ...patterns.snapshot, ...patterns.test].every(
      (source) => source === foldPath(source)
    );
    // Of a name that is folded already, and patterns that are, only the list of tests can hold another spelling.
    if (isPlain && path === foldPath(path) && !this.matches(patterns.test, path)) return undefined;
    const volume = { foldsCase: true, foldsForm: true, keepsModes: true };
    return new PathJudge({ rules: this.rules, volume, submodules: this.submodules }, this.openIndex).judge(path);
  }

  private judgeTest(path: string): PathReason {
    const { existingTests, allowNewTests } = this.rules;
    if (existingTests !== "immutable" && allowNewTests) return "WRITE_ALLOWED";
    // The baseline says no more of a submodule than its commit: each test in one counts as of it.
    const isInSubmodule = this.submodules.some((one) => isBelow(path, one, this.folds));
    if (isInSubmodule) return existingTests === "immutable" ? "EXISTING_TEST_MODIFIED" : "NEW_TEST_NOT_ALLOWED";
    const index = this.openIndex();
    const isExisting = this.folds ? index?.has("folded", foldPath(path)) : index?.has("exact", path);
    index?.close();
    if (isExisting === undefined) return "SESSION_STATE_CORRUPT";
    if (isExisting) return existingTests === "immutable" ? "EXISTING_TEST_MODIFIED" : "WRITE_ALLOWED";
    return allowNewTests ? "WRITE_ALLOWED" : "NEW_TEST_NOT_ALLOWED";
  }

  private matches(sources: readonly string[], path: string): boolean {
    const forms = this.folds ? new Set([path, path.normalize("NFC"), path.normalize("NFD")]) : [path];
    return [...forms].some((form) => matchesAny(sources, form, this.folds));
  }
}

function isBelow(path: string, folder: string, folds: boolean): boolean {
  return folds ? foldPath(path).startsWith(`${foldPath(folder)}/`) : path.startsWith(`${folder}/`);
}

/** The guard's own settings, git's folder at any depth, and what leads to it on some file systems. */
function isConfiguration({ configuration }: SessionRules, path: string, folds: boolean): boolean {
  if (path.split("/").some(isGitName)) return true;
  const fold = folds ? foldPath : (text: string): string => text;
  const asked = fold(path);
  return (
    configuration.files.some((file) => fold(file) === asked) ||
    configuration.folders.some((folder) => asked === fold(folder) || asked.startsWith(`${fold(folder)}/`))
  );
}

/** Characters that HFS+ leaves out of a name. */
const LEFT_OUT = /[\u200C-\u200F\u202A-\u202E\u206A-\u206F\uFEFF]/g;

/** `.git`, in every spelling that git itself refuses to check out: by case, short name, ending or invisible character. */
export function isGitName(name: string): boolean {
  const plain = name.replaceAll(LEFT_OUT, "").toLowerCase();
  return /^(?:\.git|git~\d+)(?:[. ]*|:.*)$/s.test(plain);
}

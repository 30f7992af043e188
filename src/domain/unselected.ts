import { GUARD_PATH } from "./guard-record.ts";
import type { RelativePath } from "./paths.ts";
import type { Receipt } from "./receipt.ts";
import { SCAN_RECORD_PATH } from "./scan-record.ts";
import type { PackName, Settings } from "./settings.ts";
import { PROVIDERS } from "./settings.ts";

/** A file of ours that is no longer wanted, or a key of one. */
export interface Unwanted {
  readonly path: RelativePath;
  /** The generator's folder name, as the receipt has it: untrusted. */
  readonly generator: string;
  /** Of a key. */
  readonly pointer?: string;
}

/** What is selected now, and what was published when more was. */
export interface Choices {
  readonly settings: Pick<Settings, "commitGate" | "packs" | "providers"> & {
    readonly lint: Pick<Settings["lint"], "scopes">;
  };
  readonly receipt: Pick<Receipt, "files"> | undefined;
}

/** The choice that made a file: one member, `pack`, `agent`, `commitGate` or `scope`, with its name. */
export type Unselected = Readonly<Record<string, string>>;

/**
 * The choice that a file or key came from and that is made no longer; undefined where it is still made, so that the
 * templates alone left it. test/pipeline/unselected.test.ts holds this against what the generators make.
 */
export function findUnselected(unwanted: Unwanted, choices: Choices): Unselected | undefined {
  const { settings } = choices;
  const scope = findScope(unwanted);
  if (scope !== undefined && !settings.lint.scopes.some((selected) => selected === scope)) return { scope };
  if (isOfGate(unwanted) && settings.commitGate === "disabled") return { commitGate: "lefthook" };
  const pack = findPack(unwanted, choices);
  if (pack !== undefined && !settings.packs.includes(pack)) return { pack };
  const agent = PROVIDERS.find((name) => unwanted.generator === `provider-${name}` || isCommandOf(name, unwanted));
  return agent === undefined || settings.providers.includes(agent) ? undefined : { agent };
}

/** Generators whose files stand in the scope that they are made for; the root has scripts without being one. */
const OF_SCOPES: ReadonlySet<string> = new Set(["format", "lint", "scripts"]);

function findScope({ path, generator }: Unwanted): string | undefined {
  const isBelow = path.includes("/") && !path.startsWith(".hi/");
  return OF_SCOPES.has(generator) && isBelow ? path.slice(0, path.lastIndexOf("/")) : undefined;
}

const isOfGate = ({ generator, pointer }: Unwanted): boolean =>
  generator === "commit-gate" || (generator === "scripts" && pointer === "/devDependencies/lefthook");

const isCommandOf = (name: string, { path, generator }: Unwanted): boolean =>
  name === "claude" && generator === "scan" && path.startsWith(".claude/");

const PACK_OF_SCRIPTS: ReadonlyMap<string, PackName> = new Map([
  ["/scripts/format", "format"],
  ["/scripts/format:check", "format"],
  ["/devDependencies/oxfmt", "format"],
  ["/scripts/lint:patch", "effect"],
  ["/devDependencies/@effect~1tsgo", "effect"],
]);

/** Hooks that the guard is asked by; a custom linter may be asked by the first, too. */
const GUARD_HOOK = /^\/hooks\/(?:[Pp]reToolUse|[Ss]top|SubagentStop)\/-$/;

function findPack({ path, generator, pointer = "" }: Unwanted, { receipt }: Choices): PackName | undefined {
  if (generator === "format" || generator === "guard" || generator === "update-workflow") return generator;
  if (generator === "scan") return findScanPack(path);
  if (generator === "scripts") return PACK_OF_SCRIPTS.get(pointer);
  const wasGuarded = receipt !== undefined && Object.hasOwn(receipt.files, GUARD_PATH);
  return wasGuarded && generator.startsWith("provider-") && GUARD_HOOK.test(pointer) ? "guard" : undefined;
}

function findScanPack(path: RelativePath): PackName {
  if (path === SCAN_RECORD_PATH) return "scan-hook";
  if (path.startsWith(".claude/")) return "scan-commands";
  return path.startsWith(".vscode/") ? "scan-vscode" : "scan-save";
}

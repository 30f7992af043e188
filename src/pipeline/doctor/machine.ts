import type { HookMark } from "../../contracts/hook-mark.ts";
import type { Json } from "../../domain/json.ts";
import type { AbsolutePath, ScopePath } from "../../domain/paths.ts";
import type { ProcessOutcome } from "../../domain/process.ts";
import type { ProviderName } from "../../domain/settings.ts";

/** The `node` that an agent's hook would start: the first on PATH that is no repository's own. */
export type FoundNode =
  | { readonly kind: "absent" }
  | { readonly kind: "found"; readonly file: AbsolutePath; readonly version: string }
  /** It stands there and does not tell its version. */
  | { readonly kind: "silent"; readonly file: AbsolutePath; readonly problem: string };

/** A file of the user's, outside of the repository. */
export type OutsideText =
  | { readonly kind: "absent" }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "unreadable"; readonly problem: string };

export interface InstalledPackage {
  readonly version: string;
  /** Repository-relative folder of the `node_modules` that it lies in. */
  readonly from: ScopePath;
}

/** What the repository's lock says of its holder. */
export type LockState =
  | { readonly kind: "free" }
  | { readonly kind: "unusable"; readonly path: string; readonly message: string; readonly next: string }
  | {
      readonly kind: "alive" | "dead" | "unknown";
      readonly path: AbsolutePath;
      /** Verb, process, host and start, in words; undefined where the lock does not name its holder. */
      readonly holder: string | undefined;
    };

/** A candidate whose maker is dead. */
export interface LeftCandidate {
  readonly path: AbsolutePath;
  /** ISO 8601, as its marker says. */
  readonly createdAt: string;
}

/** Where the work tree hangs: Codex reads the hooks of the main checkout for a linked one. */
export interface Checkout {
  readonly main: AbsolutePath;
  readonly isLinked: boolean;
}

/** Where agents keep their own configuration on this machine; undefined where there is no such folder. */
export interface AgentHomes {
  readonly claude: AbsolutePath | undefined;
  readonly codex: AbsolutePath | undefined;
  readonly cursor: AbsolutePath | undefined;
  readonly opencode: AbsolutePath | undefined;
  /** Settings that an administrator of this machine made for Claude Code. */
  readonly claudeManaged: AbsolutePath;
}

/** A hook's command as an agent starts it. */
export interface HookCall {
  readonly root: AbsolutePath;
  readonly node: AbsolutePath;
  /** argv for a command without a shell, whose first word is the program `node`; else one text for `sh`. */
  readonly command: readonly string[] | string;
  readonly input: string;
  readonly timeoutMs: number;
}

/** What the doctor asks of the machine. Everything here reads only, and starts nothing but `node` and a hook of ours. */
export interface Machine {
  readonly platform: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** A name below a folder, in this machine's separators. */
  readonly join: (folder: string, name: string) => string;
  /** Whether a folder lies strictly below another, links followed. */
  readonly isBelow: (outer: AbsolutePath, inner: string) => boolean;
  readonly findNode: (root: AbsolutePath) => Promise<FoundNode>;
  readonly findHomes: () => Promise<AgentHomes>;
  readonly readOutside: (file: string) => Promise<OutsideText>;
  readonly parseToml: (text: string) => Promise<{ readonly value: Json } | { readonly problem: string }>;
  /** A package as a scope's tools find it: in the scope's `node_modules`, or in one above it up to the root. */
  readonly findPackage: (root: AbsolutePath, scope: ScopePath, name: string) => Promise<InstalledPackage | undefined>;
  readonly readLock: (root: AbsolutePath) => Promise<LockState>;
  /** @throws Refusal HI_TEMP_UNSAFE */
  readonly listLeft: (root: AbsolutePath) => Promise<readonly LeftCandidate[]>;
  readonly findCheckout: (root: AbsolutePath) => Promise<Checkout>;
  /** The mark of each agent's last run; `unreadable` where something else stands there. */
  readonly readMarks: (
    root: AbsolutePath,
    providers: readonly ProviderName[]
  ) => Promise<ReadonlyMap<ProviderName, HookMark | "unreadable">>;
  readonly startHook: (call: HookCall) => Promise<ProcessOutcome>;
}

import path from "node:path";

import type { PostEditFinding } from "../../contracts/post-edit-result.ts";
import type { Tool } from "../find-tool.ts";
import type { ToolSession } from "../run-tool.ts";
import { toFileAddress } from "./file-address.ts";
import { LanguageServer } from "./language-server.ts";
import type { ServerPlace } from "./language-server.ts";
import { pickEdits } from "./pick-edits.ts";
import type { OfferedAction } from "./pick-edits.ts";
import type { ServerError } from "./server-error.ts";
import { toShownFindings } from "./shown-findings.ts";
import { applyEdits, toEditReader } from "./text-edits.ts";

/** Where the linter's server works. Absolute real paths. */
export interface LintServerPlace extends Pick<ServerPlace, "cwd" | "workspace"> {
  readonly root: string;
  readonly config: string;
  /** Rules, `plugin/rule`, whose fixes are never applied. */
  readonly held: readonly string[];
  /** False for a server without rules that need types, whatever the configuration says. */
  readonly hasTypes: boolean;
}

/** Who waits for the diagnostics of one version of a text. */
interface Waiter {
  readonly resolve: (diagnostics: unknown) => void;
  readonly reject: (error: Error) => void;
}

const SAFE_FIXES = "source.fixAll.oxc";
const BYTE_ORDER_MARK = "\uFEFF";
const ERROR_MESSAGE = 1;
const WHOLE = { start: { line: 0, character: 0 }, end: { line: 2 ** 31 - 1, character: 0 } };

/**
 * `oxlint --lsp`: shows what the linter says of a text that is on no disk yet, under the file's real name, and how it
 * would fix it. Safe fixes only. It fails open in silence (a broken configuration, no type checker, an ignored file), so
 * what it shows must agree with the command line first.
 */
export class LintServer {
  readonly place: LintServerPlace;
  private readonly server: LanguageServer;
  private readonly versions = new Map<string, number>();
  private readonly awaited = new Map<string, Waiter>();
  private watched: string | undefined;

  constructor(tool: Tool, place: LintServerPlace, session: ToolSession) {
    const { cwd, workspace, config, held, hasTypes } = place;
    this.place = place;
    const rulesCustomization = Object.fromEntries(held.map((rule) => [rule, { autofix: false }]));
    // A configuration that is named also turns the search for nested ones off.
    const options = {
      configPath: config,
      disableNestedConfig: true,
      fixKind: "safe_fix",
      rulesCustomization,
      ...(!hasTypes && { typeAware: false }),
    };
    this.server = new LanguageServer(tool, { cwd, workspace, options, log: "info" }, session);
    this.server.listen("textDocument/publishDiagnostics", (params) => this.takeDiagnostics(params));
    this.server.listen("window/showMessage", (params) => this.takeMessage(params));
    this.server.listen("client/registerCapability", (params) => (this.watched = JSON.stringify(params)));
  }

  /**
   * True where the configuration asks for no rule that needs types, as far as it has said what it watches: compiler
   * configurations only for those. Then its word is the command line's; else only that has the compiler's errors.
   */
  get isWithoutTypes(): boolean {
    return this.place.hasTypes && this.watched !== undefined && !this.watched.includes("tsconfig*.json");
  }

  /** What it says of a text. @throws ServerError */
  async show(file: string, text: string): Promise<readonly PostEditFinding[]> {
    const uri = this.toAddress(file);
    const version = (this.versions.get(file) ?? 0) + 1;
    this.versions.set(file, version);
    const answer = new Promise((resolve, reject) => this.awaited.set(`${version} ${uri}`, { resolve, reject }));
    answer.catch(() => undefined);
    const textDocument = { uri, languageId: "typescript", version, text };
    await (version === 1
      ? this.server.notify("textDocument/didOpen", { textDocument })
      : this.server.notify("textDocument/didChange", {
          textDocument: { uri, version },
          contentChanges: [{ text }],
        }));
    const diagnostics = await this.server.whileAlive(answer);
    return this.server.understand(() =>
      toShownFindings(diagnostics, { file, hasMark: text.startsWith(BYTE_ORDER_MARK) })
    );
  }

  /** The text that was shown last as one `oxlint --fix` would leave it. @throws ServerError */
  async fix(file: string, text: string): Promise<string> {
    const all = await this.askForActions(file, text, [SAFE_FIXES]);
    if (all.length === 0) return text;
    const offers = await this.askForActions(file, text);
    const chosen = all.map(({ edit }) => edit);
    return this.server.understand(() => applyEdits(text, pickEdits(chosen, offers)));
  }

  findComplaint(): Promise<string | undefined> {
    return this.server.findComplaint();
  }

  /** A failure of this server. */
  toError(output: string): ServerError {
    return this.server.toError(output);
  }

  end(): void {
    this.server.end();
  }

  private async askForActions(file: string, text: string, only?: readonly string[]): Promise<readonly OfferedAction[]> {
    const uri = this.toAddress(file);
    const context = { diagnostics: [], triggerKind: 1, ...(only && { only }) };
    const actions = await this.server.request("textDocument/codeAction", {
      textDocument: { uri },
      range: WHOLE,
      context,
    });
    return this.server.understand(() => {
      const read = toEditReader(text);
      return ((actions ?? []) as readonly unknown[]).flatMap((one) => toActions(one, uri, read));
    });
  }

  private takeDiagnostics(params: unknown): void {
    const { uri, version, diagnostics } = params as Readonly<Record<string, unknown>>;
    const key = `${String(version)} ${String(uri)}`;
    this.awaited.get(key)?.resolve(diagnostics);
    this.awaited.delete(key);
  }

  /** It says so, and shows nothing, where it could not lint a text. */
  private takeMessage(params: unknown): void {
    const { type, message } = params as Readonly<Record<string, unknown>>;
    if (type !== ERROR_MESSAGE) return;
    for (const { reject } of this.awaited.values()) reject(this.toError(String(message)));
    this.awaited.clear();
  }

  private toAddress(file: string): string {
    return toFileAddress(path.join(this.place.root, file));
  }
}

/** One entry an edit: an action that fixes all has many. @throws TypeError where it would change another file */
function toActions(action: unknown, uri: string, read: ReturnType<typeof toEditReader>): readonly OfferedAction[] {
  const { title, isPreferred, edit } = action as Readonly<Record<string, unknown>>;
  const { changes } = (edit ?? {}) as { readonly changes?: Readonly<Record<string, unknown>> };
  const edits = Object.entries(changes ?? {}).flatMap(([changed, one]) => {
    if (changed !== uri) throw new TypeError(`a fix changes another file: ${changed}`);
    return read(one);
  });
  return edits.map((one) => ({ title: String(title), isPreferred: isPreferred === true, edit: one }));
}

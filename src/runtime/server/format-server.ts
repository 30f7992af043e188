import path from "node:path";

import type { Tool } from "../find-tool.ts";
import type { ToolSession } from "../run-tool.ts";
import { toFileAddress } from "./file-address.ts";
import { LanguageServer } from "./language-server.ts";
import type { ServerPlace } from "./language-server.ts";
import { applyEdits, toEditReader } from "./text-edits.ts";

/** Where the formatter's server works. Absolute real paths. */
export interface FormatServerPlace extends Pick<ServerPlace, "cwd" | "workspace"> {
  readonly root: string;
  readonly config: string;
}

/** It falls back to its own style where it cannot read the configuration, and says so in its log alone. */
const LOG = "info,oxfmt::lsp=debug";
const UNREADABLE = /Config resolve error/;

/**
 * `oxfmt --lsp`: formats texts under their files' real names. Unlike `--stdin-filepath` it keeps what a configuration
 * prints apart from the formatted text, and one process formats any number of texts.
 */
export class FormatServer {
  private readonly server: LanguageServer;
  private readonly root: string;
  private readonly versions = new Map<string, number>();

  constructor(tool: Tool, { root, cwd, workspace, config }: FormatServerPlace, session: ToolSession) {
    this.root = root;
    const options = { "fmt.configPath": config, "fmt.disableNestedConfig": true };
    this.server = new LanguageServer(tool, { cwd, workspace, options, log: LOG }, session);
  }

  /** The text as formatted: unchanged where it is in order, ignored or does not parse. @throws ServerError */
  async format(file: string, text: string): Promise<string> {
    const uri = toFileAddress(path.join(this.root, file));
    const version = (this.versions.get(file) ?? 0) + 1;
    this.versions.set(file, version);
    const textDocument = { uri, languageId: "typescript", version, text };
    await (version === 1
      ? this.server.notify("textDocument/didOpen", { textDocument })
      : this.server.notify("textDocument/didChange", { textDocument, contentChanges: [{ text }] }));
    const options = { tabSize: 2, insertSpaces: true };
    const edits = await this.server.request("textDocument/formatting", { textDocument: { uri }, options });
    return this.server.understand(() => applyEdits(text, toEditReader(text)(edits ?? [])));
  }

  /** What speaks against what it formatted; undefined where nothing does. */
  findComplaint(): Promise<string | undefined> {
    return this.server.findComplaint(UNREADABLE);
  }

  end(): void {
    this.server.end();
  }
}

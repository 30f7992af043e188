import path from "node:path";

import type { PostEditFailure } from "../../contracts/post-edit-result.ts";
import type { RelativePath } from "../../domain/paths.ts";
import { askFormatter } from "../ask-formatter.ts";
import { toServerCommand } from "../run-tool.ts";
import type { ScopeTools } from "../scope-tools.ts";
import { FormatServer } from "../server/format-server.ts";
import { toServerFailure } from "../server/server-error.ts";
import { findWorkspace } from "../server/workspace.ts";

/** The texts of files, by name. */
export type Texts = ReadonlyMap<RelativePath, string>;

/** No formatter needs more to come to rest. */
const MAX_ROUNDS = 5;

/** Formats the texts of one scope's files by one server, as long as nothing speaks against it. */
export class Formatting {
  failure: PostEditFailure | undefined;
  private readonly tools: ScopeTools;
  private server: FormatServer | undefined;

  constructor(tools: ScopeTools) {
    this.tools = tools;
  }

  /** The texts as formatted; as they are where the scope has no formatter or it fails. */
  async formatAll(texts: Texts): Promise<Texts> {
    if (!this.start([...texts.keys()])) return texts;
    try {
      const formatted = await Promise.all(
        [...texts].map(async ([file, text]) => [file, await this.format(file, text)] as const)
      );
      const complaint = await this.server?.findComplaint();
      if (complaint === undefined) return new Map(formatted);
      this.stop(await this.explain(complaint, [...texts.keys()]));
    } catch (error) {
      this.stop(toServerFailure(error));
    }
    return texts;
  }

  /** Formats until nothing changes any more. */
  async format(file: RelativePath, text: string): Promise<string> {
    let last = text;
    for (let round = 0; this.server && round < MAX_ROUNDS; round += 1) {
      const next = await this.server.format(file, last);
      if (next === last) break;
      last = next;
    }
    return last;
  }

  end(): void {
    this.server?.end();
    this.server = undefined;
  }

  private start(files: readonly RelativePath[]): boolean {
    const { formatter, route, session, cwd } = this.tools;
    if (formatter === undefined || route.formatConfig === undefined || files.length === 0) return false;
    if (!("entry" in formatter)) {
      this.failure = formatter;
      return false;
    }
    const config = path.join(session.root, route.formatConfig);
    const workspace = findWorkspace(this.tools, files);
    this.server = new FormatServer(formatter, { root: session.root, cwd, workspace, config }, session);
    return true;
  }

  private stop(failure: PostEditFailure): void {
    this.failure = failure;
    this.end();
  }

  /** Where the server does not trust itself, the command line says what is wrong. */
  private async explain(complaint: string, files: readonly RelativePath[]): Promise<PostEditFailure> {
    const { formatter } = this.tools;
    const command = formatter && "entry" in formatter ? toServerCommand(formatter) : [];
    const own = { kind: "process", command, exitCode: null, signal: null, output: complaint } as const;
    return (await askFormatter(this.tools, files)) ?? own;
  }
}

import path from "node:path";

import type { PostEditFinding } from "../../contracts/post-edit-result.ts";
import type { RelativePath } from "../../domain/paths.ts";
import { readTypeCheck } from "../report-files.ts";
import type { ScopeTools } from "../scope-tools.ts";
import { isHeld, listHeld, toRuleName } from "../server/held-fixes.ts";
import { LintServer } from "../server/lint-server.ts";
import { ServerError } from "../server/server-error.ts";
import { applyEdits } from "../server/text-edits.ts";
import { findWorkspace } from "../server/workspace.ts";
import { findAgreement } from "./agreement.ts";

/** One text to be fixed, with what the command line said of the bytes it was read from. */
export interface FixRequest {
  readonly file: RelativePath;
  /** As read; what was told is about this text. */
  readonly text: string;
  /** As formatted. */
  readonly formatted: string;
  readonly told: readonly PostEditFinding[];
  readonly elsewhere: readonly PostEditFinding[];
}

/** A text as it shall be. */
export interface Draft {
  readonly file: RelativePath;
  readonly text: string;
  /** What is left in it; undefined where only the command line can say. */
  readonly findings: readonly PostEditFinding[] | undefined;
}

/** Most of what has to be fixed comes to rest in two or three rounds. */
const MAX_ROUNDS = 10;

/**
 * Fixes the texts of one scope's files by the linter's server: to where the formatter and `oxlint --fix`, one after the
 * other, change nothing any more.
 */
export class Fixing {
  private readonly tools: ScopeTools;
  private readonly format: (file: RelativePath, text: string) => Promise<string>;
  private readonly servers = new Set<LintServer>();
  private typeCheck: Promise<boolean | undefined> | undefined;

  constructor(tools: ScopeTools, format: Fixing["format"]) {
    this.tools = tools;
    this.format = format;
  }

  /** Starts the server before it is known what it has to fix. */
  warmUp(files: readonly RelativePath[]): void {
    if (this.servers.size > 0 || !("entry" in this.tools.linter)) return;
    this.start(findWorkspace(this.tools, files), listHeld([]));
  }

  /** @throws ServerError where the server fails, or does not agree with the command line */
  async fix(request: FixRequest): Promise<Draft> {
    const held = listHeld(request.told.map(({ rule }) => toRuleName(rule)));
    const common = findWorkspace(this.tools, [request.file]);
    // A server leaves out what any ignore file of its workspace names, also where a deeper one takes it back.
    const nearest = path.dirname(path.join(this.tools.session.root, request.file));
    for (const workspace of [common, nearest]) {
      const server = this.serve(workspace, held);
      const shown = await server.show(request.file, request.text);
      const agreement = findAgreement(shown, request.told, request.elsewhere);
      const complaint = await server.findComplaint();
      if (complaint !== undefined) throw server.toError(complaint);
      if (agreement !== "none") return this.settle(server, request, agreement === "exact");
    }
    throw this.serve(nearest, held).toError(`it does not agree with the command line about ${request.file}`);
  }

  end(): void {
    for (const server of this.servers) server.end();
    this.servers.clear();
  }

  /** The server that is there, where it holds the same rules. */
  private serve(workspace: string, held: readonly string[]): LintServer {
    for (const server of this.servers) {
      if (server.workspace === workspace && held.every((rule) => server.held.includes(rule))) return server;
    }
    return this.start(workspace, held);
  }

  private start(workspace: string, held: readonly string[]): LintServer {
    const { linter, session, cwd, route } = this.tools;
    if (!("entry" in linter)) throw new ServerError(linter);
    const config = path.join(session.root, route.config);
    const server = new LintServer(linter, { root: session.root, cwd, workspace, config, held }, session);
    this.servers.add(server);
    return server;
  }

  private async settle(server: LintServer, request: FixRequest, isExact: boolean): Promise<Draft> {
    const { file, text, told } = request;
    if (server.isTyped) this.typeCheck ??= readTypeCheck(this.tools);
    const { text: rest, shown } = await this.bringToRest(server, request);
    if (rest === text) return { file, text, findings: told };
    const isTypeCheckOff = server.isTyped === false || (await this.typeCheck) === false;
    return { file, text: rest, findings: isExact && isTypeCheckOff ? shown : undefined };
  }

  private async bringToRest(
    server: LintServer,
    { file, text, formatted }: FixRequest
  ): Promise<{ readonly text: string; readonly shown: readonly PostEditFinding[] }> {
    let shown: readonly PostEditFinding[] = [];
    let shownText = text;
    const show = async (next: string): Promise<void> => {
      if (next !== shownText) shown = await server.show(file, next);
      shownText = next;
    };
    let current = text;
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const next = round === 0 ? formatted : await this.format(file, current);
      await show(next);
      current = isFixable(shown, server) ? applyEdits(next, await server.findEdits(file, next)) : next;
      if (current === next) break;
    }
    await show(current);
    return { text: current, shown };
  }
}

/** A rule that takes away what may be used next, and that this server was not told to hold, is only known by now. */
function isFixable(shown: readonly PostEditFinding[], { held }: LintServer): boolean {
  return shown.map(({ rule }) => toRuleName(rule)).every((rule) => !isHeld(rule) || held.includes(rule));
}

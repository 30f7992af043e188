import path from "node:path";

import type { PostEditFinding } from "../../contracts/post-edit-result.ts";
import type { RelativePath } from "../../domain/paths.ts";
import { MAX_TEXT_BYTES, readRegularFile } from "../io/read-regular.ts";
import type { ScopeTools } from "../scope-tools.ts";
import { isHeld, listHeld, toRuleName } from "../server/held-fixes.ts";
import { LintServer } from "../server/lint-server.ts";
import type { LintServerPlace } from "../server/lint-server.ts";
import { ServerError } from "../server/server-error.ts";
import { findWorkspace } from "../server/workspace.ts";
import { findAgreement } from "./agreement.ts";
import type { Agreement } from "./agreement.ts";
import { LISTED_LINTER, mayFixWithTypes } from "./typed-rules.ts";

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

const BYTE_ORDER_MARK = "\uFEFF";
/** Most of what has to be fixed comes to rest in two or three rounds. */
const MAX_ROUNDS = 10;

type ServerKind = Pick<LintServerPlace, "workspace" | "held" | "hasTypes">;

/**
 * Fixes the texts of one scope's files by the linter's server: to where the formatter and `oxlint --fix`, one after the
 * other, change nothing any more.
 */
export class Fixing {
  private readonly tools: ScopeTools;
  private readonly format: (file: RelativePath, text: string) => Promise<string>;
  private readonly servers = new Set<LintServer>();
  private readonly namesTypes: Promise<boolean>;
  private isOver = false;

  constructor(tools: ScopeTools, format: Fixing["format"]) {
    this.tools = tools;
    this.format = format;
    this.namesTypes = readNamesTypes(tools);
  }

  /** Starts a server before it is known what it has to fix. */
  async warmUp(files: readonly RelativePath[]): Promise<void> {
    const hasTypes = !(await this.canLeaveTypesOut([]));
    if (this.isOver || this.servers.size > 0 || !("entry" in this.tools.linter)) return;
    this.start({ workspace: findWorkspace(this.tools, files), held: listHeld([]), hasTypes });
  }

  /** @throws ServerError where the server fails, or does not agree with the command line */
  async fix(request: FixRequest): Promise<Draft> {
    const { file, told } = request;
    const held = listHeld(told.map(({ rule }) => toRuleName(rule)));
    const common = findWorkspace(this.tools, [file]);
    // A server leaves out what any ignore file of its workspace names, also where a deeper one takes it back.
    const nearest = path.dirname(path.join(this.tools.session.root, file));
    let server: LintServer | undefined;
    for (const hasTypes of (await this.canLeaveTypesOut(told)) ? [false, true] : [true]) {
      for (const workspace of [common, nearest]) {
        server = this.serve({ workspace, held, hasTypes });
        const agreement = await this.compare(server, request);
        if (agreement !== "none") return this.settle(server, request, agreement === "exact");
      }
    }
    const output = `it does not agree with the command line about ${file}`;
    throw server?.toError(output) ?? new Error(output);
  }

  end(): void {
    this.isOver = true;
    for (const server of this.servers) server.end();
    this.servers.clear();
  }

  /** Working with types takes long. It is left out where the configuration asks for it and nothing told is fixed by it. */
  private async canLeaveTypesOut(told: readonly PostEditFinding[]): Promise<boolean> {
    const { linter } = this.tools;
    const isListed = "entry" in linter && linter.version === LISTED_LINTER;
    return isListed && !told.some(({ rule }) => mayFixWithTypes(rule)) && this.namesTypes;
  }

  private async compare(server: LintServer, { file, text, told, elsewhere }: FixRequest): Promise<Agreement> {
    const shown = await server.show(file, text);
    const complaint = await server.findComplaint();
    if (complaint !== undefined) throw server.toError(complaint);
    const { hasTypes } = server.place;
    return findAgreement({ shown, told, elsewhere, hasTypes, hasMark: text.startsWith(BYTE_ORDER_MARK) });
  }

  /** The server of its kind that is there already, else a new one. */
  private serve(kind: ServerKind): LintServer {
    for (const server of this.servers) {
      const { workspace, held, hasTypes } = server.place;
      const isOfKind = workspace === kind.workspace && hasTypes === kind.hasTypes;
      if (isOfKind && kind.held.every((rule) => held.includes(rule))) return server;
    }
    return this.start(kind);
  }

  private start(kind: ServerKind): LintServer {
    const { linter, session, cwd, route } = this.tools;
    if (!("entry" in linter)) throw new ServerError(linter);
    const config = path.join(session.root, route.config);
    const server = new LintServer(linter, { ...kind, root: session.root, cwd, config }, session);
    this.servers.add(server);
    return server;
  }

  private async settle(server: LintServer, request: FixRequest, isExact: boolean): Promise<Draft> {
    const { file, text, told } = request;
    const { text: rest, shown } = await this.bringToRest(server, request);
    if (rest === text) return { file, text, findings: told };
    return { file, text: rest, findings: isExact && server.isWithoutTypes ? shown : undefined };
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
      current = isFixable(shown, server) ? await server.fix(file, next) : next;
      if (current === next) break;
    }
    await show(current);
    return { text: current, shown };
  }
}

/** A rule that takes away what may be used next, and that this server was not told to hold, is only known by now. */
function isFixable(shown: readonly PostEditFinding[], { place: { held } }: LintServer): boolean {
  return shown.map(({ rule }) => toRuleName(rule)).every((rule) => !isHeld(rule) || held.includes(rule));
}

/** Whether the configuration's own text names the option: only a hint, what a server shows must agree all the same. */
async function readNamesTypes({ session, route }: ScopeTools): Promise<boolean> {
  const bytes = await readRegularFile(path.join(session.root, route.config), MAX_TEXT_BYTES);
  return bytes?.includes("typeAware") ?? false;
}

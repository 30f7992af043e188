import { setImmediate } from "node:timers/promises";

import type { PostEditFailure } from "../../contracts/post-edit-result.ts";
import type { ProcessOutcome } from "../../domain/process.ts";
import type { Tool } from "../find-tool.ts";
import { findProcessFailure, talkToTool, toFailure, toServerCommand } from "../run-tool.ts";
import type { ToolSession } from "../run-tool.ts";
import { toFileAddress } from "./file-address.ts";
import { FrameReader, toFrame } from "./frames.ts";
import type { Message } from "./frames.ts";
import { ServerError } from "./server-error.ts";

/** What a server is started with. Absolute real paths. */
export interface ServerPlace {
  /** Where the process runs. */
  readonly cwd: string;
  /** The folder that it takes for its workspace, `cwd` or below it. */
  readonly workspace: string;
  /** As its own options are named. */
  readonly options: Readonly<Record<string, unknown>>;
  /** What it logs, as OXC_LOG takes it; at least `info`, so that a log without a warning means something. */
  readonly log: string;
}

/**
 * It logs its options before it reads its configuration: without this line its log tells nothing. No place of a log is
 * looked at twice, however often the word stands in it.
 */
const LOG_SPEAKS = /\bINFO\b(?:(?!\bINFO\b).)*\binitialize\b/;
const COMPLAINT = /^\S+Z +(?:WARN|ERROR) .*$/m;
/** Of `window/showMessage` and `window/logMessage`: an error or a warning. */
const LOUDEST_SILENT_TYPE = 2;

type Settle = readonly [(result: unknown) => void, (error: Error) => void];

/**
 * A tool of the scope as a language server, alive for a part of one hook run: it works on texts that are sent to it and
 * writes no file. Every wait ends: with an answer, with the process or at the deadline.
 */
export class LanguageServer {
  private readonly controller = new AbortController();
  private readonly frames = new FrameReader();
  private readonly waiting = new Map<number, Settle>();
  private readonly listeners = new Map<string, (params: unknown) => void>();
  private readonly outcome: Promise<ProcessOutcome>;
  private readonly ready: Promise<unknown>;
  private write: (bytes: Uint8Array) => void = () => undefined;
  private lastId = 0;
  private log = "";
  private complaint: string | undefined;
  /** Why what it says cannot be read. */
  private trouble: string | undefined;
  private error: ServerError | undefined;

  /** What every failure of a server that lives has. */
  private readonly nameless: Omit<PostEditFailure, "output">;

  constructor(tool: Tool, place: ServerPlace, session: ToolSession) {
    this.nameless = { kind: "malformed-output", command: toServerCommand(tool), exitCode: null, signal: null };
    const env = { ...session.env, OXC_LOG: place.log };
    this.outcome = talkToTool(
      tool,
      { ...session, env, cwd: place.cwd },
      {
        signal: this.controller.signal,
        onStart: (write) => (this.write = write),
        onOutput: (stream, chunk) => this.hear(stream, chunk),
      }
    );
    void this.outcome.then((outcome) => this.fail(this.toFailure(outcome)));
    this.ready = this.initialize(place);
    // Whoever asks first is told; without this a server that nobody asks would bring the whole run down.
    this.ready.catch(() => undefined);
  }

  /** Called for each message of a kind that the server sends by itself. */
  listen(method: string, listener: (params: unknown) => void): void {
    this.listeners.set(method, listener);
  }

  /** @throws ServerError where no answer comes, or it is an error */
  async request(method: string, params: unknown): Promise<unknown> {
    await this.ready;
    return this.ask(method, params);
  }

  /** @throws ServerError where the server is gone */
  async notify(method: string, params: unknown): Promise<void> {
    await this.ready;
    this.send({ jsonrpc: "2.0", method, params });
  }

  /** Waits for what somebody else decides on, as long as the server lives. @throws ServerError */
  async whileAlive<Value>(promise: Promise<Value>): Promise<Value> {
    const gone = this.outcome.then(() => {
      throw this.error ?? new Error("unreachable");
    });
    gone.catch(() => undefined);
    return Promise.race([promise, gone]);
  }

  /**
   * What speaks against trusting it: a warning or an error that it logged or showed, or a log that does not speak.
   * Undefined where nothing does.
   */
  async findComplaint(more?: RegExp): Promise<string | undefined> {
    // What it logged before its last answer may stand unread beside that answer.
    await setImmediate();
    const text = this.complaint ?? COMPLAINT.exec(this.log)?.[0] ?? more?.exec(this.log)?.[0];
    return text ?? (LOG_SPEAKS.test(this.log) ? undefined : "its log says nothing");
  }

  /** What `read` makes of an answer. @throws ServerError where it makes nothing of it */
  understand<Value>(read: () => Value): Value {
    try {
      return read();
    } catch (error) {
      throw this.toError((error as Error).message);
    }
  }

  /** A failure of a server that lives. */
  toError(output: string): ServerError {
    return new ServerError({ ...this.nameless, output });
  }

  /** Its end, at once and with all that it started. */
  end(): void {
    this.controller.abort();
  }

  private async initialize({ workspace, options }: ServerPlace): Promise<void> {
    const address = toFileAddress(workspace);
    await this.ask("initialize", {
      processId: process.pid,
      rootUri: null,
      capabilities: { workspace: { didChangeWatchedFiles: { dynamicRegistration: true } } },
      workspaceFolders: [{ uri: address, name: "scope" }],
      initializationOptions: [{ workspaceUri: address, options }],
    });
    this.send({ jsonrpc: "2.0", method: "initialized", params: {} });
  }

  private ask(method: string, params: unknown): Promise<unknown> {
    this.lastId += 1;
    const id = this.lastId;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, [resolve, reject]);
      this.send({ jsonrpc: "2.0", id, method, params });
      if (this.error) reject(this.error);
    });
  }

  private send(message: Message): void {
    if (this.error) return;
    this.write(toFrame(message));
  }

  private hear(stream: "stdout" | "stderr", chunk: Buffer): void {
    if (stream === "stderr") {
      this.log += chunk.toString("utf8");
      return;
    }
    try {
      for (const message of this.frames.push(chunk)) this.take(message);
    } catch (error) {
      this.trouble ??= `${(error as Error).message}\n${chunk.toString("utf8")}`;
      this.end();
    }
  }

  private take({ id, method, params, result, error }: Message): void {
    if (typeof method === "string") {
      if (method === "window/showMessage" || method === "window/logMessage") this.noteMessage(params);
      this.listeners.get(method)?.(params);
      if (id !== undefined) this.send({ jsonrpc: "2.0", id, result: null });
      return;
    }
    const settle = this.waiting.get(id as number);
    this.waiting.delete(id as number);
    if (error === undefined) settle?.[0](result);
    else settle?.[1](this.toError(JSON.stringify(error)));
  }

  private noteMessage(params: unknown): void {
    const { type, message } = (params ?? {}) as { readonly type?: unknown; readonly message?: unknown };
    if (typeof type === "number" && type <= LOUDEST_SILENT_TYPE) this.complaint ??= String(message);
  }

  private toFailure(outcome: ProcessOutcome): PostEditFailure {
    if (this.trouble !== undefined) return toFailure("malformed-output", outcome, this.trouble);
    // One that ends by itself has not said what it was asked.
    const kind = outcome.ending === "ok" ? "malformed-output" : "process";
    return findProcessFailure(outcome) ?? toFailure(kind, outcome);
  }

  private fail(failure: PostEditFailure): void {
    this.error ??= new ServerError(failure);
    for (const [, reject] of this.waiting.values()) reject(this.error);
    this.waiting.clear();
  }
}

import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** One file that the scripted model writes: a new one, or one whose `from` becomes `to`. */
export interface FileEdit {
  /** Relative to the repository. */
  readonly path: string;
  /** Absent where the file is new. */
  readonly from?: string;
  readonly to: string;
}

/** What the scripted model answers: edits, all in one turn, or words that end the run. */
export type Reply = { readonly edits: readonly FileEdit[] } | { readonly say: string };

/** One part of a conversation, as any of the APIs carries it. */
export interface Item {
  readonly role: string;
  readonly text: string;
}

/** One request of an agent for the next turn of the model. */
export interface ModelRequest {
  /** 1-based. */
  readonly number: number;
  /** What it carries that the request before did not, the model's own words apart. */
  readonly carried: readonly Item[];
  /** What the model is about to do. */
  readonly about: string;
}

/** One turn of a script: looks at the request and decides. */
export interface Turn {
  readonly about: string;
  readonly reply: (request: Omit<ModelRequest, "about">) => Reply;
}

export type Body = Readonly<Record<string, unknown>>;

/** One model API, as far as an agent needs it. */
export interface ModelApi {
  /** The end of the path that model requests go to. */
  readonly path: string;
  readonly readItems: (body: Body) => readonly Item[];
  /** The names of the tools that the model may call. */
  readonly readTools: (body: Body) => readonly string[];
  /** Sends the whole answer and ends the response. */
  readonly answer: (response: ServerResponse, body: Body, answer: Answer) => void;
}

export interface Answer {
  /** Differs from answer to answer. */
  readonly id: string;
  readonly text: string | undefined;
  readonly calls: readonly ToolCall[];
}

export interface ToolCall {
  readonly tool: string;
  /** A text for a freeform tool. */
  readonly input: Readonly<Record<string, unknown>> | string;
}

/** Says the edits in the tools that an agent offers; undefined where it offers none for them. */
export type ToCalls = (edits: readonly FileEdit[], tools: readonly string[]) => readonly ToolCall[] | undefined;

/**
 * A model on loopback that follows a script: the nth request that offers edit tools gets the nth turn. Requests that
 * offer none (titles, summaries) get a word. It never answers with an error, which an agent would only try again.
 */
export class ScriptedModel {
  readonly requests: ModelRequest[] = [];
  /** What did not go by the script; a run is good only if there is nothing. */
  readonly faults: string[] = [];
  private readonly seen = new Map<string, number>();
  private answers = 0;
  private readonly server: Server;
  private readonly api: ModelApi;
  private readonly toCalls: ToCalls;
  private readonly turns: readonly Turn[];

  constructor({ api, toCalls, turns }: { api: ModelApi; toCalls: ToCalls; turns: readonly Turn[] }) {
    this.api = api;
    this.toCalls = toCalls;
    this.turns = turns;
    this.server = createServer((request, response) => this.serve(request, response));
  }

  /** Listens on a free port of loopback and returns the address. */
  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const text = Buffer.concat(await request.toArray()).toString("utf8");
      const { pathname } = new URL(request.url ?? "/", "http://127.0.0.1");
      if (request.method === "POST" && pathname.endsWith(this.api.path)) this.answer(response, JSON.parse(text));
      else response.writeHead(404, { "content-type": "application/json" }).end("{}");
    } catch (error) {
      this.faults.push(`${request.url}: ${String(error)}`);
      response.destroy();
    }
  }

  private answer(response: ServerResponse, body: Body): void {
    this.answers += 1;
    this.api.answer(response, body, { id: String(this.answers), ...this.decide(body) });
  }

  private decide(body: Body): Omit<Answer, "id"> {
    const tools = this.api.readTools(body);
    if (!this.toCalls([], tools)) return { text: "nothing to say", calls: [] };
    const number = this.requests.length + 1;
    const carried = this.findCarried(this.api.readItems(body));
    const turn = this.turns[number - 1];
    this.requests.push({ number, carried, about: turn?.about ?? "is beyond the script" });
    try {
      if (!turn) throw new Error("it is beyond the script");
      const reply = turn.reply({ number, carried });
      if ("say" in reply) return { text: reply.say, calls: [] };
      return { text: undefined, calls: this.toCalls(reply.edits, tools) ?? [] };
    } catch (error) {
      this.faults.push(`request ${number}: ${error instanceof Error ? error.message : String(error)}`);
      return { text: "the script has no answer", calls: [] };
    }
  }

  /** Counted, not compared by position: agents move reminders about. */
  private findCarried(items: readonly Item[]): readonly Item[] {
    const now = new Map<string, number>();
    const carried: Item[] = [];
    for (const item of items) {
      const key = JSON.stringify(item);
      const count = (now.get(key) ?? 0) + 1;
      now.set(key, count);
      if (count <= (this.seen.get(key) ?? 0)) continue;
      this.seen.set(key, count);
      if (item.role !== "assistant") carried.push(item);
    }
    return carried;
  }
}

/** The header of a message and its end are far below this; what is longer is no language server. */
const MAX_HEADER_BYTES = 4096;
/** No answer about one source is larger. */
const MAX_BODY_BYTES = 64 * 1024 * 1024;
const HEADER_END = "\r\n\r\n";

/** One JSON-RPC message, as it came. */
export type Message = Readonly<Record<string, unknown>>;

/** The message with its header, as language servers speak. */
export function toFrame(message: Message): Buffer {
  const body = Buffer.from(JSON.stringify(message));
  return Buffer.concat([Buffer.from(`Content-Length: ${body.length}${HEADER_END}`), body]);
}

/** Cuts what a language server writes into its messages; what is not one is the end of the conversation. */
export class FrameReader {
  private rest: Buffer = Buffer.alloc(0);

  /** The messages that are whole by now. @throws TypeError where the bytes are none */
  push(chunk: Buffer): readonly Message[] {
    this.rest = this.rest.length === 0 ? chunk : Buffer.concat([this.rest, chunk]);
    const messages: Message[] = [];
    for (let message = this.take(); message; message = this.take()) messages.push(message);
    return messages;
  }

  private take(): Message | undefined {
    const headerEnd = this.rest.indexOf(HEADER_END);
    if (headerEnd === -1 && this.rest.length <= MAX_HEADER_BYTES) return undefined;
    const length = /^Content-Length: *(\d+)$/im.exec(this.rest.toString("latin1", 0, Math.max(headerEnd, 0)))?.[1];
    if (length === undefined || Number(length) > MAX_BODY_BYTES) {
      throw new TypeError("it does not speak as a language server");
    }
    const start = headerEnd + HEADER_END.length;
    const end = start + Number(length);
    if (this.rest.length < end) return undefined;
    const message = parseMessage(this.rest.toString("utf8", start, end));
    this.rest = this.rest.subarray(end);
    return message;
  }
}

function parseMessage(text: string): Message {
  const value: unknown = JSON.parse(text);
  if (typeof value === "object" && value !== null) return value as Message;
  throw new TypeError("a message of it is no object");
}

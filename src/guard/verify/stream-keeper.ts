import { createHash } from "node:crypto";

import type { SealedStream } from "../decide/seal.ts";
import { redact } from "./redact.ts";

/** Read beyond what is kept, so that a secret that is cut in two is known all the same. */
const MARGIN_BYTES = 16 * 1024;

/** A character takes four bytes at most. */
const MOST_BYTES = 4;

// oxlint-disable-next-line no-control-regex -- Terminals are told what to do by control characters.
const TERMINAL = /\u001B(?:\[[0-9;?]*[ -/]*[@-~]|\][^\u0007\u001B]*(?:\u0007|\u001B\\)|[@-Z\\-_])/g;

/** One stream of a command: all of it is hashed and counted, its head and its tail are kept, whatever its length. */
export class StreamKeeper {
  private readonly hash = createHash("sha256");
  private readonly maxCharacters: number;
  private readonly room: number;
  private readonly head: Buffer[] = [];
  private headBytes = 0;
  private tail: Buffer[] = [];
  private tailBytes = 0;
  private byteCount = 0;

  /** `maxCharacters`: of what is kept, head and tail together; half of it for each. */
  constructor(maxCharacters: number) {
    this.maxCharacters = maxCharacters;
    this.room = Math.ceil(maxCharacters / 2) * MOST_BYTES + MARGIN_BYTES;
  }

  push(chunk: Buffer): void {
    this.hash.update(chunk);
    this.byteCount += chunk.length;
    const forHead = chunk.subarray(0, Math.max(0, this.room - this.headBytes));
    if (forHead.length > 0) {
      this.head.push(forHead);
      this.headBytes += forHead.length;
    }
    const rest = chunk.subarray(forHead.length);
    if (rest.length === 0) return;
    this.tail.push(rest);
    this.tailBytes += rest.length;
    // Many small pieces are put together now and then, not with each.
    if (this.tailBytes > 2 * this.room) this.trim();
  }

  finish(): SealedStream {
    const sha256 = this.hash.digest("hex");
    const isWhole = this.headBytes + this.tailBytes === this.byteCount;
    const [head, tail] = [Buffer.concat(this.head), Buffer.concat(this.tail)];
    const text = isWhole ? toPlain(Buffer.concat([head, tail])) : undefined;
    if (text !== undefined && text.length <= this.maxCharacters) {
      return { sha256, byteCount: this.byteCount, retained: text, truncated: false };
    }
    const half = Math.floor(this.maxCharacters / 2);
    const [first, last] = text === undefined ? [toPlain(head), toPlain(tail)] : [text, text];
    const retained = half === 0 ? "" : `${cutEnd(first, half)}\n[…]\n${cutStart(last, half)}`;
    return { sha256, byteCount: this.byteCount, retained, truncated: true };
  }

  private trim(): void {
    const all = Buffer.concat(this.tail);
    this.tail = [all.subarray(Math.max(0, all.length - this.room))];
    this.tailBytes = Math.min(all.length, this.room);
  }
}

/** As a person would read it: no terminal's sequences, no secrets, no half characters. */
function toPlain(bytes: Buffer): string {
  return redact(bytes.toString("utf8").replaceAll(TERMINAL, "")).toWellFormed();
}

function cutEnd(text: string, characters: number): string {
  return text.slice(0, characters).toWellFormed();
}

function cutStart(text: string, characters: number): string {
  return text.slice(Math.max(0, text.length - characters)).toWellFormed();
}

import type { ServerResponse } from "node:http";

/** Sends server-sent events, each with its type as the event's name where it has one, and ends the response. */
export function sendEvents(response: ServerResponse, events: readonly (object | string)[]): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const event of events) {
    const name = typeof event === "object" && "type" in event ? `event: ${String(event.type)}\n` : "";
    response.write(`${name}data: ${typeof event === "string" ? event : JSON.stringify(event)}\n\n`);
  }
  response.end();
}

/** The text of a content that is a string or a list of parts. */
export function toText(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return content === undefined || content === null ? "" : JSON.stringify(content);
  return content.map((part: { readonly text?: unknown }) => toText(part.text ?? "")).join("\n");
}

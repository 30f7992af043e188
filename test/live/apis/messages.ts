import type { Answer, Body, Item, ModelApi } from "../scripted-model.ts";
import { sendEvents, toText } from "./events.ts";

interface Block {
  readonly type: string;
  readonly text?: string;
  readonly content?: unknown;
}

interface Message {
  readonly role: string;
  readonly content: string | readonly Block[];
}

/** The Messages API, which Claude Code speaks. */
export const messagesApi: ModelApi = {
  path: "/v1/messages",
  readItems: ({ messages }) => (messages as readonly Message[]).flatMap(toItems),
  readTools: ({ tools = [] }) => (tools as readonly { name: string }[]).map(({ name }) => name),
  answer: (response, body, answer) => {
    if (body["stream"] === true) sendEvents(response, toEvents(body, answer));
    else {
      const whole = { ...toMessage(body, answer), content: toBlocks(answer), stop_reason: toStopReason(answer) };
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(whole));
    }
  },
};

function toItems({ role, content }: Message): readonly Item[] {
  if (typeof content === "string") return [{ role, text: content }];
  return content.map((block) =>
    block.type === "tool_result"
      ? { role: "tool", text: toText(block.content) }
      : { role, text: block.text ?? block.type }
  );
}

function toMessage(body: Body, { id }: Answer) {
  const usage = { input_tokens: 1, output_tokens: 1 };
  return { id: `msg_${id}`, type: "message", role: "assistant", model: body["model"], stop_sequence: null, usage };
}

const toStopReason = ({ calls }: Answer): string => (calls.length > 0 ? "tool_use" : "end_turn");

function toBlocks({ id, text, calls }: Answer): readonly object[] {
  const uses = calls.map(({ tool, input }, index) => ({
    type: "tool_use",
    id: `toolu_${id}_${index}`,
    name: tool,
    input,
  }));
  return [...(text === undefined ? [] : [{ type: "text", text }]), ...uses];
}

function toEvents(body: Body, answer: Answer): readonly object[] {
  const blocks = toBlocks(answer) as readonly { type: string; text?: string; input?: unknown }[];
  return [
    { type: "message_start", message: { ...toMessage(body, answer), content: [], stop_reason: null } },
    ...blocks.flatMap((block, index) => toBlockEvents(block, index)),
    { type: "message_delta", delta: { stop_reason: toStopReason(answer) }, usage: { output_tokens: 1 } },
    { type: "message_stop" },
  ];
}

/** A block starts empty, and its content comes as one delta. */
function toBlockEvents(block: { type: string; text?: string; input?: unknown }, index: number): readonly object[] {
  const isText = block.type === "text";
  const delta = isText
    ? { type: "text_delta", text: block.text }
    : { type: "input_json_delta", partial_json: JSON.stringify(block.input) };
  return [
    {
      type: "content_block_start",
      index,
      content_block: isText ? { type: "text", text: "" } : { ...block, input: {} },
    },
    { type: "content_block_delta", index, delta },
    { type: "content_block_stop", index },
  ];
}

import type { Item, ModelApi } from "../scripted-model.ts";
import { sendEvents, toText } from "./events.ts";

/** The chat completions API, which OpenCode speaks to a provider of its user's. */
export const chatApi: ModelApi = {
  path: "/chat/completions",
  readItems: ({ messages }) =>
    (messages as readonly { role: string; content: unknown }[]).map(({ role, content }): Item => ({
      role,
      text: toText(content),
    })),
  readTools: ({ tools = [] }) => (tools as readonly { function: { name: string } }[]).map((tool) => tool.function.name),
  answer: (response, body, { id, text, calls }) => {
    const toChunk = (delta: object, finish: string | null): object => ({
      id: `chat-${id}`,
      object: "chat.completion.chunk",
      created: 1,
      model: body["model"],
      choices: [{ index: 0, delta, finish_reason: finish }],
      ...(finish !== null && { usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 } }),
    });
    const toolCalls = calls.map(({ tool, input }, index) => ({
      index,
      id: `call_${id}_${index}`,
      type: "function",
      function: { name: tool, arguments: JSON.stringify(input) },
    }));
    const words = text === undefined ? { tool_calls: toolCalls } : { content: text };
    sendEvents(response, [
      toChunk({ role: "assistant", ...words }, null),
      toChunk({}, calls.length > 0 ? "tool_calls" : "stop"),
      "[DONE]",
    ]);
  },
};

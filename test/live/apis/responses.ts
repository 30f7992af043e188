import type { Answer, Item, ModelApi, ToolCall } from "../scripted-model.ts";
import { sendEvents, toText } from "./events.ts";

interface InputItem {
  readonly type?: string;
  readonly role?: string;
  readonly content?: unknown;
  readonly output?: unknown;
}

/** The Responses API, which Codex speaks. */
export const responsesApi: ModelApi = {
  path: "/responses",
  readItems: ({ input }) => (input as readonly InputItem[]).map(toItem),
  readTools: ({ tools = [] }) =>
    (tools as readonly { name?: string; type: string }[]).map(({ name, type }) => name ?? type),
  answer: (response, _, answer) => {
    const items = toOutput(answer);
    sendEvents(response, [
      { type: "response.created", response: { id: `response-${answer.id}` } },
      ...items.map((item, index) => ({ type: "response.output_item.done", output_index: index, item })),
      {
        type: "response.completed",
        response: { id: `response-${answer.id}`, usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 } },
      },
    ]);
  },
};

function toItem({ type = "message", role, content, output }: InputItem): Item {
  if (output !== undefined) return { role: "tool", text: toText(output) };
  if (type === "message") return { role: role ?? "user", text: toText(content) };
  return { role: "assistant", text: type };
}

function toOutput({ id, text, calls }: Answer): readonly object[] {
  const words = { type: "message", id: `m${id}`, role: "assistant", content: [{ type: "output_text", text }] };
  return [...(text === undefined ? [] : [words]), ...calls.map((call, index) => toCall(call, `${id}_${index}`))];
}

function toCall({ tool, input }: ToolCall, id: string): object {
  const common = { id: `c${id}`, call_id: `call_${id}`, name: tool };
  return typeof input === "string"
    ? { type: "custom_tool_call", ...common, input }
    : { type: "function_call", ...common, arguments: JSON.stringify(input) };
}

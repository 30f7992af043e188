import { neutralise } from "./neutralise.ts";

/** Text that is HTML already; everything else is escaped on its way in. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | number | false | undefined | readonly Part[];

/**
 * A template of HTML: what stands between the quotes is taken as it is, every value is escaped and made visible, and a
 * list of parts is joined. So nothing from a file becomes markup, whatever place it is put in.
 */
export function markup(strings: TemplateStringsArray, ...values: readonly Part[]): Html {
  return new Html(strings.map((text, at) => text + (at < values.length ? toText(values[at]) : "")).join(""));
}

function toText(value: Part): string {
  if (value === undefined || value === false) return "";
  if (value instanceof Html) return value.text;
  if (typeof value === "string" || typeof value === "number") return escapeHtml(neutralise(String(value)));
  return value.map(toText).join("");
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** For text and for attributes in quotes. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (char) => ENTITIES[char] ?? char);
}

/** JSON for a script element that is data: no text in it can end the element or begin a comment. */
export function toScriptJson(value: unknown): Html {
  const text = JSON.stringify(value).replaceAll("<", String.raw`\u003c`);
  return new Html(text.replaceAll("\u2028", String.raw`\u2028`).replaceAll("\u2029", String.raw`\u2029`));
}

/** A link to documentation, where it is one: other schemes would run. */
export function toLink(url: string | undefined, words: string): Html {
  const isWeb = url !== undefined && /^https:\/\/[^\s"'<>]+$/.test(url);
  return isWeb ? markup`<a href="${url}" rel="noreferrer">${words}</a>` : markup`${words}`;
}

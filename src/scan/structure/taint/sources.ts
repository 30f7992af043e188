import type { Node } from "../syntax.ts";

/** Parameters that hold a request, or the context of one. */
export const REQUEST_PARAMETERS: ReadonlySet<string> = new Set(["req", "request", "ctx"]);

/** What a server or a framework puts on a request: nobody sent it. */
export const SERVER_MEMBERS: ReadonlySet<string> = new Set(
  "app res log logger payload locals i18n t db server route user method collection list signal".split(" ")
);

/** What is sent, by the name that it is read from; frameworks: Express and Fastify, Next, Hono, SvelteKit, Koa, Deno. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  req: ["body", "query", "params", "headers", "cookies"],
  request: ["body", "query", "params", "headers", "cookies", "nextUrl"],
  c: ["req"],
  event: ["request", "params", "url"],
  ctx: ["body", "query", "params", "headers"],
  Deno: ["args", "env"],
};
const FIELD_NAMES: ReadonlySet<string> = new Set(Object.values(FIELDS).flat());
/** These are text whatever is sent. */
const TEXT_FIELDS: ReadonlySet<string> = new Set(["params", "headers", "args", "env"]);
/** A longer way to a member is none that a request has. */
const MAX_STEPS = 20;

/** A text without a match has no source in it. */
export const SOURCE_HINT = /\b(?:req|request|ctx|Deno|event)\b|\bc\s*\.\s*req\b|@(?:Body|Query|Param|Headers|Req)\s*\(/;

/** NestJS hands over what was sent by decorators. */
const DECORATORS = /^@(?:Body|Query|Param|Headers|Req|Request|Cookies)\b/;

/** A source by its name, and whether it can only be text. */
export interface Source {
  readonly name: string;
  readonly isText: boolean;
}

/** What an expression reads of a request: `req.query`, however far in. */
export function toSource(node: Node): Source | undefined {
  if (!node.is("member_expression")) return undefined;
  const field = node.field("property")?.text() ?? "";
  if (!FIELD_NAMES.has(field)) return undefined;
  const root = toRoot(node);
  if (root === undefined || !Object.hasOwn(FIELDS, root) || !FIELDS[root]?.includes(field)) return undefined;
  return { name: `${root}.${field}`, isText: TEXT_FIELDS.has(field) };
}

function toRoot(member: Node): string | undefined {
  let node: Node | null = member;
  for (let step = 0; node && step < MAX_STEPS; step += 1) {
    if (node.is("identifier")) return node.text();
    if (!node.is("member_expression") && !node.is("subscript_expression")) return undefined;
    node = node.field("object");
  }
  return undefined;
}

/** What a parameter holds because of what it is called or decorated with; undefined for an ordinary one. */
export function toParameterSource(parameter: Node, name: string): Source | undefined {
  if (REQUEST_PARAMETERS.has(name)) return { name: `the parameter ${name}`, isText: false };
  const decorator = parameter.is("required_parameter")
    ? parameter.namedChildren().find((child) => child.is("decorator") && DECORATORS.test(child.text()))
    : undefined;
  return decorator
    ? { name: `the parameter ${name}`, isText: /^@(?:Param|Headers)\b/.test(decorator.text()) }
    : undefined;
}

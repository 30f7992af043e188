import type { Rule, SgNode, SgRoot } from "@ast-grep/napi";

/** A node of a parsed file. Columns and offsets are UTF-16 code units, as the file's text is indexed. */
export type Node = SgNode;
/** What nodes to find, in the words of the matcher. */
export type NodeRule = Rule;

/** Grammars by the end of a file's name; what is not here is not looked at. */
const GRAMMARS: Readonly<Record<string, string>> = {
  js: "JavaScript",
  jsx: "JavaScript",
  mjs: "JavaScript",
  cjs: "JavaScript",
  ts: "TypeScript",
  mts: "TypeScript",
  cts: "TypeScript",
  tsx: "Tsx",
};

/** The grammar of a file, undefined for what is neither JavaScript nor TypeScript. */
export function toGrammar(path: string): string | undefined {
  const end = /\.(?<end>[a-z]{2,3})$/i.exec(path)?.groups?.["end"]?.toLowerCase() ?? "";
  return Object.hasOwn(GRAMMARS, end) ? GRAMMARS[end] : undefined;
}

/** Loads the parser, a native module: nobody waits for it who looks at no file. */
export async function loadParser(): Promise<(grammar: string, text: string) => Node> {
  const { parse } = await import("@ast-grep/napi");
  return (grammar, text) => (parse(grammar, text) as SgRoot).root();
}

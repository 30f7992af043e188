import type { parser } from "@lezer/python";

/** The parser's own node, named from what it returns. */
export type PythonNode = ReturnType<typeof parser.parse>["topNode"];

/** The children of a node, comments left out; tokens such as brackets and commas are among them. */
export function listChildren(node: PythonNode): readonly PythonNode[] {
  const found: PythonNode[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) if (child.name !== "Comment") found.push(child);
  return found;
}

/** The children between commas. */
export function splitAtCommas(nodes: readonly PythonNode[]): readonly (readonly PythonNode[])[] {
  const groups: PythonNode[][] = [[]];
  for (const node of nodes) {
    if (node.name === ",") groups.push([]);
    else groups.at(-1)?.push(node);
  }
  return groups.filter((group) => group.length > 0);
}

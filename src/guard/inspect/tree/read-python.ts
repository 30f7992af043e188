import { parser } from "@lezer/python";

import { easePython } from "./ease-python.ts";
import { lowerPython } from "./lower-python.ts";
import { listChildren } from "./python-syntax.ts";
import type { Comment, Reading } from "./tree.ts";

/** Reads Python. The parser mends what it cannot take; here that is a problem, as nothing certain can be said of it. */
export function readPython(text: string): Reading {
  const tree = parser.parse(easePython(text));
  let broken: number | undefined;
  const comments: Comment[] = [];
  tree.iterate({
    enter: ({ type, from, to }) => {
      if (type.isError) broken ??= from;
      if (type.name === "Comment") comments.push({ text: text.slice(from + 1, to), at: from });
    },
  });
  if (broken !== undefined) return { ok: false, problem: "it does not parse", at: broken };
  try {
    const body = lowerPython(listChildren(tree.topNode), text);
    return { ok: true, program: { language: "python", text, body, comments } };
  } catch (error) {
    if (error instanceof RangeError) return { ok: false, problem: "it is nested too deep", at: 0 };
    throw error;
  }
}

import type { Ask, Tree } from "./expression-parser.ts";

/** What a state asks. */
export type Node =
  | Ask
  | { readonly kind: "look"; readonly isWanted: boolean; readonly inner: State }
  | { readonly kind: "fork" }
  | { readonly kind: "done" };

/** A node with those that may follow it. */
export interface State {
  readonly id: number;
  readonly node: Node;
  readonly next: State[];
}

/** Larger ones are no glob of a person's. */
const MAX_STATES = 200_000;

/** Makes the states of an expression. @throws Error for too large a one */
export class StateMaker {
  count = 0;

  add(node: Node, ...next: readonly State[]): State {
    if (this.count >= MAX_STATES) throw new Error("too large");
    return { id: this.count++, node, next: [...next] };
  }

  /** The state that begins a tree which goes on to another state. */
  make(tree: Tree, next: State): State {
    switch (tree.kind) {
      case "node":
        return this.add(tree.node, next);
      case "look": {
        const inner = this.make(tree.inner, this.add({ kind: "done" }));
        return this.add({ kind: "look", isWanted: tree.isWanted, inner }, next);
      }
      case "all":
        return this.makeAll(tree.parts, next);
      case "any":
        return this.add({ kind: "fork" }, ...tree.parts.map((part) => this.make(part, next)));
      default:
        return this.makeRepeat(tree, next);
    }
  }

  private makeAll(parts: readonly Tree[], next: State): State {
    let after = next;
    for (const part of parts.toReversed()) after = this.make(part, after);
    return after;
  }

  private makeRepeat({ inner, least, most }: Extract<Tree, { kind: "repeat" }>, next: State): State {
    let after = next;
    if (most === Infinity) {
      after = this.add({ kind: "fork" }, next);
      after.next.push(this.make(inner, after));
    } else {
      for (let times = least; times < most; times += 1) {
        after = this.add({ kind: "fork" }, next, this.make(inner, after));
      }
    }
    for (let times = 0; times < least; times += 1) after = this.make(inner, after);
    return after;
  }
}

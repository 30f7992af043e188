import { ExpressionParser } from "./expression-parser.ts";
import { StateMaker } from "./expression-states.ts";
import type { State } from "./expression-states.ts";

/**
 * Matches the expressions that globs are compiled to, in time that grows with expression and path alone: what was tried at
 * a place of the path is not tried there again. The engine's own way tries again, for hours where a name holds many of the
 * characters between five stars.
 *
 * Knows groups, alternatives, looks ahead, `^`, `$`, and `*`, `+`, `?`, `{n,m}` in either mood; whether one character fits
 * is left to the engine.
 *
 * A function that says whether a path matches. @throws Error for an expression that it does not know
 */
export function compileExpression(source: string, flags: string): (path: string) => boolean {
  const tree = new ExpressionParser(source, flags).parse();
  const maker = new StateMaker();
  const first = maker.make(tree, maker.add({ kind: "done" }));
  return (path) => new Walk(path, maker.count).run(first);
}

/** One look at one path. Each state is entered at each place once: what was entered before and is over did not match. */
class Walk {
  private readonly path: string;
  private readonly count: number;
  private readonly looks = new Map<number, boolean>();

  constructor(path: string, count: number) {
    this.path = path;
    this.count = count;
  }

  run(first: State, from = 0): boolean {
    const seen = new Set<number>();
    const pending: { readonly state: State; readonly at: number }[] = [{ state: first, at: from }];
    for (let here = pending.pop(); here !== undefined; here = pending.pop()) {
      const { state, at } = here;
      const mark = at * this.count + state.id;
      if (seen.has(mark)) continue;
      seen.add(mark);
      if (state.node.kind === "done") return true;
      const to = this.step(state, at);
      if (to !== undefined) for (const next of state.next) pending.push({ state: next, at: to });
    }
    return false;
  }

  /** The place after a node that fits; undefined where it does not. */
  private step({ id, node }: State, at: number): number | undefined {
    switch (node.kind) {
      case "one":
        return at < this.path.length && node.fits.test(this.path.charAt(at)) ? at + 1 : undefined;
      case "start":
        return at === 0 ? at : undefined;
      case "end":
        return at === this.path.length ? at : undefined;
      case "look":
        return this.look(node.inner, at * this.count + id, at) === node.isWanted ? at : undefined;
      default:
        return at;
    }
  }

  private look(inner: State, mark: number, at: number): boolean {
    const known = this.looks.get(mark) ?? this.run(inner, at);
    this.looks.set(mark, known);
    return known;
  }
}

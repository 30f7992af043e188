import { isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument } from "yaml";
import type { Document, Node } from "yaml";

import { Refusal } from "../../domain/refusal.ts";

/** How often the anchors of a document may be used; and how large and deep it may be. */
const MAX_ALIASES = 100;
const MAX_BYTES = 1024 * 1024;
const MAX_DEPTH = 20;

/** A YAML document as the policy is read from it: nodes with places, so that a refusal can say where. */
export class PolicyDocument {
  readonly file: string;
  readonly root: Node | null;
  private readonly document: Document;
  private readonly lines: LineCounter;

  /** @throws Refusal HI_POLICY_YAML */
  constructor(file: string, bytes: Uint8Array) {
    this.file = file;
    this.lines = new LineCounter();
    if (bytes.length > MAX_BYTES) throw this.toYamlRefusal("it is larger than 1 MiB");
    let text: string;
    try {
      text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    } catch {
      throw this.toYamlRefusal("it is not UTF-8");
    }
    this.document = parseDocument(text, { lineCounter: this.lines, uniqueKeys: true, strict: true, version: "1.2" });
    const [error] = [...this.document.errors, ...this.document.warnings];
    if (error !== undefined) throw this.toYamlRefusal(error.message.split("\n")[0] ?? "", error.pos[0]);
    this.refuseAliases();
    this.root = this.document.contents as Node | null;
  }

  /** The keys of a mapping, in order. @throws Refusal HI_POLICY_INVALID */
  readMap(
    node: Node | null | undefined,
    name: string
  ): ReadonlyMap<string, { readonly key: Node; readonly value: Node | null }> {
    const map = this.resolve(node);
    if (!isMap(map)) throw this.toRefusal(`${name} is no mapping`, node);
    const found = new Map<string, { key: Node; value: Node | null }>();
    for (const { key, value } of map.items) {
      if (!isScalar(key) || typeof key.value !== "string") throw this.toRefusal(`a key of ${name} is no text`, map);
      if (key.value === "<<") throw this.toRefusal(`${name} is merged from elsewhere, which is not read`, key);
      found.set(key.value, { key, value: value as Node | null });
    }
    return found;
  }

  /** @throws Refusal HI_POLICY_INVALID */
  readList(node: Node | null | undefined, name: string): readonly Node[] {
    const list = this.resolve(node);
    if (!isSeq(list)) throw this.toRefusal(`${name} is no list`, node);
    return list.items as Node[];
  }

  /** A text, number, boolean or null. @throws Refusal HI_POLICY_INVALID */
  readScalar(node: Node | null | undefined, name: string): unknown {
    const scalar = this.resolve(node);
    if (scalar === null || scalar === undefined) return null;
    if (!isScalar(scalar)) throw this.toRefusal(`${name} is no single value`, node);
    return scalar.value;
  }

  toRefusal(what: string, node: Node | null | undefined): Refusal {
    return new Refusal({
      code: "HI_POLICY_INVALID",
      message: `The policy cannot be used: ${what}.`,
      where: { path: this.file, ...this.toPlace(node?.range?.[0]) },
      next: "mend what is named, commit it, then run the same command again",
    });
  }

  private resolve(node: Node | null | undefined): Node | null | undefined {
    return isAlias(node) ? (node.resolve(this.document) ?? null) : node;
  }

  /** Counted as they are met when all is followed, so that no document unfolds into more than it shows. */
  private refuseAliases(): void {
    let aliases = 0;
    const visit = (node: unknown, depth: number): void => {
      if (depth > MAX_DEPTH) throw this.toYamlRefusal("it is nested too deeply");
      if (isAlias(node)) {
        aliases += 1;
        if (aliases > MAX_ALIASES) throw this.toYamlRefusal("it uses more than 100 aliases");
        visit(node.resolve(this.document), depth + 1);
      } else if (isMap(node)) {
        for (const { key, value } of node.items) {
          visit(key, depth + 1);
          visit(value, depth + 1);
        }
      } else if (isSeq(node)) for (const item of node.items) visit(item, depth + 1);
    };
    visit(this.document.contents, 0);
  }

  private toYamlRefusal(what: string, offset?: number): Refusal {
    return new Refusal({
      code: "HI_POLICY_YAML",
      message: `The policy is no YAML that can be read: ${what}`.replace(/[.:]?$/, "."),
      where: { path: this.file, ...this.toPlace(offset) },
      next: "mend the YAML, commit it, then run the same command again",
    });
  }

  private toPlace(offset: number | undefined): { readonly line?: number; readonly column?: number } {
    if (offset === undefined) return {};
    const { line, col } = this.lines.linePos(offset);
    return { line, column: col };
  }
}

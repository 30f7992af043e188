import type { AbsolutePath, RelativePath } from "../../src/domain/paths.ts";
import type { Plan, PlanEntry } from "../../src/domain/plan.ts";

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A plan entry; `before` and `after` as texts. */
export function toEntry({
  before,
  after,
  ...parts
}: Partial<Omit<PlanEntry, "before" | "after">> & {
  readonly before?: string | Uint8Array;
  readonly after?: string | Uint8Array;
}): PlanEntry {
  const toBytes = (content: string | Uint8Array): Uint8Array =>
    typeof content === "string" ? encode(content) : content;
  return {
    path: "src/config.json" as RelativePath,
    action: "keep",
    ownership: "generated",
    generator: "lint",
    reason: { code: "same" },
    mode: 0o644,
    before:
      before === undefined
        ? { kind: "absent" }
        : { kind: "file", sha256: "b".repeat(64), mode: 0o644, bytes: toBytes(before), links: 1 },
    ...(after === undefined ? {} : { after: toBytes(after), afterSha256: "a".repeat(64) }),
    ...parts,
  };
}

export function toPlan(entries: readonly PlanEntry[]): Plan {
  return {
    root: "/repository" as AbsolutePath,
    answers: {
      providers: [],
      packs: ["base"],
      commitGate: "disabled",
      packageManager: "npm",
      formatters: [],
      isGit: true,
      scopes: [],
      theirs: [],
      take: [],
    },
    inputsDigest: "0".repeat(64),
    templateVersion: "1.0.0",
    templateDigest: "1".repeat(64),
    entries,
    findings: [],
    install: ["npm", "install", "--ignore-scripts"],
  };
}

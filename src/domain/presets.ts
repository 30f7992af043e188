/** A preset of `ultracite/oxlint/` for a framework, beside the core one that every scope has. */
export type PresetName =
  | "angular"
  | "astro"
  | "jest"
  | "nestjs"
  | "next"
  | "qwik"
  | "react"
  | "remix"
  | "solid"
  | "svelte"
  | "tanstack"
  | "vitest"
  | "vue";

/** A preset that a scope's own evidence justifies. */
export interface ScopePreset {
  readonly name: PresetName;
  /** What shows the framework in the scope: a dependency, a file, a script, an import. */
  readonly because: string;
  /** Seen in a source alone, which a check does not read. */
  readonly isFromSource?: true;
}

import type { RelativePath } from "./paths.ts";

/** Where lefthook looks for its configuration: the first that is there is the one (lefthook 2.2.1). */
export const GATE_CONFIGS = [".yml", ".yaml", ".json", ".jsonc", ".toml"].flatMap((ending) =>
  ["lefthook", ".lefthook", ".config/lefthook"].map((stem) => (stem + ending) as RelativePath)
);

/** The one that is made where there is none. */
export const NEW_GATE_CONFIG = "lefthook.yml" as RelativePath;

/** The gate's commands, a file of ours that the project's configuration extends. */
export const GATE_PATH = ".hi/lefthook.yml" as RelativePath;

/** What a tool is run on; every path in the machine's own separators. */
export interface ToolFiles {
  /** The scope's folder, absolute. */
  readonly cwd: string;
  /** Relative to `cwd`, like the files. */
  readonly config: string;
  readonly files: readonly string[];
}

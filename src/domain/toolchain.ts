/** The one place that names the lint toolchain's versions (seed 003 AC-008). Exact, never ranges. */
export const TOOLCHAIN = {
  "@effect/tsgo": "0.39.0",
  oxfmt: "0.66.0",
  oxlint: "1.80.0",
  "oxlint-tsgolint": "7.0.2001",
  typescript: "7.0.2",
  ultracite: "7.10.7",
} as const;

export type ToolName = keyof typeof TOOLCHAIN;
export type Toolchain = Readonly<Record<ToolName, string>>;

import type { ConfigFormat } from "./desired.ts";

/** The format of a merged file, by its name: for paths of which only the receipt still speaks. */
export function toConfigFormat(path: string): ConfigFormat {
  if (/\.jsonc?$/.test(path)) return "json";
  if (/\.ya?ml$/.test(path)) return "yaml";
  if (path.endsWith(".toml")) return "toml";
  return /\.[cm]?[jt]s$/.test(path) ? "module" : "lines";
}

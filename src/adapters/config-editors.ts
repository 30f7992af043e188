import type { ConfigEditor } from "../domain/config-edit.ts";
import type { ConfigFormat } from "../domain/desired.ts";

/** Loads the editor of one format; the parsers of the others stay unloaded. */
export async function loadConfigEditor(format: ConfigFormat): Promise<ConfigEditor> {
  if (format === "json") return (await import("./json-config.ts")).jsonConfigEditor;
  if (format === "yaml") return (await import("./yaml-config.ts")).yamlConfigEditor;
  if (format === "toml") return (await import("./toml-config.ts")).tomlConfigEditor;
  if (format === "module") return (await import("./module-config.ts")).moduleConfigEditor;
  return (await import("./lines-config.ts")).linesConfigEditor;
}

/** Loads what reads one format, for those who never edit: a module's second reader is heavy and stays unloaded. */
export async function loadConfigReader(format: ConfigFormat): Promise<Pick<ConfigEditor, "parse">> {
  if (format === "module") return { parse: (await import("./module-reader.ts")).parseModuleConfig };
  return loadConfigEditor(format);
}

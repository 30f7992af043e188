import type { ConfigEditor } from "../domain/config-edit.ts";
import type { ConfigFormat } from "../domain/desired.ts";

/** Loads the editor of one format; the parsers of the others stay unloaded. */
export async function loadConfigEditor(format: ConfigFormat): Promise<ConfigEditor> {
  if (format === "json") return (await import("./json-config.ts")).jsonConfigEditor;
  if (format === "yaml") return (await import("./yaml-config.ts")).yamlConfigEditor;
  if (format === "module") return (await import("./module-config.ts")).moduleConfigEditor;
  return (await import("./lines-config.ts")).linesConfigEditor;
}

import { parse as parseJsonc } from "jsonc-parser";
import type { ParseError } from "jsonc-parser";
import { parse as parseToml } from "smol-toml";
import { parseDocument } from "yaml";

import { isScript, readProgram } from "../tests/read-program.ts";
import { readYarnLines } from "./package-tool-rules.ts";
import { readIni } from "./read-ini.ts";
import { readModule } from "./read-module.ts";
import { toSettings } from "./setting.ts";
import type { ConfigReading } from "./setting.ts";

/** Reads a configuration by the language that its name says; JavaScript by its syntax tree, never by running it. */
export function readConfig(bytes: Uint8Array, text: string, path: string): ConfigReading {
  if (isScript(path)) {
    const reading = readProgram(bytes, path);
    return reading.ok ? readModule(reading.program) : reading;
  }
  try {
    if (path.endsWith(".toml")) return toReading(parseToml(text));
    if (path.endsWith(".yarnrc")) return toReading(readYarnLines(text));
    if (/\.(?:ini|cfg|coveragerc|flake8|pylintrc)$|(?:^|\/)\.(?:coveragerc|flake8|pylintrc|npmrc)$/.test(path)) {
      return toReading(readIni(text));
    }
    if (/\.ya?ml$/.test(path)) return readYaml(text);
    return readJson(text);
  } catch (error) {
    return { ok: false, problem: error instanceof RangeError ? "it is nested too deep" : "it does not parse" };
  }
}

const toReading = (value: unknown): ConfigReading => ({ ok: true, settings: toSettings(value), computed: [] });

/** A file with no ending may be either: YAML takes JSON, too, but not its comments. */
function readJson(text: string): ConfigReading {
  const errors: ParseError[] = [];
  const value: unknown = parseJsonc(text, errors, { allowTrailingComma: true });
  return errors.length === 0 ? toReading(value) : readYaml(text);
}

function readYaml(text: string): ConfigReading {
  const document = parseDocument(text, { uniqueKeys: false });
  if (document.errors.length > 0) return { ok: false, problem: "it does not parse" };
  return toReading(document.toJS({ maxAliasCount: 100 }));
}

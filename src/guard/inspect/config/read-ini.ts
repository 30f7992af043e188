/**
 * Reads the INI of Python's tools: sections, `key = value` or `key: value`, further lines of a value indented. A value
 * of several lines is a list; one of `addopts` is its words.
 */
export function readIni(text: string): Readonly<Record<string, Record<string, unknown>>> {
  const sections: Record<string, Record<string, unknown>> = Object.create(null);
  let section = open(sections, "");
  let key: string | undefined;
  for (const line of text.split(/\r?\n/)) {
    if (/^\s*(?:[#;].*)?$/.test(line)) continue;
    const [, name] = /^\[([^\]]+)\]/.exec(line) ?? [];
    const [, indent = "", word, value = ""] = /^(\s*)([^=:\s][^=:]*?)\s*[=:]\s*(.*)$/.exec(line) ?? [];
    if (name !== undefined) {
      section = open(sections, name.trim());
      key = undefined;
    } else if (/^\s/.test(line) && key !== undefined) append(section, key, line.trim());
    else if (word !== undefined && indent === "") {
      key = word.trim();
      section[key] = toValue(value);
    }
  }
  return sections;
}

function open(sections: Record<string, Record<string, unknown>>, name: string): Record<string, unknown> {
  const section = sections[name] ?? (Object.create(null) as Record<string, unknown>);
  sections[name] = section;
  return section;
}

function append(section: Record<string, unknown>, key: string, value: string): void {
  const known = section[key] === "" ? [] : [section[key]].flat();
  section[key] = [...known, toValue(value)];
}

function toValue(text: string): unknown {
  const plain = text.replace(/\s[#;].*$/, "").trim();
  if (/^-?\d+(?:\.\d+)?$/.test(plain)) return Number(plain);
  if (/^(?:true|yes|on)$/i.test(plain)) return true;
  if (/^(?:false|no|off)$/i.test(plain)) return false;
  return plain;
}

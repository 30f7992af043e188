import type { PackageManager } from "./answers.ts";

/** Files at the root that tell, or are, code of the project's own that an install runs with lifecycle scripts off. */
const TELLING: Readonly<Record<PackageManager, readonly string[]>> = {
  npm: [],
  bun: [],
  pnpm: [".pnpmfile.cjs", ".pnpmfile.mjs", "pnpm-workspace.yaml", ".npmrc"],
  yarn: [".yarnrc", ".yarnrc.yml"],
  "yarn-berry": [".yarnrc.yml"],
};

/** Which files `listInstallCode` wants to see. */
export function listTellingFiles(manager: PackageManager): readonly string[] {
  return TELLING[manager];
}

/**
 * What of the project's own an install runs, though lifecycle scripts are off: pnpm's hooks (`.pnpmfile.cjs`, or the file
 * that a setting names), the Yarn that `yarnPath` names, and Yarn's plugins. Read from the text; `files` is by name.
 */
export function listInstallCode(manager: PackageManager, files: ReadonlyMap<string, string>): readonly string[] {
  const found = listTellingFiles(manager).flatMap((name) => {
    const text = files.get(name);
    if (text === undefined) return [];
    return name.startsWith(".pnpmfile.") ? [name] : listNamed(text).map((value) => `${value} (${name})`);
  });
  return [...new Set(found)];
}

const SETTING = /^[ \t]*(?:yarnPath|yarn-path|pnpmfile)\b[ \t]*[:= ][ \t]*(.*)$/gm;
const PLUGINS = /^plugins[ \t]*:[ \t]*(?:\[([^\]]*)\]|\n((?:[ \t-].*(?:\n|$))*))/m;

function listNamed(text: string): readonly string[] {
  const settings = [...text.matchAll(SETTING)].map(([, value = ""]) => value);
  const [, flow = "", block = ""] = PLUGINS.exec(text) ?? [];
  const paths = [...block.matchAll(/^[ \t]*(?:-[ \t]+)?(?:path[ \t]*:[ \t]*)?([^\s:][^:\n]*)$/gm)].map(
    ([, value = ""]) => value
  );
  return [...settings, ...flow.split(","), ...paths].map(toPlain).filter((value) => value !== "");
}

function toPlain(value: string): string {
  return value
    .replace(/[ \t]#.*$/, "")
    .trim()
    .replaceAll(/^["']|["']$/g, "");
}

import type { ProjectFormatter } from "./answers.ts";
import type { Json } from "./json.ts";
import { getAtPointer, toPointer } from "./json.ts";
import type { ScopePath } from "./paths.ts";
import { joinScope } from "./paths.ts";
import type { ProviderName } from "./settings.ts";

/** What stands directly in one folder: enough to recognise every tool that is configured there. */
export interface FolderFacts {
  readonly path: ScopePath;
  readonly names: ReadonlySet<string>;
  /** The folder's package.json, where there is one. */
  readonly manifest?: Json;
}

/** Something found, and the file (or the key of a manifest) that shows it. */
export interface Found<Name extends string> {
  readonly name: Name;
  readonly because: string;
}

export type LinterName = "oxlint" | "eslint" | "biome";
export type HookManagerName = "husky" | "lefthook" | "simple-git-hooks" | "lint-staged" | "pre-commit";

/** How a tool shows itself: names in a folder, keys of package.json, dependencies, commands of scripts and lint-staged. */
interface Signs<Name extends string> {
  readonly name: Name;
  /** Names, not a pattern: a check looks each of them up, which costs less than compiling one pattern. */
  readonly files: readonly string[];
  readonly manifestKeys?: readonly string[];
  readonly dependencies?: RegExp;
  /** Matches only what holds the tool's name. */
  readonly commands?: RegExp;
}

const YAML = [".yaml", ".yml"];
const JSON_OR_JSONC = [".json", ".jsonc"];
const JAVASCRIPT = [".js", ".cjs", ".mjs"];
const SCRIPT = [...JAVASCRIPT, ".ts", ".cts", ".mts"];

const toNames = (stem: string, endings: readonly string[]): readonly string[] => endings.map((ending) => stem + ending);
/** With and without a leading dot. */
const toBoth = (stem: string, endings: readonly string[]): readonly string[] => [
  ...toNames(stem, endings),
  ...toNames(`.${stem}`, endings),
];

const FORMATTERS: readonly Signs<ProjectFormatter>[] = [
  {
    name: "prettier",
    files: [
      ...toNames(".prettierrc", ["", ".json", ".json5", ...YAML, ".toml", ...SCRIPT]),
      ...toNames("prettier.config", SCRIPT),
    ],
    manifestKeys: ["prettier"],
    // The package alone is no sign: it may be there for what it can parse.
    dependencies: /^eslint-plugin-prettier$/,
    commands: /(?:^|[\s"'&|;/])prettier(?:["'\s]|$)/,
  },
  { name: "biome", files: toBoth("biome", JSON_OR_JSONC), commands: /\bbiome (?:format|check)\b/ },
  { name: "dprint", files: toBoth("dprint", JSON_OR_JSONC), commands: /\bdprint (?:fmt|check)\b/ },
  {
    name: "eslint-stylistic",
    files: [],
    dependencies:
      /^(?:@stylistic\/eslint-plugin(?:-[a-z]+)?|@antfu\/eslint-config|neostandard|standard|ts-standard|xo)$/,
  },
];

const LINTERS: readonly Signs<LinterName>[] = [
  { name: "oxlint", files: [...toNames(".oxlintrc", JSON_OR_JSONC), ...toNames("oxlint.config", [".ts", ".mts"])] },
  {
    name: "eslint",
    files: [...toNames("eslint.config", SCRIPT), ...toNames(".eslintrc", ["", ".json", ...YAML, ".js", ".cjs"])],
    manifestKeys: ["eslintConfig"],
  },
  { name: "biome", files: toBoth("biome", JSON_OR_JSONC) },
];

const HOOK_MANAGERS: readonly Signs<HookManagerName>[] = [
  { name: "husky", files: [".husky"], manifestKeys: ["husky"] },
  { name: "lefthook", files: toBoth("lefthook", [...YAML, ".toml", ...JSON_OR_JSONC]) },
  {
    name: "simple-git-hooks",
    files: toBoth("simple-git-hooks", [".json", ...JAVASCRIPT]),
    manifestKeys: ["simple-git-hooks"],
  },
  {
    name: "lint-staged",
    files: [...toNames(".lintstagedrc", ["", ".json", ...YAML, ...SCRIPT]), ...toNames("lint-staged.config", SCRIPT)],
    manifestKeys: ["lint-staged"],
  },
  { name: "pre-commit", files: toNames(".pre-commit-config", YAML) },
];

const RIVALS: ReadonlySet<HookManagerName> = new Set(["husky", "simple-git-hooks", "pre-commit"]);

const AGENTS: readonly Signs<ProviderName>[] = [
  { name: "claude", files: [".claude", "CLAUDE.md"] },
  { name: "codex", files: [".codex"] },
  { name: "cursor", files: [".cursor", ".cursorrules"] },
  { name: "opencode", files: [".opencode", ...toNames("opencode", JSON_OR_JSONC)] },
];

export const findFormatters = (folders: readonly FolderFacts[]) => findSigns(FORMATTERS, folders);
export const findLinters = (folders: readonly FolderFacts[]) => findSigns(LINTERS, folders);
export const findHookManagers = (folders: readonly FolderFacts[]) => findSigns(HOOK_MANAGERS, folders);
/** Managers other than lefthook that put hooks of their own into git: only one can own each hook. */
export const findRivalManagers = (folders: readonly FolderFacts[]) =>
  findHookManagers(folders).filter(({ name }) => RIVALS.has(name));
export const findAgents = (folders: readonly FolderFacts[]) => findSigns(AGENTS, folders);

/** One row a tool, with the first sign of it: the tables' order, then the folders'. */
function findSigns<Name extends string>(
  table: readonly Signs<Name>[],
  folders: readonly FolderFacts[]
): readonly Found<Name>[] {
  return table.flatMap((signs) => {
    const because = folders.map((folder) => findSign(signs, folder)).find((sign) => sign !== undefined);
    return because === undefined ? [] : [{ name: signs.name, because }];
  });
}

function findSign<Name extends string>(signs: Signs<Name>, { path, names, manifest }: FolderFacts): string | undefined {
  const [file] = signs.files.filter((name) => names.has(name)).toSorted();
  if (file !== undefined) return joinScope(path, file);
  const key = signs.manifestKeys?.find((name) => getAtPointer(manifest, toPointer([name])) !== undefined);
  if (key !== undefined) return `"${key}" in ${joinScope(path, "package.json")}`;
  const dependency = signs.dependencies && findDependencies(manifest).find((name) => signs.dependencies?.test(name));
  if (dependency !== undefined) return `dependency ${dependency} of ${joinScope(path, "package.json")}`;
  const { name, commands } = signs;
  const command = commands && findCommands(manifest).find(({ text }) => text.includes(name) && commands.test(text));
  return command && `${command.place} in ${joinScope(path, "package.json")}`;
}

/** What a manifest would run, by place: scripts, and the tasks of lint-staged. */
function findCommands(manifest: Json | undefined): readonly { readonly place: string; readonly text: string }[] {
  const scripts = getAtPointer(manifest, "/scripts");
  const staged = getAtPointer(manifest, "/lint-staged");
  const named = scripts && typeof scripts === "object" ? Object.entries(scripts) : [];
  return [
    ...named.map(([name, value]) => ({ place: `script ${name}`, text: typeof value === "string" ? value : "" })),
    { place: "lint-staged", text: staged === undefined ? "" : JSON.stringify(staged) },
  ];
}

/** Names of a manifest's dependencies and devDependencies, sorted; junk is passed over. */
function findDependencies(manifest: Json | undefined): readonly string[] {
  const sections = ["dependencies", "devDependencies"].map((section) => getAtPointer(manifest, `/${section}`));
  return sections.flatMap((section) => (section && typeof section === "object" ? Object.keys(section) : [])).toSorted();
}

const LANGUAGES: readonly (readonly [name: string, extension: RegExp])[] = [
  ["TypeScript", /\.(?:[cm]?ts|tsx)$/],
  ["JavaScript", /\.(?:[cm]?js|jsx)$/],
  ["Vue", /\.vue$/],
  ["Svelte", /\.svelte$/],
  ["Astro", /\.astro$/],
];

/** Counts the lintable files by language, most first; languages without a file are left out. */
export function countLanguages(paths: readonly string[]): readonly { readonly name: string; readonly files: number }[] {
  return LANGUAGES.map(([name, extension]) => ({ name, files: paths.filter((path) => extension.test(path)).length }))
    .filter(({ files }) => files > 0)
    .toSorted((left, right) => right.files - left.files);
}

/** True for a file that oxlint would look at. */
export function isLintable(path: string): boolean {
  return LANGUAGES.some(([, extension]) => extension.test(path));
}

/** The workspace patterns of a package.json: an array, or an object with `packages`. */
export function findWorkspacePatterns(manifest: Json | undefined): readonly string[] {
  const declared = getAtPointer(manifest, "/workspaces");
  const list = Array.isArray(declared) ? declared : getAtPointer(declared, "/packages");
  return Array.isArray(list) ? list.filter((item): item is string => typeof item === "string") : [];
}

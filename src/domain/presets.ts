import type { FolderFacts } from "./detection.ts";
import type { Json } from "./json.ts";
import { getAtPointer, toPointer } from "./json.ts";
import { joinScope } from "./paths.ts";
import { listPrograms } from "./script-programs.ts";

/** A preset of `ultracite/oxlint/` for a framework, beside the core one that every scope has. */
export type PresetName =
  | "angular"
  | "astro"
  | "jest"
  | "nestjs"
  | "next"
  | "qwik"
  | "react"
  | "remix"
  | "solid"
  | "svelte"
  | "tanstack"
  | "vitest"
  | "vue";

/** A preset that a scope's own evidence justifies. */
export interface ScopePreset {
  readonly name: PresetName;
  /** What shows the framework in the scope: a dependency, a file, a script, an import. */
  readonly because: string;
  /** Seen in a source alone, which a check does not read. */
  readonly isFromSource?: true;
}

/** How a framework shows itself in a package. A folder's name, and what another package brings, are no signs. */
interface PresetSigns {
  readonly name: PresetName;
  /** Packages that are it: as a dependency of the manifest, and as what a source imports. */
  readonly packages: RegExp;
  /** The stems of its configuration files. */
  readonly configs?: readonly string[];
  readonly files?: readonly string[];
  readonly manifestKey?: string;
  readonly programs?: readonly string[];
  /** Sources that only it has. */
  readonly extension?: string;
}

const PRESETS: readonly PresetSigns[] = [
  { name: "angular", packages: /^@angular\/core$/, files: ["angular.json"], programs: ["ng"] },
  { name: "astro", packages: /^astro$/, configs: ["astro.config"], programs: ["astro"], extension: ".astro" },
  {
    name: "jest",
    packages: /^(?:jest|@jest\/globals)$/,
    configs: ["jest.config"],
    manifestKey: "jest",
    programs: ["jest"],
  },
  { name: "nestjs", packages: /^@nestjs\/(?:core|common)$/, files: ["nest-cli.json"], programs: ["nest"] },
  { name: "next", packages: /^next$/, configs: ["next.config"], programs: ["next"] },
  { name: "qwik", packages: /^(?:@builder\.io\/qwik|@qwik\.dev\/core)$/, programs: ["qwik"] },
  { name: "react", packages: /^(?:react|react-dom)$/ },
  {
    name: "remix",
    packages: /^(?:@remix-run\/(?:dev|node|react|serve)|@react-router\/dev)$/,
    configs: ["remix.config", "react-router.config"],
    programs: ["remix", "react-router"],
  },
  { name: "solid", packages: /^solid-js$/ },
  { name: "svelte", packages: /^svelte$/, configs: ["svelte.config"], extension: ".svelte" },
  { name: "tanstack", packages: /^@tanstack\/(?:react|solid)-(?:router|start)$/, files: ["tsr.config.json"] },
  { name: "vitest", packages: /^vitest$/, configs: ["vitest.config", "vitest.workspace"], programs: ["vitest"] },
  { name: "vue", packages: /^(?:vue|nuxt)$/, configs: ["vue.config", "nuxt.config"], extension: ".vue" },
];

const ENDINGS = [".js", ".cjs", ".mjs", ".ts", ".cts", ".mts", ".json"];

/** The presets that a package's manifest, configuration files and scripts justify, by name. */
export function findPresets(folder: FolderFacts): readonly ScopePreset[] {
  return PRESETS.flatMap((signs) => {
    const because = findSign(signs, folder);
    return because === undefined ? [] : [{ name: signs.name, because }];
  });
}

function findSign(signs: PresetSigns, { path, names, manifest }: FolderFacts): string | undefined {
  const place = joinScope(path, "package.json");
  const dependency = listDependencies(manifest).find((name) => signs.packages.test(name));
  if (dependency !== undefined) return `dependency ${dependency} of ${place}`;
  const configs = (signs.configs ?? []).flatMap((stem) => ENDINGS.map((ending) => stem + ending));
  const file = [...configs, ...(signs.files ?? [])].find((name) => names.has(name));
  if (file !== undefined) return joinScope(path, file);
  const { manifestKey: key, programs = [] } = signs;
  if (key !== undefined && getAtPointer(manifest, toPointer([key])) !== undefined) return `"${key}" in ${place}`;
  const script = listPrograms(manifest).find(({ program }) => programs.includes(program));
  return script && `script ${script.script} of ${place} runs ${script.program}`;
}

const SECTIONS = ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"];

function listDependencies(manifest: Json | undefined): readonly string[] {
  const sections = SECTIONS.map((section) => getAtPointer(manifest, toPointer([section])));
  return sections.flatMap((section) => (section && typeof section === "object" ? Object.keys(section) : []));
}

/** What a scope's own sources may still show, where manifests say that it can be had. */
export interface SourceSearch {
  /** By the file's name alone. */
  readonly byExtension: readonly ScopePreset[];
  /** Packages whose import would show a preset, for those that nothing else has shown. */
  readonly byImport: readonly { readonly name: PresetName; readonly packages: RegExp }[];
}

/**
 * What is left to look for in a scope's sources. An import is looked for only where some manifest of the repository
 * has the package: without one it would not resolve.
 * @param sources the scope's own lintable files
 * @param around the manifests that dependencies may be hoisted from
 */
export function planSourceSearch(
  known: readonly ScopePreset[],
  sources: readonly string[],
  around: readonly (Json | undefined)[]
): SourceSearch {
  const open = PRESETS.filter(({ name }) => !known.some((preset) => preset.name === name));
  const byExtension = open.flatMap(({ name, extension }): readonly ScopePreset[] => {
    const source = extension === undefined ? undefined : sources.find((path) => path.endsWith(extension));
    return source === undefined ? [] : [{ name, because: source, isFromSource: true }];
  });
  const dependencies = new Set(around.flatMap(listDependencies));
  const byImport = open.filter(
    ({ name, packages }) =>
      !byExtension.some((preset) => preset.name === name) && [...dependencies].some((one) => packages.test(one))
  );
  return { byExtension, byImport };
}

/** The package that a module's name leads to; undefined for a path. */
export function toPackageName(specifier: string): string | undefined {
  return /^(?:@[^/]+\/)?[^./@][^/]*/.exec(specifier)?.[0];
}

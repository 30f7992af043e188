import path from "node:path";

import type { ToolProgram } from "../domain/tool-rows.ts";
import { readRegularText } from "./read-regular.ts";
import { orUndefined } from "./system-error.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** What every child gets of the ambient environment: who and where the user is, and how the system finds programs. */
const EVERY =
  /^(?:HOME|USER|LOGNAME|LANG|LANGUAGE|LC_[A-Z]+|TZ|SYSTEMROOT|WINDIR|SYSTEMDRIVE|COMSPEC|PATHEXT|APPDATA|LOCALAPPDATA|USERPROFILE|PROGRAMDATA|PROGRAMFILES.*)$/i;

/** What package managers get beside it: caches, proxies, certificates, registries and their tokens, all the user's own. */
const FOR_MANAGERS = [
  /^XDG_[A-Z]+_HOME$/,
  /^(?:https?|all|no)_proxy$/i,
  /^(?:NODE_EXTRA_CA_CERTS|NODE_USE_SYSTEM_CA|NODE_USE_ENV_PROXY|SSL_CERT_FILE|SSL_CERT_DIR)$/,
  /^(?:NPM_TOKEN|NODE_AUTH_TOKEN|PNPM_HOME|COREPACK_HOME|COREPACK_NPM_REGISTRY|COREPACK_NPM_TOKEN)$/,
  /^YARN_(?:REGISTRY|NPM_REGISTRY_SERVER|NPM_AUTH_TOKEN|NPM_AUTH_IDENT|NPM_ALWAYS_AUTH|HTTPS?_PROXY|HTTPS_CA_FILE_PATH|CA_FILE_PATH|GLOBAL_FOLDER|CACHE_FOLDER)$/,
  /^(?:BUN_CONFIG_REGISTRY|BUN_CONFIG_TOKEN|BUN_INSTALL|BUN_INSTALL_CACHE_DIR)$/,
];

const MANAGER_SETTING =
  /^p?npm_config_(?:(?:.*_)?registry|(?:https?_)?proxy|no_?proxy|ca|cafile|cert|key|strict_ssl|userconfig|globalconfig|cache|cache_dir|store_dir|_auth.*|\/\/.*|@.*)$/i;

/** Lifecycle scripts off, hooks off, nothing fetched but packages, copies rather than links to a store. */
const MANAGER_FIXED: Readonly<Record<string, string>> = {
  CI: "1",
  NO_COLOR: "1",
  DO_NOT_TRACK: "1",
  NO_UPDATE_NOTIFIER: "1",
  COREPACK_ENABLE_NETWORK: "0",
  COREPACK_ENABLE_DOWNLOAD_PROMPT: "0",
  COREPACK_ENABLE_AUTO_PIN: "0",
  npm_config_ignore_scripts: "true",
  npm_config_audit: "false",
  npm_config_fund: "false",
  npm_config_update_notifier: "false",
  npm_config_logs_max: "0",
};

const PNPM_SETTINGS: Readonly<Record<string, string>> = {
  // The store's files are linked into live trees as well: a link to one would be a link to the live tree.
  package_import_method: "copy",
  enable_global_virtual_store: "false",
  ignore_pnpmfile: "true",
  ignore_scripts: "true",
  manage_package_manager_versions: "false",
  package_manager_strict: "false",
  package_manager_strict_version: "false",
  pm_on_fail: "ignore",
};

const BERRY_FIXED: Readonly<Record<string, string>> = {
  YARN_ENABLE_TELEMETRY: "0",
  YARN_ENABLE_SCRIPTS: "0",
  YARN_NODE_LINKER: "node-modules",
  YARN_NM_MODE: "classic",
  YARN_ENABLE_GLOBAL_CACHE: "1",
  YARN_ENABLE_COLORS: "0",
  YARN_ENABLE_PROGRESS_BARS: "0",
};

export interface EnvironmentParts {
  readonly program: ToolProgram;
  readonly purpose: "project" | "tools" | "other";
  readonly searchPath: readonly string[];
  /** A folder of this process alone, gone with the candidate or the staging folder. */
  readonly temporary: string;
  /** tsgolint, for oxlint alone. */
  readonly tsgolint?: string;
}

/** The whole environment of one child. Nothing is passed on that is not named here; NODE_OPTIONS never is. */
export function toToolEnvironment(env: Environment, parts: EnvironmentParts): Readonly<Record<string, string>> {
  const { program, temporary } = parts;
  const isManager = program !== "oxlint" && program !== "oxfmt" && program !== "effect-tsgo";
  return {
    ...pick(env, (name) => EVERY.test(name)),
    ...(isManager ? toManagerEnvironment(env, parts) : { NO_COLOR: "1" }),
    ...(program === "oxlint" && parts.tsgolint !== undefined ? { OXLINT_TSGOLINT_PATH: parts.tsgolint } : {}),
    PATH: parts.searchPath.join(path.delimiter),
    TMPDIR: temporary,
    TMP: temporary,
    TEMP: temporary,
  };
}

function toManagerEnvironment(
  env: Environment,
  { program, purpose }: EnvironmentParts
): Readonly<Record<string, string>> {
  const referenced = listReferencedNames(env);
  const isWanted = (name: string): boolean =>
    FOR_MANAGERS.some((pattern) => pattern.test(name)) || isOwnSetting(name, env) || referenced.has(name);
  return {
    ...pick(env, isWanted),
    ...MANAGER_FIXED,
    ...(program === "pnpm" ? toPnpmSettings(purpose) : {}),
    ...(program === "yarn" || program === "yarn-berry" ? { YARN_IGNORE_PATH: "1" } : {}),
    ...(program === "yarn-berry" ? BERRY_FIXED : {}),
  };
}

/**
 * npm hands its settings on to what it runs, those of the project's `.npmrc` among them, in lower case. Started that
 * way, only what a person wrote in upper case is the user's own for certain.
 */
function isOwnSetting(name: string, env: Environment): boolean {
  if (!MANAGER_SETTING.test(name)) return false;
  const isStartedByManager = ["npm_lifecycle_event", "npm_command", "npm_package_json"].some(
    (key) => env[key] !== undefined
  );
  return !isStartedByManager || name === name.toUpperCase();
}

/** What differs by what is installed. A frozen install takes the lockfile as the project has committed it. */
const PNPM_BY_PURPOSE: Readonly<Record<EnvironmentParts["purpose"], Readonly<Record<string, string>>>> = {
  project: { trust_lockfile: "true" },
  tools: { node_linker: "hoisted", lockfile: "false" },
  other: {},
};

/** pnpm reads the one prefix up to version 10 and the other from 11 on. */
function toPnpmSettings(purpose: EnvironmentParts["purpose"]): Readonly<Record<string, string>> {
  const settings = { ...PNPM_SETTINGS, ...PNPM_BY_PURPOSE[purpose] };
  const pairs = Object.entries(settings).flatMap(([name, value]) =>
    [`npm_config_${name}`, `pnpm_config_${name}`].map((key) => [key, value])
  );
  return Object.fromEntries(pairs) as Record<string, string>;
}

/** Variables that the user's own configuration refers to (`_authToken=${TOKEN}`): names only. */
function listReferencedNames(env: Environment): ReadonlySet<string> {
  const home = env["HOME"] ?? env["USERPROFILE"];
  if (home === undefined) return new Set();
  const files = [env["NPM_CONFIG_USERCONFIG"] ?? path.join(home, ".npmrc"), path.join(home, ".yarnrc.yml")];
  const unreadable = ["ENOENT", "ENOTDIR", "EACCES", "EPERM", "EISDIR"];
  const texts = files.map((file) => orUndefined(unreadable, () => readRegularText(file)) ?? "");
  return new Set(texts.flatMap((text) => [...text.matchAll(/\$\{(\w+)/g)].map(([, name]) => name ?? "")));
}

function pick(env: Environment, isWanted: (name: string) => boolean): Readonly<Record<string, string>> {
  const pairs = Object.entries(env).filter(
    (pair): pair is [string, string] => pair[1] !== undefined && isWanted(pair[0])
  );
  return Object.fromEntries(pairs);
}

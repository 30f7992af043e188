/** What a configuration file configures, as its name says. */
export type ConfigKind =
  | "runner"
  | "lint"
  | "types"
  | "manifest"
  | "python"
  | "workflow"
  | "ignore-list"
  | "package-tool"
  | "tool-code";

const KINDS: readonly (readonly [RegExp, ConfigKind])[] = [
  [/^package\.json$/, "manifest"],
  [/^(?:tsconfig|jsconfig)(?:\.[\w.-]+)?\.json$/, "types"],
  [
    /^(?:jest|vitest|vite|mocha|karma|ava|nyc|c8|coverage|playwright|cypress|wdio|jasmine|web-test-runner)(?:\.[\w-]+)*\.(?:config|conf|workspace|projects)(?:\.[\w-]+)*\.(?:[cm]?[jt]s|json)$/,
    "runner",
  ],
  [/^vitest\.(?:workspace|projects)\.(?:[cm]?[jt]s|json)$/, "runner"],
  [/^\.(?:mocharc|nycrc|c8rc|taprc)(?:\.(?:json|jsonc|ya?ml|[cm]?js))?$/, "runner"],
  [/^jasmine\.json$/, "runner"],
  [/^(?:eslint|oxlint|biome|stylelint)\.config\.[cm]?[jt]s$/, "lint"],
  [/^\.(?:eslintrc|oxlintrc|stylelintrc)(?:\.(?:json|jsonc|ya?ml|[cm]?js))?$/, "lint"],
  [/^biome\.jsonc?$/, "lint"],
  [
    /^(?:\.?ruff\.toml|mypy\.ini|\.mypy\.ini|\.flake8|\.pylintrc|pyproject\.toml|pytest\.ini|\.pytest\.ini|tox\.ini|setup\.cfg|\.coveragerc)$/,
    "python",
  ],
  [/^(?:\.npmrc|\.yarnrc|\.yarnrc\.yml|bunfig\.toml|pnpm-workspace\.yaml)$/, "package-tool"],
  [/^\.pnpmfile\.[cm]?js$/, "tool-code"],
  [/^\.(?:eslintignore|oxlintignore|biomeignore)$/, "ignore-list"],
];

/** The kind of a configuration file, or undefined of any other file. */
export function findConfigKind(path: string): ConfigKind | undefined {
  if (
    /^\.github\/workflows\/[^/]+\.ya?ml$|^\.gitlab-ci\.yml$|^\.circleci\/config\.yml$|^azure-pipelines\.yml$/.test(path)
  ) {
    return "workflow";
  }
  if (/(?:^|\/)\.yarn\/(?:releases|plugins)\//.test(path)) return "tool-code";
  if (/(?:^|\/)\.hi\/settings\.json$/.test(path)) return "lint";
  const name = path.slice(path.lastIndexOf("/") + 1);
  return KINDS.find(([pattern]) => pattern.test(name))?.[1];
}

/** A project with a lint policy, for the comparison of the composed configuration with the tool's own reading. */
export interface PolicyCase {
  readonly about: string;
  /** The policy's file; `.oxlintrc.json` where it is not given. */
  readonly policy?: string;
  /** The scope that the policy is composed for; the root where it is not given. */
  readonly scope?: string;
  /** Text by path: the policy, what it extends, plugins, sources of the case's own. A value that is no text is JSON. */
  readonly files: Readonly<Record<string, unknown>>;
  /** Presets of frameworks beside the core one. */
  readonly presets?: readonly string[];
}

const only = (about: string, policy: unknown, more: Partial<PolicyCase> = {}): PolicyCase => ({
  about,
  files: { ".oxlintrc.json": policy },
  ...more,
});

/** Severities, options, the rules' other names. */
export const RULE_CASES: readonly PolicyCase[] = [
  only("nothing at all", {}),
  only("severities as words", { rules: { "no-debugger": "warn", "no-console": "error", "no-var": "off" } }),
  only("severities as ESLint's other words", { rules: { "no-debugger": "allow", "no-console": "deny" } }),
  only("severities as numbers", { rules: { "no-debugger": 0, "no-console": 1, "no-alert": 2 } }),
  only("severities in lists", { rules: { "no-debugger": ["warn"], "no-console": [2], "no-empty": [0] } }),
  only("options", {
    rules: {
      eqeqeq: ["error", "always", { null: "ignore" }],
      "max-params": ["warn", { max: 1 }],
      "no-empty": ["error", { allowEmptyCatch: true }],
    },
  }),
  only("a severity without the default's options", { rules: { "func-style": "warn", "no-unused-vars": "warn" } }),
  only("what the harness switches off, wanted", {
    rules: { "func-names": "error", "sort-keys": "warn", "func-style": "error" },
  }),
  only("what the presets switch off, wanted", {
    rules: { "capitalized-comments": "error", "no-undefined": "warn", "no-ternary": "error" },
  }),
  only("typescript's rules by their long name", {
    rules: { "@typescript-eslint/no-explicit-any": "off", "@typescript-eslint/ban-ts-comment": "warn" },
  }),
  only("typescript's rules by a name in between", { rules: { "typescript-eslint/no-explicit-any": "warn" } }),
  only("rules of plugins by their bare name", {
    rules: { "no-null": "off", "prefer-node-protocol": "warn", "no-explicit-any": "off" },
  }),
  only("ESLint's rules with a prefix", { rules: { "eslint/no-debugger": "off", "eslint/no-console": "error" } }),
  only("a rule that oxlint adapted, by its TypeScript name", {
    rules: {
      "@typescript-eslint/no-unused-vars": "off",
      "typescript/no-empty-function": "off",
      "@typescript-eslint/no-shadow": "warn",
    },
  }),
  only("one rule under two names, the later one last", {
    rules: { "no-unused-vars": "off", "@typescript-eslint/no-unused-vars": "error" },
  }),
  only("the same the other way round", {
    rules: { "@typescript-eslint/no-unused-vars": "error", "no-unused-vars": "off" },
  }),
  only("import-x and react-hooks", {
    plugins: ["import-x", "react-hooks"],
    rules: { "import-x/no-cycle": "warn", "react-hooks/rules-of-hooks": "error", "import-x/first": "off" },
  }),
  only("every rule that AC-007 gives back", {
    rules: {
      "no-shadow": "warn",
      "no-underscore-dangle": "error",
      "unicorn/consistent-function-scoping": "off",
      "import/no-unassigned-import": "error",
      "unicorn/no-array-sort": "warn",
      "unicorn/no-array-reverse": "off",
    },
  }),
];

/** Categories and plugins. */
export const PLUGIN_CASES: readonly PolicyCase[] = [
  only("a category at another severity", { categories: { correctness: "error", suspicious: "warn" } }),
  only("categories switched off", { categories: { style: "off", pedantic: "off", correctness: "off" } }),
  only("every category", {
    categories: {
      correctness: "error",
      suspicious: "error",
      pedantic: "warn",
      perf: "warn",
      style: "warn",
      restriction: "error",
      nursery: "warn",
    },
  }),
  only("a category and a rule of it", {
    categories: { style: "off" },
    rules: { curly: "error", "no-debugger": "off" },
  }),
  only("no plugin", { plugins: [], rules: { "no-debugger": "off", "unicorn/no-null": "warn" } }),
  only("plugins without the default ones", { plugins: ["import"], categories: { style: "error" } }),
  only("a plugin that no preset has", {
    plugins: ["typescript", "react", "vitest"],
    rules: { "react/jsx-key": "error", "vitest/no-focused-tests": "warn" },
  }),
  only("plugins under other names", {
    plugins: ["@typescript-eslint", "eslint-plugin-unicorn", "jsx-a11y"],
    rules: { "jsx-a11y/alt-text": "error" },
  }),
  only("a rule of a plugin that is not enabled", {
    plugins: ["typescript"],
    rules: { "import/no-cycle": "warn", "unicorn/no-null": "warn", "jest/no-focused-tests": "error" },
  }),
  only("a rule of such a plugin switched off", {
    plugins: ["typescript"],
    rules: { "unicorn/no-null": "off", "promise/param-names": "off" },
  }),
  only("a category that must not reach the presets' plugins", {
    plugins: ["typescript"],
    categories: { nursery: "error", restriction: "warn" },
  }),
  only(
    "frameworks beside the core",
    { plugins: ["react"], rules: { "react/jsx-key": "warn", "vitest/expect-expect": "off" } },
    { presets: ["react", "vitest", "next", "jest", "vue"] }
  ),
  only(
    "a framework's rules switched off without its plugin",
    { rules: { "vitest/no-focused-tests": "off", "jest/no-focused-tests": ["off"], "vitest/valid-expect": 0 } },
    { presets: ["vitest", "jest"] }
  ),
];

const DEEP = {
  ".oxlintrc.json":
    '// the nearest\n{ "extends": ["./config/base.json", "./config/more.json"], "rules": { "no-alert": "off" } }',
  "config/base.json": {
    extends: ["./deep/root.json"],
    rules: { "no-console": "warn", "no-debugger": "off" },
    plugins: ["import"],
  },
  "config/more.json": { rules: { "no-debugger": "error", "no-alert": "error" }, categories: { perf: "warn" } },
  "config/deep/root.json": {
    rules: { "no-var": "warn", "no-console": "error", eqeqeq: ["warn", "smart"] },
    categories: { pedantic: "warn" },
    overrides: [{ files: ["src/*.js"], rules: { "no-empty": "warn" } }],
    env: { browser: true },
    globals: { inherited: "readonly" },
    ignorePatterns: ["src/never"],
  },
};

/** Overrides, files, chains, places. */
export const PLACE_CASES: readonly PolicyCase[] = [
  only("overrides by folder and by ending", {
    rules: { "no-debugger": "error" },
    overrides: [
      { files: ["src/*.js"], rules: { "no-debugger": "off" } },
      { files: ["*.test.js"], rules: { "no-console": "warn", "no-empty-function": "error" } },
    ],
  }),
  only("overrides that follow each other", {
    overrides: [
      { files: ["**/*.js"], rules: { "no-var": "off", "no-empty": "warn" } },
      { files: ["src/deep/**"], rules: { "no-var": "warn" } },
    ],
  }),
  only("overrides with excluded files", {
    overrides: [{ files: ["**/*.js"], excludeFiles: ["src/deep/**", "*.test.js"], rules: { "no-debugger": "off" } }],
  }),
  only("a rule against an override of the presets", {
    rules: { "no-empty-function": "error", "promise/prefer-await-to-then": "warn" },
  }),
  only(
    "an override that enables a plugin, with categories",
    {
      plugins: ["typescript"],
      categories: { suspicious: "warn", style: "warn" },
      overrides: [{ files: ["*.test.js"], plugins: ["vitest"], rules: { "vitest/no-focused-tests": "off" } }],
    },
    { presets: ["vitest"] }
  ),
  only("an override that repeats the plugins around it", {
    plugins: ["typescript"],
    categories: { style: "warn" },
    overrides: [
      { files: ["*.test.js"], plugins: ["typescript", "vitest", "import"], rules: { "vitest/expect-expect": "error" } },
    ],
  }),
  only("an override with a rule of a plugin that it does not enable", {
    plugins: ["typescript"],
    overrides: [
      {
        files: ["*.js"],
        rules: { "unicorn/no-null": "warn", "import/first": "error", "unicorn/no-useless-undefined": "off" },
      },
    ],
  }),
  only("overrides with braces, classes and a dot", {
    overrides: [
      { files: ["./src/{a,b}.js"], rules: { "no-debugger": "off" } },
      { files: ["src/[c-z]*.js", "./root.js"], rules: { "no-var": "off" } },
    ],
  }),
  only("environments and globals", {
    env: { browser: true, node: false, es2022: true },
    globals: { mine: "readonly", theirs: "writable", gone: "off" },
    rules: { "no-undef": "error" },
    overrides: [{ files: ["*.test.js"], env: { jest: true }, globals: { late: "readonly" } }],
  }),
  only("settings", {
    plugins: ["react", "jsx-a11y"],
    settings: { "jsx-a11y": { components: { Pic: "img" } }, react: { version: "18.2.0" } },
    rules: { "jsx-a11y/alt-text": "error" },
  }),
  only("ignored files, one of them not", {
    ignorePatterns: ["src/deep", "!src/deep/keep.js", "*.test.js", "/legacy/"],
  }),
  only("options of the linter", {
    options: { reportUnusedDisableDirectives: "error", respectEslintDisableDirectives: false },
    rules: { "no-debugger": "error" },
  }),
  only(
    "a schema, comments and commas",
    '{\n  // why\n  "$schema": "./node_modules/oxlint/configuration_schema.json",\n  # hash\n  "rules": { "no-debugger": "off", /* "no-var": "off", */ "no-console": "error", },\n  "plugins": ["typescript",],\n}\n'
  ),
  {
    about: "a policy with the other ending",
    policy: ".oxlintrc.jsonc",
    files: { ".oxlintrc.jsonc": '{ "rules": { "no-debugger": "off" } } // end' },
  },
  { about: "a chain of three in other folders", files: DEEP },
  {
    about: "a chain through a package",
    files: {
      ".oxlintrc.json": { extends: ["./node_modules/@own/config/lint.json"], rules: { "no-var": "off" } },
      "node_modules/@own/config/lint.json": {
        rules: { "no-var": "error", "no-debugger": "off" },
        categories: { style: "off" },
      },
    },
  },
  {
    about: "a renamed policy in a folder of its own",
    policy: "config/lint.json",
    files: {
      "config/lint.json": {
        extends: ["../shared/oxlint.json"],
        rules: { "no-debugger": "warn" },
        overrides: [
          { files: ["*.test.js"], rules: { "no-console": "off" } },
          { files: ["**/deep/*.js"], rules: { "no-var": "off" } },
          { files: ["src/*.js"], rules: { "no-empty": "off" } },
          { files: ["tool.js"], rules: { "no-alert": "off" } },
        ],
        ignorePatterns: ["gone.js", "/kept.js", "**/*.gen.js"],
      },
      "shared/oxlint.json": { rules: { "no-console": "error" } },
      "config/gone.js": "debugger;\n",
      "config/kept.js": "debugger;\n",
      "config/tool.js": "alert(1);\n",
      "config/inner/tool.js": "alert(1);\n",
    },
  },
  {
    about: "the policy of a folder above",
    scope: "packages/a",
    files: {
      ".oxlintrc.json": {
        rules: { "no-debugger": "off" },
        overrides: [
          { files: ["packages/a/src/*.js"], rules: { "no-var": "off" } },
          { files: ["packages/*/src/deep/**"], rules: { "no-empty": "off" } },
          { files: ["packages/b/**", "src/*.js"], rules: { "no-alert": "off" } },
          { files: ["**/legacy/*.js"], excludeFiles: ["packages/a/legacy/keep.js"], rules: { "no-console": "off" } },
          { files: ["*.test.js"], rules: { "no-alert": "warn" } },
          { files: ["{packages,apps}/{a,b}/root.js"], rules: { eqeqeq: "off" } },
          { files: ["!packages/a/src/**"], rules: { "no-eval": "off" } },
        ],
        ignorePatterns: ["packages/a/gen", "dist", "/src/b.js", "packages/*/legacy/old.js", "!dist/keep.js"],
      },
      "packages/a/gen/x.js": "debugger;\n",
      "packages/a/dist/x.js": "debugger;\n",
      "packages/a/legacy/old.js": "alert(1);\n",
      "packages/a/legacy/keep.js": "console.log(1);\n",
    },
  },
  {
    about: "a policy above that ignores the folder but for a part",
    scope: "packages/a",
    files: {
      ".oxlintrc.json": { ignorePatterns: ["packages/a", "!packages/a/src", "!packages/a/root.js"] },
    },
  },
  {
    about: "a policy that a sibling folder shares",
    scope: "packages/a",
    policy: "tools/lint.json",
    files: {
      "tools/lint.json": {
        rules: { "no-debugger": "off" },
        overrides: [
          { files: ["**/*.test.js"], rules: { "no-var": "off" } },
          { files: ["packages/a/**"], rules: { "no-empty": "off" } },
        ],
        ignorePatterns: ["packages/a/src"],
      },
    },
  },
];

const PLUGIN = (rule: string, name?: string): string =>
  `export default { ${name ? `meta: { name: ${JSON.stringify(name)} }, ` : ""}rules: { ${JSON.stringify(rule)}: { create: (context) => ({ DebuggerStatement: (node) => context.report({ node, message: "seen" }) }) } } };\n`;

/** Plugins written in JavaScript. */
export const JS_PLUGIN_CASES: readonly PolicyCase[] = [
  {
    about: "a plugin of the project's own",
    files: {
      ".oxlintrc.json": { jsPlugins: ["./lint/own.js"], rules: { "own/seen": "error" } },
      "lint/own.js": PLUGIN("seen", "own"),
    },
  },
  {
    about: "a plugin by another name, in a policy of another folder",
    policy: "config/lint.json",
    files: {
      "config/lint.json": { jsPlugins: [{ name: "mine", specifier: "./own.js" }], rules: { "mine/seen": "warn" } },
      "config/own.js": PLUGIN("seen"),
    },
  },
  {
    about: "a plugin that a chain brings, relative to its own file",
    files: {
      ".oxlintrc.json": { extends: ["./config/base.json"], rules: { "own/seen": "warn" } },
      "config/base.json": { jsPlugins: ["../lint/own.js"], rules: { "own/seen": "error" } },
      "lint/own.js": PLUGIN("seen", "own"),
    },
  },
  {
    about: "a plugin of a package",
    files: {
      ".oxlintrc.json": { jsPlugins: ["eslint-plugin-near"], rules: { "near/seen": "error" } },
      "node_modules/eslint-plugin-near/package.json": {
        name: "eslint-plugin-near",
        version: "1.0.0",
        type: "module",
        main: "index.js",
      },
      "node_modules/eslint-plugin-near/index.js": PLUGIN("seen"),
    },
  },
  {
    about: "a plugin of a package that only the chain's folder has",
    files: {
      ".oxlintrc.json": { extends: ["./shared/base.json"] },
      "shared/base.json": { jsPlugins: ["eslint-plugin-far"], rules: { "far/seen": "error" } },
      "shared/node_modules/eslint-plugin-far/package.json": {
        name: "eslint-plugin-far",
        version: "1.0.0",
        type: "module",
        main: "index.js",
      },
      "shared/node_modules/eslint-plugin-far/index.js": PLUGIN("seen"),
    },
  },
  {
    about: "a plugin in an override, from a folder above",
    scope: "packages/a",
    files: {
      ".oxlintrc.json": {
        overrides: [
          {
            files: ["packages/a/src/*.js"],
            jsPlugins: ["./lint/own.js"],
            rules: { "own/seen": "warn", "no-debugger": "off" },
          },
        ],
      },
      "lint/own.js": PLUGIN("seen", "own"),
    },
  },
];

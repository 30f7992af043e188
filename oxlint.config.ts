import { defineConfig } from "oxlint";
import core from "ultracite/oxlint/core";

/** What this project decides for itself; the presets below it come from the managed setup. */
export default defineConfig({
  extends: [core],
  rules: {
    // One-line guards are read at a glance.
    curly: ["error", "multi-line"],
    // A file tells its story from the top: what it is for first, its parts below.
    "no-use-before-define": "off",
    "func-names": "off",
    "func-style": "off",
    "sort-keys": "off",
    "block-scoped-var": "off",
    "class-methods-use-this": "off",
    "import/no-named-as-default": "off",
    "import/no-named-as-default-member": "off",
    "jsdoc/require-throws-type": "off",
    "jsdoc/require-yields": "off",
    // Stages and file operations happen in an order.
    "no-await-in-loop": "off",
    "no-bitwise": "off",
    "no-control-regex": "off",
    "no-plusplus": "off",
    "no-promise-executor-return": "off",
    // `${NAME}` is a placeholder of an agent's or a package manager's own configuration wherever it stands here.
    "no-template-curly-in-string": "off",
    "prefer-destructuring": "off",
    "prefer-named-capture-group": "off",
    "promise/avoid-new": "off",
    "promise/prefer-await-to-then": "off",
    "require-await": "off",
    "require-unicode-regexp": "off",
    "typescript/consistent-indexed-object-style": "off",
    "typescript/no-dynamic-delete": "off",
    "unicorn/consistent-function-scoping": "off",
    "unicorn/custom-error-definition": "off",
    "unicorn/no-await-expression-member": "off",
    "unicorn/no-useless-undefined": "off",
    "unicorn/prefer-code-point": "off",
    "unicorn/switch-case-braces": "off",
    "unicorn/text-encoding-identifier-case": "off",
  },
});

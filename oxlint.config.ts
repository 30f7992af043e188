import { defineConfig } from "oxlint";
import core from "ultracite/oxlint/core";
import vitest from "ultracite/oxlint/vitest";

import compose from "./.hi/lint/policy.mjs";

/** What this project decides for itself; the presets below it come from the managed setup. */
export default compose(
  defineConfig({
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
      // Threads have no origin.
      "unicorn/require-post-message-target-origin": "off",
      "unicorn/switch-case-braces": "off",
      "unicorn/text-encoding-identifier-case": "off",
      // A test here is a sentence about a whole run: it expects as much as it takes, with a message or in a loop.
      "vitest/expect-expect": "off",
      "vitest/max-expects": "off",
      "vitest/no-conditional-expect": "off",
      "vitest/no-standalone-expect": "off",
      "vitest/padding-around-after-all-blocks": "off",
      "vitest/padding-around-test-blocks": "off",
      "vitest/prefer-describe-function-title": "off",
      "vitest/prefer-each": "off",
      "vitest/prefer-equality-matcher": "off",
      "vitest/prefer-expect-resolves": "off",
      "vitest/prefer-expect-type-of": "off",
      "vitest/prefer-hooks-in-order": "off",
      "vitest/prefer-strict-equal": "off",
      "vitest/prefer-to-be-falsy": "off",
      "vitest/prefer-to-be-truthy": "off",
      "vitest/prefer-to-contain": "off",
      "vitest/prefer-to-have-length": "off",
      "vitest/require-to-throw-message": "off",
      "vitest/require-top-level-describe": "off",
      "vitest/valid-expect": "off",
    },
  }),
  core,
  vitest
);

/** Every rule of the pinned oxlint, by category and plugin; written by .tools/rules.ts. */
export const RULE_TABLE = {
  correctness: {
    eslint:
      "constructor-super for-direction getter-return no-async-promise-executor no-caller no-class-assign no-compare-neg-zero no-cond-assign no-const-assign no-constant-binary-expression no-constant-condition no-control-regex no-debugger no-delete-var no-dupe-class-members no-dupe-else-if no-dupe-keys no-duplicate-case no-empty-character-class no-empty-pattern no-empty-static-block no-eval no-ex-assign no-extra-boolean-cast no-func-assign no-global-assign no-import-assign no-invalid-regexp no-irregular-whitespace no-iterator no-loss-of-precision no-misleading-character-class no-new-native-nonconstructor no-nonoctal-decimal-escape no-obj-calls no-self-assign no-setter-return no-shadow-restricted-names no-sparse-arrays no-this-before-super no-unassigned-vars no-unreachable no-unsafe-finally no-unsafe-negation no-unsafe-optional-chaining no-unused-expressions no-unused-labels no-unused-private-class-members no-unused-vars no-useless-backreference no-useless-catch no-useless-escape no-useless-rename no-with require-yield use-isnan valid-typeof",
    import:
      "default namespace",
    jest:
      "expect-expect no-conditional-expect no-disabled-tests no-export no-focused-tests no-standalone-expect prefer-snapshot-hint require-to-throw-message valid-describe-callback valid-expect valid-expect-in-promise valid-title",
    jsdoc:
      "check-property-names check-tag-names implements-on-classes no-defaults require-property require-property-description require-property-name require-property-type require-yields",
    jsx_a11y:
      "alt-text anchor-has-content anchor-is-valid aria-activedescendant-has-tabindex aria-props aria-proptypes aria-role aria-unsupported-elements autocomplete-valid click-events-have-key-events control-has-associated-label heading-has-content html-has-lang iframe-has-title img-redundant-alt interactive-supports-focus label-has-associated-control lang media-has-caption mouse-events-have-key-events no-access-key no-aria-hidden-on-focusable no-autofocus no-distracting-elements no-interactive-element-to-noninteractive-role no-noninteractive-element-interactions no-noninteractive-element-to-interactive-role no-noninteractive-tabindex no-redundant-roles no-static-element-interactions prefer-tag-over-role role-has-required-aria-props role-supports-aria-props scope tabindex-no-positive",
    nextjs:
      "google-font-display google-font-preconnect inline-script-id next-script-for-ga no-assign-module-variable no-async-client-component no-before-interactive-script-outside-document no-css-tags no-document-import-in-page no-duplicate-head no-head-element no-head-import-in-document no-html-link-for-pages no-img-element no-page-custom-font no-script-component-in-head no-styled-jsx-in-document no-sync-scripts no-title-in-document-head no-typos no-unwanted-polyfillio",
    oxc:
      "bad-array-method-on-arguments bad-char-at-comparison bad-comparison-sequence bad-match-all-arg bad-min-max-func bad-object-literal-comparison bad-replace-all-arg const-comparisons double-comparisons erasing-op missing-throw number-arg-out-of-range only-used-in-recursion uninvoked-array-callback",
    promise:
      "no-callback-in-promise no-new-statics valid-params",
    react:
      "error-boundaries exhaustive-deps forward-ref-uses-ref globals immutability incompatible-library jsx-key jsx-no-duplicate-props jsx-no-undef jsx-props-no-spread-multi no-children-prop no-danger-with-children no-did-mount-set-state no-did-update-set-state no-direct-mutation-state no-find-dom-node no-is-mounted no-render-return-value no-string-refs no-this-in-sfc no-unsafe no-will-update-set-state preserve-manual-memoization purity refs set-state-in-effect set-state-in-render static-components use-memo void-dom-elements-no-children void-use-memo",
    typescript:
      "await-thenable no-array-delete no-base-to-string no-duplicate-enum-values no-duplicate-type-constituents no-extra-non-null-assertion no-floating-promises no-for-in-array no-implied-eval no-meaningless-void-operator no-misused-new no-misused-spread no-non-null-asserted-optional-chain no-redundant-type-constituents no-this-alias no-unnecessary-parameter-property-assignment no-unsafe-declaration-merging no-unsafe-unary-minus no-useless-default-assignment no-useless-empty-export no-wrapper-object-types prefer-as-const prefer-namespace-keyword require-array-sort-compare restrict-template-expressions triple-slash-reference unbound-method",
    unicorn:
      "no-await-in-promise-methods no-empty-file no-invalid-fetch-options no-invalid-remove-event-listener no-new-array no-single-promise-in-promise-methods no-thenable no-unnecessary-await no-useless-fallback-in-spread no-useless-length-check no-useless-spread prefer-set-size prefer-string-starts-ends-with",
    vitest:
      "expect-expect hoisted-apis-on-top no-conditional-expect no-conditional-tests no-disabled-tests no-focused-tests no-standalone-expect prefer-snapshot-hint require-awaited-expect-poll require-local-test-context-for-concurrent-snapshots require-mock-type-parameters require-to-throw-message valid-describe-callback valid-expect valid-expect-in-promise valid-title warn-todo",
    vue:
      "no-arrow-functions-in-watch no-async-in-computed-properties no-computed-properties-in-data no-deprecated-data-object-declaration no-deprecated-delete-set no-deprecated-destroyed-lifecycle no-deprecated-events-api no-deprecated-model-definition no-deprecated-props-default-this no-deprecated-vue-config-keycodes no-dupe-keys no-export-in-script-setup no-expose-after-await no-lifecycle-after-await no-reserved-component-names no-reserved-keys no-reserved-props no-shared-component-data no-side-effects-in-computed-properties no-this-in-before-route-enter no-watch-after-await prefer-import-from-vue require-prop-type-constructor require-render-return require-slots-as-functions return-in-computed-property return-in-emits-validator valid-define-emits valid-define-options valid-define-props valid-next-tick",
  },
  nursery: {
    eslint:
      "no-restricted-exports no-undef no-unreachable-loop no-useless-assignment",
    import:
      "export named",
    promise:
      "no-return-in-finally",
    react:
      "require-render-return",
    typescript:
      "no-unnecessary-condition prefer-optional-chain",
    unicorn:
      "no-useless-iterator-to-array",
  },
  pedantic: {
    eslint:
      "accessor-pairs array-callback-return eqeqeq max-classes-per-file max-depth max-lines max-lines-per-function max-nested-callbacks no-array-constructor no-case-declarations no-constructor-return no-else-return no-fallthrough no-inline-comments no-inner-declarations no-lonely-if no-loop-func no-negated-condition no-new-wrappers no-object-constructor no-promise-executor-return no-prototype-builtins no-redeclare no-self-compare no-throw-literal no-useless-return no-warning-comments prefer-promise-reject-errors radix require-await require-unicode-regexp sort-vars symbol-description",
    import:
      "max-dependencies",
    jest:
      "no-conditional-in-test",
    jsdoc:
      "require-param require-param-description require-param-name require-param-type require-returns require-returns-description require-returns-type require-throws-type require-yields-type",
    oxc:
      "branches-sharing-code",
    react:
      "checked-requires-onchange-or-readonly display-name jsx-no-target-blank jsx-no-useless-fragment no-unescaped-entities rules-of-hooks",
    typescript:
      "ban-ts-comment ban-types no-confusing-void-expression no-deprecated no-misused-promises no-mixed-enums no-unsafe-argument no-unsafe-assignment no-unsafe-call no-unsafe-function-type no-unsafe-member-access no-unsafe-return only-throw-error prefer-enum-initializers prefer-includes prefer-nullish-coalescing prefer-promise-reject-errors prefer-readonly-parameter-types prefer-ts-expect-error related-getter-setter-pairs require-await restrict-plus-operands return-await strict-boolean-expressions strict-void-return switch-exhaustiveness-check",
    unicorn:
      "consistent-assert consistent-empty-array-spread escape-case explicit-length-check new-for-builtins no-array-callback-reference no-hex-escape no-immediate-mutation no-instanceof-array no-lonely-if no-negated-condition no-negation-in-equality-check no-new-buffer no-object-as-default-parameter no-static-only-class no-this-assignment no-typeof-undefined no-unnecessary-array-flat-depth no-unnecessary-array-splice-count no-unnecessary-slice-end no-unreadable-iife no-useless-promise-resolve-reject no-useless-switch-case no-useless-undefined prefer-array-flat prefer-array-some prefer-at prefer-blob-reading-methods prefer-code-point prefer-date-now prefer-dom-node-append prefer-dom-node-dataset prefer-dom-node-remove prefer-event-target prefer-import-meta-properties prefer-math-min-max prefer-math-trunc prefer-native-coercion-functions prefer-number-coercion prefer-prototype-methods prefer-query-selector prefer-regexp-test prefer-single-call prefer-string-replace-all prefer-string-slice prefer-top-level-await prefer-type-error require-number-to-fixed-digits-argument",
    vitest:
      "no-conditional-in-test",
  },
  perf: {
    eslint:
      "no-await-in-loop no-useless-call",
    oxc:
      "no-accumulating-spread no-map-spread",
    react:
      "jsx-no-constructed-context-values no-array-index-key no-deriving-state-in-effects no-object-type-as-default-prop",
    react_perf:
      "jsx-no-jsx-as-prop jsx-no-new-array-as-prop jsx-no-new-function-as-prop jsx-no-new-object-as-prop",
    unicorn:
      "prefer-array-find prefer-array-flat-map prefer-set-has",
  },
  restriction: {
    eslint:
      "class-methods-use-this complexity default-case no-alert no-bitwise no-console no-div-regex no-empty no-empty-function no-eq-null no-implicit-globals no-param-reassign no-plusplus no-proto no-regex-spaces no-restricted-globals no-restricted-imports no-restricted-properties no-sequences no-undefined no-use-before-define no-var no-void unicode-bom",
    import:
      "extensions no-amd no-commonjs no-cycle no-default-export no-dynamic-require no-relative-parent-imports no-webpack-loader-syntax unambiguous",
    jsdoc:
      "check-access empty-tags",
    jsx_a11y:
      "anchor-ambiguous-text",
    node:
      "handle-callback-err no-new-require no-path-concat no-process-env no-top-level-await",
    oxc:
      "bad-bitwise-operator no-async-await no-barrel-file no-const-enum no-optional-chaining no-rest-spread-properties",
    promise:
      "catch-or-return spec-only",
    react:
      "button-has-type forbid-component-props forbid-dom-props forbid-elements invariant jsx-filename-extension jsx-no-literals no-clone-element no-danger no-multi-comp no-react-children no-unknown-property only-export-components prefer-function-component rule-suppression syntax todo unsupported-syntax",
    typescript:
      "explicit-function-return-type explicit-member-accessibility explicit-module-boundary-types no-dynamic-delete no-empty-object-type no-explicit-any no-import-type-side-effects no-invalid-void-type no-namespace no-non-null-asserted-nullish-coalescing no-non-null-assertion no-require-imports no-restricted-types no-var-requires non-nullable-type-assertion-style prefer-literal-enum-member promise-function-async use-unknown-in-catch-callback-variable",
    unicorn:
      "import-style no-abusive-eslint-disable no-anonymous-default-export no-array-for-each no-array-reduce no-document-cookie no-length-as-slice-end no-magic-array-flat-depth no-process-exit no-useless-error-capture-stack-trace prefer-modern-math-apis prefer-module prefer-node-protocol prefer-number-properties",
    vitest:
      "require-test-timeout",
    vue:
      "max-props no-import-compiler-macros no-multiple-slot-args",
  },
  style: {
    eslint:
      "arrow-body-style capitalized-comments curly default-case-last default-param-last func-name-matching func-names func-style grouped-accessor-pairs guard-for-in id-denylist id-length id-match init-declarations logical-assignment-operators max-params max-statements new-cap no-continue no-duplicate-imports no-extra-label no-implicit-coercion no-label-var no-labels no-lone-blocks no-magic-numbers no-multi-assign no-multi-str no-nested-ternary no-new-func no-return-assign no-script-url no-template-curly-in-string no-ternary no-useless-computed-key object-shorthand one-var operator-assignment prefer-arrow-callback prefer-const prefer-destructuring prefer-exponentiation-operator prefer-named-capture-group prefer-numeric-literals prefer-object-has-own prefer-object-spread prefer-regex-literals prefer-rest-params prefer-spread prefer-template sort-imports sort-keys vars-on-top yoda",
    import:
      "consistent-type-specifier-style exports-last first group-exports newline-after-import no-anonymous-default-export no-duplicates no-mutable-exports no-named-default no-named-export no-namespace no-nodejs-modules prefer-default-export",
    jest:
      "consistent-test-it max-expects max-nested-describe no-alias-methods no-confusing-set-timeout no-deprecated-functions no-done-callback no-duplicate-hooks no-hooks no-identical-title no-interpolation-in-snapshots no-jasmine-globals no-large-snapshots no-mocks-import no-restricted-jest-methods no-restricted-matchers no-test-prefixes no-test-return-statement no-unneeded-async-expect-function no-untyped-mock-factory padding-around-after-all-blocks padding-around-test-blocks prefer-called-with prefer-comparison-matcher prefer-each prefer-ending-with-an-expect prefer-equality-matcher prefer-expect-assertions prefer-expect-resolves prefer-hooks-in-order prefer-hooks-on-top prefer-importing-jest-globals prefer-jest-mocked prefer-lowercase-title prefer-mock-promise-shorthand prefer-mock-return-shorthand prefer-spy-on prefer-strict-equal prefer-to-be prefer-to-contain prefer-to-have-been-called prefer-to-have-been-called-times prefer-to-have-length prefer-todo require-hook require-top-level-describe",
    jsdoc:
      "no-blank-blocks require-throws-description require-yields-description",
    node:
      "callback-return exports-style global-require no-exports-assign no-mixed-requires no-sync",
    promise:
      "avoid-new no-nesting no-return-wrap param-names prefer-await-to-callbacks prefer-await-to-then prefer-catch",
    react:
      "function-component-definition hook-use-state jsx-boolean-value jsx-curly-brace-presence jsx-fragments jsx-handler-names jsx-max-depth jsx-pascal-case jsx-props-no-spreading no-redundant-should-component-update no-set-state prefer-es6-class self-closing-comp state-in-constructor",
    typescript:
      "adjacent-overload-signatures array-type ban-tslint-comment class-literal-property-style consistent-generic-constructors consistent-indexed-object-style consistent-type-assertions consistent-type-definitions consistent-type-exports consistent-type-imports dot-notation method-signature-style no-empty-interface no-inferrable-types no-unnecessary-qualifier parameter-properties prefer-find prefer-for-of prefer-function-type prefer-readonly prefer-reduce-type-parameter prefer-regexp-exec prefer-return-this-type prefer-string-starts-ends-with unified-signatures",
    unicorn:
      "catch-error-name consistent-date-clone consistent-existence-index-check consistent-template-literal-escape custom-error-definition empty-brace-spaces error-message explicit-timer-delay filename-case max-nested-calls no-array-method-this-argument no-await-expression-member no-console-spaces no-nested-ternary no-null no-unreadable-array-destructuring no-useless-collection-argument no-zero-fractions number-literal-case numeric-separators-style prefer-array-index-of prefer-bigint-literals prefer-class-fields prefer-classlist-toggle prefer-default-parameters prefer-dom-node-text-content prefer-export-from prefer-global-this prefer-includes prefer-keyboard-event-key prefer-logical-operator-over-ternary prefer-modern-dom-apis prefer-negative-index prefer-object-from-entries prefer-optional-catch-binding prefer-reflect-apply prefer-response-static-json prefer-spread prefer-string-raw prefer-string-trim-start-end prefer-structured-clone prefer-ternary relative-url-style require-array-join-separator require-module-attributes switch-case-braces switch-case-break-position text-encoding-identifier-case throw-new-error",
    vitest:
      "consistent-each-for consistent-test-filename consistent-test-it consistent-vitest-vi max-expects max-nested-describe no-alias-methods no-duplicate-hooks no-hooks no-identical-title no-import-node-test no-importing-vitest-globals no-interpolation-in-snapshots no-large-snapshots no-mocks-import no-restricted-matchers no-restricted-vi-methods no-test-prefixes no-test-return-statement no-unneeded-async-expect-function padding-around-after-all-blocks padding-around-test-blocks prefer-called-exactly-once-with prefer-called-once prefer-called-times prefer-called-with prefer-comparison-matcher prefer-describe-function-title prefer-each prefer-equality-matcher prefer-expect-assertions prefer-expect-resolves prefer-expect-type-of prefer-hooks-in-order prefer-hooks-on-top prefer-import-in-mock prefer-importing-vitest-globals prefer-lowercase-title prefer-mock-promise-shorthand prefer-mock-return-shorthand prefer-spy-on prefer-strict-boolean-matchers prefer-strict-equal prefer-to-be prefer-to-be-falsy prefer-to-be-object prefer-to-be-truthy prefer-to-contain prefer-to-have-been-called-times prefer-to-have-length prefer-todo require-hook require-top-level-describe",
    vue:
      "component-definition-name-casing define-emits-declaration define-props-declaration define-props-destructuring next-tick-style prop-name-casing require-default-prop require-direct-export require-prop-types require-typed-ref",
  },
  suspicious: {
    eslint:
      "block-scoped-var no-extend-native no-extra-bind no-implied-eval no-new no-shadow no-underscore-dangle no-unexpected-multiline no-unmodified-loop-condition no-unneeded-ternary no-useless-concat no-useless-constructor preserve-caught-error",
    import:
      "no-absolute-path no-empty-named-blocks no-named-as-default no-named-as-default-member no-self-import no-unassigned-import",
    jest:
      "no-commented-out-tests",
    oxc:
      "approx-constant misrefactored-assign-op no-async-endpoint-handlers no-this-in-exported-function",
    promise:
      "always-return no-multiple-resolved no-promise-in-callback",
    react:
      "capitalized-calls exhaustive-effect-dependencies hooks iframe-missing-sandbox jsx-no-comment-textnodes jsx-no-script-url memo-dependencies no-namespace no-unstable-nested-components react-in-jsx-scope style-prop-object",
    typescript:
      "consistent-return no-confusing-non-null-assertion no-extraneous-class no-unnecessary-boolean-literal-compare no-unnecessary-template-expression no-unnecessary-type-arguments no-unnecessary-type-assertion no-unnecessary-type-constraint no-unnecessary-type-conversion no-unnecessary-type-parameters no-unsafe-enum-comparison no-unsafe-type-assertion",
    unicorn:
      "consistent-function-scoping no-accessor-recursion no-array-fill-with-reference-type no-array-reverse no-array-sort no-confusing-array-with no-instanceof-builtins prefer-add-event-listener require-module-specifiers require-post-message-target-origin",
    vitest:
      "no-commented-out-tests",
    vue:
      "no-required-prop-with-default require-default-export",
  },
} as const;

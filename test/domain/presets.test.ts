import { describe, expect, test } from "vitest";

import type { FolderFacts } from "../../src/domain/detection.ts";
import type { Json } from "../../src/domain/json.ts";
import type { ScopePath } from "../../src/domain/paths.ts";
import { findPresets, planSourceSearch, toPackageName } from "../../src/domain/presets.ts";

function folder(manifest: Json, names: readonly string[] = [], path = "web"): FolderFacts {
  return { path: path as ScopePath, names: new Set(names), manifest };
}

const read = (facts: FolderFacts): readonly string[] =>
  findPresets(facts).map(({ name, because }) => `${name}: ${because}`);

describe("frameworks that a package shows", () => {
  test.each(["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"])(
    "by its own %s",
    (section) => {
      const manifest = { [section]: { react: "19.0.0", "react-router": "7.0.0", vitest: "5" } };
      expect(read(folder(manifest))).toEqual([
        "react: dependency react of web/package.json",
        "vitest: dependency vitest of web/package.json",
      ]);
    }
  );

  test("by configuration files, and a manifest's own key", () => {
    expect(read(folder({}, ["vitest.config.mts", "next.config.js", "svelte.config.js", "nest-cli.json"]))).toEqual([
      "nestjs: web/nest-cli.json",
      "next: web/next.config.js",
      "svelte: web/svelte.config.js",
      "vitest: web/vitest.config.mts",
    ]);
    expect(read(folder({ jest: { testMatch: [] } }, [], "."))).toEqual(['jest: "jest" in package.json']);
  });

  test.each([
    ["vitest run", "vitest"],
    ["NODE_ENV=test npx vitest", "vitest"],
    ["tsc && pnpm exec next build", "next"],
    ["cross-env CI=1 jest --ci", "jest"],
    ["(cd site; astro dev)", "astro"],
    ["./node_modules/.bin/ng build", "angular"],
    ["yarn run nest start", "nestjs"],
  ])("by a script: %s", (script, name) => {
    expect(findPresets(folder({ scripts: { run: script } }))).toEqual([
      { name, because: expect.stringMatching(/^script run of web\/package\.json runs /) },
    ]);
  });

  test.each<[string, FolderFacts]>([
    ["a folder's name", folder({}, [], "packages/react")],
    ["the package's own name", folder({ name: "react" })],
    ["a namesake", folder({ dependencies: { "react-is-not": "1", "@types/react": "1", "eslint-plugin-vue": "1" } })],
    [
      "an argument",
      folder({ scripts: { release: "npm publish --tag next", say: "echo vitest jest", lint: "eslint --ext .vue" } }),
    ],
    ["a configuration of another's name", folder({}, ["my.vitest.config.ts", "vitest.md"])],
    ["junk", folder({ dependencies: ["react"], scripts: { test: 7 } } as Json)],
    ["nothing", { path: "." as ScopePath, names: new Set() }],
  ])("not by %s", (_what, facts) => {
    expect(findPresets(facts)).toEqual([]);
  });
});

describe("what is looked for in sources", () => {
  const around = [{ dependencies: { react: "19", vue: "3" } }];
  const search = (
    known: Parameters<typeof planSourceSearch>[0],
    sources: readonly string[],
    manifests: Json[] = around
  ) => {
    const { byExtension, byImport } = planSourceSearch(known, sources, manifests);
    return [byExtension.map(({ name, because }) => `${name}: ${because}`), byImport.map(({ name }) => name)];
  };

  test("imports of what some manifest has and nothing has shown yet", () => {
    expect(search([], ["a.ts"])).toEqual([[], ["react", "vue"]]);
    expect(search([{ name: "react", because: "x" }], ["a.ts"])).toEqual([[], ["vue"]]);
    expect(search([], ["a.ts"], [{}])).toEqual([[], []]);
  });

  test("a component's file shows its framework by itself", () => {
    expect(search([], ["a.ts", "src/App.vue", "x.svelte"])).toEqual([
      ["svelte: x.svelte", "vue: src/App.vue"],
      ["react"],
    ]);
  });
});

test.each([
  ["react", "react"],
  ["react/jsx-runtime", "react"],
  ["@jest/globals", "@jest/globals"],
  ["@angular/core/testing", "@angular/core"],
  ["./react", undefined],
  ["../x", undefined],
  ["/abs", undefined],
  ["node:fs", "node:fs"],
])("%s leads to %s", (specifier, name) => {
  expect(toPackageName(specifier)).toBe(name);
});

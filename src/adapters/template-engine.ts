import { readFileSync } from "node:fs";
import path from "node:path";

import { TOOLCHAIN } from "../domain/toolchain.ts";
import type { TemplateEngine } from "../pipeline/world.ts";
import { findPackageRoot } from "./package-root.ts";

/** Written in by the build; absent in a run from source. */
declare const __VERSION__: string | undefined;
declare const __TEMPLATE_DIGEST__: string | undefined;

/**
 * The templates' version and digest at once, Yeoman only when something is generated: `hi check` needs the former alone.
 * From source, what repositories get is bundled and the digest computed here (some tens of milliseconds).
 */
export async function openTemplates(): Promise<TemplateEngine> {
  const { version, digest, readPrograms } = await readIdentity();
  return {
    version,
    digest,
    prepare: () => {
      // What is wrong with it is said where it is used.
      import("./yeoman.ts").catch(() => undefined);
    },
    generate: async (answers, toolchain) => {
      const { runGenerators } = await import("./yeoman.ts");
      const root = findPackageRoot(import.meta.dirname);
      const settingsSchema = readFileSync(path.join(root, "receipts/settings-1.schema.json"), "utf8");
      return runGenerators({
        answers,
        toolchain,
        version,
        programs: readPrograms(root),
        settingsSchema,
        templates: path.join(root, "templates"),
      });
    },
  };
}

async function readIdentity() {
  // The build knows both and drops this branch with what it imports.
  if (typeof __VERSION__ !== "string" || typeof __TEMPLATE_DIGEST__ !== "string") {
    const { readTemplateSources } = await import("./from-source.ts");
    const { version, digest, programs } = await readTemplateSources(findPackageRoot(import.meta.dirname), TOOLCHAIN);
    return { version, digest, readPrograms: () => programs };
  }
  const read = (root: string, name: string) => readFileSync(path.join(root, "dist/runtime", `${name}.mjs`), "utf8");
  const readPrograms = (root: string) => ({
    guard: read(root, "guard"),
    hook: read(root, "hook"),
    lint: read(root, "lint"),
    policy: read(root, "policy"),
    tools: read(root, "tools"),
  });
  return { version: __VERSION__, digest: __TEMPLATE_DIGEST__, readPrograms };
}

import type { BuildOptions, Metafile } from "esbuild";

interface PageBundle {
  readonly script: string;
  readonly style: string;
  /** What the script is made of, for the notices. */
  readonly metafile: Metafile;
}

/** The page's own script and style, bundled from src/page; the build writes them to `dist/page`. */
export async function bundlePage(root: string): Promise<PageBundle> {
  const { build } = await import("esbuild");
  const common = {
    absWorkingDir: root,
    bundle: true,
    charset: "ascii",
    legalComments: "none",
    logLevel: "warning",
    minify: true,
    write: false,
  } satisfies BuildOptions;
  const [script, style] = await Promise.all([
    build({
      ...common,
      entryPoints: ["src/page/page.ts"],
      format: "iife",
      metafile: true,
      mainFields: ["module", "main"],
      platform: "browser",
      target: "es2022",
    }),
    build({ ...common, entryPoints: ["src/page/page.css"] }),
  ]);
  const [scriptFile] = script.outputFiles;
  const [styleFile] = style.outputFiles;
  if (!scriptFile || !styleFile) throw new Error("the page was bundled into nothing");
  return { script: toInline(scriptFile.text), style: styleFile.text, metafile: script.metafile };
}

/** Inside an element nothing may look like its end. */
const toInline = (text: string): string =>
  text.replaceAll(/<\/(?=script)/gi, String.raw`<\/`).replaceAll("<!--", String.raw`<\!--`);

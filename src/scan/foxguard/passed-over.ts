import type { ScanKind } from "../embedded/detectors.ts";
import { EMBEDDED_ENGINE } from "../embedded/embedded-engine.ts";
import { toEnding, toName } from "../file-kinds.ts";

/** What the peer reads in a plain scan, as tried with 0.14.1; other files it passes over in silence. */
const ENDINGS = new Set(
  (
    "js jsx ts tsx mjs cjs py pyw go rb rake java php rs cs swift kt kts hs sol scala sc c h sh bash cls trigger yml " +
    "yaml html json tf dockerfile xml"
  ).split(" ")
);
const NAMES = new Set(
  (
    "Dockerfile package-lock.json npm-shrinkwrap.json pnpm-lock.yaml Cargo.lock requirements.txt poetry.lock " +
    "Pipfile.lock nginx.conf httpd.conf haproxy.cfg"
  ).split(" ")
);

/** Whether the peer would look into such a file at all. */
export function isReadByFoxguard(file: string): boolean {
  return ENDINGS.has(toEnding(file)) || NAMES.has(toName(file));
}

/** Whether it passes a file over that is ours to read: by its ending, or for a name that its list of names cannot hold. */
export function isLeftToUs(kind: ScanKind, inside: string): boolean {
  const isPassedOver = !isReadByFoxguard(inside) || toName(inside).includes(".min.") || /^\s|[\r\n]|\s$/.test(inside);
  return kind !== "secrets" && isPassedOver && EMBEDDED_ENGINE.reads(kind, inside);
}

/** A file that it said it skipped, and why. */
export interface FoxguardSkip {
  readonly file: string;
  readonly why: string;
}

/** Its per-file warnings. */
export function readSkips(warnings: readonly string[]): readonly FoxguardSkip[] {
  return warnings.flatMap((line) => {
    const [, file, why] = /^warning: skipping (.*) \(([^()]*(?:\([^()]*\))?[^()]*)\)$/.exec(line) ?? [];
    return file === undefined || why === undefined ? [] : [{ file: file.replace(/^\.\//, ""), why }];
  });
}

/** Its warnings that are no per-file line and no summary: for people. */
export function readNotices(warnings: readonly string[]): readonly string[] {
  return warnings.filter((line) => !/^warning: skipping |^Skipped \d+ file|^Warning: no files /.test(line));
}

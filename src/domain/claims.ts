import { toPointerSegments } from "./json.ts";
import { TOOLCHAIN } from "./toolchain.ts";

/** Whole files, and files with keys, that any version of the templates has published or may publish. */
const FILES: readonly RegExp[] = [
  /^\.hi\//,
  /^\.github\/workflows\/hi-update\.yml$/,
  /^\.(?:claude\/settings|codex\/hooks|cursor\/hooks)\.json$/,
  /^\.claude\/commands\/hi\/(?:setup|scan|diff-scan|secrets|pq-audit|triage)\.md$/,
  /^\.vscode\/tasks\.json$/,
  /^\.opencode\/plugins\/hi\.js$/,
  /(?:^|\/)(?:oxlint(?:\.effective)?|oxfmt)\.config\.ts$/,
  /(?:^|\/)package\.json$/,
  /(?:^|\/)\.?lefthook\.(?:ya?ml|jsonc?|toml)$/,
  /^\.gitattributes$/,
  /(?:^|\/)\.(?:prettier|eslint|oxlint)ignore$/,
  /(?:^|\/)(?:biome|dprint|\.dprint|\.?knip)\.jsonc?$/,
];

const MANIFEST = /(?:^|\/)package\.json$/;
const SCRIPTS = new Set(["lint", "lint:fix", "lint:patch", "format", "format:check"]);
const DEPENDENCIES = new Set<string>([...Object.keys(TOOLCHAIN), "lefthook"]);

/**
 * Whether a receipt may claim a path that the templates no longer want. A receipt is untrusted: a hash of a file of the
 * project's, written into it by hand, must not turn that file into an orphan to delete.
 */
export function isClaimable(path: string): boolean {
  return FILES.some((pattern) => pattern.test(path));
}

/** The same for a whole file that would be deleted: a manifest is the project's to make, so never one. */
export function isClaimableFile(path: string): boolean {
  return isClaimable(path) && !MANIFEST.test(path);
}

/** The same for one key: in a manifest, scripts and devDependencies of names that are ours, and nothing else. */
export function isClaimableKey(path: string, pointer: string): boolean {
  if (!MANIFEST.test(path)) return isClaimable(path);
  const [section, name = "", ...more] = toPointerSegments(pointer);
  if (more.length > 0) return false;
  return section === "scripts" ? SCRIPTS.has(name) : section === "devDependencies" && DEPENDENCIES.has(name);
}

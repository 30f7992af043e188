import path from "node:path";

import { isProgram } from "../../runtime/io/is-program.ts";
import { isSameOrBelow } from "../../runtime/io/is-same-or-below.ts";
import { toReal } from "../scan-place.ts";

type Environment = Readonly<Record<string, string | undefined>>;

const NAME = process.platform === "win32" ? "foxguard.exe" : "foxguard";

/**
 * The peer's program: the one that `HI_FOXGUARD` names (an absolute path), else the first on PATH. A repository must not bring the
 * program that judges it, so nothing below one of these folders counts, by its path or behind a link, nor what is
 * installed (`node_modules`) in a folder above them. Nothing is ever downloaded.
 */
export function findFoxguard(env: Environment, roots: readonly string[]): string | undefined {
  const named = env["HI_FOXGUARD"] ?? "";
  if (named !== "") return path.isAbsolute(named) && isProgram(named) ? named : undefined;
  const isTheirs = (file: string): boolean => {
    const [owner = "", installed] = file.split(`${path.sep}node_modules${path.sep}`);
    return roots.some(
      (root) => isSameOrBelow(root, file) || (installed !== undefined && owner !== "" && isSameOrBelow(owner, root))
    );
  };
  return (env["PATH"] ?? "")
    .split(path.delimiter)
    .filter((folder) => path.isAbsolute(folder))
    .map((folder) => path.join(folder, NAME))
    .find((file) => isProgram(file) && !isTheirs(file) && !isTheirs(toReal(file) ?? file));
}

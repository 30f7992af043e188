import path from "node:path";

import { isProgram } from "../../runtime/io/is-program.ts";
import { isSameOrBelow } from "../../runtime/io/is-same-or-below.ts";
import { toReal } from "../scan-place.ts";

type Environment = Readonly<Record<string, string | undefined>>;

const NAME = process.platform === "win32" ? "foxguard.exe" : "foxguard";

/**
 * The peer's program: the one that `HI_FOXGUARD` names (an absolute path), else the first on PATH. A repository must not bring the
 * program that judges it, so nothing in the project counts. Nothing is ever downloaded.
 */
export function findFoxguard(env: Environment, projectRoot: string): string | undefined {
  const named = env["HI_FOXGUARD"] ?? "";
  if (named !== "") return path.isAbsolute(named) && isProgram(named) ? named : undefined;
  return (env["PATH"] ?? "")
    .split(path.delimiter)
    .filter((folder) => path.isAbsolute(folder))
    .map((folder) => path.join(folder, NAME))
    .find((file) => isProgram(file) && !isSameOrBelow(projectRoot, toReal(file) ?? file));
}

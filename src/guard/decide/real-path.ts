import { realpathSync } from "node:fs";

/** The system's own way, which also gives names as the disk has them; the runtime's bundle has it under the plain name. */
export function toRealPath(file: string): string {
  const { native } = realpathSync as { readonly native?: (path: string) => string };
  return (native ?? realpathSync)(file);
}

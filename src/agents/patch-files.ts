const HEADER = /^\*\*\* (Add File|Update File|Delete File|Move to): (.+?)\s*$/;

/**
 * The files that stand after a patch in the `*** Begin Patch` form: added and updated ones, and moved ones by their new
 * name. File text in such a patch starts with a space, `+`, `-` or `@`, so only headers start with `***`.
 */
export function toPatchFiles(patch: string): readonly string[] {
  const files: string[] = [];
  for (const line of patch.split("\n")) {
    const [, verb, file] = HEADER.exec(line) ?? [];
    if (file === undefined || verb === "Delete File") continue;
    if (verb === "Move to") files.pop();
    files.push(file);
  }
  return files;
}

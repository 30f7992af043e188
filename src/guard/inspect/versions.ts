import type { FileVersion, InspectedRepository } from "../../contracts/guard.ts";

const ORDER: Readonly<Record<FileVersion["layer"], number>> = { head: 0, index: 1, worktree: 2 };

/** Reads a path as it is in a layer: what a later layer does not change is as in the one before. */
export async function readLayer(
  repository: Pick<InspectedRepository, "readBaseline" | "readVersions">,
  path: string,
  layer: FileVersion["layer"]
): Promise<Uint8Array | undefined> {
  const versions = await repository.readVersions(path);
  const upTo = versions.filter((version) => ORDER[version.layer] <= ORDER[layer]);
  return (
    upTo.toSorted((one, other) => ORDER[other.layer] - ORDER[one.layer])[0]?.bytes ??
    (await repository.readBaseline(path))
  );
}

export function isSame(one: Uint8Array | undefined, other: Uint8Array | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}

/** A package.json that describes a package, not only a folder's module type: it has a name, scripts or dependencies. */
export function isPackageManifest(manifest: unknown): boolean {
  if (manifest === null || typeof manifest !== "object" || Array.isArray(manifest)) return false;
  return ["name", "scripts", "dependencies", "devDependencies", "workspaces"].some((key) =>
    Object.hasOwn(manifest, key)
  );
}

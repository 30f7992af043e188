import { toAbsentFunction } from "./absent.ts";

/** Looks for installed generators; ours are handed over as classes. */
export const findPackagesIn = toAbsentFunction("yeoman-environment lookup");
export const getNpmPaths = toAbsentFunction("yeoman-environment lookup");
export const moduleLookupSync = toAbsentFunction("yeoman-environment lookup");

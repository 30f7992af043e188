import { toAbsentFunction } from "./absent.ts";

/** Asks before files are overwritten on commit; nothing is committed to disk. */
export const createConflicterTransform = toAbsentFunction("@yeoman/conflicter");
export const createYoResolveTransform = toAbsentFunction("@yeoman/conflicter");
export const forceYoFiles = toAbsentFunction("@yeoman/conflicter");

import { toAbsentFunction } from "./absent.ts";

/** Looks for installed generators; ours are handed over as classes. */
export const globbySync = toAbsentFunction("globby");

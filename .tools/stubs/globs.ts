import { toAbsentClass, toAbsentFunction } from "./absent.ts";

/** Patterns of files to copy or delete; a generator of ours names one file at a time. */
export const glob = toAbsentFunction("tinyglobby");
export const globSync = toAbsentFunction("tinyglobby");
export const isDynamicPattern = toAbsentFunction("tinyglobby");
export const minimatch = toAbsentFunction("minimatch");
export const Minimatch = toAbsentClass("minimatch");
export default toAbsentFunction("multimatch");

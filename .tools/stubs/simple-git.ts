import { toAbsentFunction } from "./absent.ts";

/** A generator's git client. */
export const simpleGit = toAbsentFunction("simple-git");
export const CheckRepoActions = {};
export const CleanOptions = {};

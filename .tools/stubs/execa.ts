import { toAbsentFunction } from "./absent.ts";

/** A generator's processes. */
export const execa = toAbsentFunction("execa");
export const execaSync = toAbsentFunction("execa");
export const parseCommandString = toAbsentFunction("execa");

import { toAbsentFunction } from "./absent.ts";

/** Finds the package manager for an install that is never run. */
export const whichPackageManager = toAbsentFunction("which-package-manager");

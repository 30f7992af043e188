import { toAbsentFunction } from "./absent.ts";

/** Asks a registry for a version; versions are pinned. */
export default toAbsentFunction("latest-version");

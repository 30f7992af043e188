import { toAbsentClass } from "./absent.ts";

/** Installs missing generators; every EnvironmentBase makes one. */
export const FlyRepository = toAbsentClass("fly-import");

import { toAbsentClass } from "./absent.ts";

/** Prompts on a terminal; our adapter is silent. */
export const QueuedAdapter = toAbsentClass("@yeoman/adapter");

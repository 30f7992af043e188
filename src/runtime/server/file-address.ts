import { pathToFileURL } from "node:url";

/** What a strict reader takes in the path of an address; Node leaves brackets, quotes and more as they are. */
const NOT_PLAIN = /[^\w\-.~%/:]/g;

/** The `file:` address of an absolute path, so that every reader takes it for the same path: `app/[id]/it's.ts` too. */
export function toFileAddress(file: string): string {
  return pathToFileURL(file).href.replaceAll(NOT_PLAIN, toEscape);
}

/** Only ASCII is left that is not escaped yet. */
function toEscape(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;
}

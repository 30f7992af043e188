const BEGIN = "*** Begin Patch";
const END = "*** End Patch";
const END_OF_FILE = "*** End of File";
const HEADER = /^\*\*\* (Add|Update|Delete) File: (.+)$/;
const MOVE = /^\*\*\* Move to: (.+)$/;

/** What a line may be: `between` files only a header counts, below one its text comes first. */
type Place = "before" | "between" | "added" | "updated-head" | "updated";

/**
 * The files that stand after a patch in the `*** Begin Patch` form: added and updated ones, and moved ones by their new
 * name. The patch's own grammar decides what is a header: file text may look like one, but never begins a line with
 * `***`; a `Move to` counts only right below its file. What stands around the patch (a shell's here-document) and
 * behind its end is not read. Both line ends are understood.
 */
export function toPatchFiles(patch: string): readonly string[] {
  const lines = patch.split(/\r?\n/);
  const reader = new PatchReader(lines.some((line) => line.trim() === BEGIN) ? "before" : "between");
  for (const line of lines) {
    if (!reader.read(line)) break;
  }
  return reader.files;
}

class PatchReader {
  readonly files: string[] = [];
  private place: Place;

  constructor(place: Place) {
    this.place = place;
  }

  /** Takes the next line; false once the patch is over. */
  read(line: string): boolean {
    if (this.place === "before") {
      if (line.trim() === BEGIN) this.place = "between";
      return true;
    }
    if (this.isText(line)) return true;
    const text = line.trim();
    if (text === END) return false;
    this.readHeader(text);
    return true;
  }

  /** True for a line that belongs to the file above it, and for a move, which renames that file. */
  private isText(line: string): boolean {
    if (this.place === "added") return line.startsWith("+");
    if (this.place !== "updated" && this.place !== "updated-head") return false;
    const moved = this.place === "updated-head" ? MOVE.exec(line)?.[1]?.trim() : undefined;
    this.place = "updated";
    if (moved) this.files.splice(-1, 1, moved);
    return moved !== undefined || !line.startsWith("***") || line.trim() === END_OF_FILE;
  }

  private readHeader(text: string): void {
    const [, verb, file = ""] = HEADER.exec(text) ?? [];
    this.place = "between";
    if (verb === undefined || verb === "Delete") return;
    this.files.push(file);
    this.place = verb === "Add" ? "added" : "updated-head";
  }
}

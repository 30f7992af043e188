import { realpath } from "node:fs/promises";
import path from "node:path";

/** What one event may ask the disk; more is nobody's edit, and would outlast every deadline. */
const MAX_LOOKS = 10_000;

/** Where paths really lie: each folder is looked at once, and all of them together a bounded number of times. */
export class RealPlaces {
  private readonly known = new Map<string, Promise<string>>();
  /** Told once some path was left as it is named, since too many had been asked for. */
  isExhausted = false;

  /** Told once a name was found to mean two files. */
  isAmbiguous = false;

  /**
   * The same of a name with `..` in it as the system takes it, step by step: `linked/..` is above where the link leads.
   * From the deepest folder on the way that is there, what follows it is joined.
   */
  async findAsked(named: string): Promise<string> {
    const root = path.parse(named).root;
    let place = root;
    for (const step of named.slice(root.length).split(/[/\\]/)) {
      if (step === "" || step === ".") continue;
      place = step === ".." ? path.dirname(place) : await this.find(path.join(place, step));
    }
    return place;
  }

  /** The real place of an absolute path; what is not there yet lies in the nearest folder that is. */
  find(file: string): Promise<string> {
    const known = this.known.get(file);
    if (known) return known;
    this.isExhausted ||= this.known.size >= MAX_LOOKS;
    if (this.isExhausted) return Promise.resolve(file);
    const found = this.look(file);
    this.known.set(file, found);
    return found;
  }

  private async look(file: string): Promise<string> {
    try {
      return await realpath(file);
    } catch {
      const parent = path.dirname(file);
      return parent === file ? file : path.join(await this.find(parent), path.basename(file));
    }
  }
}

import path from "node:path";
import { setTimeout } from "node:timers/promises";

import type { PostEditFailure } from "../../contracts/post-edit-result.ts";
import type { RelativePath } from "../../domain/paths.ts";
import { readEdited } from "../edited-file.ts";
import type { EditedFile } from "../edited-file.ts";
import { swapBytes } from "../io/swap-bytes.ts";
import type { Swap } from "../io/swap-bytes.ts";

/** What became of a file whose text shall be another one. */
export type Placing =
  /** Somebody else wrote it meanwhile, and that stays. */
  | { readonly kind: "newer" }
  | { readonly kind: "failure"; readonly failure: PostEditFailure }
  | { readonly kind: "placed"; readonly placed: PlacedFile };

/** Puts a text in the place of the bytes that it was made from. `root` is a real path. */
export function placeDraft(root: string, { file, bytes }: EditedFile, text: string): Placing {
  const target = path.join(root, file);
  const after = Buffer.from(text);
  const swap = swapBytes(target, bytes, after);
  if (swap.kind === "newer") return swap;
  if (swap.kind === "swapped") return { kind: "placed", placed: new PlacedFile({ root, file, bytes: after, swap }) };
  const output = `${file} cannot be written: ${swap.message}`;
  return { kind: "failure", failure: { kind: "process", command: [file], exitCode: null, signal: null, output } };
}

interface PlacedParts {
  readonly root: string;
  readonly file: RelativePath;
  readonly bytes: Buffer;
  readonly swap: Extract<Swap, { kind: "swapped" }>;
}

/** A late writer is given this long to finish, in steps. */
const STEP_MS = 20;
const MAX_STEPS = 10;

/** A file with the bytes that were put there. */
export class PlacedFile {
  readonly file: RelativePath;
  readonly bytes: Buffer;
  private readonly root: string;
  private readonly swap: PlacedParts["swap"];

  constructor({ root, file, bytes, swap }: PlacedParts) {
    this.root = root;
    this.file = file;
    this.bytes = bytes;
    this.swap = swap;
  }

  /**
   * False where other bytes stand there by now. Who opened the old file just before it was replaced has written to what
   * no name leads to any more: that is put in the place of ours.
   */
  async isOurs(): Promise<boolean> {
    const late = await this.waitForLate();
    this.swap.close();
    if (late !== undefined) swapBytes(path.join(this.root, this.file), this.bytes, late);
    return late === undefined && ((await readEdited(this.root, this.file))?.equals(this.bytes) ?? false);
  }

  private async waitForLate(): Promise<Buffer | undefined> {
    let late = this.swap.findLate();
    for (let step = 0; late !== undefined && step < MAX_STEPS; step += 1) {
      await setTimeout(STEP_MS);
      const next = this.swap.findLate() ?? late;
      if (next.length > 0 && next.equals(late)) break;
      late = next;
    }
    return late;
  }
}

import { spawnSync } from "node:child_process";
import { realpathSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { layOut } from "./adapter.ts";
import { runHi } from "./hi.ts";
import type { Ended, HiOptions } from "./hi.ts";

/** A folder with files to be scanned, below git. */
export class ScanRepository {
  readonly root: string;

  private constructor(root: string) {
    this.root = root;
  }

  static async create(files: Readonly<Record<string, string | Uint8Array>>): Promise<ScanRepository> {
    const repository = new ScanRepository(realpathSync(await mkdtemp(path.join(tmpdir(), "hi-scan re'po-"))));
    repository.git("init", "-q", "-b", "main");
    repository.write(files);
    return repository;
  }

  at(name: string): string {
    return path.join(this.root, name);
  }

  write(files: Readonly<Record<string, string | Uint8Array>>): void {
    layOut(this.root, files);
  }

  git(...args: readonly string[]): string {
    const own = ["-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false"];
    const { status, stdout, stderr } = spawnSync("git", [...own, ...args], { cwd: this.root, encoding: "utf8" });
    if (status !== 0) throw new Error(`git ${args.join(" ")}: ${stderr}`);
    return stdout;
  }

  /** `hi scan …` as a process, by our own engine unless told otherwise. */
  scan(args: readonly string[], options: Partial<HiOptions> = {}): Promise<Ended> {
    const env = { HI_SCAN_ENGINE: "embedded", ...options.env };
    return runHi(["scan", ...args], { cwd: this.root, ...options, env });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.root, { recursive: true, force: true, maxRetries: 10 });
  }
}

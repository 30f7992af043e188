import { realpathSync } from "node:fs";

import { createRepositoryLock } from "../../src/adapters/repository-lock.ts";
import type { AbsolutePath } from "../../src/domain/paths.ts";

/** Takes a repository's lock in this process, which lives while the scenario runs; it goes with the scenario's folder. */
export async function acquireForTest(repository: string): Promise<void> {
  await createRepositoryLock().acquire(realpathSync(repository) as AbsolutePath);
}

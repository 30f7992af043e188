import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";

import type { Repository } from "../decide/find-repositories.ts";
import { runGit, toRepositoryEnvironment } from "../decide/run-git.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * What the user's and the clone's own exclusions say, byte for byte as Latin-1: read when a session begins, so that what is
 * written there later has no say.
 */
export async function readExcludes(repository: Repository, env: Environment): Promise<string> {
  const general = await findUserExcludes(repository, env);
  const own = path.join(repository.commonDirectory, "info", "exclude");
  return [general, own].map((file) => (file === undefined ? "" : read(file))).join("\n");
}

async function findUserExcludes(repository: Repository, env: Environment): Promise<string | undefined> {
  const args = ["config", "--type=path", "-z", "--get", "core.excludesFile"];
  const gitEnv = { ...toRepositoryEnvironment(repository), ...toUserConfiguration(env) };
  const asked = await runGit({ root: repository.root, env, gitEnv, args, answers: [0, 1] });
  const named = asked.stdout.toString("utf8").replace(/\0$/, "");
  if (asked.exitCode === 0 && named !== "") return path.resolve(repository.root, named);
  const xdg = env["XDG_CONFIG_HOME"] ?? "";
  return path.join(path.isAbsolute(xdg) ? xdg : path.join(homedir(), ".config"), "git", "ignore");
}

/** Where this machine keeps git's configuration. */
function toUserConfiguration(env: Environment): Record<string, string> {
  const names = ["GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM"];
  return Object.fromEntries(names.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));
}

function read(file: string): string {
  try {
    return readFileSync(file, "latin1");
  } catch {
    return "";
  }
}

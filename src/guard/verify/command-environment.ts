type Environment = Readonly<Record<string, string | undefined>>;

/** What a command of the policy is given of the caller's environment: what programs need to run, and who the user is. */
const KEPT = new Set([
  "CI",
  "COMSPEC",
  "COMMONPROGRAMFILES",
  "GITHUB_ACTIONS",
  "HOME",
  "HOMEDRIVE",
  "HOMEPATH",
  "HTTPS_PROXY",
  "HTTP_PROXY",
  "LANG",
  "LANGUAGE",
  "LOCALAPPDATA",
  "LOGNAME",
  "NO_PROXY",
  "PATH",
  "PATHEXT",
  "PROGRAMDATA",
  "PROGRAMFILES",
  "SHELL",
  "SYSTEMDRIVE",
  "SYSTEMROOT",
  "TEMP",
  "TMP",
  "TMPDIR",
  "TZ",
  "USER",
  "USERNAME",
  "USERPROFILE",
  "WINDIR",
  "XDG_CACHE_HOME",
  "XDG_CONFIG_HOME",
  "XDG_DATA_HOME",
  "XDG_RUNTIME_DIR",
]);

/**
 * The whole environment of a policy's command. What could change what a program does (`NODE_OPTIONS`, `PYTHONPATH`,
 * `LD_PRELOAD`, `GIT_…`, `npm_…`) is not in it: an agent may have set it. A command that needs more says so itself
 * (`env NAME=VALUE …`).
 */
export function toCommandEnvironment(env: Environment): Readonly<Record<string, string>> {
  const kept = Object.entries(env).filter(
    (pair): pair is [string, string] =>
      pair[1] !== undefined && (KEPT.has(pair[0].toUpperCase()) || pair[0].startsWith("LC_"))
  );
  return Object.fromEntries(kept);
}

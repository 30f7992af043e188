/**
 * How git is asked where we only look: a repository's own configuration starts no program (monitor, hook, diff tool), and
 * nothing is written. Its filters are another matter: only a comparison with the work tree starts them.
 */
export const LOOKING_ONLY: readonly string[] = [
  "--no-optional-locks",
  "-c",
  "core.fsmonitor=false",
  "-c",
  "core.hooksPath=/dev/null",
  "-c",
  "diff.external=",
];

/**
 * What that git finds in its environment: it asks nobody, and fetches nothing that a partial clone lacks, since the
 * remote that the configuration names may be a program (gitremote-helpers: `ext::`). Older ones know the second alone.
 */
export const LOOKING_ONLY_ENVIRONMENT: Readonly<Record<string, string>> = {
  GIT_OPTIONAL_LOCKS: "0",
  GIT_TERMINAL_PROMPT: "0",
  GIT_NO_LAZY_FETCH: "1",
  GIT_ALLOW_PROTOCOL: "",
  LC_ALL: "C",
};

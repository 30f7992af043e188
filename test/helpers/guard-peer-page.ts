import type { Difference, PeerCase } from "./guard-cases.ts";

/** docs/guard-peer.md, from the cases, the differences and their reasons. */
export function renderPeerPage(
  cases: readonly PeerCase[],
  differences: Readonly<Record<string, Difference>>,
  reasons: Readonly<Record<string, string>>
): string {
  const rows = Object.entries(reasons).map(([because, words]) => {
    const ids = cases.map(({ id }) => id).filter((id) => differences[id]?.because === because);
    return `| ${words} | ${ids.join(", ")} |`;
  });
  const differing = cases.filter(({ id }) => differences[id] !== undefined).length;
  return [
    "# The guard beside its peer",
    "",
    `The contract of can-write and can-stop is that of another program, JudgeLock (0.1.0-beta.1). ${cases.length} of its cases were observed: a state of a repository, a command, and what came of it. \`npm test -- peer-cases\` runs each through our binary and compares the exit code, the decision, the reason, the path, and of an inspection the codes that it found. ${cases.length - differing} come out the same; the others differ on purpose:`,
    "",
    "| why | cases |",
    "| --- | --- |",
    ...rows,
    "",
    "Where the other program prints an envelope with the decision in it, the decision itself is printed, as its contract shows. Explanations are each program's own. This page is made by `HI_PAGE_UPDATE=1 npm test -- peer-cases`.",
    "",
  ].join("\n");
}

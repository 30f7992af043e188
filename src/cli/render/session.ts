import type { SessionFacts, SessionRelease, SessionReport } from "../../domain/session-report.ts";
import { neutralise, shorten } from "./neutralise.ts";
import type { Style } from "./style.ts";
import { toTable } from "./table.ts";
import { count } from "./words.ts";

const START = 'hi session start --task "what is to be done"';
const MAX_TASK = 300;
const SHORT_COMMIT = 12;

/** What a session is, and how it stands. */
export function renderSession(report: SessionReport, style: Style): string[] {
  const { verb, state, session, problem = "", releases = [] } = report;
  if (state === "corrupt") {
    const next = 'Next: look at what happened; then hi session end, or hi session start --task "…" for a new one';
    return [style.paint("bad", `${style.glyphs.error} ${neutralise(problem)}`), next];
  }
  if (session === undefined) {
    const settle = releases.length === 0 ? "" : ", then hi verify: a pass settles it";
    return [
      verb === "session end" ? toEnded(report, style) : "No guard session is active here.",
      ...releases.map((release) => style.paint("bad", toReleased(release, style))),
      ...(verb === "session end" && settle === "" ? [] : [`Next: ${START}${settle}`]),
    ];
  }
  return verb === "session start" ? renderStart(report, session, style) : renderStatus(report, session, style);
}

function toEnded({ putAside = false }: SessionReport, style: Style): string {
  if (!putAside) return "There was no session to end.";
  return style.paint("good", `${style.glyphs.ok} The session is ended; what was verified in it counts no more.`);
}

function renderStart(report: SessionReport, session: SessionFacts, style: Style): string[] {
  const { tests = 0, putAside = false, completion, releases = [] } = report;
  const next =
    completion === undefined
      ? ["Next: work, then hi verify; hi session status says how it stands"]
      : [
          style.paint("warn", `${style.glyphs.warning} No agent can stop here: ${neutralise(completion.explanation)}`),
          "Next: hi session end, then do that",
        ];
  return [
    style.paint("good", `${style.glyphs.ok} Session started: ${toTask(session)}`),
    ...(putAside ? ["The session that stood here is put aside."] : []),
    ...toTable([...toRows(session), ["tests", `${count(tests, "file")} of the baseline, ${session.existingTests}`]]),
    ...releases.map((release) => style.paint("bad", toReleased(release, style))),
    ...next,
  ];
}

function renderStatus({ completion, releases = [] }: SessionReport, session: SessionFacts, style: Style): string[] {
  const isDone = completion?.decision === "allow";
  return [
    style.paint("strong", `Session: ${toTask(session)}`),
    ...toTable([...toRows(session), ["tests", session.existingTests]]),
    style.paint(
      isDone ? "good" : "warn",
      `${isDone ? style.glyphs.ok : style.glyphs.warning} ${neutralise(completion?.explanation ?? "")}`
    ),
    ...releases.map((release) => style.paint("bad", toReleased(release, style))),
  ];
}

function toRows({ createdAt, baselineCommit, policyFile, commands }: SessionFacts): string[][] {
  return [
    ["since", neutralise(createdAt)],
    ["baseline", neutralise(baselineCommit.slice(0, SHORT_COMMIT))],
    ["policy", neutralise(policyFile)],
    ["commands", commands.length === 0 ? "none: only inspected" : commands.map(neutralise).join(", ")],
  ];
}

function toReleased({ provider, blocks, releasedAt }: SessionRelease, { glyphs }: Style): string {
  const when = neutralise(releasedAt);
  return `${glyphs.error} Released unverified: ${neutralise(provider)} was let go at ${when} after ${count(blocks, "block")}; hi ci fails here until hi verify passes`;
}

const toTask = ({ task }: SessionFacts): string => neutralise(shorten(task, MAX_TASK));

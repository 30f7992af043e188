import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";

import type { LiveRun } from "./agents/live-agent.ts";
import { hear, listFindings } from "./hearing.ts";
import type { Heard } from "./hearing.ts";
import type { Place } from "./place.ts";

/** Where run.ts wants the transcripts, which it prints. */
const FOLDER = process.env["HI_LIVE_TRANSCRIPTS"] ?? "";
const MAX_LINES = 12;

/** Keeps what one run's requests carried, for people: one paragraph a request, no path of this machine. */
export async function keepTranscript(title: string, place: Place, { requests }: LiveRun): Promise<void> {
  const told = new Set<string>();
  const paragraphs = requests.map((request) => {
    const heard = hear(request);
    const kind = toKind(heard);
    const words = told.has(kind) ? [] : quote(heard);
    told.add(kind);
    const lines = [...listFindings(heard), ...heard.rewrote.map((file) => `rewritten: ${file}`), ...words];
    const head = `request ${request.number} carried ${request.number === 1 ? "the task" : kind}`;
    return [head, ...lines.map((line) => `  ${line}`), `  model: ${request.about}`].join("\n");
  });
  const text = `== ${title}\n${paragraphs.join("\n")}\n`.replaceAll(place.repository, "<repository>");
  await mkdir(FOLDER, { recursive: true });
  await writeFile(path.join(FOLDER, `${title.replaceAll(/[^\w.]+/g, "-").toLowerCase()}.txt`), text);
}

function toKind({ asks, isOver, findings, rewrote, items }: Heard): string {
  if (asks) return "findings, and asked for repair";
  if (isOver) return "exhaustion, and asked for nothing";
  if (findings.length > 0) return "findings, and asked for nothing";
  if (rewrote.length > 0) return "what was rewritten";
  return items.length > 0 ? "a word that asked for nothing" : "nothing of ours";
}

/** The words themselves, each channel's once. */
function quote({ items }: Heard): readonly string[] {
  return items.flatMap(({ role, text }) => {
    const lines = text.split("\n");
    const more = lines.length > MAX_LINES ? [`  | … ${lines.length - MAX_LINES} more lines`] : [];
    return [`as ${role}:`, ...lines.slice(0, MAX_LINES).map((line) => `  | ${line}`), ...more];
  });
}

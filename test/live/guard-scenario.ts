import { spawnSync } from "node:child_process";
import { rm, writeFile } from "node:fs/promises";
import path from "node:path";

import { writeAll } from "../helpers/generated.ts";
import { git, HI } from "../helpers/hi.ts";
import type { LiveRun } from "./agents/live-agent.ts";
import type { Place } from "./place.ts";
import type { Turn } from "./scripted-model.ts";

export const TEST_FILE = "tests/price.test.js";
export const TEST = 'test("price", () => { expect(price).toBe(1); });\n';
export const SOURCE_FILE = "src/price.ts";
const SOURCE = "export const price = 1;\n";
const CHANGED = "export const price = 2 - 1;\n";

const POLICY = `version: 1
validation:
  commands:
    - name: passes
      command: ["node", "-e", ""]
      timeoutSeconds: 60
`;

/** The place's repository with a policy, a test and the pack guard, all committed, and a session begun. */
export async function guard(place: Place, provider: string): Promise<void> {
  await writeAll(place.repository, { "hi.policy.yml": POLICY, [TEST_FILE]: TEST });
  await place.hi("init", "--yes", "--preview", "off", "--providers", provider, "--packs", "base,guard");
  await git(place.repository, "add", "--all");
  await git(place.repository, "commit", "--quiet", "--message=guard");
  await place.hi("session", "start", "--task", "carry out the script");
}

/** What happens in one run: a protected test is tried, a source is changed, and the model is done twice. */
export function writeGuardScript(place: Place): readonly Turn[] {
  return [
    { about: "weakens a test", reply: () => ({ edits: [{ path: TEST_FILE, from: TEST, to: "// nothing\n" }] }) },
    { about: "changes the source", reply: () => ({ edits: [{ path: SOURCE_FILE, from: SOURCE, to: CHANGED }] }) },
    { about: "is done", reply: () => ({ say: "done" }) },
    {
      about: "is done, once hi verify has passed",
      reply: () => {
        verifyNow(place);
        return { say: "done" };
      },
    },
  ];
}

/** A model that does nothing but say that it is done. */
export function writeStubbornScript(times: number): readonly Turn[] {
  return Array.from({ length: times }, () => ({ about: "is done", reply: () => ({ say: "done" }) }));
}

/** In the same moment, while the model's answer is waited for. @throws Error where it does not pass */
function verifyNow(place: Place): void {
  const { status, stderr } = spawnSync(process.execPath, [HI, "verify"], {
    cwd: place.repository,
    encoding: "utf8",
    env: { ...process.env, HOME: place.home, XDG_STATE_HOME: "", HI_TEMP: path.join(place.parent, "candidates") },
  });
  if (status !== 0) throw new Error(`hi verify ended with ${status}: ${stderr}`);
}

/** What can-stop says now. */
export async function canStop(place: Place): Promise<string> {
  const env = { ...process.env, HOME: place.home, XDG_STATE_HOME: "" };
  const asked = spawnSync(process.execPath, [HI, "hook", "can-stop", "--json"], {
    cwd: place.repository,
    encoding: "utf8",
    env,
  });
  return (JSON.parse(asked.stdout) as { readonly reasonCode: string }).reasonCode;
}

/** All that a request newly carried, as one text. */
export const toCarried = ({ requests }: LiveRun, number: number): string =>
  (requests[number - 1]?.carried ?? []).map(({ text }) => text).join("\n");

/** As it was before the first run. */
export async function putBack(place: Place): Promise<void> {
  await writeFile(path.join(place.repository, SOURCE_FILE), SOURCE);
  await rm(path.join(place.repository, ".git/hi-hook"), { recursive: true, force: true });
  await place.hi("session", "start", "--task", "again");
}

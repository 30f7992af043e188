import { renameSync } from "node:fs";

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { askHook, PROVIDERS, toStopPayload } from "../helpers/agent-hooks.ts";
import type { Heard, Provider } from "../helpers/agent-hooks.ts";
import { BLOCKED, GuardedRepository, toPolicy } from "../helpers/guarded-repository.ts";

// What keeps an agent from stopping is sometimes not its to mend: it hears so once, and is not sent round for nothing.
// A real session, what `hi init` generates, and each agent's payloads and answers.

let repository: GuardedRepository;

beforeAll(async () => {
  repository = await GuardedRepository.create(toPolicy([]), { ".gitignore": "node_modules\n" });
  const init = ["init", "--yes", "--preview", "off", "--scopes", ".", "--packs", "base,guard"];
  const ended = await repository.hi([...init, "--providers", PROVIDERS.join(",")]);
  expect(ended.exitCode, ended.stderr).toBe(0);
  await repository.commit("guard");
});

afterAll(async () => {
  await repository[Symbol.asyncDispose]();
});

beforeEach(async () => {
  await repository.start();
});

const stop = (provider: Provider, again: number): Promise<Heard> =>
  askHook(repository, {
    provider,
    event: "stop",
    payload: toStopPayload(provider, { root: repository.root, again }),
  });

/** Cursor takes no word for its user from a stop hook. */
const toTold = (provider: Provider, { notice, stderr }: Heard): string => (provider === "cursor" ? stderr : notice);

describe.each(PROVIDERS)("%s", (provider) => {
  it("hears once that its policy lets no verification pass, and is let go and recorded after", async () => {
    const { said } = await stop(provider, 0);
    expect(said).toContain("hi.policy.yml names no command");
    expect(said).toContain("A person adds validation.commands");
    expect(said).toContain("You cannot mend that, and hi verify does not help: tell the user, then stop.");
    expect(said).not.toMatch(/Next:|Not finished yet|Mend what it finds|block \d of/);
    const released = await stop(provider, 1);
    expect(released.said).toBe("");
    expect(toTold(provider, released)).toContain(
      "It is recorded as released-unverified: hi ci fails here until that is mended and npx --no-install hi verify passes."
    );
    expect(await repository.canStop()).toBe(BLOCKED);
    const status = await repository.hi(["session", "status"]);
    expect(status.stdout).toContain(`Released unverified: ${provider} was let go`);
    expect(status.stdout).toContain("after 1 block;");
  });

  it("hears once that the guard's state cannot be believed, and is let go after", async () => {
    repository.write(".git/hi-guard/session.json", "garbage");
    const { said } = await stop(provider, 0);
    expect(said).toContain("A person has to look: hi session status.");
    expect(said).toContain("You cannot mend that, and hi verify does not help: tell the user, then stop.");
    expect(said).not.toMatch(/Next:|Not finished yet|Mend what it finds|cannot be counted/);
    const released = await stop(provider, 1);
    expect(released.said).toBe("");
    expect(toTold(provider, released)).toContain("A person has to look: hi session status.");
    expect(toTold(provider, released)).toContain("could not be recorded");
    expect(await repository.canStop()).toBe("7 SESSION_STATE_CORRUPT");
  });

  it("is not told to verify where what decides is missing", async () => {
    const aside = repository.outside("guard.mjs");
    renameSync(repository.at(".hi/runtime/guard.mjs"), aside);
    try {
      const { said } = await stop(provider, 0);
      expect(said).toContain("hi restore .hi/runtime/guard.mjs");
      expect(said).toContain("That is no verdict on the work.");
      expect(said).not.toContain("hi verify");
      expect((await stop(provider, 1)).said).toBe("");
    } finally {
      renameSync(aside, repository.at(".hi/runtime/guard.mjs"));
    }
  });
});

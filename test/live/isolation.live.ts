import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { networkInterfaces } from "node:os";

import { expect, test } from "vitest";

import { listMarked, MARK } from "./marked-processes.ts";

test("there is no network but loopback, and no way out", async () => {
  expect(Object.keys(networkInterfaces())).toEqual(["lo"]);
  const devices = (await readFile("/proc/net/dev", "utf8")).split("\n").slice(2, -1);
  expect(devices.map((line) => line.split(":")[0]?.trim())).toEqual(["lo"]);
  const [, ...routes] = (await readFile("/proc/net/route", "utf8")).trim().split("\n");
  expect(routes).toEqual([]);
});

test("a process that left its group is found by its mark", async () => {
  const mark = randomUUID();
  const child = spawn("sleep", ["60"], {
    detached: true,
    env: { [MARK]: mark, PATH: "/usr/bin:/bin" },
    stdio: "ignore",
  });
  await once(child, "spawn");
  expect(await listMarked(mark)).toEqual([`${child.pid} sleep 60 `]);
  child.kill("SIGKILL");
  await once(child, "exit");
  expect(await listMarked(mark)).toEqual([]);
});

import { execFileSync } from "node:child_process";
import { closeSync, constants, openSync, writeSync } from "node:fs";
import { Socket } from "node:net";
import path from "node:path";

import { expect, it } from "vitest";

import { readInput } from "../../src/runtime/read-input.ts";
import { withTemporaryDirectory } from "../helpers/hi.ts";

// Mechanism: a hook on a busy machine was kept from running for longer than it waits for a payload, met its own timer
// before the payload that lay there, and took it for none.

it("takes a payload that came while the hook was kept from running", async () => {
  await withTemporaryDirectory(async (folder) => {
    const pipe = path.join(folder, "pipe");
    execFileSync("mkfifo", [pipe]);
    const stdin = new Socket({ fd: openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK), writable: false });
    const agent = openSync(pipe, constants.O_WRONLY);
    const reading = readInput(stdin);
    writeSync(agent, '{"a":1}');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 6000);
    expect(await reading).toStrictEqual({ a: 1 });
    closeSync(agent);
    stdin.destroy();
  });
});

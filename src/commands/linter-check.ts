import {
  EXPECTED,
  judgeAnswer,
  judgeDeadline,
  judgeLarge,
  judgeSilence,
  toCase,
  toLargeRequest,
} from "../contracts/custom-lint-conformance.ts";
import { parseRequest } from "../contracts/custom-lint-request.ts";
import type { CustomLintRequest, CustomLintResult } from "../contracts/custom-lint.ts";
import type { Finding } from "../domain/finding.ts";
import type { LinterCase } from "../domain/linter-report.ts";
import type { RegisteredLinter } from "../domain/linters.ts";
import type { AbsolutePath, RelativePath } from "../domain/paths.ts";
import { relativePath } from "../domain/paths.ts";
import type { Report } from "../domain/report.ts";
import type { LinterCheckRequest } from "../domain/request.ts";
import { decodeText } from "../domain/text-encoding.ts";
import { findLinter } from "../pipeline/reading/find-linter.ts";
import type { World } from "../pipeline/world.ts";
import { runCustomLint } from "../runtime/custom-lint-host.ts";
import { refuseInterrupted } from "./refuse-interrupted.ts";
import { reportRefusals } from "./report-refusals.ts";

/**
 * `hi linter check NAME`: asks a linter what its author says that it answers, then nothing, then much, and then gives it
 * too little time. Every case is a run of the program: what a registration says of a linter is no evidence.
 */
export function linterCheck({ name }: LinterCheckRequest, world: World): Promise<Report> {
  return reportRefusals("linter check", async () => {
    const { root, linter } = await findLinter(name, world);
    const conformance = new Conformance(root, linter, world);
    await conformance.run();
    return { kind: "linter", verb: "linter check", name, cases: conformance.cases, findings: conformance.findings };
  });
}

class Conformance {
  readonly cases: LinterCase[] = [];
  readonly findings: Finding[] = [];
  private readonly root: AbsolutePath;
  private readonly linter: RegisteredLinter;
  private readonly world: World;

  constructor(root: AbsolutePath, linter: RegisteredLinter, world: World) {
    this.root = root;
    this.linter = linter;
    this.world = world;
  }

  async run(): Promise<void> {
    const requests = await this.readRequests();
    for (const [name, request] of requests) {
      const asked = await this.ask(name, request);
      this.findings.push(...judgeAnswer(asked, this.linter));
    }
    const large = toLargeRequest(this.linter);
    this.findings.push(...judgeSilence(await this.ask("closed-stdin", large, { sendsNothing: true })));
    const asked = await this.ask("large-request", large);
    this.findings.push(...judgeLarge(asked));
    // In the middle of what it usually takes; a linter that is quicker this time ends by itself.
    const timeoutMs = Math.max(1, Math.floor((this.cases[0]?.durationMs ?? 2) / 2));
    const [, request = large] = requests[0] ?? [];
    this.findings.push(...judgeDeadline(await this.ask("deadline", request, { timeoutMs })));
  }

  private async ask(
    name: string,
    request: CustomLintRequest,
    { sendsNothing, timeoutMs }: { readonly sendsNothing?: true; readonly timeoutMs?: number } = {}
  ): Promise<LinterCase> {
    const { world, linter, root } = this;
    world.progress.stage(`Asking ${linter.name}: ${name}`);
    const limits = timeoutMs === undefined ? linter.limits : { ...linter.limits, timeoutMs };
    const host = { root, env: world.env, signal: world.interrupted, ...(sendsNothing ? { sendsNothing } : {}) };
    const result: CustomLintResult = await runCustomLint({ ...linter, limits }, request, host);
    refuseInterrupted(world);
    const asked = toCase(name, result);
    this.cases.push(asked);
    return asked;
  }

  /** Those of the author that can be read; what is missing is said. */
  private async readRequests(): Promise<readonly (readonly [string, CustomLintRequest])[]> {
    const { requests } = this.linter.about;
    if (requests === undefined) {
      this.findings.push({ code: "linter-no-requests", severity: "error", args: { expected: EXPECTED } });
      return [];
    }
    const found: (readonly [string, CustomLintRequest])[] = [];
    for (const name of EXPECTED) {
      const path = relativePath(`${requests}/${name}.json`);
      const request = await this.readRequest(path);
      if (typeof request === "string") {
        this.findings.push({ code: "linter-bad-request", severity: "error", path, args: { problem: request } });
      } else found.push([name, request]);
    }
    return found;
  }

  private async readRequest(path: RelativePath): Promise<CustomLintRequest | string> {
    const state = await this.world.disk.inspect(this.root, path);
    const file = state.kind === "link" ? state.file : state;
    if (file?.kind !== "file") return "it is not there";
    const decoded = decodeText(file.bytes);
    return decoded.ok ? parseRequest(decoded.text) : "it is not UTF-8";
  }
}

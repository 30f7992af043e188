import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, readFile, realpath, rm } from "node:fs/promises";
import path from "node:path";

import type { ProcessOutcome } from "../../src/domain/process.ts";
import { runProcess } from "../../src/runtime/io/process.ts";
import { linkTools, writeAll } from "../helpers/generated.ts";
import { git, runHi } from "../helpers/hi.ts";
import type { Ended } from "../helpers/hi.ts";
import { askAppServer } from "./codex-app-server.ts";
import type { AppServerCall } from "./codex-app-server.ts";
import { listMarked, MARK } from "./marked-processes.ts";

const DEADLINE_MS = 400_000;
const MAX_OUTPUT_BYTES = 8 * 1024 * 1024;

/** The folder that `run.ts` installed the agents into. */
const AGENTS = process.env["HI_LIVE_AGENTS"] ?? "";
/** Where `run.ts` wants everything of a run. */
const PARENT = process.env["HI_LIVE_PARENT"] ?? "";

/** What an agent is started with. */
export interface Start {
  readonly args: readonly string[];
  readonly cwd?: string | undefined;
  readonly env?: Readonly<Record<string, string>>;
}

/** As codes; docs/doctor.md says what each means. */
export interface Diagnosis {
  readonly exitCode: number;
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
}

interface DoctorReport {
  readonly exitCode: number;
  readonly findings: readonly { readonly code: string; readonly severity: string }[];
}

/**
 * One private folder that holds everything of one agent's run: the repository, the home, the temporary directory. It is
 * made, used and removed, and then proven gone.
 */
export class Place {
  readonly parent: string;
  /** Where an agent's own user lives. */
  readonly home: string;
  readonly repository: string;
  private readonly mark = randomUUID();

  private constructor(parent: string) {
    this.parent = parent;
    this.home = path.join(parent, "home");
    // An apostrophe, an ampersand and spaces, since agents hand the path to shells.
    this.repository = path.join(parent, "the shop's & co");
  }

  /** A repository with one commit, set up by the built `hi init` for one provider. */
  static async create(provider: string, parent = PARENT): Promise<Place> {
    const place = new Place(await realpath(await mkdtemp(path.join(parent, "agent-"))));
    for (const folder of ["home", "tmp", "candidates"]) {
      await mkdir(path.join(place.parent, folder), { mode: 0o700 });
    }
    await writeAll(place.repository, {
      ".gitignore": "node_modules/\n",
      "package.json": '{\n  "name": "shop",\n  "version": "1.0.0",\n  "private": true,\n  "type": "module"\n}\n',
      "src/price.ts": "export const price = 1;\n",
      "tsconfig.json": '{ "compilerOptions": { "strict": true, "noEmit": true }, "include": ["src"] }\n',
    });
    await linkTools(place.repository, ["oxfmt", "oxlint", "oxlint-tsgolint", "typescript", "ultracite"]);
    await git(place.repository, "init", "--quiet", "--initial-branch=main");
    await git(place.repository, "add", "--all");
    await git(place.repository, "commit", "--quiet", "--message=before");
    await place.hi("init", "--yes", "--providers", provider);
    await git(place.repository, "add", "--all");
    await git(place.repository, "commit", "--quiet", "--message=hi init");
    return place;
  }

  /** Runs the built `hi` in the repository. @throws Error where it does not end with 0 */
  async hi(...args: readonly string[]): Promise<string> {
    const ended = await this.runHi(args, this.repository);
    if (ended.exitCode !== 0) throw new Error(`hi ${args.join(" ")} ended with ${ended.exitCode}: ${ended.stderr}`);
    return ended.stdout;
  }

  /** What `hi doctor` says in the folder, for this home: the codes of what is wrong and of what it warns of. */
  async diagnose(cwd = this.repository): Promise<Diagnosis> {
    const { stdout } = await this.runHi(["doctor", "--json"], cwd);
    const { exitCode, findings } = JSON.parse(stdout) as DoctorReport;
    const list = (wanted: string) => findings.filter(({ severity }) => severity === wanted).map(({ code }) => code);
    return { exitCode, errors: list("error"), warnings: list("warning") };
  }

  private runHi(args: readonly string[], cwd: string): Promise<Ended> {
    const env = { HI_TEMP: path.join(this.parent, "candidates"), HOME: this.home };
    return runHi(args, { cwd, env: { ...env, XDG_CACHE_HOME: "", XDG_CONFIG_HOME: "", XDG_STATE_HOME: "" } });
  }

  read(file: string): Promise<string> {
    return readFile(path.join(this.repository, file), "utf8");
  }

  /**
   * Runs an installed agent with an environment of what is named here and nothing else; stdin is empty, and the whole
   * process group ends with it, after seven minutes at the latest.
   */
  run(agent: string, { args, cwd = this.repository, env = {} }: Start): Promise<ProcessOutcome> {
    return runProcess({
      file: toProgram(agent),
      args,
      cwd,
      env: { ...this.environment(), ...env },
      timeoutMs: DEADLINE_MS,
      maxOutputBytes: MAX_OUTPUT_BYTES,
    });
  }

  /** The agent's title with the version that it tells of itself. */
  async nameAgent({ program, title }: { readonly program: string; readonly title: string }): Promise<string> {
    const { stdout } = await this.run(program, { args: ["--version"] });
    return `${title} ${/\d+\.\d+\.\d+/.exec(stdout)?.[0] ?? "of unknown version"}`;
  }

  /** Asks the app server of Codex, started as Codex is. */
  askCodex(calls: readonly AppServerCall[]): Promise<readonly unknown[]> {
    return askAppServer({ file: toProgram("codex"), cwd: this.repository, env: this.environment() }, calls);
  }

  private environment(): Record<string, string> {
    const folders = [path.dirname(process.execPath), "/usr/local/bin", "/usr/bin", "/bin"];
    return {
      PATH: folders.join(path.delimiter),
      HOME: this.home,
      TMPDIR: path.join(this.parent, "tmp"),
      [MARK]: this.mark,
      // A busy machine is not what is shown here.
      HI_HOOK_DEADLINE_MS: "50000",
    };
  }

  /** The processes that were started in a run of ours and are still there. */
  listProcesses(): Promise<readonly string[]> {
    return listMarked(this.mark);
  }

  async remove(): Promise<void> {
    await rm(this.parent, { recursive: true, force: true });
  }
}

function toProgram(agent: string): string {
  return path.join(AGENTS, "node_modules/.bin", agent);
}

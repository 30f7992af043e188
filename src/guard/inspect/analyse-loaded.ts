import type { ChangedFile, FileVersion, InspectedRepository } from "../../contracts/guard.ts";
import { decodeText } from "../../domain/text-encoding.ts";
import { listMissing } from "./config/config-finding.ts";
import { findConfigKind } from "./config/config-kind.ts";
import { readConfig } from "./config/read-config.ts";
import type { Settings } from "./config/setting.ts";
import type { FindingDraft } from "./finding-draft.ts";
import type { PathSets } from "./path-sets.ts";
import { ImportGraph, listNamed } from "./support/import-graph.ts";
import { isTampering } from "./support/setup-text.ts";
import { isPython, isScript } from "./tests/read-program.ts";
import { isSame, readLayer } from "./versions.ts";

const SETUP =
  /(?:^|\.)(?:setupFiles|setupFilesAfterEnv|setupTestFrameworkScriptFile|globalSetup|preload|require|import)$/;
/** What runs the tests, or makes modules of files: of the project's own, it may do anything. */
const ENGINE = /(?:^|\.)(?:testRunner|runner|testEnvironment|environment|resolver|transform\..+)$/;
const ALIAS = /(?:^|\.)(?:alias|moduleNameMapper)\.(.+)$/;
const FAKE = /(?:^|[/._-])(?:__mocks__|mocks?|fakes?|stubs?)(?:[/._-]|$)/i;
const ASSET = /css|less|s[ac]ss|styl|svg|png|jpe?g|gif|webp|woff|ttf|md\b/i;
const MAX_FOLLOWED = 20;

type Read = (path: string) => Promise<Uint8Array | undefined>;
interface Place {
  readonly path: string;
  readonly layer: FileVersion["layer"];
  readonly read: Read;
}

/**
 * Says what is now loaded before tests, or in the place of what they import: setup files and aliases of a runner's
 * configuration, and the fakes that a runner finds by their folder (`__mocks__`).
 */
export class LoadedAnalysis {
  private readonly repository: InspectedRepository;
  private readonly sets: PathSets;
  private known: ImportGraph | undefined;
  private named: ReadonlyMap<string, readonly string[]> | undefined;

  constructor(repository: InspectedRepository, sets: PathSets) {
    this.repository = repository;
    this.sets = sets;
  }

  private get graph(): ImportGraph {
    const { baselinePaths, changedFiles } = this.repository;
    this.known ??= new ImportGraph([...baselinePaths, ...changedFiles.map(({ path }) => path)].filter(isSource));
    return this.known;
  }

  async analyse({ path, oldPath = path, kind }: ChangedFile): Promise<readonly FindingDraft[]> {
    if (kind === "deleted") return [];
    if (/(?:^|\/)__mocks__\//.test(path) && isScript(path)) return this.findFake(path);
    if (!/^(?:runner|manifest|package-tool)$/.test(findConfigKind(path) ?? "")) return [];
    const before = await this.repository.readBaseline(oldPath);
    const was = readSettings(before, oldPath);
    const drafts: FindingDraft[] = [];
    for (const { layer, bytes } of await this.repository.readVersions(path)) {
      if (isSame(before, bytes)) continue;
      const now = readSettings(bytes, path);
      const place = { path, layer, read: (other: string) => readLayer(this.repository, other, layer) };
      for (const [setting, values] of now) {
        const added = listMissing(values, was.get(setting) ?? []).map(String);
        for (const value of added) {
          drafts.push(...(await this.judge(setting, value, place)), ...(await this.judgeAlias(setting, value, place)));
        }
      }
    }
    return drafts;
  }

  private async judge(setting: string, value: string, place: Place): Promise<readonly FindingDraft[]> {
    const isEngine = ENGINE.test(setting);
    if (!isEngine && !SETUP.test(setting)) return [];
    const files = this.resolve(value, place.path);
    if (files.length === 0) return [];
    const isHarmless = !isEngine && !(await this.tampers(files, place.read));
    if (isHarmless) return [];
    const what = isEngine ? "runs by it" : "loads it before the tests, and it changes what they assert by or run on";
    return [
      {
        code: "VALIDATION_SCRIPT_CHANGED",
        path: place.path,
        explanation: `${setting} now names ${value}: the runner ${what}.`,
        confidence: "medium",
      },
    ];
  }

  /** The files themselves, and what they load in turn. */
  private async tampers(files: readonly string[], read: Read): Promise<boolean> {
    const open = [...files];
    const seen = new Set<string>();
    for (let path = open.pop(); path !== undefined; path = open.pop()) {
      if (seen.has(path)) continue;
      seen.add(path);
      const bytes = await read(path);
      const text = toText(bytes) ?? "";
      if (seen.size > MAX_FOLLOWED || isTampering(text)) return true;
      open.push(...this.graph.findRelative(path, text));
    }
    return false;
  }

  /** A file of the repository that a setting names, also within what is computed. */
  private resolve(value: string, path: string): readonly string[] {
    const folder = path.slice(0, path.lastIndexOf("/") + 1);
    const quoted = [...value.matchAll(/["'`](\.{0,2}\/?[\w@./-]+)["'`]/g)].flatMap(([, name]) => name ?? []);
    return [value, ...quoted].flatMap((name) => {
      const relative = name.replace(/^<rootDir>\//, "./").replace(/^(?![./])/, "./");
      return this.graph.findRelative(`${folder}config.js`, JSON.stringify(relative));
    });
  }

  /** An alias for what tests import already puts something else in its place. */
  private async judgeAlias(setting: string, value: string, { path }: Place): Promise<readonly FindingDraft[]> {
    const [, written] = ALIAS.exec(setting) ?? [];
    const key = written === "find" ? value : written;
    if (key === undefined || key === "replacement" || ASSET.test(key)) return [];
    const plain = toPlain(key);
    const named = await this.listNames();
    const isNamed = [...named.values()].some((names) =>
      names.some((name) => name === plain || (plain.length > 1 && name.startsWith(`${plain.replace(/\/$/, "")}/`)))
    );
    // Nothing else is ever found by a relative path: an alias for one replaces it, whoever asks.
    if (!plain.startsWith(".") && (!isNamed || this.isOwnFolder(value))) return [];
    return [
      {
        code: "SUBJECT_MOCKED",
        path,
        explanation: `An alias puts ${value} in the place of ${key}, which tests import.`,
        confidence: "medium",
      },
    ];
  }

  private isOwnFolder(value: string): boolean {
    if (FAKE.test(value)) return false;
    const [target] =
      value.startsWith(".") || value.startsWith("<rootDir>")
        ? [value]
        : (/["'`](\.[^"'`]*)["'`]/.exec(value)?.slice(1) ?? []);
    const folder = target?.replace(/^<rootDir>\/|^(?:\.\.?\/)+/, "").replace(/\/?(?:\$\d.*)?$/, "");
    return folder !== undefined && this.repository.baselinePaths.some((path) => path.includes(`${folder}/`));
  }

  /** `__mocks__/axios.js` stands for the package, `src/__mocks__/f.js` for `src/f`. */
  private async findFake(path: string): Promise<readonly FindingDraft[]> {
    if (await this.repository.readBaseline(path)) return [];
    const real = path.replace(/__mocks__\//, "");
    const bare = path
      .replace(/^.*?__mocks__\//, "")
      .replace(/\.\w+$/, "")
      .replace(/\/index$/, "");
    const stem = toModule(real);
    for (const [test, names] of await this.listNames()) {
      const isPackage = names.some((name) => name.replace(/^node:/, "") === bare);
      const written = names.map((name) => JSON.stringify(name)).join("\n");
      const isModule = this.graph.findTargets(test, written).some((target) => toModule(target) === stem);
      if (!isPackage && !isModule) continue;
      return [
        {
          code: "SUBJECT_MOCKED",
          path,
          explanation: `It stands in the place of ${isPackage ? bare : stem}, which ${test} imports.`,
          confidence: "medium",
        },
      ];
    }
    return [];
  }

  /** What the tests of the baseline name. */
  private async listNames(): Promise<ReadonlyMap<string, readonly string[]>> {
    if (this.named) return this.named;
    const { baselinePaths } = this.repository;
    const tests = await this.repository.readBaselines(
      baselinePaths.filter((path) => this.sets.isTest(path) && isScript(path))
    );
    this.named = new Map([...tests].map(([path, bytes]) => [path, listNamed(path, toText(bytes) ?? "")]));
    return this.named;
  }
}

const toModule = (path: string): string => path.replace(/\.\w+$/, "").replace(/\/index$/, "");

/** The part of an expression that stands for itself: `^@/(.*)$` is `@`. */
const toPlain = (key: string): string =>
  key
    .replace(/^\/(.*)\/\w*$/, "$1")
    .replace(/^\^/, "")
    .replaceAll("\\", "")
    .replace(/[[({*+?|$].*$/, "")
    .replace(/(?<=[^.])\/$/, "");

function readSettings(bytes: Uint8Array | undefined, path: string): Settings {
  const text = toText(bytes);
  const reading = bytes && text !== undefined ? readConfig(bytes, text, path) : undefined;
  return reading?.ok ? reading.settings : new Map();
}

function toText(bytes: Uint8Array | undefined): string | undefined {
  const decoded = bytes && decodeText(bytes);
  return decoded?.ok ? decoded.text : undefined;
}

const isSource = (path: string): boolean => isScript(path) || isPython(path);

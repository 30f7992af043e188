import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

import { isMinified, isNoise, isScript } from "../src/scan/file-kinds.ts";
import { detectStructure } from "../src/scan/structure/detect-structure.ts";
import { RULE_IDS } from "../src/scan/structure/rule-table.ts";

/**
 * Compares our structural rules with the real foxguard over folders of anybody's code, by rule and by file and line:
 * `node .tools/compare-scanners.ts [--list] FOLDER…`, with `HI_FOXGUARD` where it is not on PATH. Files that one of the
 * two cannot parse whole are left out on both sides.
 */
const foxguard = process.env["HI_FOXGUARD"] ?? "foxguard";
const MAX_BYTES = 1_048_576;

interface Place {
  readonly file: string;
  readonly line: number;
  readonly rule: string;
  /** The source's line, for whoever looks at the difference. */
  readonly text: string;
}

interface Looked {
  readonly places: ReadonlyMap<string, Place>;
  /** Files that were not looked at whole. */
  readonly left: ReadonlySet<string>;
}

const toKey = ({ file, line, rule }: Omit<Place, "text">): string => `${file}:${line} ${rule}`;

function listScripts(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && isScript(entry.name))
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .filter((file) => !isNoise(file) && !file.split("/").some((name) => name.startsWith(".")));
}

async function lookOurselves(folder: string, files: readonly string[]): Promise<Looked> {
  const places = new Map<string, Place>();
  const left = new Set<string>();
  for (const file of files) {
    const bytes = readFileSync(path.join(folder, file));
    const text = bytes.toString("utf8");
    if (bytes.length > MAX_BYTES || isMinified(text)) {
      left.add(file);
      continue;
    }
    const { findings, skipped } = await detectStructure({ path: file, text, bytes }, {});
    if (skipped.length > 0) left.add(file);
    const lines = text.split("\n");
    for (const { line, rule_id: rule } of findings) {
      places.set(toKey({ file, line, rule }), { file, line, rule, text: (lines[line - 1] ?? "").trim().slice(0, 160) });
    }
  }
  return { places, left };
}

function lookWithFoxguard(folder: string): Looked {
  const { stdout, stderr } = spawnSync(foxguard, ["--format", "json", "."], {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 2 ** 30,
  });
  const { findings } = JSON.parse(stdout) as {
    findings: { rule_id: string; file: string; line: number; snippet: string }[];
  };
  const places = findings
    .filter(({ rule_id: rule }) => RULE_IDS.has(rule))
    .map(({ rule_id: rule, file, line, snippet }): Place => {
      const from = path.normalize(file);
      return { file: from, line, rule, text: snippet.trim().slice(0, 160) };
    });
  const left = Array.from(stderr.matchAll(/skipping (?<file>.+?) \(/g), ({ groups }) =>
    path.normalize(groups?.["file"] ?? "")
  );
  return { places: new Map(places.map((place) => [toKey(place), place])), left: new Set(left) };
}

/** The three ways in which a place of a rule is known. */
interface Row {
  both: number;
  readonly ours: Place[];
  readonly theirs: Place[];
}

async function compare(folder: string, rows: Map<string, Row>): Promise<void> {
  const files = listScripts(folder);
  const mine = await lookOurselves(folder, files);
  const peer = lookWithFoxguard(folder);
  const known = new Set(files);
  const isLeft = (file: string): boolean => mine.left.has(file) || peer.left.has(file) || !known.has(file);
  for (const [key, place] of new Map([...mine.places, ...peer.places])) {
    if (isLeft(place.file)) continue;
    const row = rows.get(place.rule) ?? { both: 0, ours: [], theirs: [] };
    rows.set(place.rule, row);
    const shown = { ...place, file: path.join(path.basename(folder), place.file) };
    if (mine.places.has(key) && peer.places.has(key)) row.both += 1;
    else (mine.places.has(key) ? row.ours : row.theirs).push(shown);
  }
  const left = files.filter(isLeft).length;
  process.stderr.write(`${path.basename(folder)}: ${files.length} files, ${left} left out\n`);
}

const toShare = (part: number, whole: number): string => (whole === 0 ? "–" : (part / whole).toFixed(2));

async function main(): Promise<void> {
  const [withList, folders] = [
    process.argv.includes("--list"),
    process.argv.slice(2).filter((arg) => arg !== "--list"),
  ];
  const rows = new Map<string, Row>();
  for (const folder of folders) await compare(path.resolve(folder), rows);
  process.stdout.write(
    "| rule | both | ours alone | theirs alone | precision | recall |\n| --- | --- | --- | --- | --- | --- |\n"
  );
  for (const [rule, { both, ours, theirs }] of [...rows].toSorted()) {
    const shares = [toShare(both, both + ours.length), toShare(both, both + theirs.length)];
    process.stdout.write(`| ${[rule, both, ours.length, theirs.length, ...shares].join(" | ")} |\n`);
  }
  if (!withList) return;
  for (const [rule, { ours, theirs }] of [...rows].toSorted()) {
    for (const place of ours) process.stdout.write(`+ ${rule} ${place.file}:${place.line} ${place.text}\n`);
    for (const place of theirs) process.stdout.write(`- ${rule} ${place.file}:${place.line} ${place.text}\n`);
  }
}

await main();

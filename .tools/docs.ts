import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/**
 * Holds the documents against what is there: the room table against the folders, links against files, and every
 * fenced block marked `sh run` by running it in a copy of the example repository with `hi` on PATH. What a document
 * shows of the example is held against what the example prints.
 */
const root = path.join(import.meta.dirname, "..");
const problems: string[] = [];

const documents = [
  ...readdirSync(root).filter((name) => name.endsWith(".md")),
  ...listMarkdown("docs"),
  ...listMarkdown("receipts"),
  ...listMarkdown("test").filter((name) => !/^test\/(golden|fixtures)\/.+\//.test(name)),
];

for (const document of documents) {
  const text = readFileSync(path.join(root, document), "utf8");
  checkLinks(document, text);
  checkBlocks(document, text);
  checkSession(document, text);
}
checkRooms();

for (const problem of problems) process.stdout.write(`${problem}\n`);
process.stdout.write(`${documents.length} documents, ${problems.length} problems\n`);
process.exit(problems.length > 0 ? 1 : 0);

function listMarkdown(folder: string): string[] {
  if (!existsSync(path.join(root, folder))) return [];
  const entries = readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" });
  return entries
    .filter((name) => name.endsWith(".md") && !name.includes("node_modules"))
    .map((name) => path.join(folder, name));
}

function checkLinks(document: string, text: string): void {
  for (const [, target = ""] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
    if (/^[a-z]+:|^#/.test(target)) continue;
    const file = path.join(root, path.dirname(document), target.replace(/#.*$/, ""));
    if (!existsSync(file)) problems.push(`${document}: the link ${target} leads nowhere`);
  }
}

function checkBlocks(document: string, text: string): void {
  for (const [, body = ""] of text.matchAll(/^```sh run\n([\s\S]*?)^```$/gm)) runBlock(document, body);
}

function runBlock(document: string, body: string): void {
  const scratch = mkdtempSync(path.join(tmpdir(), "hi-docs-"));
  try {
    const repository = path.join(scratch, "example-shop");
    const temporary = path.join(scratch, "temporary");
    mkdirSync(temporary, { mode: 0o700 });
    cpSync(path.join(root, "docs/example"), repository, { recursive: true });
    spawnSync("git", ["init", "--quiet"], { cwd: repository });
    const script = `set -eu\nhi() { "${process.execPath}" "${path.join(root, "dist/hi.mjs")}" "$@"; }\n${body}`;
    const { status, stdout, stderr } = spawnSync("bash", ["-c", script], {
      cwd: repository,
      encoding: "utf8",
      env: { ...process.env, HI_TEMP: temporary },
    });
    if (status !== 0) problems.push(`${document}: a block ended with ${status}\n${body}${stdout}${stderr}`);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** A block marked `console example` is what the example prints, in its order; `…` stands for what is left out. */
function checkSession(document: string, text: string): void {
  for (const [, body = ""] of text.matchAll(/^```console example\n([\s\S]*?)^```$/gm)) {
    const { stdout, stderr } = spawnSync(process.execPath, [path.join(root, ".tools/example.ts")], {
      encoding: "utf8",
    });
    const printed = toComparable(stdout);
    let from = 0;
    for (const chunk of body.split(/^…$/m)) {
      const found = toPattern(toComparable(chunk)).exec(printed.slice(from));
      if (found === null) {
        problems.push(`${document}: the example no longer prints\n${chunk}${stderr}`);
        return;
      }
      from += found.index + found[0].length;
    }
  }
}

/** Columns are as wide as a path is long that differs from run to run. */
function toComparable(text: string): string {
  return text.trim().replaceAll(/ {2,}/g, "  ");
}

function toPattern(text: string): RegExp {
  const parts = text.split("…").map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`));
  return new RegExp(parts.join("[^\\n]*"));
}

/** The room table of docs/architecture.md names exactly the folders of src. */
function checkRooms(): void {
  const text = readFileSync(path.join(root, "docs/architecture.md"), "utf8");
  const named = [...text.matchAll(/^\| src\/([a-z-]+) \|/gm)].map(([, name = ""]) => name).toSorted();
  const there = readdirSync(path.join(root, "src"))
    .filter((name) => statSync(path.join(root, "src", name)).isDirectory())
    .toSorted();
  if (named.join(",") !== there.join(",")) {
    problems.push(`docs/architecture.md: rooms ${named.join(",")} are not the folders ${there.join(",")}`);
  }
}

import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";

/** Sources as projects have them, of five kinds in turn; one in ten has something to find. */
const KINDS = [toHandlers, toComponent, toLibrary, toTyped, toTool] as const;
const ENDS = ["js", "tsx", "js", "ts", "mjs"] as const;
/** Files in one folder. */
const PER_FOLDER = 50;

/** Writes `count` scripts below `root`, about 3 kB each. */
export function makeScanTree(root: string, count: number): void {
  for (let index = 0; index < count; index += 1) {
    const folder = path.join(root, `src/area${Math.floor(index / PER_FOLDER)}`);
    if (index % PER_FOLDER === 0) mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, toName(index)), toText(index));
  }
}

function toName(index: number): string {
  return `part${index}.${ENDS[index % ENDS.length]}`;
}

function toText(index: number): string {
  const make = KINDS[index % KINDS.length] ?? toLibrary;
  return make(index, Math.floor(index / KINDS.length) % 10 === 0);
}

function repeat(count: number, make: (at: number) => string): string {
  return Array.from({ length: count }, (_, at) => make(at)).join("\n");
}

function toHandlers(index: number, isUnsafe: boolean): string {
  const unsafe = `
router.get("/search${index}", async (req, res) => {
  const rows = await db.query("SELECT * FROM items WHERE name = '" + req.query.name + "'");
  res.send(req.query.name);
  console.log(\`searched for \${req.query.name}\`);
});`;
  return `import express from "express";
import { readFile } from "node:fs/promises";
import { db } from "../database.js";
import { logger } from "../logger.js";

const router = express.Router();
const PAGE_SIZE = 25;

${repeat(
  6,
  (at) => `/** Lists the items of page ${at}. */
router.get("/items/${index}/${at}/:id", async (req, res, next) => {
  try {
    const { id } = req.params;
    const page = Number.parseInt(req.query.page ?? "0", 10);
    const rows = await db.query("SELECT id, name FROM items WHERE owner = $1 LIMIT $2 OFFSET $3", [
      id,
      PAGE_SIZE,
      page * PAGE_SIZE,
    ]);
    if (rows.length === 0) {
      res.status(404).json({ error: "not found" });
      return;
    }
    logger.info({ count: rows.length, page }, "listed");
    res.json(rows.map((row) => ({ ...row, link: "/items/" + row.id })));
  } catch (error) {
    next(error);
  }
});
`
)}
${isUnsafe ? unsafe : ""}
export default router;
`;
}

function toComponent(index: number, isUnsafe: boolean): string {
  return `import { useCallback, useEffect, useMemo, useState } from "react";
import { Button, List, Panel } from "../ui";
import type { Item } from "../types";

interface Props {
  readonly items: readonly Item[];
  readonly title?: string;
  onSelect(item: Item): void;
}

export function Panel${index}({ items, title = "Items", onSelect }: Props) {
  const [query, setQuery] = useState("");
  const [isOpen, setOpen] = useState(false);
  const shown = useMemo(() => items.filter((item) => item.name.toLowerCase().includes(query)), [items, query]);
  const toggle = useCallback(() => setOpen((open) => !open), []);
  useEffect(() => {
    const controller = new AbortController();
    fetch("/api/items", { signal: controller.signal })
      .then((response) => response.json())
      .catch(() => undefined);
    return () => controller.abort();
  }, []);
${isUnsafe ? "  useEffect(() => {\n    document.querySelector('#title').innerHTML = title;\n    window.location.href = query;\n  }, [title, query]);" : ""}
${repeat(5, (at) => `  const group${at} = useMemo(() => shown.filter((item, at) => at % 5 === ${at} && item.id > ${index}), [shown]);`)}
  return (
    <Panel title={title} open={isOpen} onToggle={toggle}>
      <input value={query} onChange={(event) => setQuery(event.target.value.trim().toLowerCase())} />
${repeat(
  5,
  (at) => `      <List className="group-${at}" aria-label={\`group \${${at}}\`}>
        {group${at}.map((item) => (
          <Button key={item.id} disabled={!isOpen} onClick={() => onSelect(item)}>
            {item.name} ({item.count ?? 0})
          </Button>
        ))}
      </List>`
)}
    </Panel>
  );
}
`;
}

function toLibrary(index: number, isUnsafe: boolean): string {
  const unsafe = `
exports.run${index} = (text) => eval(text);
exports.hash${index} = (text) => require("crypto").createHash("md5").update(text).digest("hex");`;
  return `"use strict";

const assert = require("assert");
const util = require("util");

${repeat(
  8,
  (at) => `/**
 * Merges two lists of kind ${at} and keeps the order of the first.
 * @param {Array} left
 * @param {Array} right
 */
function merge${index}x${at}(left, right) {
  assert(Array.isArray(left), "left must be an array");
  const seen = new Set();
  const out = [];
  for (let i = 0; i < left.length; i++) {
    if (seen.has(left[i].key)) continue;
    seen.add(left[i].key);
    out.push(Object.assign({}, left[i], { at: i }));
  }
  right.forEach(function (entry) {
    if (!seen.has(entry.key)) out.push(entry);
  });
  return out.sort((a, b) => a.key.localeCompare(b.key));
}
exports.merge${at} = util.deprecate(merge${index}x${at}, "use merge");
`
)}
${isUnsafe ? unsafe : ""}
`;
}

function toTyped(index: number, isUnsafe: boolean): string {
  return `import { Injectable } from "@nestjs/common";
import type { Repository } from "typeorm";

export interface Entity${index} {
  readonly id: string;
  name: string;
  tags?: readonly string[];
}

export type Patch${index} = Partial<Omit<Entity${index}, "id">>;

@Injectable()
export class Service${index} {
  private readonly cache = new Map<string, Entity${index}>();
${isUnsafe ? '  private readonly password: string = "hunter22-hunter22";' : ""}

  constructor(private readonly repository: Repository<Entity${index}>) {}

${repeat(
  6,
  (
    at
  ) => `  async find${at}(id: string, options: { readonly fresh?: boolean } = {}): Promise<Entity${index} | undefined> {
    const known = this.cache.get(id);
    if (known !== undefined && options.fresh !== true) return known;
    const found = await this.repository.findOne({ where: { id, kind: ${at} } });
    if (!found) return undefined;
    this.cache.set(id, found);
    return { ...found, tags: found.tags?.filter((tag) => tag.length > ${at}) ?? [] };
  }
`
)}
}
`;
}

function toTool(index: number, isUnsafe: boolean): string {
  const unsafe = `
export const list${index} = (folder) => execSync(\`ls \${folder}\`, { encoding: "utf8" });
export const load${index} = (name) => readFileSync("./data/" + name, "utf8");`;
  return `#!/usr/bin/env node
import { execSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";

const { values, positionals } = parseArgs({ allowPositionals: true, options: { out: { type: "string" } } });

${repeat(
  7,
  (at) => `export function step${at}(input, { limit = ${at + 1}, name = "step" } = {}) {
  const lines = input.split("\\n").filter((line) => !/^\\s*#/.test(line));
  const counts = lines.reduce((sums, line) => {
    const [key = "", value = "0"] = line.split("=");
    sums[key.trim()] = (sums[key.trim()] ?? 0) + Number(value);
    return sums;
  }, {});
  const report = Object.entries(counts).slice(0, limit).map(([key, sum]) => \`\${name}: \${key} = \${sum}\`);
  if (values.out) writeFileSync(path.join(values.out, "report-${index}-${at}.txt"), report.join("\\n"));
  return report;
}
`
)}
${isUnsafe ? unsafe : ""}
for (const file of positionals) process.stdout.write(step0(readFileSync(file, "utf8")).join("\\n"));
execSync("git status --short", { stdio: "inherit" });
`;
}

import { mkdirSync } from "node:fs";
import { test } from "vitest";
import { Refusal } from "../../src/domain/refusal.ts";
import { runPreview } from "../helpers/preview-world.ts";
test("self", async () => {
  mkdirSync("/tmp/pv/self-temp", { recursive: true, mode: 0o700 });
  const s = performance.now();
  const result: any = await runPreview({ directory: "/tmp/pv/self-dir", live: "/tmp/pv/self" as any, temporary: "/tmp/pv/self-temp" }, { scopes: [{ path: ".", typed: true }], answers: { formatters: ["prettier"] }, planned: { "oxlint.config.ts": 'import { defineConfig } from "oxlint";\nimport core from "ultracite/oxlint/core";\nexport default defineConfig({ extends: [core], ignorePatterns: core.ignorePatterns, options: { typeAware: true } });\n' } }).catch((e: any) => { console.log(e instanceof Refusal ? JSON.stringify(e.facts, null, 1) : e); throw e; });
  console.log(Math.round(performance.now() - s), JSON.stringify({ ...result, debt: { ...result.debt, rows: result.debt.rows.length, format: { ...result.debt.format, unformatted: result.debt.format?.unformatted.length } }, processes: result.processes.map((p: any) => [p.command.slice(-3).join(" "), p.ending, Math.round(p.durationMs)]) }));
  console.log("peak", process.resourceUsage().maxRSS / 1e3);
}, 600000);

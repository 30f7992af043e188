import type { LintDebt, PreviewResult } from "../../../domain/preview.ts";
import type { RunReport } from "../../../domain/report.ts";
import type { DebtGroup } from "../debt-table.ts";
import { groupDebt, toBaselineWords } from "../debt-table.ts";
import type { Html } from "../html-text.ts";
import { markup, toLink } from "../html-text.ts";
import { count, toDebtExcess, toFindingWords } from "../words.ts";

/** Bars of a chart; the table below it has all. */
const MOST_BARS = 12;
const MOST_NAMES = 50;

/** The lint debt: a chart by rule and one by scope, before and after, and the figures behind them. */
export function renderDebtSection({ preview, debtGate }: Partial<RunReport>): Html {
  if (preview === undefined) return markup``;
  if (!isWhole(preview)) {
    const why =
      preview.mode === "off" ? "The preview was off: nothing was linted." : "The preview was refused on its way.";
    return markup`<section aria-labelledby="debt">
      <h2 id="debt">Lint debt</h2>
      <p>${why}</p>
    </section>`;
  }
  const { debt, findings = [], notLinted } = preview;
  const groups = [groupDebt(debt, "rule"), groupDebt(debt, "scope")] as const;
  return markup`<section aria-labelledby="debt">
    <h2 id="debt">
      Lint debt <span class="dim">(${count(debt.findings, "finding")} in ${count(debt.files, "file")})</span>
    </h2>
    ${(debtGate?.exceeded ?? []).map((excess) => debtGate && markup`<p class="over"><b>Over the limit:</b> ${toDebtExcess(debtGate, excess)}</p>`)}
    <p>${toBaselineWords(debt)} Findings are warnings about adoption: they block nothing but a limit that you set.</p>
    ${
      debt.findings + debt.gone > 0 &&
      markup`<div class="charts">${renderChart("By rule", groups[0])}${renderChart("By scope", groups[1])}</div>
        ${renderTable("rule", groups[0])}${renderTable("scope", groups[1])}`
    }
    ${findings.map((finding) => markup`<p class="${finding.severity}"><b>${finding.severity}</b> ${finding.path} ${toFindingWords(finding)}</p>`)}
    ${renderNames(
      "Could not be linted",
      debt.unlinted.map(({ path, why }) => `${path} (${UNLINTED_WORDS[why]})`)
    )}
    ${renderNames("Not linted", notLinted)} ${renderFormat(debt)}
  </section>`;
}

const UNLINTED_WORDS = { encoding: "is not UTF-8", plugin: "a plugin failed", syntax: "does not parse" } as const;

type Whole = Extract<PreviewResult, { mode: "on" }>;

const isWhole = (preview: NonNullable<RunReport["preview"]>): preview is Whole =>
  preview.mode === "on" && !("partial" in preview);

/** Pixels a group takes; bars go by percent, so that words stay as large as they are on any width. */
const ROW = 46;
const WIDEST_PERCENT = 84;

/** Two bars a group, what is reported today and what will be, in one scale. */
function renderChart(title: string, groups: readonly DebtGroup[]): Html {
  const shown = groups.slice(0, MOST_BARS);
  const most = Math.max(1, ...shown.map((group) => Math.max(group.before, group.after)));
  const toPercent = (amount: number): string => `${((amount / most) * WIDEST_PERCENT).toFixed(1)}%`;
  const said = shown.map((group) => `${group.name} ${group.before} before, ${group.after} after`);
  const bar = (kind: "after" | "before", amount: number, top: number): Html => markup`
      <rect class="${kind}" x="0" y="${top}" width="${toPercent(amount)}" height="10"></rect>
      <text class="amount" x="${toPercent(amount)}" dx="6" y="${top + 9}">${amount}</text>`;
  return markup`<figure>
    <figcaption>
      ${title}
      <span class="key"><span class="swatch before"></span> before <span class="swatch after"></span> after</span>
    </figcaption>
    <svg role="img" aria-label="${`${title}: ${said.join("; ")}`}" width="100%" height="${shown.length * ROW}">
      ${shown.map(
        (group, at) =>
          markup`<text x="0" y="${at * ROW + 12}">${toShort(group.name)}</text>${bar("before", group.before, at * ROW + 17)}${bar("after", group.after, at * ROW + 29)}`
      )}
    </svg>
    ${groups.length > shown.length && markup`<p class="dim">… and ${groups.length - shown.length} more in the table</p>`}
  </figure>`;
}

const toShort = (name: string): string => (name.length > 40 ? `${name.slice(0, 39)}…` : name);

function renderTable(by: "rule" | "scope", groups: readonly DebtGroup[]): Html {
  return markup`<details class="figures">
    <summary>Figures by ${by} <span class="dim">(${groups.length})</span></summary>
    <div class="wide" tabindex="0" role="region" aria-label="Figures by ${by}">
      <table>
        <thead>
          <tr>
            <th scope="col">${by}</th>
            ${["before", "after", "new", "same", "gone", "errors", "fixable"].map((head) => markup`<th scope="col" class="number">${head}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${groups.map(
            (group) => markup`<tr>
              <th scope="row">
                ${by === "rule" ? toLink(group.url, group.name) : group.name}${by === "rule" && group.typed && markup` <span class="tag">types</span>`}
              </th>
              ${[group.before, group.after, group.new, group.same, group.gone, group.errors, group.fixable].map((amount) => markup`<td class="number">${amount}</td>`)}
            </tr>`
          )}
        </tbody>
      </table>
    </div>
  </details>`;
}

function renderFormat({ format }: LintDebt): Html {
  if (format === undefined) return markup``;
  return renderNames(`Would be formatted, of ${count(format.checked, "file")}`, format.unformatted);
}

export function renderNames(label: string, names: readonly string[]): Html {
  if (names.length === 0) return markup``;
  const rest = names.length - MOST_NAMES;
  return markup`<details class="figures">
    <summary>${label} <span class="dim">(${names.length})</span></summary>
    <ul class="names">
      ${names.slice(0, MOST_NAMES).map((name) => markup`<li><code>${name}</code></li>`)}${rest > 0 && markup`<li>… and ${rest} more</li>`}
    </ul>
  </details>`;
}

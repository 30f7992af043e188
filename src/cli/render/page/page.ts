import { deflateRawSync } from "node:zlib";

import type { RefusalFacts } from "../../../domain/refusal.ts";
import type { RunReport } from "../../../domain/report.ts";
import { Html, markup, toScriptJson } from "../html-text.ts";
import { neutralise } from "../neutralise.ts";
import { countActions, listReviewFiles, toDiffText } from "../review-file.ts";
import type { ReviewFile } from "../review-file.ts";
import { toReviewTitle } from "../review-title.ts";
import { toFindingWords } from "../words.ts";
import { renderDebtSection } from "./debt-section.ts";
import { renderEvidence } from "./evidence-section.ts";

/** What runs in the page and what it looks like, each with its SHA-256 in base64, by which alone the page lets it in. */
export interface PageParts {
  readonly script: string;
  readonly scriptHash: string;
  readonly style: string;
  readonly styleHash: string;
}

/** What a page is made of. */
export interface PageInput {
  readonly run: Partial<RunReport>;
  readonly verb: string | null;
  readonly refusal?: RefusalFacts;
  readonly parts: PageParts;
}

/**
 * The report as one page that needs nothing else: no network, no other file. Diffs are data until a file is opened, so
 * that a page of thousands is as light as one of a few; its policy lets in our script and our style and nothing besides.
 */
export function renderPage(input: PageInput): string {
  const { run, refusal, parts } = input;
  const title = toReviewTitle(input);
  const files = run.plan ? listReviewFiles(run.plan) : [];
  return renderShell({
    title,
    parts,
    main: markup`${refusal && renderRefusal(refusal)} ${renderSummary(run, files)} ${renderDebtSection(run)}
    ${renderFiles(files)} ${renderEvidence(run)}`,
    data: markup`<script type="text/plain" id="files">${toLines(files.map(toRow))}</script>
      <script type="text/plain" id="diffs">${pack(files.map(toShownDiff))}</script>`,
  });
}

/** One line of JSON a value: what is not looked at is not parsed. */
const toLines = (values: readonly unknown[]): Html =>
  new Html(values.map((value) => toScriptJson(value).text).join("\n"));

/** The same packed, in base64: a browser reads it past in no time, and unpacks it when the first file is opened. */
const pack = (values: readonly unknown[]): Html => new Html(deflateRawSync(toLines(values).text).toString("base64"));

/** The frame that every page of ours has. */
export function renderShell(shell: {
  readonly title: string;
  readonly parts: PageParts;
  readonly main: Html;
  readonly data: Html;
}): string {
  const { title, parts, main, data } = shell;
  const policy = `default-src 'none'; script-src 'sha256-${parts.scriptHash}'; style-src 'sha256-${parts.styleHash}'; base-uri 'none'; form-action 'none'`;
  const page = markup`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${policy}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="referrer" content="no-referrer" />
        <meta name="generator" content="harness-intelligence" />
        <title>${title}</title>
        <style>${new Html(parts.style)}</style>
      </head>
      <body>
        <a class="skip" href="#main">Skip to the report</a>
        <header>
          <h1>${title}</h1>
          <button type="button" id="theme" hidden>Theme: system</button>
        </header>
        <main id="main" tabindex="-1">${main}</main>
        ${data}
        <script>${new Html(parts.script)}</script>
      </body>
    </html>
`;
  return page.text;
}

function renderRefusal({ code, message, where, next }: RefusalFacts): Html {
  const place = where && [where.path, where.line, where.column].filter((part) => part !== undefined).join(":");
  return markup`<section class="refusal" aria-label="Refusal">
    <h2>Refused: ${code}</h2>
    <p>${message}${place === undefined ? "" : ` (${place})`}</p>
    <p>Next: <code>${next}</code></p>
  </section>`;
}

const GATES: Readonly<Record<string, string>> = {
  conflicts: "Not published: conflicts to settle. Nothing was written.",
  debt: "Not published: the lint debt is over the limit. Nothing was written.",
  declined: "Declined. Nothing was written.",
  "dry-run": "A dry run: nothing was changed.",
  "nothing-to-do": "Nothing to do: every path is in step, or kept as the project has it.",
  refused: "Refused. Nothing was written.",
};

function renderSummary(
  { gate, published, plan, findings = [], commands = [] }: Partial<RunReport>,
  files: readonly ReviewFile[]
): Html {
  const ending = published
    ? `Published: ${published.written.length} written, ${published.removed.length} removed.`
    : "";
  const closed = gate && !gate.open ? (GATES[gate.because] ?? "") : "";
  return markup`<section aria-labelledby="summary">
    <h2 id="summary">Summary</h2>
    <p>${ending === "" ? closed : ending}${plan && ` Templates ${plan.templateVersion}.`}</p>
    <ul class="counts">
      ${countActions(files).map((part) => markup`<li><b>${part.count}</b> ${part.words}</li>`)}
    </ul>
    ${
      findings.length > 0 &&
      markup`<ul class="findings">
        ${findings.map(
          (finding) =>
            markup`<li class="${finding.severity}">
              <b>${finding.severity}</b>
              ${finding.path !== undefined && markup`<code>${finding.path}</code> `}${new Html(markup`${toFindingWords(finding)}`.text)}
            </li>`
        )}
      </ul>`
    }
    ${
      commands.length > 0 &&
      markup`<p>
        A real run names, or with --install starts:
        ${commands.map((command) => markup`<code>${command.join(" ")}</code> `)}
      </p>`
    }
  </section>`;
}

function renderFiles(files: readonly ReviewFile[]): Html {
  return markup`<section aria-labelledby="files-title">
    <h2 id="files-title">Files <span class="dim">(${files.length})</span></h2>
    ${files.length === 0 && markup`<p>No file changes.</p>`}
    ${
      files.length > 1 &&
      markup`<p class="tools" hidden>
        <label>Filter <input type="search" id="filter" autocomplete="off" spellcheck="false" /></label>
        <span id="shown" role="status"></span>
      </p>`
    }
    <noscript
      ><p>The files and their diffs need JavaScript; <code>--format markdown</code> does not.</p></noscript
    >
    <div id="list"></div>
    <p><button type="button" id="more" hidden>Show more</button></p>
  </section>`;
}

/** What the list shows of a file before it is opened. */
function toRow({ path, shown, ownership, reason, added, removed }: ReviewFile) {
  return { path: neutralise(path), action: shown, owned: ownership, reason, added, removed };
}

/** What is shown once it is: the patch, or a sentence, and what is said of single keys. */
function toShownDiff({ diff, keys, manual }: ReviewFile) {
  const { isPatch, text } = diff === undefined ? { isPatch: false, text: "" } : toDiffText(diff);
  return {
    ...(isPatch ? { patch: text } : { words: text }),
    keys: keys.map(({ name, words }) => `${neutralise(name)}: ${words}`),
    manual: manual.map((lines) => lines.split("\n").map(neutralise).join("\n")),
  };
}

import type { RunReport } from "../../../domain/report.ts";
import type { Html } from "../html-text.ts";
import { markup } from "../html-text.ts";
import { count } from "../words.ts";
import { renderNames } from "./debt-section.ts";

/** What was proven before anything could be published: containment, the cleanup, the live tree as it was. */
export function renderEvidence(run: Partial<RunReport>): Html {
  const { containment, cleanup, candidate } = run;
  if (containment === undefined && cleanup === undefined) return markup``;
  return markup`<section aria-labelledby="evidence">
    <h2 id="evidence">Evidence</h2>
    ${containment && renderContainment(containment)}
    ${cleanup && markup`<p><b>Cleanup:</b> the candidate is gone, and proven gone: ${count(cleanup.removedEntries, "entry", "entries")} removed.</p>`}
    ${renderLive(run)} ${renderProcesses(run)}
    ${renderNames(
      "Not previewed",
      (candidate?.notPreviewed ?? []).map(({ path, why }) => `${path} (${why})`)
    )}
  </section>`;
}

function renderContainment({ checks, candidateRoot, approvedParent }: NonNullable<RunReport["containment"]>): Html {
  return markup`<p>
      <b>Containment:</b> ${count(checks.length, "check")} of <code>${candidateRoot}</code> below
      <code>${approvedParent}</code>.
    </p>
    <details class="figures">
      <summary>Checks</summary>
      <div class="wide" tabindex="0" role="region" aria-label="Checks of containment">
        <table>
          <thead>
            <tr>
              <th scope="col">check</th>
              <th scope="col" class="number">looked at</th>
            </tr>
          </thead>
          <tbody>
            ${checks.map(
              (check) =>
                markup`<tr>
                  <th scope="row">${check.name}</th>
                  <td class="number">${check.examined}</td>
                </tr>`
            )}
          </tbody>
        </table>
      </div>
    </details>`;
}

function renderLive({ preview }: Partial<RunReport>): Html {
  if (preview?.mode !== "on" || "partial" in preview) return markup``;
  const { files, sources, dependencyRoots } = preview.liveUnchanged;
  const words = sources.before === sources.after ? "is as it was" : "has CHANGED";
  return markup`<p>
    <b>The repository</b> ${words}: ${count(files, "file")} and ${count(dependencyRoots, "dependency root")} before and
    after the tools ran (<code>${sources.after.slice(0, 16)}…</code>).
  </p>`;
}

function renderProcesses({ preview }: Partial<RunReport>): Html {
  if (preview?.mode !== "on") return markup``;
  return markup`<details class="figures">
    <summary>What ran <span class="dim">(${preview.processes.length})</span></summary>
    <div class="wide" tabindex="0" role="region" aria-label="What ran">
      <table>
        <thead>
          <tr>
            <th scope="col">command</th>
            <th scope="col">ended</th>
            <th scope="col" class="number">ms</th>
          </tr>
        </thead>
        <tbody>
          ${preview.processes.map(
            (ran) =>
              markup`<tr>
                <th scope="row"><code>${ran.command.join(" ")}</code></th>
                <td>${ran.ending}</td>
                <td class="number">${Math.round(ran.durationMs)}</td>
              </tr>`
          )}
        </tbody>
      </table>
    </div>
  </details>`;
}

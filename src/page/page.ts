import { renderPatch } from "./diff-view.ts";
import { listenToTheme } from "./theme.ts";

/** A row of the list, as the page carries it. */
interface Row {
  readonly path: string;
  readonly action: string;
  readonly owned: string;
  readonly reason: string;
  readonly added: number;
  readonly removed: number;
}

interface Shown {
  readonly patch?: string;
  readonly words?: string;
  readonly keys: readonly string[];
  readonly manual: readonly string[];
}

/** How many rows are made at a time: a person looks at no more, and a page is as quick as what stands in it. */
const PAGE = 25;
/** From here on two sides have room beside each other, in CSS pixels. */
const WIDE = 900;

function start(): void {
  listenToTheme();
  const data = document.querySelector<HTMLElement>("#files");
  const list = document.querySelector<HTMLElement>("#list");
  if (data === null || list === null) return;
  const text = data.textContent ?? "";
  new FileList(text === "" ? [] : text.split("\n"), list).start();
}

class FileList {
  /** One line of JSON a file, read when the file is listed. */
  private readonly rows: readonly string[];
  private readonly list: HTMLElement;
  private readonly more = document.querySelector<HTMLElement>("#more");
  private readonly filter = document.querySelector<HTMLElement>("#filter");
  private readonly status = document.querySelector<HTMLElement>("#shown");
  private matching: readonly number[] = [];
  private made = 0;
  /** One line a file, unpacked when the first is opened. */
  private diffs: Promise<readonly string[]> | undefined;

  constructor(rows: readonly string[], list: HTMLElement) {
    this.rows = rows;
    this.list = list;
  }

  start(): void {
    this.filter?.closest("p")?.removeAttribute("hidden");
    this.filter?.addEventListener("input", () => this.find());
    this.more?.addEventListener("click", () => this.showMore());
    this.find();
  }

  private find(): void {
    const asked = this.filter instanceof HTMLInputElement ? this.filter.value.toLowerCase() : "";
    const isAsked = ({ path, action }: Row): boolean => `${action} ${path}`.toLowerCase().includes(asked);
    this.matching = this.rows.flatMap((_, at) => (asked === "" || isAsked(this.read(at)) ? [at] : []));
    this.made = 0;
    this.list.replaceChildren();
    this.addRows();
  }

  private read(at: number): Row {
    return JSON.parse(this.rows[at] ?? "{}") as Row;
  }

  /** The keyboard stays where it was: at the first of what is new. */
  private showMore(): void {
    const first = this.made;
    this.addRows();
    this.list.children.item(first)?.querySelector("summary")?.focus();
  }

  private addRows(): void {
    const next = this.matching.slice(this.made, this.made + PAGE);
    this.list.append(...next.map((at) => this.makeRow(at)));
    this.made += next.length;
    const left = this.matching.length - this.made;
    if (this.more) {
      this.more.hidden = left === 0;
      this.more.textContent = `Show ${Math.min(PAGE, left)} more of ${left}`;
    }
    if (this.status) this.status.textContent = `${this.made} of ${this.matching.length} shown`;
  }

  private makeRow(at: number): HTMLElement {
    const { path, action, owned, reason, added, removed } = this.read(at);
    const row = make("details", "file");
    const summary = make("summary");
    summary.append(
      make("span", `action ${action}`, action),
      make("code", "path", path),
      make("span", "lines", `+${added} −${removed}`),
      make("span", "why", `${owned}: ${reason}`)
    );
    row.append(summary);
    row.addEventListener("toggle", () => {
      if (row.open) void this.open(row, at);
      else while (row.children.length > 1) row.lastElementChild?.remove();
    });
    return row;
  }

  private async open(row: HTMLDetailsElement, at: number): Promise<void> {
    this.diffs ??= unpack(document.querySelector<HTMLElement>("#diffs")?.textContent ?? "");
    const shown = JSON.parse((await this.diffs)[at] ?? "{}") as Shown;
    // It may have been closed, or closed and opened again, meanwhile.
    if (row.open && row.children.length === 1) row.append(this.makeBody(at, shown));
  }

  private makeBody(at: number, shown: Shown): HTMLElement {
    const body = make("div", "body");
    for (const key of shown.keys) body.append(make("p", "said", key));
    if (shown.words) body.append(make("p", "said", shown.words));
    if (shown.patch) body.append(...makeDiff(shown.patch, this.read(at).path));
    for (const lines of shown.manual) body.append(make("p", "said", "To add by hand:"), make("pre", "", lines));
    return body;
  }
}

async function unpack(packed: string): Promise<readonly string[]> {
  const bytes = Uint8Array.from(atob(packed), (char) => char.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return (await new Response(stream).text()).split("\n");
}

function makeDiff(patch: string, path: string): readonly HTMLElement[] {
  const { markup, left } = renderPatch(patch, window.innerWidth >= WIDE);
  const holder = make("div", "diff");
  holder.innerHTML = markup;
  holder.querySelector(".d2h-file-header")?.remove();
  const sides = [...holder.querySelectorAll<HTMLElement>(".d2h-file-side-diff")];
  const scrollers = sides.length > 0 ? sides : [...holder.querySelectorAll<HTMLElement>(".d2h-file-diff")];
  for (const [side, scroller] of scrollers.entries()) {
    const name = scrollers.length === 1 ? "" : [", before", ", after"][side];
    scroller.tabIndex = 0;
    scroller.setAttribute("role", "region");
    scroller.setAttribute("aria-label", `${path}${name}`);
  }
  return left > 0 ? [holder, make("p", "said", `… ${left} more lines; --format json has them`)] : [holder];
}

function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className = "",
  text?: string
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  if (className !== "") element.className = className;
  if (text !== undefined) element.textContent = text;
  return element;
}

start();

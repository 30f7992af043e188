import type { ProjectFormatter } from "../../domain/answers.ts";
import type { Found } from "../../domain/detection.ts";
import { findAgents } from "../../domain/detection.ts";
import { findExclusion } from "../../domain/ownership-of-scopes.ts";
import { isWithin } from "../../domain/paths.ts";
import type { ScopePath } from "../../domain/paths.ts";
import type { InitAnswers, InitProposal } from "../../domain/proposal.ts";
import type { InitRequest } from "../../domain/request.ts";
import { PROVIDERS } from "../../domain/settings.ts";
import type { PackName, ProviderName } from "../../domain/settings.ts";
import type { ExistingSettings } from "./read-existing.ts";
import type { WholeSite } from "./read-site.ts";

/** What a proposal is made from; formatters are those of the root and of the folders that may become scopes. */
export interface ProposalInput {
  readonly site: WholeSite;
  readonly formatters: readonly Found<ProjectFormatter>[];
  readonly request: InitRequest;
  readonly existing: ExistingSettings | undefined;
  readonly evidence: InitProposal["evidence"];
}

/** Proposes each answer: what a flag says, else what the settings say, else what the repository shows. */
export function propose({ site, formatters, request, existing, evidence }: ProposalInput): InitProposal {
  const exclude = request.exclude ?? existing?.lint.exclude ?? [];
  const answers: InitAnswers = {
    providers: request.providers ?? existing?.providers ?? proposeProviders(site),
    packs: request.packs ?? existing?.packs ?? proposePacks(formatters),
    scopes: request.scopes ?? existing?.lint.scopes ?? proposeScopes(site, exclude),
    exclude,
    commitGate: request.commitGate ?? existing?.commitGate ?? "disabled",
  };
  const names = ["providers", "packs", "scopes", "exclude", "commitGate"] as const;
  return {
    root: site.root,
    answers,
    given: names.filter((name) => request[name] !== undefined),
    reasons: existing === undefined ? toReasons(site, formatters) : {},
    candidates: site.packages.map(({ path, name }) => ({ path, name })),
    evidence,
  };
}

function toReasons(site: WholeSite, formatters: ProposalInput["formatters"]): InitProposal["reasons"] {
  const agents = findAgents([site.rootFolder]);
  return {
    providers:
      agents.length > 0
        ? agents.map((agent) => agent.because).join(", ")
        : "no agent's configuration is here, so all that hi knows; --providers names fewer",
    scopes: "packages with JavaScript or TypeScript; --scopes names others",
    packs: formatters.length > 0 ? "another formatter works here, so not format" : "the usual",
  };
}

/** The agents that have left their configuration here; all four where none has. */
function proposeProviders(site: WholeSite): readonly ProviderName[] {
  const found = findAgents([site.rootFolder]).map((agent) => agent.name);
  return found.length > 0 ? found : PROVIDERS;
}

/** Where another formatter is at work, ours stays out until it is chosen. */
function proposePacks(formatters: readonly Found<ProjectFormatter>[]): readonly PackName[] {
  return formatters.length > 0 ? ["base"] : ["base", "format"];
}

/** Every workspace package, and the root where it has sources that no package owns. */
export function proposeScopes(site: WholeSite, exclude: readonly string[]): readonly ScopePath[] {
  const isFree = (path: ScopePath): boolean => findExclusion(path, exclude) === undefined;
  const declared = site.packages.filter((one) => one.isDeclared && one.path !== "." && isFree(one.path));
  const hasRoot = site.packages.some((one) => one.path === ".");
  const members = declared.map((one) => one.path);
  const isOwned = (source: string): boolean =>
    site.packages.some((one) => one.path !== "." && isWithin(one.path, source));
  const isRootScope = hasRoot && (members.length === 0 || site.sources.some((source) => !isOwned(source)));
  const loose = hasRoot || members.length > 0 ? [] : proposeLoose(site, isFree);
  return [...(isRootScope ? ["." as ScopePath] : []), ...members, ...loose];
}

/** Without a manifest at the root, the outermost packages below it. */
function proposeLoose(site: WholeSite, isFree: (path: ScopePath) => boolean): readonly ScopePath[] {
  const paths = site.packages.map((one) => one.path).filter(isFree);
  return paths.filter((path) => !paths.some((other) => other !== path && isWithin(other, path)));
}

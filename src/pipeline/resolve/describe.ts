import type { ScopeAnswers } from "../../domain/answers.ts";
import type { FolderFacts } from "../../domain/detection.ts";
import {
  countLanguages,
  findAgents,
  findHookManagers,
  findLinters,
  findRivalManagers,
} from "../../domain/detection.ts";
import type { Finding } from "../../domain/finding.ts";
import { GUARD_PATH } from "../../domain/guard-record.ts";
import { toLintConfig } from "../../domain/lint-policy.ts";
import type { RepositoryLocation } from "../../domain/location.ts";
import { isWithin } from "../../domain/paths.ts";
import { findPolicyFindings } from "../../domain/policy-findings.ts";
import { PROJECTIONS } from "../../domain/projections.ts";
import type { Settings } from "../../domain/settings.ts";
import type { FoundAnswers } from "../reading/find-answers.ts";
import type { Resolved } from "../world.ts";
import type { WholeSite } from "./read-site.ts";

type Evidence = Resolved["evidence"];

/** What was found in the repository, each with what showed it, for the person who asks why. */
export function describeSite(
  site: WholeSite,
  folders: readonly FolderFacts[],
  calledFrom: string | undefined
): Evidence {
  const all = [site.rootFolder, ...folders.filter((folder) => folder.path !== ".")];
  const languages = countLanguages(site.sources);
  return [
    { about: "repository root", value: site.root, because: toRootReason(site, calledFrom) },
    ...describeGit(site.location),
    ...(languages.length === 0
      ? []
      : [{ about: "languages", value: languages.map(({ name }) => name).join(", "), because: toCounts(languages) }]),
    ...describeWorkspaces(site),
    ...findLinters(all).map(({ name, because }) => ({ about: "linter", value: name, because })),
    ...findAgents([site.rootFolder]).map(({ name, because }) => ({ about: "agent", value: name, because })),
    ...findHookManagers([site.rootFolder]).map(({ name, because }) => ({
      about: "hook manager",
      value: name,
      because,
    })),
  ];
}

/** The answers that detection gave, with what decided each. */
export function describeAnswers({ answers, packageManager, formatters }: FoundAnswers): Evidence {
  return [
    ...answers.scopes.flatMap(describePolicy),
    { about: "package manager", value: packageManager.manager, because: packageManager.because },
    ...formatters.map(({ name, because }) => ({ about: "formatter", value: name, because })),
    ...(answers.gateConfig
      ? [{ about: "commit gate", value: answers.gateConfig, because: "the configuration that lefthook reads" }]
      : []),
  ];
}

/** The policy of the project's that a scope's own is composed of, and the frameworks that it shows. */
function describePolicy({ path, policy, presets = [] }: ScopeAnswers): Evidence {
  const project = policy.kind === "generated" ? policy.project : policy;
  const because = project && "because" in project ? project.because : `${project?.path}, edited in place`;
  return [
    ...(project && !("isAbsent" in project)
      ? [{ about: "lint policy", value: `${project.path} for ${path}`, because }]
      : []),
    ...presets.map((preset) => ({ about: "preset", value: `${preset.name} for ${path}`, because: preset.because })),
  ];
}

const ROOT_REASONS: Readonly<Record<RepositoryLocation["because"], string>> = {
  git: "git's top level",
  harness: "the nearest folder with .hi/",
  manifest: "the nearest folder with a package.json; there is no git repository",
  "working-directory": "the working directory; there is neither a git repository nor a package.json",
};

function toRootReason({ root, location }: WholeSite, calledFrom: string | undefined): string {
  const isReached = calledFrom !== undefined && calledFrom !== root && !calledFrom.startsWith(`${root}/`);
  return ROOT_REASONS[location.because] + (isReached ? `, reached through ${calledFrom}` : "");
}

function describeGit({ layout, hasCommits }: RepositoryLocation): Evidence {
  if (layout === undefined) return [];
  const value = { main: "a repository", "linked-worktree": "a linked worktree", submodule: "a submodule" }[layout];
  return [{ about: "git", value, because: hasCommits ? "git rev-parse" : "git rev-parse; there are no commits yet" }];
}

function describeWorkspaces({ workspacePatterns, packages }: WholeSite): Evidence {
  if (workspacePatterns.length === 0) return [];
  const count = packages.filter((one) => one.isDeclared && one.path !== ".").length;
  return [{ about: "workspaces", value: `${count} packages`, because: workspacePatterns.join(", ") }];
}

function toCounts(languages: ReturnType<typeof countLanguages>): string {
  return languages.map(({ name, files }) => `${files} ${name} ${files === 1 ? "file" : "files"}`).join(", ");
}

/** What the selection leaves out or meets with, for the report; nothing here stops a run. */
export function findSelectionFindings(input: {
  readonly site: WholeSite;
  readonly settings: Settings;
  readonly folders: readonly FolderFacts[];
  readonly embedded: readonly string[];
  readonly found: FoundAnswers;
}): readonly Finding[] {
  const { site, settings, folders, embedded, found } = input;
  const findings: Finding[] = [...found.packageManager.findings];
  if (settings.lint.scopes.length === 0) findings.push({ code: "no-scopes", severity: "warning", args: {} });
  for (const { name, because } of found.formatters) {
    const isChosen = settings.packs.includes("format");
    const code = isChosen ? "formatter-beside-ours" : "formatter-kept";
    findings.push({ code, severity: isChosen ? "warning" : "info", args: { name, because } });
  }
  if (embedded.length > 0) {
    findings.push({
      code: "packages-not-selected",
      severity: "info",
      args: { count: embedded.length, paths: embedded.slice(0, 20) },
    });
  }
  findings.push(
    ...findParentPolicies(found),
    ...found.policies.flatMap(findPolicyFindings),
    ...found.nestedFindings,
    ...found.gateFindings,
    ...findForeignConfigs(found),
    ...findGuardNeeds(site, settings),
    ...findUntyped(settings, folders)
  );
  const managers = findRivalManagers([site.rootFolder]);
  if (settings.commitGate === "lefthook") {
    findings.push(
      ...managers.map((args) => ({ code: "hook-manager-present", severity: "warning" as const, args: { ...args } }))
    );
  }
  return findings;
}

/** A scope that another folder's policy reaches, as oxlint would have it: ours is composed over that one. */
function findParentPolicies({ answers }: FoundAnswers): readonly Finding[] {
  return answers.scopes.flatMap(({ path, policy }) => {
    const project = policy.kind === "generated" ? policy.project : undefined;
    if (project === undefined || isWithin(path, project.path)) return [];
    return [{ code: "policy-of-parent", severity: "info", path, args: { policy: project.path } }];
  });
}

/** Scopes whose effective configuration has no place, because a file of the project's stands there. */
function findForeignConfigs({ answers }: FoundAnswers): readonly Finding[] {
  return answers.scopes.flatMap(({ path, policy }) => {
    const project = policy.kind === "generated" ? policy.project : undefined;
    const file = toLintConfig(path, policy);
    if (project === undefined || !answers.theirs.includes(file)) return [];
    return [{ code: "config-not-ours", severity: "warning", path, args: { file, policy: project.path } }];
  });
}

/** The guard needs a policy in a commit; its hooks are new to Codex, which runs none before a person trusts it. */
function findGuardNeeds({ receipt }: WholeSite, { packs, providers }: Settings): readonly Finding[] {
  const isNew = packs.includes("guard") && receipt?.files[GUARD_PATH] === undefined;
  if (!isNew) return [];
  const trust: Finding = { code: "guard-untrusted", severity: "warning", path: PROJECTIONS.codex, args: {} };
  return [{ code: "guard-needs-policy", severity: "info", args: {} }, ...(providers.includes("codex") ? [trust] : [])];
}

function findUntyped(settings: Settings, folders: readonly FolderFacts[]): readonly Finding[] {
  if (!settings.packs.includes("typed") && !settings.packs.includes("effect")) return [];
  return folders
    .filter((folder) => !folder.names.has("tsconfig.json"))
    .map((folder) => ({ code: "typed-without-tsconfig", severity: "info", path: folder.path, args: {} }));
}

import type { InitAnswers, InitProposal } from "../../domain/proposal.ts";
import type { Settings } from "../../domain/settings.ts";
import type { Resolved } from "../world.ts";

interface Choices {
  readonly settings: Settings;
  /** Undefined where nothing was proposed: the settings say it. */
  readonly proposal?: InitProposal;
  readonly isAsked?: boolean;
}

/** The agents, scopes and packs of a run, each with what chose it. */
export function describeChoices({ settings, proposal, isAsked = false }: Choices): Resolved["evidence"] {
  const toRow = (about: string, name: keyof InitAnswers, values: readonly string[]) => ({
    about,
    value: values.join(", ") || "none",
    because: toReason(name, proposal, isAsked),
  });
  return [
    toRow("agents", "providers", settings.providers),
    toRow("scopes", "scopes", settings.lint.scopes),
    toRow("packs", "packs", settings.packs),
  ];
}

function toReason(name: keyof InitAnswers, proposal: InitProposal | undefined, isAsked: boolean): string {
  if (proposal === undefined) return ".hi/settings.json";
  if (proposal.given.includes(name)) return `--${name}`;
  return isAsked ? "as answered" : (proposal.reasons[name] ?? ".hi/settings.json");
}

import type { PostEditResult } from "../contracts/post-edit-result.ts";
import type { ProviderName } from "../domain/settings.ts";

/** A payload as parsed: every field is untrusted. */
export type Payload = Readonly<Record<string, unknown>>;

/** What a payload says was edited, in the provider's own words; the disk has not been asked yet. */
export interface EditEvent {
  /** Empty where the provider names none. */
  readonly session: string;
  readonly tool: string;
  readonly event: string | undefined;
  /** The folder that relative paths belong to; undefined means the repository root. */
  readonly base: string | undefined;
  /** Never empty. Absolute, or relative to `base`. */
  readonly paths: readonly string[];
  /** Nothing that is answered to this event reaches the agent, so nothing is asked for. */
  readonly isUnheard?: true;
}

/** One agent's row: where its hooks are configured, what it sends and how an answer is said there. */
export interface Agent {
  readonly name: ProviderName | "neutral";
  /** The project file that calls the runtime; undefined for `neutral`, which nothing calls but people and tests. */
  readonly settingsPath: string | undefined;
  /** The events that announce a finished edit. */
  readonly events: readonly string[];
  /** Reads a payload; undefined where it announces no finished edit of a named file. */
  readonly toEdit: (payload: Payload) => EditEvent | undefined;
  /** What a payload of a finished edit should say and does not, as a sentence; undefined where nothing is missing. */
  readonly findGap: (payload: Payload) => string | undefined;
  /** The text for stdout without its final newline; empty means print nothing. */
  readonly respond: (result: PostEditResult, event?: string) => string;
}

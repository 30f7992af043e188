/** The contract's name and version; its JSON Schema is receipts/stop-verdict-1.schema.json. */
const STOP_SCHEMA = "hi-stop/1";

/**
 * What an agent that wants to stop is told, before it is said in its own words. `block`: not yet, and why. `release`: it is
 * let go without a fresh pass, since it was kept from stopping often enough; people are told.
 */
export interface StopVerdict {
  readonly schema: typeof STOP_SCHEMA;
  readonly outcome: "allow" | "block" | "release";
  /** Empty where it may stop. */
  readonly text: string;
}

export const toStopVerdict = (outcome: StopVerdict["outcome"], text = ""): StopVerdict => ({
  schema: STOP_SCHEMA,
  outcome,
  text,
});

import type { CustomLintReason } from "./custom-lint.ts";

/** What is wrong with an answer, thrown by the parts of its reader and caught at its door. */
export class AnswerFault extends Error {
  readonly reason: CustomLintReason;

  constructor(reason: CustomLintReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

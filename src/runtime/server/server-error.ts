import type { PostEditFailure } from "../../contracts/post-edit-result.ts";

/** A server that failed; nothing that it said before counts. */
export class ServerError extends Error {
  override readonly name = "ServerError";
  readonly failure: PostEditFailure;

  constructor(failure: PostEditFailure) {
    super(failure.output);
    this.failure = failure;
  }
}

/** The failure that an error carries. @throws what is no failure of a server */
export function toServerFailure(error: unknown): PostEditFailure {
  if (error instanceof ServerError) return error.failure;
  throw error;
}

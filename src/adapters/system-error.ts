/** The system's error name (`ENOENT`, …), or undefined where the thrown value is no system error. */
export function toErrorCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code } = error as NodeJS.ErrnoException;
  return typeof code === "string" ? code : undefined;
}

/** The value of `work`, or undefined where it fails with one of the named system errors; any other error passes on. */
export function orUndefined<Value>(codes: readonly string[], work: () => Value): Value | undefined {
  try {
    return work();
  } catch (error) {
    if (codes.includes(toErrorCode(error) ?? "")) return undefined;
    throw error;
  }
}

/** Nothing stands at the path, or something on the way to it is no folder. */
export const ABSENCE = ["ENOENT", "ENOTDIR"] as const;

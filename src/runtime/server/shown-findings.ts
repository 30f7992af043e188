import { SYNTAX_ERROR_RULE } from "../../contracts/post-edit-result.ts";
import type { PostEditFinding } from "../../contracts/post-edit-result.ts";
import { parsePlace } from "./text-edits.ts";
import type { Place } from "./text-edits.ts";

/** Which file a server speaks of, and whether its text starts with a byte order mark, which is no column. */
export interface ShownFile {
  readonly file: string;
  readonly hasMark: boolean;
}

interface ShownDiagnostic {
  readonly code?: unknown;
  readonly severity?: unknown;
  readonly message?: unknown;
  readonly codeDescription?: { readonly href?: unknown };
  readonly relatedInformation?: readonly { readonly location?: { readonly range?: unknown } }[];
}

const ERROR = 1;
/** The server puts help and note behind the message, each in a line of its own. */
const PARTS = /^(.*?)(?:\nhelp: (.*?))?(?:\nnote: .*)?$/s;

/**
 * What a server shows of one file as the findings that the command line would report. Its hints, which repeat a
 * diagnostic at its other labels, have no code and are left out. @throws TypeError where it is no list of diagnostics
 */
export function toShownFindings(value: unknown, shown: ShownFile): readonly PostEditFinding[] {
  if (!Array.isArray(value)) throw new TypeError("diagnostics are no list");
  return (value as readonly ShownDiagnostic[])
    .filter((diagnostic) => typeof diagnostic.code === "string")
    .map((diagnostic) => toFinding(diagnostic, shown));
}

function toFinding(diagnostic: ShownDiagnostic, shown: ShownFile): PostEditFinding {
  const { code, severity, message, codeDescription } = diagnostic;
  if (typeof message !== "string") throw new TypeError("a diagnostic has no message");
  const [, text = message, help] = PARTS.exec(message) ?? [];
  const href = codeDescription?.href;
  return {
    file: shown.file,
    rule: String(code) || SYNTAX_ERROR_RULE,
    severity: severity === ERROR ? "error" : "warning",
    ...toRange(diagnostic.relatedInformation?.[0]?.location?.range, shown),
    message: text,
    ...(help && { help }),
    ...(typeof href === "string" && { url: href }),
  };
}

/** The first label's; a diagnostic without one is about the whole file. */
function toRange(
  range: unknown,
  { hasMark }: ShownFile
): Pick<PostEditFinding, "line" | "column" | "endLine" | "endColumn"> {
  if (range === undefined) return { line: 1, column: 1 };
  const { start, end } = range as { readonly start?: unknown; readonly end?: unknown };
  const toColumn = ({ line, character }: Place): number => Math.max(1, character + (line === 0 && hasMark ? 0 : 1));
  const [from, to] = [parsePlace(start), parsePlace(end)];
  return { line: from.line + 1, column: toColumn(from), endLine: to.line + 1, endColumn: toColumn(to) };
}

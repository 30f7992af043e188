import type { DocumentFormat } from "../../domain/request.ts";
import type { DocumentInput } from "./json.ts";
import { renderDocument, toDocument, toRunOf } from "./json.ts";
import type { PageParts } from "./page/page.ts";

/** What documents need beside the report; read where one is asked for. */
export interface DocumentSources {
  readonly readVersion: () => Promise<string>;
  readonly readPageParts: () => Promise<PageParts>;
}

/** The report as one document of the given format: what `--format` prints and `--output` writes. */
export async function renderAs(
  format: DocumentFormat,
  input: DocumentInput,
  sources: DocumentSources
): Promise<string> {
  if (input.verb?.startsWith("fleet ")) return (await import("./fleet.ts")).renderFleetAs(format, input, sources);
  if (format === "json") return renderJson(input);
  const { verb, exitCode, report, refusal = report?.kind === "refused" ? report.refusal : undefined } = input;
  const told = { run: toRunOf(report), verb, ...(refusal === undefined ? {} : { refusal }) };
  if (format === "markdown") return (await import("./markdown.ts")).renderMarkdown(told);
  if (format === "html") {
    return (await import("./page/page.ts")).renderPage({ ...told, parts: await sources.readPageParts() });
  }
  const { toSarif } = await import("./sarif.ts");
  return renderDocument(toSarif({ ...told, exitCode, version: await sources.readVersion() }));
}

async function renderJson(input: DocumentInput): Promise<string> {
  if (input.verb === "linter check" || input.verb === "linter run") {
    return renderDocument((await import("./linter-json.ts")).toLinterDocument(input));
  }
  if (input.verb?.startsWith("session ")) {
    return renderDocument((await import("./session-json.ts")).toSessionDocument(input));
  }
  if (input.verb === "inspect") {
    return renderDocument((await import("./inspection-json.ts")).toInspectionDocument(input));
  }
  if (input.verb === "verify" || input.verb === "ci") {
    return renderDocument((await import("./verification-json.ts")).toVerificationDocument(input));
  }
  if (input.verb === "resume" || input.verb === "abort" || input.verb === "undo") {
    return renderDocument((await import("./recovery-json.ts")).toRecoveryDocument(input));
  }
  if (input.verb !== "doctor") return renderDocument(toDocument(input));
  return renderDocument((await import("./doctor-json.ts")).toDoctorDocument(input));
}

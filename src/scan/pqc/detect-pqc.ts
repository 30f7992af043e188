import type { SkippedFile } from "../../contracts/scanner.ts";
import { toScannedKind } from "../../domain/scanned-files.ts";
import type { ScannedKind } from "../../domain/scanned-files.ts";
import type { DetectOptions, Detection, Detector, SourceFile } from "../detector.ts";
import { toFindings } from "./pqc-findings.ts";
import type { Said } from "./pqc-findings.ts";

const NOTHING: Detection = { findings: [], skipped: [] };

/**
 * Finds cryptography that a quantum computer breaks (and, where opt-in rules are asked for, what withstands it, literal
 * algorithms, and certificates and keys): in JavaScript and TypeScript, manifests and lockfiles, Dockerfiles and the TLS
 * configuration of nginx, Apache and HAProxy (seed 002).
 */
export const detectPqc: Detector = async (file, options): Promise<Detection> => {
  const kind = toScannedKind(file.path);
  if (kind === undefined) return NOTHING;
  try {
    return await detect(kind, file, options);
  } catch {
    return { findings: [], skipped: [skip(file, "engine-failed", "the quantum checks could not look at the file")] };
  }
};

const skip = ({ path }: SourceFile, reason: SkippedFile["reason"], detail: string): SkippedFile => ({
  file: path,
  reason,
  detail,
});

async function detect(kind: ScannedKind, file: SourceFile, options: DetectOptions): Promise<Detection> {
  if (kind === "manifest") {
    const { readManifest } = await import("./manifests.ts");
    const name = file.path.slice(Math.max(file.path.lastIndexOf("/"), file.path.lastIndexOf("\\")) + 1);
    const { said, trouble } = await readManifest(name, file.text);
    const skipped = trouble === undefined ? [] : [skip(file, "partial-parse", trouble)];
    return { findings: toFindings(file, said), skipped };
  }
  if (kind === "key-material") return options.withOptIn === true ? detectMaterial(file) : NOTHING;
  return { findings: toFindings(file, await findIn(kind, file, options)), skipped: [] };
}

async function detectMaterial(file: SourceFile): Promise<Detection> {
  const { readKeyMaterial } = await import("./key-material.ts");
  const { findings, unread } = readKeyMaterial(file.path, file.text, file.bytes);
  const detail = `${unread} part${unread === 1 ? "" : "s"} of it could not be read as a certificate or a key`;
  return { findings, skipped: unread === 0 ? [] : [skip(file, "partial-parse", detail)] };
}

async function findIn(kind: ScannedKind, file: SourceFile, options: DetectOptions): Promise<readonly Said[]> {
  if (kind === "dockerfile") return (await import("./dockerfile-tls.ts")).findInsecureTls(file.text);
  if (kind === "tls-config") return (await import("./tls-config.ts")).findClassicalTls(file.text);
  return findInScript(kind, file.text, options.withOptIn === true);
}

/** Without one of these a file has no call that is told: it is not parsed. */
const CALLS = /generateKey|DiffieHellman|createECDH|subtle|\bsign\b|\bverify\b/;
const OPT_IN_CALLS = /create(?:Hash|Hmac|Cipher|Decipher|Sign|Verify)/;

async function findInScript(kind: ScannedKind, text: string, withOptIn: boolean): Promise<readonly Said[]> {
  const ready = withOptIn ? (await import("./ready-tokens.ts")).findReadyTokens(text) : [];
  const isCalled = text.includes("crypto") && (CALLS.test(text) || (withOptIn && OPT_IN_CALLS.test(text)));
  if (!isCalled) return ready;
  const [{ Lang, parseAsync }, { findCryptoCalls }] = await Promise.all([
    import("@ast-grep/napi"),
    import("./crypto-calls.ts"),
  ]);
  const language = { typescript: Lang.TypeScript, tsx: Lang.Tsx }[kind as string] ?? Lang.JavaScript;
  const root = (await parseAsync(language, text)).root();
  return [...findCryptoCalls(root, withOptIn), ...ready];
}

import { isBuiltIn } from "../tests/matchers.ts";

/** What a setup file does to what tests assert by, or to what they run on. */
const TAMPERING =
  /\bglobalThis\b|\bglobal\s*[.[]|\bexpect\b(?!\s*\.\s*extend\b)|\b(?:it|test|describe|suite)\s*[.=(]|\b(?:vi|jest)\s*\.\s*(?:mock|doMock|unstable_mockModule|stubGlobal|spyOn|fn|setMock|retryTimes|setTimeout|setConfig)\b|\bdefineProperty\b|\bprototype\b|\bprocess\b|\beval\b|\bFunction\b|\bskip\b|\bassert\b|\bModule\b|\bloader\b/;
const IMPORT_LINE =
  /^[ \t]*import\b[^"'`;]{0,500}["'][^"'\n]{1,300}["'];?|^[ \t]*(?:const|let|var)\b[^=;\n]{0,500}=\s*require\([^)\n]*\);?/gm;

/** What is longer does more than such files do. */
const MAX_LENGTH = 30_000;

/** Whether a file that is loaded before every test may make them say less; matchers of its own, and cleaning up, do not. */
export function isTampering(text: string): boolean {
  if (text.length > MAX_LENGTH) return true;
  const body = text.replaceAll(IMPORT_LINE, "").replaceAll(/\/\*[^]*?\*\/|\/\/.*$/gm, "");
  if (TAMPERING.test(body)) return true;
  const names = [...body.matchAll(/\b(to[A-Z]\w*)["']?\s*[:(,}]/g)].map(([, name = ""]) => name);
  return /\bextend\b/.test(body) && names.some(isBuiltIn);
}

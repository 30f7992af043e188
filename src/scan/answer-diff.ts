import type { ScannerRequest } from "../contracts/scanner.ts";
import type { AdapterSurroundings, CommandAnswer } from "./execute-adapter-request.ts";
import { ScanFault } from "./scan-fault.ts";

/** Answers diff. @throws ScanFault */
export async function answerDiff(_request: ScannerRequest, _surroundings: AdapterSurroundings): Promise<CommandAnswer> {
  throw new ScanFault("diff is not there yet");
}

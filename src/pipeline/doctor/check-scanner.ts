import type { DoctorFinding } from "../../domain/doctor.ts";
import { tellOf } from "../../domain/doctor.ts";
import type { ScopePath } from "../../domain/paths.ts";
import type { Machine } from "./machine.ts";
import type { DoctorSite } from "./site.ts";

const tell = tellOf("tools");

/** The package that has the adapter's program. */
const PACKAGE = "harness-intelligence";

/** What is scanned in silence where there is nothing to scan with: hooks fail open. */
export async function checkScanner(
  { root, settings }: DoctorSite,
  machine: Machine
): Promise<readonly DoctorFinding[]> {
  const packs = settings?.packs.filter((pack) => pack.startsWith("scan-")) ?? [];
  const isElsewhere = settings?.scan?.adapter !== undefined || (machine.env["HI_SCAN_ADAPTER"] ?? "") !== "";
  if (packs.length === 0 || isElsewhere) return [];
  if ((await machine.findPackage(root, "." as ScopePath, PACKAGE)) !== undefined) return [];
  return [
    tell("warning", "scanner-missing", {
      args: { packs },
      next: `add ${PACKAGE} to the devDependencies of the root, and install`,
    }),
  ];
}

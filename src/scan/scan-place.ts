import { realpathSync, statSync } from "node:fs";
import path from "node:path";

import type { ScannerRequest } from "../contracts/scanner.ts";
import { isSameOrBelow } from "../runtime/io/is-same-or-below.ts";
import { ScanFault } from "./scan-fault.ts";

/** What a path of a request means on this machine. */
export interface NamedPlace {
  /** As findings name it: the path joined with the workspace root where it was relative to it. */
  readonly shown: string;
  /** Absolute, links not followed. */
  readonly absolute: string;
}

/** What is scanned, and what nothing may lead out of. */
export interface ScanPlace extends NamedPlace {
  /** The workspace root as a real path; undefined where the request gave none. */
  readonly bound: string | undefined;
  /** Undefined where nothing stands there; `outside` where a link leads out of the bound. */
  readonly kind: "file" | "folder" | "other" | "outside" | undefined;
}

/**
 * A path of a request (a relative one is taken from the workspace root), held lexically inside the workspace root.
 * @throws ScanFault
 */
function resolveNamed(named: string, { workspace_root: root }: ScannerRequest, cwd: string): NamedPlace {
  const shown = join(named, root);
  const absolute = path.resolve(cwd, shown);
  if (root === undefined || root === "") return { shown, absolute };
  const lexical = path.resolve(cwd, root);
  if (isSameOrBelow(lexical, absolute) || isSameOrBelow(toReal(lexical) ?? lexical, absolute)) {
    return { shown, absolute };
  }
  throw new ScanFault(`path '${named}' leads out of the workspace root '${root}'`);
}

/** The same for a file that is read beside what is scanned: no link may lead out either. @throws ScanFault */
export function resolveBeside(named: string, request: ScannerRequest, cwd: string): NamedPlace {
  const place = resolveNamed(named, request, cwd);
  const { workspace_root: root } = request;
  if (root === undefined || root === "") return place;
  const bound = toReal(path.resolve(cwd, root));
  const real = toReal(place.absolute);
  if (bound === undefined || real === undefined || isSameOrBelow(bound, real)) return place;
  throw new ScanFault(`path '${named}' leads out of the workspace root '${root}' by a link`);
}

function join(named: string, root = ""): string {
  if (named === ".") return root === "" ? "." : root;
  if (path.isAbsolute(named) || root === "" || root === ".") return named;
  return `${root.replace(/(?<=.)[/\\]+$/, "").replace(/^\/$/, "")}/${named.replace(/^\.\//, "")}`;
}

/** What a scan looks at: the path, else the workspace root, else the current folder. @throws ScanFault */
export function resolveScanPlace(request: ScannerRequest, cwd: string): ScanPlace {
  const named = resolveNamed(request.path ?? ".", request, cwd);
  const root = request.workspace_root;
  const bound = root === undefined || root === "" ? undefined : toReal(path.resolve(cwd, root));
  if (root !== undefined && root !== "" && bound === undefined) {
    throw new ScanFault(`workspace root '${root}' does not exist`);
  }
  return { ...named, bound, kind: findKind(named.absolute, bound) };
}

function findKind(absolute: string, bound: string | undefined): ScanPlace["kind"] {
  const real = toReal(absolute);
  if (real === undefined) return undefined;
  if (bound !== undefined && !isSameOrBelow(bound, real)) return "outside";
  const facts = statSync(real);
  if (facts.isFile()) return "file";
  return facts.isDirectory() ? "folder" : "other";
}

/** Undefined where nothing stands there, or it cannot be told. */
export function toReal(file: string): string | undefined {
  try {
    return realpathSync.native(file);
  } catch {
    return undefined;
  }
}

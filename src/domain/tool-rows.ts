import type { PackageManager } from "./answers.ts";

/** What a row starts: a tool of the pinned tuple, or a package manager that the user has installed. */
export type ToolProgram = "oxlint" | "oxfmt" | "effect-tsgo" | PackageManager;

/** Where a row may run: in the candidate, in the candidate's tool folder, or in a staging folder of the cache. */
export type ToolPlace = "candidate" | "tools" | "staging";

/** A value in an argument: a file or folder below the working directory, or a glob in gitignore form. */
type Slot = "file" | "folder" | "pattern";

/** One argument, or any number of equal form: the text before the value, then the value. */
type ArgumentShape = string | { readonly before: string; readonly slot: Slot; readonly many?: true };

/** One row of the fixed table: what may be started, how, and where. Everything else is refused. */
export interface ToolRow {
  readonly name: string;
  readonly program: ToolProgram;
  readonly place: ToolPlace;
  readonly shape: readonly ArgumentShape[];
  readonly purpose: string;
}

const IGNORED_PATTERNS = { before: "--ignore-pattern=", slot: "pattern", many: true } as const;
/** oxlint 1.80.0 walks into `node_modules` unless it is told not to. */
const NO_DEPENDENCIES = "--ignore-pattern=node_modules";
const LINT = [
  "-c",
  { before: "", slot: "file" },
  "--disable-nested-config",
  NO_DEPENDENCIES,
  IGNORED_PATTERNS,
] as const;

/**
 * Every executable and argument shape that the preview may start (seed 003 AC-011); docs/preview.md shows the same
 * table. No row has a dangerous fix, a shell, a lifecycle script or a project's own command.
 */
export const TOOL_ROWS = [
  {
    name: "lint",
    program: "oxlint",
    place: "candidate",
    shape: [...LINT, "--format=json"],
    purpose: "the lint debt under the candidate's configuration",
  },
  {
    name: "lint-fix",
    program: "oxlint",
    place: "candidate",
    shape: [...LINT, "--fix", "--format=json"],
    purpose: "what safe fixes would take away; the last thing done to the candidate",
  },
  {
    name: "baseline",
    program: "oxlint",
    place: "candidate",
    shape: [NO_DEPENDENCIES, IGNORED_PATTERNS, "--format=json", { before: "", slot: "folder" }],
    purpose: "what the present configuration reports, nested discovery on",
  },
  {
    name: "lint-rules",
    program: "oxlint",
    place: "candidate",
    shape: ["--rules", "--format=json"],
    purpose: "which rules have a safe fix",
  },
  {
    name: "format-check",
    program: "oxfmt",
    place: "candidate",
    shape: [
      "-c",
      { before: "", slot: "file" },
      "--disable-nested-config",
      "--check",
      "--no-error-on-unmatched-pattern",
    ],
    purpose: "the format debt",
  },
  {
    name: "effect-patch",
    program: "effect-tsgo",
    place: "tools",
    shape: ["patch", "--oxlint"],
    purpose: "the Effect rules, only with the effect pack",
  },
  ...managerRows("npm", {
    project: ["ci", "--ignore-scripts", "--no-audit", "--no-fund"],
    tools: ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock"],
  }),
  ...managerRows("pnpm", {
    project: ["install", "--frozen-lockfile", "--ignore-scripts", "--ignore-pnpmfile"],
    tools: ["install", "--no-frozen-lockfile", "--ignore-scripts", "--ignore-pnpmfile", "--ignore-workspace"],
  }),
  ...managerRows("yarn", {
    project: ["install", "--frozen-lockfile", "--ignore-scripts", "--ignore-engines", "--non-interactive"],
    tools: ["install", "--no-lockfile", "--ignore-scripts", "--ignore-engines", "--non-interactive"],
  }),
  ...managerRows("yarn-berry", {
    project: ["install", "--immutable", "--mode=skip-build"],
    tools: ["install", "--no-immutable", "--mode=skip-build"],
  }),
  ...managerRows("bun", {
    project: ["install", "--frozen-lockfile", "--ignore-scripts", "--backend=copyfile"],
    tools: ["install", "--no-save", "--ignore-scripts", "--backend=copyfile", "--linker=hoisted"],
  }),
] as const satisfies readonly ToolRow[];

export type ToolRowName = (typeof TOOL_ROWS)[number]["name"];

/** Values for a row's slots, in the order of the shape; a `many` slot takes a list. */
export type SlotValues = readonly (string | readonly string[])[];

/** The three things that are asked of a package manager: its version, the lockfile's packages, the tuple's packages. */
function managerRows<const Name extends PackageManager>(
  manager: Name,
  { project, tools }: Readonly<Record<"project" | "tools", readonly string[]>>
) {
  return [
    {
      name: `${manager}-version`,
      program: manager,
      place: "staging",
      shape: ["--version"],
      purpose: "part of the cache key",
    },
    {
      name: `${manager}-project`,
      program: manager,
      place: "staging",
      shape: project,
      purpose: "the lockfile's dependencies, frozen, scripts off",
    },
    {
      name: `${manager}-tools`,
      program: manager,
      place: "staging",
      shape: tools,
      purpose: "the tool tuple at its exact versions, scripts off",
    },
  ] as const;
}

export function findRow(name: ToolRowName): ToolRow {
  return TOOL_ROWS.find((one) => one.name === name) as ToolRow;
}

/** The arguments of a row with its slots filled. What is no value for its slot makes a request that no row admits. */
export function toArguments({ shape }: ToolRow, values: SlotValues): readonly string[] {
  const waiting = [...values];
  return shape.flatMap((part) => {
    if (typeof part === "string") return [part];
    const value = waiting.shift() ?? "";
    return [value].flat().map((text) => part.before + text);
  });
}

/** The program and its arguments as docs/preview.md shows them: FILE, FOLDER and PATTERN where a value goes. */
export function toShapeText({ program, shape }: ToolRow): readonly string[] {
  const args = shape.map((part: ArgumentShape) =>
    typeof part === "string" ? part : `${part.before}${part.slot.toUpperCase()}${part.many ? "…" : ""}`
  );
  return [program, ...args];
}

/** The row that these arguments of this program are, or undefined: then nothing is started. */
export function matchRow(program: ToolProgram, args: readonly string[]): ToolRow | undefined {
  return TOOL_ROWS.find((one) => one.program === program && matchesShape(one.shape, args));
}

function matchesShape(shape: readonly ArgumentShape[], args: readonly string[]): boolean {
  const [part, ...parts] = shape;
  const [argument, ...rest] = args;
  if (part === undefined) return argument === undefined;
  const isMany = typeof part !== "string" && part.many === true;
  if (argument !== undefined && matchesPart(part, argument) && matchesShape(isMany ? shape : parts, rest)) return true;
  return isMany && matchesShape(parts, args);
}

function matchesPart(part: ArgumentShape, argument: string): boolean {
  if (typeof part === "string") return argument === part;
  if (!argument.startsWith(part.before)) return false;
  return SLOTS[part.slot](argument.slice(part.before.length));
}

const MOST_VALUE_LENGTH = 4096;

const SLOTS: Readonly<Record<Slot, (value: string) => boolean>> = {
  file: isInside,
  folder: (value) => value === "." || isInside(value),
  pattern: (value) => isPlain(value) && !value.startsWith("!"),
};

/** A path below the working directory that cannot be taken for a flag. */
function isInside(value: string): boolean {
  if (!isPlain(value) || /^[-~/\\]|^[A-Za-z]:/.test(value) || value.includes("\\")) return false;
  return !value.split("/").some((segment) => segment === "" || segment === "." || segment === "..");
}

function isPlain(value: string): boolean {
  return value !== "" && value.length <= MOST_VALUE_LENGTH && !/\p{Cc}/u.test(value);
}

import type { Json } from "../../src/domain/json.ts";
import type { InitRequest } from "../../src/domain/request.ts";
import { COMMIT_GATES, PACKS, PROVIDERS } from "../../src/domain/settings.ts";
import type { Choices } from "./jsonc-documents.ts";

/** A repository that nobody would write twice, and what `hi init` is asked for in it. */
export interface RandomRepository {
  readonly files: Readonly<Record<string, string>>;
  readonly isGit: boolean;
  readonly answers: Required<Pick<InitRequest, "commitGate" | "exclude" | "packs" | "providers" | "scopes">>;
}

interface Layout {
  readonly indent: string | number;
  readonly eol: string;
  readonly bom: string;
  readonly end: string;
  readonly colon: string;
}

/** Everything about one repository comes from the choices. */
export function writeRepository(choices: Choices): RandomRepository {
  const hasRoot = choices.chance(85);
  const nested = ["packages/a", "packages/b c"].filter(() => choices.chance(hasRoot ? 35 : 90));
  const scopes = [...(hasRoot ? ["."] : []), ...nested];
  const files: Record<string, string> = { "src/index.ts": "export const one = 1;\n" };
  for (const scope of scopes) Object.assign(files, writeScope(scope === "." ? "" : `${scope}/`, choices));
  Object.assign(files, writeNeighbours(choices));
  return {
    files,
    isGit: choices.chance(50),
    answers: {
      providers: PROVIDERS.filter(() => choices.chance(60)),
      packs: ["base", ...PACKS.filter((pack) => pack !== "base" && choices.chance(35))],
      scopes: scopes.filter(() => choices.chance(85)),
      exclude: choices.chance(30) ? ["vendor/**"] : [],
      commitGate: choices.pick(COMMIT_GATES),
    },
  };
}

/** A JSON text in a layout of its own: indentation, line ends, byte order mark, end of file, one member a line or not. */
export function writeOdd(value: Json, choices: Choices): string {
  const layout: Layout = {
    indent: choices.pick([2, 4, "\t", 3, 2, 0]),
    eol: choices.chance(25) ? "\r\n" : "\n",
    bom: choices.chance(15) ? "\uFEFF" : "",
    end: choices.pick(["\n", "\n", "", "\n\n"]),
    colon: choices.chance(20) ? " :  " : "",
  };
  const text = JSON.stringify(value, null, layout.indent);
  const spaced = layout.colon === "" ? text : text.replaceAll(/(?<=")(: ?)(?=\S)/g, layout.colon);
  return layout.bom + (spaced + layout.end).replaceAll("\n", layout.eol);
}

function writeScope(folder: string, choices: Choices): Record<string, string> {
  const own = (name: string, value: string): Json => (choices.chance(20) ? { [name]: value } : {});
  const manifest = {
    name: folder === "" ? "shop" : "nested",
    ...(choices.chance(60) ? { type: choices.pick(["module", "commonjs"]) } : {}),
    ...(folder === "" && choices.chance(60) ? { workspaces: ["packages/*"] } : {}),
    ...(choices.chance(70)
      ? { scripts: { test: "run  it", ...(own("lint", "eslint .") as object), ...(own("format", "x") as object) } }
      : {}),
    ...(choices.chance(60) ? { devDependencies: { zod: "4.0.0", ...(own("oxlint", "0.1.0") as object) } } : {}),
    ...(choices.chance(15) ? { prettier: { semi: false } } : {}),
  };
  const policy = choices.pick(["none", "none", "module", "json"]);
  return {
    [`${folder}package.json`]: writeOdd(manifest, choices),
    [`${folder}src/a.ts`]: "export const a  = 1\n",
    ...(choices.chance(40) ? { [`${folder}tsconfig.json`]: '{ "compilerOptions": { "strict": true } }\n' } : {}),
    ...(policy === "module" ? { [`${folder}oxlint.config.ts`]: choices.pick(MODULES) } : {}),
    ...(policy === "json" ? { [`${folder}.oxlintrc.json`]: writeOdd({ rules: {} }, choices) } : {}),
    ...(choices.chance(10) ? { [`${folder}oxfmt.config.ts`]: "export default   {}\n" } : {}),
  };
}

const MODULES = [
  'import { defineConfig } from "oxlint"\n\nexport default defineConfig({ rules : { "no-debugger": "error" } })\n',
  "export default {\n\t// ours\n\textends: [],\n};\n",
  "import { defineConfig } from 'oxlint';\r\nexport default defineConfig({\r\n  rules: {},\r\n});",
  "const config = { rules: {} };\nexport default config;\n",
];

const GROUP = { matcher: "Bash", hooks: [{ type: "command", command: "echo  hi" }] };

const ODD_FILES: readonly (readonly [name: string, value: Json])[] = [
  [".claude/settings.json", { model: "opus", hooks: { PostToolUse: [GROUP] } }],
  [".codex/hooks.json", { hooks: { PostToolUse: [GROUP] } }],
  [".cursor/hooks.json", { version: 1, hooks: { stop: [{ command: "echo" }] } }],
  [".prettierrc", { tabWidth: 3 }],
  ["biome.json", { files: { includes: ["**"] }, overrides: [{ includes: ["*.md"], linter: { enabled: false } }] }],
  ["dprint.json", { json: {}, excludes: ["**/node_modules"] }],
  ["knip.json", { entry: ["src/index.ts"], ignore: ["x.ts"] }],
];

const PLAIN_FILES: readonly (readonly [name: string, text: string])[] = [
  [".prettierignore", "dist\n# mine"],
  [".prettierignore", "dist\r\n\r\n"],
  ["lefthook.yml", "# mine\npre-push:\n    commands:\n        test:  { run: npm test }\n"],
  [".opencode/plugins/hi.js", "export const own  = async () => ({})\n"],
  [".gitignore", "node_modules\r\ndist\r\n"],
  ["pnpm-lock.yaml", "lockfileVersion: '9.0'\n"],
  ["package-lock.json", '{ "lockfileVersion": 3 }\n'],
  ["vendor/x.js", "debugger"],
];

function writeNeighbours(choices: Choices): Record<string, string> {
  const odd = ODD_FILES.filter(() => choices.chance(30)).map(([name, value]) => [name, writeOdd(value, choices)]);
  return Object.fromEntries([...odd, ...PLAIN_FILES.filter(() => choices.chance(25))]);
}

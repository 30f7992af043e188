/** The walls of docs/architecture.md. Each rule says why, and what to do instead. */
const NODE = "^(node:)";
const rule = (name, comment, from, to) => ({ name, comment, severity: "error", from, to });
const room = (name) => ({ path: `^src/${name}/` });

export default {
  forbidden: [
    rule(
      "no-circular",
      "A cycle hides which value comes first. Move the shared part into domain, or pass it as an argument.",
      {},
      { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } }
    ),
    rule(
      "domain-imports-nothing",
      "Domain is values and total functions: no node:, no package, no other room. Pass the effect in, or move the file.",
      room("domain"),
      { pathNot: "^src/domain/" }
    ),
    rule(
      "contracts-import-domain-only",
      "A contract is pure JSON shapes and limits. Move what needs the disk into runtime or adapters.",
      room("contracts"),
      { pathNot: "^src/(contracts|domain)/" }
    ),
    rule("agents-are-tables", "An agent's row is pure data. Import contracts and domain only.", room("agents"), {
      pathNot: "^src/(agents|contracts|domain)/",
    }),
    rule(
      "runtime-is-node-core-only",
      "The runtime is copied into repositories as one file: Node core, agents, contracts and domain only.",
      room("runtime"),
      { pathNot: ["^src/(runtime|agents|contracts|domain|guard/decide)/", NODE, "^[a-z_/]+$"] }
    ),
    rule(
      "decisions-are-node-core-only",
      "What decides about writes and stops is copied into repositories: Node core, runtime/io, contracts and domain only.",
      { path: "^src/guard/decide/" },
      { pathNot: ["^src/(guard/decide|runtime/io|contracts|domain)/", NODE, "^[a-z_/]+$"] }
    ),
    rule(
      "guard-packages",
      "The guard reads policies, globs and syntax trees: contracts, domain, runtime/io and the named parsers.",
      room("guard"),
      {
        pathNot: [
          "^src/(guard|contracts|domain|runtime/io)/",
          NODE,
          "node_modules/(@babel/parser|@lezer/[a-z]+|picomatch|smol-toml|yaml|jsonc-parser)/",
          "^[a-z_/]+$",
        ],
        dependencyTypesNot: ["type-only"],
      }
    ),
    rule(
      "scan-packages",
      "A scanner engine uses contracts, domain, runtime/io and the named parsers and secret rules.",
      room("scan"),
      {
        pathNot: [
          "^src/(scan|contracts|domain|runtime/io)/",
          NODE,
          "node_modules/(@ast-grep/napi|@secretlint/[a-z-]+|picomatch|ignore|yaml|jsonc-parser|smol-toml)/",
          "^[a-z_/]+$",
        ],
        dependencyTypesNot: ["type-only"],
      }
    ),
    rule(
      "stages-know-adapters-as-types",
      "A stage gets its adapters through the world. Import the type, and use the value that the world holds.",
      room("pipeline"),
      { path: "^src/adapters/", dependencyTypesNot: ["type-only"] }
    ),
    rule(
      "stages-do-not-call-stages",
      "Commands put the stages in order; a stage takes the value of the one before. Import its type only.",
      { path: "^src/pipeline/([^/]+)[.]ts$" },
      {
        path: "^src/pipeline/[^/]+[.]ts$",
        pathNot: "^src/pipeline/(world|$1)[.]ts$",
        dependencyTypesNot: ["type-only"],
      }
    ),
    rule(
      "pipeline-touches-nothing",
      "Stages decide; disk, processes and packages are the adapters'. Ask the world.",
      room("pipeline"),
      { pathNot: "^src/(pipeline|agents|contracts|domain|adapters)/" }
    ),
    rule(
      "commands-are-lists-of-stages",
      "A command says which stages in which order. No disk, no package, no prose.",
      room("commands"),
      { pathNot: "^src/(commands|pipeline|agents|contracts|domain|scan|guard|runtime)/" }
    ),
    rule(
      "cli-packages",
      "The command line may use the argument parser, prompts, the line wrapper and the diff renderer; put other packages into adapters.",
      room("cli"),
      {
        pathNot: [
          "^src/(cli|commands|contracts|domain)/",
          NODE,
          "node_modules/(commander|@clack/prompts|diff|fast-wrap-ansi)/",
          "^[a-z_/]+$",
        ],
      }
    ),
    rule(
      "page-runs-in-a-browser",
      "The review page gets its data as JSON and renders diffs: the diff renderer and nothing of the program.",
      room("page"),
      { pathNot: ["^src/page/", "node_modules/diff2html/"] }
    ),
    rule(
      "only-the-yeoman-adapter-knows-generators",
      "Generators run through src/adapters/yeoman.ts alone.",
      { path: "^src/", pathNot: "^src/adapters/yeoman[.]ts$" },
      { path: "^generators/" }
    ),
    rule(
      "adapters-know-no-stage",
      "An adapter does one thing of the outside world: it calls no stage, command, agent or command line, and of the runtime only its io.",
      room("adapters"),
      { path: "^src/(pipeline|commands|cli|agents|runtime/(?!io/))", dependencyTypesNot: ["type-only"] }
    ),
    rule(
      "generators-plan-only",
      "A generator fills templates in memory: its base, domain and Yeoman, never the disk or a process.",
      { path: "^generators/" },
      { path: ["^src/(?!domain/)", "^(node:)?(fs|child_process|net|http)"] }
    ),
    rule("resolvable", "The import does not resolve.", {}, { couldNotResolve: true }),
  ],
  options: {
    tsConfig: { fileName: "tsconfig.json" },
    // swc also sees imports of types alone; tsPreCompilationDeps would only ask for a TypeScript before 7 to do so.
    parser: "swc",
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^(dist|test/fixtures|test/golden)/" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "node", "default"] },
  },
};

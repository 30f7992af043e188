import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";

const git = (cwd: string, ...args: string[]): void => {
  const identity = ["-c", "user.name=bench", "-c", "user.email=bench@example.invalid"];
  execFileSync("git", [...identity, ...args], { cwd, stdio: "ignore" });
};

/** Makes a repository of `scopes` packages that hold `files` TypeScript sources in all, and commits it. */
export function makeRepository(root: string, { scopes, files }: { scopes: number; files: number }): void {
  mkdirSync(root, { recursive: true });
  writeJson(path.join(root, "package.json"), { name: "bench", private: true, workspaces: ["packages/*"] });
  const perScope = Math.ceil(files / scopes);
  for (let scope = 0; scope < scopes; scope += 1) makeScope(path.join(root, `packages/p${scope}`), scope, perScope);
  writeFileSync(path.join(root, ".gitignore"), "node_modules\n");
  git(root, "init", "--quiet");
  git(root, "add", "--all");
  git(root, "commit", "--quiet", "--message=bench");
}

function makeScope(folder: string, scope: number, files: number): void {
  mkdirSync(path.join(folder, "src"), { recursive: true });
  writeJson(path.join(folder, "package.json"), { name: `@bench/p${scope}`, version: "1.0.0", type: "module" });
  for (let file = 0; file < files; file += 1) {
    const inner = path.join(folder, "src", `d${Math.floor(file / 50)}`);
    if (file % 50 === 0) mkdirSync(inner, { recursive: true });
    writeFileSync(path.join(inner, `f${file}.ts`), toSource(file));
  }
}

/** A small module with a few findings of every severity. */
function toSource(index: number): string {
  return [
    `export interface Item${index} { readonly id: number; readonly name: string }`,
    `export function find${index}(items: Item${index}[], id: number) {`,
    "  for (let i = 0; i < items.length; i++) {",
    "    if (items[i].id == id) return items[i];",
    "  }",
    `  var missing = "none ${index}";`,
    "  return missing;",
    "}",
    "",
  ].join("\n");
}

function writeJson(file: string, value: unknown): void {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
}

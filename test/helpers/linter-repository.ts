import { toAnswer } from "./custom-lint.ts";
import type { HookRepository, HookRun } from "./hook-repository.ts";

/** One entry of `.hi/linters.json`; a closed gate before every tool where nothing else is said. */
export function record(argv: readonly string[], more: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  const tools = ["shell", "write", "edit", "patch", "delete", "read", "search", "fetch", "mcp", "other"];
  return {
    name: "probe",
    argv,
    events: ["pre-tool"],
    tools,
    onFailure: "closed",
    limits: {},
    env: [],
    dir: ".",
    ...more,
  };
}

export function register(repository: HookRepository, ...linters: readonly unknown[]): Promise<void> {
  return repository.write(".hi/linters.json", JSON.stringify({ schemaVersion: 1, linters }));
}

/** Runs the pre-tool hook as the agent would. */
export function askBefore(
  repository: HookRepository,
  provider: string,
  input: unknown,
  env: Readonly<Record<string, string>> = {}
): Promise<HookRun> {
  const args = [repository.at(".hi/runtime/hook.mjs"), "pre-tool", "--provider", provider];
  return repository.run(provider, input, { args, env });
}

/** A module to load before the hook: it does something once a linter has ended and was heard, however long that takes. */
export function onceHeard(statement: string): string {
  const source = `const processes = process.getBuiltinModule("node:child_process"); const real = processes.spawn;
   processes.spawn = (...asked) => {
     const child = real(...asked);
     child.once("close", () => setTimeout(() => { ${statement} }, 50));
     return child;
   };`;
  return `data:text/javascript,${encodeURIComponent(source)}`;
}

/** The payload with which each agent announces a shell command or an edit. */
export function announce(provider: string, root: string, what: "shell" | "edit" = "shell"): Record<string, unknown> {
  const isShell = what === "shell";
  const common = { session_id: "s", cwd: root, hook_event_name: "PreToolUse" };
  const patch = "*** Begin Patch\n*** Update File: src/a.ts\n@@\n-1\n+2\n*** End Patch\n";
  const rows: Record<string, Record<string, unknown>> = {
    claude: {
      ...common,
      tool_name: isShell ? "Bash" : "Edit",
      tool_input: isShell
        ? { command: "git status" }
        : { file_path: `${root}/src/a.ts`, old_string: "1", new_string: "2" },
    },
    codex: {
      ...common,
      turn_id: "t",
      tool_name: isShell ? "Bash" : "apply_patch",
      tool_input: { command: isShell ? "git status" : patch },
    },
    cursor: {
      conversation_id: "c",
      hook_event_name: "preToolUse",
      workspace_roots: [root],
      tool_name: isShell ? "Shell" : "StrReplace",
      tool_input: isShell ? { command: "git status" } : { path: `${root}/src/a.ts`, old_string: "1", new_string: "2" },
    },
    opencode: {
      hook_event_name: "tool.execute.before",
      tool: isShell ? "bash" : "edit",
      sessionID: "s",
      callID: "c",
      args: isShell ? { command: "git status" } : { filePath: "src/a.ts", oldString: "1", newString: "2" },
      directory: root,
    },
  };
  return rows[provider] ?? {};
}

export const FOUND = { id: "no.push", severity: "error", message: "pushing is not for agents" };
export const DENIES = toAnswer("deny", { findings: [FOUND] });
export const ADVISES = toAnswer("advisory", {
  findings: [{ id: "be.kind", severity: "note", message: "think twice" }],
});

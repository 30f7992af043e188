import { relativePath } from "../../src/domain/paths.ts";
import { SCAN_RECORD_PATH, SCAN_RECORD_VERSION, USUAL_SCAN } from "../../src/domain/scan-record.ts";
import type { PackName } from "../../src/domain/settings.ts";
import type { GeneratorInput, Row } from "../base.ts";
import { HarnessGenerator } from "../base.ts";

/** The scan commands of Claude Code, each a file of ours. */
const COMMANDS = ["setup", "scan", "diff-scan", "secrets", "pq-audit", "triage"] as const;

/** What hosts of the scanner need; nothing of it is there unless its pack is chosen. */
export class ScanGenerator extends HarnessGenerator {
  rows({ answers }: GeneratorInput): readonly Row[] {
    const has = (pack: PackName): boolean => answers.packs.includes(pack);
    const choices = answers.scan ?? USUAL_SCAN;
    return [
      ...(has("scan-hook") ? [toRecord(choices)] : []),
      ...(has("scan-commands") && answers.providers.includes("claude") ? COMMANDS.map(toCommand) : []),
      ...(has("scan-save") ? [toSaveHook(choices)] : []),
      ...(has("scan-vscode") ? [toTasks(choices)] : []),
    ];
  }
}

type Choices = typeof USUAL_SCAN;

const toRecord = (choices: Choices): Row => ({
  template: "scan.json.ejs",
  destination: SCAN_RECORD_PATH,
  ownership: "generated",
  data: { record: { schemaVersion: SCAN_RECORD_VERSION, ...choices } },
});

const toCommand = (name: (typeof COMMANDS)[number]): Row => ({
  template: `commands/${name}.md`,
  destination: relativePath(`.claude/commands/hi/${name}.md`),
  ownership: "generated",
});

const toSaveHook = ({ severity }: Choices): Row => ({
  template: "scan-on-save.sh.ejs",
  destination: relativePath(".hi/scan-on-save.sh"),
  ownership: "generated",
  data: { severity },
});

const toTasks = ({ severity }: Choices): Row => ({
  template: "tasks.json.ejs",
  destination: relativePath(".vscode/tasks.json"),
  ownership: "merged",
  format: "json",
  data: { severity },
  owns: ["/version", "/tasks/-"],
});

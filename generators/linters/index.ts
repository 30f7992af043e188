import type { Linter, NewLinter } from "../../src/domain/linters.ts";
import { LINTERS_PATH } from "../../src/domain/linters.ts";
import type { GeneratorInput, Row } from "../base.ts";
import { HarnessGenerator } from "../base.ts";
import { joinFolder, listLinterFiles } from "../linter-files.ts";

/** The custom linters: the record that the runtime reads, and the files of the one that this run makes. */
export class LintersGenerator extends HarnessGenerator {
  rows({ answers }: GeneratorInput): readonly Row[] {
    const { linters = [], newLinter } = answers;
    const record: Row = {
      template: "linters.json.ejs",
      destination: LINTERS_PATH,
      ownership: "generated",
      data: { record: { schemaVersion: 1, linters: linters.map(toEntry) } },
    };
    return [...(linters.length === 0 ? [] : [record]), ...(newLinter ? toFiles(newLinter) : [])];
  }
}

/** Everything that a run depends on, and nothing that only describes. */
function toEntry({ name, argv, events, tools, onFailure, limits, env, dir }: Linter): Linter {
  return { name, argv, events, tools, onFailure, limits, env, dir };
}

function toFiles({ name, folder, ...kind }: NewLinter): readonly Row[] {
  return listLinterFiles(kind).map(([template, file]) => ({
    template,
    destination: joinFolder(folder, file),
    ownership: "authored",
    isOnce: true,
    data: { name },
  }));
}

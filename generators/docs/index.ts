import { relativePath } from "../../src/domain/paths.ts";
import type { GeneratorInput, Row } from "../base.ts";
import { HarnessGenerator } from "../base.ts";
import { isComposed, toScopeCommand } from "../scope-commands.ts";

/** The bases are ours to read: no checkout may turn their line ends round, and no review shows them. */
const ATTRIBUTES = ["/.hi/base/** linguist-generated -text"];

function toAttributes(): Row {
  return {
    template: "gitattributes.ejs",
    destination: relativePath(".gitattributes"),
    ownership: "merged",
    format: "lines",
    keys: [{ pointer: "/section", value: ATTRIBUTES }],
    data: { lines: ATTRIBUTES },
  };
}

/** What `.hi/` is, for the person who meets it, and the schema that editors check the settings with. */
export class DocsGenerator extends HarnessGenerator {
  rows({ answers, settingsSchema }: GeneratorInput): readonly Row[] {
    const readme: Row = {
      template: "README.md.ejs",
      destination: relativePath(".hi/README.md"),
      ownership: "generated",
      data: { answers, isComposed: isComposed(answers), toScopeCommand },
    };
    const schema: Row = {
      template: "settings.schema.json.ejs",
      destination: relativePath(".hi/settings.schema.json"),
      ownership: "generated",
      data: { settingsSchema },
    };
    return [readme, schema, ...(answers.isGit ? [toAttributes()] : [])];
  }
}

import type { ConfigEdit } from "../../src/domain/config-edit.ts";
import type { Json } from "../../src/domain/json.ts";
import { toPointer } from "../../src/domain/json.ts";
import type { Choices, Written } from "./jsonc-documents.ts";
import type { ExpectedEdit } from "./jsonc-edits.ts";

const scalar = (value: Json): Written => ({ kind: "scalar", text: JSON.stringify(value) });
const object = (entries: readonly (readonly [string, Written])[]): Written => ({ kind: "object", members: entries });
const list = (...items: readonly string[]): Written => ({ kind: "array", items: items.map(scalar) });

const SCRIPTS = ["prepare", "lint", "test", "build", "//", "dev", "format", "check"];
const PACKAGES = ["@types/node", "ajv", "eslint", "oxlint", "prettier", "react", "typescript", "vitest", "zod"];

function some(choices: Choices, names: readonly string[], text: string): Written {
  const chosen = names.filter(() => choices.chance(45));
  const order = choices.chance(40) ? chosen.toReversed() : chosen;
  return object(order.map((name) => [name, scalar(`${text} ${name}`)]));
}

/** A manifest: what people have in one, in no fixed order, `"//"` notes and all. */
export function writePackage(choices: Choices): Written {
  const members: (readonly [string, Written])[] = [
    ["name", scalar("@acme/thing")],
    ["version", scalar("1.0.0")],
    ["//", list("a note", "and another")],
    ["files", list("dist", "!dist/*.test.*")],
    [
      "exports",
      object([
        [
          ".",
          object([
            ["types", scalar("./t.d.ts")],
            ["default", scalar("./i.js")],
          ]),
        ],
      ]),
    ],
    ["build", { kind: "scalar", text: "12345678901234567890" }],
    ["scripts", some(choices, SCRIPTS, "run")],
    ["devDependencies", some(choices, PACKAGES.toSorted(), "1.0.0 of")],
    ["dependencies", some(choices, PACKAGES, "^2 of")],
    ["private", scalar(true)],
  ];
  return object(members.filter(() => choices.chance(75)));
}

/** An edit of the kinds that adoption makes in a manifest. */
export function choosePackageEdit(choices: Choices, value: Json): ExpectedEdit {
  const expected = structuredClone(value) as { [section: string]: { [name: string]: Json } };
  const section = choices.pick(["scripts", "devDependencies"]);
  const name = choices.pick(
    section === "scripts" ? ["lint", "lint:fix", "format:check", "build"] : [...PACKAGES, "oxfmt", "@effect/tsgo"]
  );
  const pointer = toPointer([section, name]);
  const held = expected[section]?.[name];
  if (held !== undefined && choices.chance(50)) {
    delete expected[section]?.[name];
    return { edit: { kind: "remove", pointer }, expected, effect: "remove" };
  }
  const to = `ours ${name}`;
  expected[section] = { ...expected[section], [name]: to };
  const edit: ConfigEdit = { kind: "set", pointer, value: to };
  return { edit, expected, effect: held === undefined ? "add" : { from: held, to } };
}

import { Ajv2020 } from "ajv/dist/2020.js";

const text = { type: "object", required: ["text"], properties: { text: { type: "string", minLength: 1 } } } as const;
const region = {
  type: "object",
  required: ["startLine"],
  additionalProperties: false,
  properties: Object.fromEntries(
    ["startLine", "startColumn", "endLine", "endColumn"].map((name) => [name, { type: "integer", minimum: 1 }])
  ),
} as const;
const location = {
  type: "object",
  required: ["physicalLocation"],
  properties: {
    message: text,
    physicalLocation: {
      type: "object",
      required: ["artifactLocation"],
      properties: {
        artifactLocation: {
          type: "object",
          required: ["uri"],
          properties: { uri: { type: "string", format: "uri-reference" }, uriBaseId: { type: "string" } },
        },
        region,
      },
    },
  },
} as const;
const level = { enum: ["none", "note", "warning", "error"] } as const;
const result = {
  type: "object",
  required: ["message", "ruleId", "ruleIndex", "level", "locations", "partialFingerprints"],
  properties: {
    ruleId: { type: "string" },
    ruleIndex: { type: "integer", minimum: 0 },
    level,
    message: text,
    locations: { type: "array", minItems: 1, maxItems: 10, items: location },
    relatedLocations: { type: "array", items: location },
    partialFingerprints: { type: "object", additionalProperties: { type: "string" } },
  },
} as const;
const run = {
  type: "object",
  required: ["tool", "results", "columnKind", "invocations"],
  properties: {
    tool: {
      type: "object",
      required: ["driver"],
      properties: { driver: { type: "object", required: ["name", "version", "rules"] } },
    },
    columnKind: { enum: ["utf16CodeUnits", "unicodeCodePoints"] },
    invocations: {
      type: "array",
      items: {
        type: "object",
        required: ["executionSuccessful"],
        properties: {
          executionSuccessful: { type: "boolean" },
          toolExecutionNotifications: {
            type: "array",
            items: { type: "object", required: ["message", "level"], properties: { message: text, level } },
          },
        },
      },
    },
    results: { type: "array", items: result },
  },
} as const;

/** The parts of SARIF 2.1.0 that a log of `hi scan` uses, as the standard's own schema has them. */
export const validateScanSarif = new Ajv2020({
  strict: false,
  formats: {
    // No character that a URI cannot hold; a colon in the first segment would be a scheme (RFC 3986, 4.2).
    "uri-reference": (uri: string) => /^(?:file:\/\/)?(?:[\w.~!$&'()*+,;=@/-]|%[0-9a-f]{2})*$/i.test(uri),
  },
}).compile({
  type: "object",
  required: ["$schema", "version", "runs"],
  properties: { version: { const: "2.1.0" }, runs: { type: "array", minItems: 1, items: run } },
});

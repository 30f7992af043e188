// Made from receipts/*.schema.json by .tools/validators.ts; do not edit.
var __getOwnPropNames = Object.getOwnPropertyNames;
var __commonJS = (cb, mod) => function() {
  try {
    return mod || (0, cb[__getOwnPropNames(cb)[0]])((mod = { exports: {} }).exports, mod), mod.exports;
  } catch (e) {
    throw mod = 0, e;
  }
};

// node_modules/ajv/dist/runtime/ucs2length.js
var require_ucs2length = __commonJS({
  "node_modules/ajv/dist/runtime/ucs2length.js"(exports) {
    "use strict";
    Object.defineProperty(exports, "__esModule", { value: !0 });
    function ucs2length(str) {
      let len = str.length, length = 0, pos = 0, value;
      for (; pos < len; )
        length++, value = str.charCodeAt(pos++), value >= 55296 && value <= 56319 && pos < len && (value = str.charCodeAt(pos), (value & 64512) === 56320 && pos++);
      return length;
    }
    exports.default = ucs2length;
    ucs2length.code = 'require("ajv/dist/runtime/ucs2length").default';
  }
});

// <stdin>
var validatePlan = validate20, schema31 = { $schema: "https://json-schema.org/draft/2020-12/schema", $id: "plan-1.schema.json", type: "object", required: ["format", "formatVersion", "hi", "verb", "inputs", "choices", "plan", "preview", "findings", "evidence", "commands", "contents", "seal"], properties: { format: { const: "hi-plan" }, formatVersion: { type: "string", pattern: "^1[.][0-9]{1,6}$" }, hi: { type: "string", minLength: 1, maxLength: 64 }, verb: { enum: ["update"] }, inputs: { type: "array", maxItems: 5e4, items: { type: "object", required: ["name", "kind", "sha256"], properties: { name: { type: "string", minLength: 1, maxLength: 4096 }, kind: { enum: ["hi", "path", "detected"] }, sha256: { oneOf: [{ type: "null" }, { $ref: "#/$defs/sha256" }] } } } }, choices: { type: "object", required: ["preview", "take", "onConflict", "settled"], properties: { preview: { enum: ["on", "off"] }, take: { type: "array", maxItems: 100, items: { type: "string", maxLength: 214 } }, packageManager: { enum: ["npm", "pnpm", "yarn", "yarn-berry", "bun"] }, onConflict: { enum: ["abort", "keep", "take", "markers"] }, settled: { type: "object", additionalProperties: { enum: ["keep", "take", "markers"] } } } }, plan: { type: "object", required: ["answers", "findings", "inputsDigest", "install", "templateDigest", "templateVersion", "entries"], properties: { answers: { type: "object", required: ["scopes"], properties: { scopes: { type: "array", items: { type: "object", required: ["path"], properties: { path: { type: "string" } } } } } }, foreseen: { type: "object", required: ["preview", "executes", "commands"], properties: { preview: { enum: ["on", "off"] }, executes: { $ref: "#/$defs/texts" }, commands: { type: "array", items: { $ref: "report-1.schema.json#/$defs/plannedCommand" } } } }, findings: { type: "array", items: { $ref: "report-1.schema.json#/$defs/finding" } }, inputsDigest: { $ref: "#/$defs/sha256" }, install: { $ref: "#/$defs/texts" }, templateDigest: { $ref: "#/$defs/sha256" }, templateVersion: { type: "string", minLength: 1, maxLength: 64 }, entries: { type: "array", maxItems: 5e4, items: { $ref: "#/$defs/entry" } } } }, preview: { $ref: "report-1.schema.json#/properties/preview" }, findings: { type: "array", items: { $ref: "report-1.schema.json#/$defs/finding" } }, evidence: { $ref: "report-1.schema.json#/properties/evidence" }, commands: { type: "array", items: { $ref: "#/$defs/texts" } }, contents: { type: "object", propertyNames: { $ref: "#/$defs/sha256" }, additionalProperties: { type: "object", required: ["encoding", "data"], properties: { encoding: { enum: ["utf8", "base64"] }, data: { type: "string" } } } }, seal: { $ref: "#/$defs/sha256" } }, $defs: { sha256: { type: "string", pattern: "^[0-9a-f]{64}$" }, texts: { type: "array", items: { type: "string" } }, mode: { type: "integer", minimum: 0, maximum: 4095 }, entry: { type: "object", required: ["path", "action", "ownership", "generator", "reason", "before", "after", "mode"], properties: { path: { type: "string", maxLength: 4096, pattern: "^(?![/.]{0,2}/|[A-Za-z]:)[^\\\\\\u0000-\\u001f\\u007f]+$" }, action: { enum: ["create", "update", "delete", "keep", "conflict"] }, ownership: { enum: ["generated", "merged", "authored"] }, generator: { type: "string", maxLength: 64 }, reason: { $ref: "report-1.schema.json#/$defs/reason" }, before: { type: "object", required: ["kind", "sha256", "mode"], properties: { kind: { enum: ["absent", "file", "directory", "link", "other"] }, sha256: { oneOf: [{ type: "null" }, { $ref: "#/$defs/sha256" }] }, mode: { oneOf: [{ type: "null" }, { $ref: "#/$defs/mode" }] } } }, after: { oneOf: [{ type: "null" }, { $ref: "#/$defs/sha256" }] }, mode: { $ref: "#/$defs/mode" }, keys: { type: "array", items: { type: "object", required: ["key", "action", "reason"], properties: { key: { type: "object", required: ["pointer", "value"], properties: { pointer: { type: "string", pattern: "^(?:/(?:[^~/]|~[01])*)+$" }, value: {} } }, action: { enum: ["create", "update", "delete", "keep", "conflict"] }, reason: { $ref: "report-1.schema.json#/$defs/reason" }, theirs: { type: "string" }, base: { type: "string" }, consequence: { type: "string" } } } }, manual: { $ref: "#/$defs/texts" } } } } };
var schema61 = { type: "object", required: ["code", "severity", "args"], properties: { code: { type: "string", minLength: 1 }, severity: { enum: ["info", "warning", "error"] }, path: { type: "string" }, args: { type: "object" } } };
var pattern4 = new RegExp("^1[.][0-9]{1,6}$", "u"), pattern5 = new RegExp("^[0-9a-f]{64}$", "u"), func1 = require_ucs2length().default, schema64 = { type: "object", additionalProperties: !1, required: ["row", "command", "place", "folders", "when"], properties: { row: { type: "string", minLength: 1 }, command: { $ref: "#/$defs/argv" }, place: { enum: ["candidate", "tools", "staging", "repository"] }, folders: { $ref: "#/$defs/texts" }, when: { enum: ["always", "unless-known", "unless-cached", "if-findings", "if-fixable", "with-install"] }, executes: { $ref: "#/$defs/texts" } } };
function validate69(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null, errors = 0, evaluated0 = validate69.evaluated;
  if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.row === void 0 && (missing0 = "row") || data.command === void 0 && (missing0 = "command") || data.place === void 0 && (missing0 = "place") || data.folders === void 0 && (missing0 = "folders") || data.when === void 0 && (missing0 = "when"))
        return validate69.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }], !1;
      {
        let _errs1 = errors;
        for (let key0 in data)
          if (!(key0 === "row" || key0 === "command" || key0 === "place" || key0 === "folders" || key0 === "when" || key0 === "executes")) {
            return validate69.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }], !1;
            break;
          }
        if (_errs1 === errors) {
          if (data.row !== void 0) {
            let data0 = data.row, _errs2 = errors;
            if (errors === _errs2)
              if (typeof data0 == "string") {
                if (data0.length < 2 && func1(data0) < 1)
                  return validate69.errors = [{ instancePath: instancePath + "/row", schemaPath: "#/properties/row/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" }], !1;
              } else
                return validate69.errors = [{ instancePath: instancePath + "/row", schemaPath: "#/properties/row/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
            var valid0 = _errs2 === errors;
          } else
            var valid0 = !0;
          if (valid0) {
            if (data.command !== void 0) {
              let data1 = data.command, _errs4 = errors;
              if (errors === errors)
                if (Array.isArray(data1)) {
                  var valid2 = !0;
                  let len0 = data1.length;
                  for (let i0 = 0; i0 < len0; i0++) {
                    let _errs7 = errors;
                    if (typeof data1[i0] != "string")
                      return validate69.errors = [{ instancePath: instancePath + "/command/" + i0, schemaPath: "#/$defs/argv/items/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                    var valid2 = _errs7 === errors;
                    if (!valid2)
                      break;
                  }
                } else
                  return validate69.errors = [{ instancePath: instancePath + "/command", schemaPath: "#/$defs/argv/type", keyword: "type", params: { type: "array" }, message: "must be array" }], !1;
              var valid0 = _errs4 === errors;
            } else
              var valid0 = !0;
            if (valid0) {
              if (data.place !== void 0) {
                let data3 = data.place, _errs9 = errors;
                if (!(data3 === "candidate" || data3 === "tools" || data3 === "staging" || data3 === "repository"))
                  return validate69.errors = [{ instancePath: instancePath + "/place", schemaPath: "#/properties/place/enum", keyword: "enum", params: { allowedValues: schema64.properties.place.enum }, message: "must be equal to one of the allowed values" }], !1;
                var valid0 = _errs9 === errors;
              } else
                var valid0 = !0;
              if (valid0) {
                if (data.folders !== void 0) {
                  let data4 = data.folders, _errs10 = errors;
                  if (errors === errors)
                    if (Array.isArray(data4)) {
                      var valid4 = !0;
                      let len1 = data4.length;
                      for (let i1 = 0; i1 < len1; i1++) {
                        let _errs13 = errors;
                        if (typeof data4[i1] != "string")
                          return validate69.errors = [{ instancePath: instancePath + "/folders/" + i1, schemaPath: "#/$defs/texts/items/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                        var valid4 = _errs13 === errors;
                        if (!valid4)
                          break;
                      }
                    } else
                      return validate69.errors = [{ instancePath: instancePath + "/folders", schemaPath: "#/$defs/texts/type", keyword: "type", params: { type: "array" }, message: "must be array" }], !1;
                  var valid0 = _errs10 === errors;
                } else
                  var valid0 = !0;
                if (valid0) {
                  if (data.when !== void 0) {
                    let data6 = data.when, _errs15 = errors;
                    if (!(data6 === "always" || data6 === "unless-known" || data6 === "unless-cached" || data6 === "if-findings" || data6 === "if-fixable" || data6 === "with-install"))
                      return validate69.errors = [{ instancePath: instancePath + "/when", schemaPath: "#/properties/when/enum", keyword: "enum", params: { allowedValues: schema64.properties.when.enum }, message: "must be equal to one of the allowed values" }], !1;
                    var valid0 = _errs15 === errors;
                  } else
                    var valid0 = !0;
                  if (valid0)
                    if (data.executes !== void 0) {
                      let data7 = data.executes, _errs16 = errors;
                      if (errors === errors)
                        if (Array.isArray(data7)) {
                          var valid6 = !0;
                          let len2 = data7.length;
                          for (let i2 = 0; i2 < len2; i2++) {
                            let _errs19 = errors;
                            if (typeof data7[i2] != "string")
                              return validate69.errors = [{ instancePath: instancePath + "/executes/" + i2, schemaPath: "#/$defs/texts/items/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                            var valid6 = _errs19 === errors;
                            if (!valid6)
                              break;
                          }
                        } else
                          return validate69.errors = [{ instancePath: instancePath + "/executes", schemaPath: "#/$defs/texts/type", keyword: "type", params: { type: "array" }, message: "must be array" }], !1;
                      var valid0 = _errs16 === errors;
                    } else
                      var valid0 = !0;
                }
              }
            }
          }
        }
      }
    } else
      return validate69.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
  return validate69.errors = vErrors, errors === 0;
}
validate69.evaluated = { props: !0, dynamicProps: !1, dynamicItems: !1 };
var schema157 = { type: "object", required: ["path", "action", "ownership", "generator", "reason", "before", "after", "mode"], properties: { path: { type: "string", maxLength: 4096, pattern: "^(?![/.]{0,2}/|[A-Za-z]:)[^\\\\\\u0000-\\u001f\\u007f]+$" }, action: { enum: ["create", "update", "delete", "keep", "conflict"] }, ownership: { enum: ["generated", "merged", "authored"] }, generator: { type: "string", maxLength: 64 }, reason: { $ref: "report-1.schema.json#/$defs/reason" }, before: { type: "object", required: ["kind", "sha256", "mode"], properties: { kind: { enum: ["absent", "file", "directory", "link", "other"] }, sha256: { oneOf: [{ type: "null" }, { $ref: "#/$defs/sha256" }] }, mode: { oneOf: [{ type: "null" }, { $ref: "#/$defs/mode" }] } } }, after: { oneOf: [{ type: "null" }, { $ref: "#/$defs/sha256" }] }, mode: { $ref: "#/$defs/mode" }, keys: { type: "array", items: { type: "object", required: ["key", "action", "reason"], properties: { key: { type: "object", required: ["pointer", "value"], properties: { pointer: { type: "string", pattern: "^(?:/(?:[^~/]|~[01])*)+$" }, value: {} } }, action: { enum: ["create", "update", "delete", "keep", "conflict"] }, reason: { $ref: "report-1.schema.json#/$defs/reason" }, theirs: { type: "string" }, base: { type: "string" }, consequence: { type: "string" } } } }, manual: { $ref: "#/$defs/texts" } } };
var pattern13 = new RegExp("^(?![/.]{0,2}/|[A-Za-z]:)[^\\\\\\u0000-\\u001f\\u007f]+$", "u"), pattern56 = new RegExp("^(?:/(?:[^~/]|~[01])*)+$", "u");
function validate72(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null, errors = 0, evaluated0 = validate72.evaluated;
  if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.code === void 0 && (missing0 = "code"))
        return validate72.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }], !1;
      if (data.code !== void 0) {
        let data0 = data.code, _errs1 = errors;
        if (errors === _errs1)
          if (typeof data0 == "string") {
            if (data0.length < 2 && func1(data0) < 1)
              return validate72.errors = [{ instancePath: instancePath + "/code", schemaPath: "#/properties/code/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" }], !1;
          } else
            return validate72.errors = [{ instancePath: instancePath + "/code", schemaPath: "#/properties/code/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
        var valid0 = _errs1 === errors;
      } else
        var valid0 = !0;
      if (valid0)
        if (data.args !== void 0) {
          let data1 = data.args, _errs3 = errors;
          if (errors === errors)
            if (data1 && typeof data1 == "object" && !Array.isArray(data1))
              for (let key0 in data1) {
                let _errs7 = errors;
                if (typeof data1[key0] != "string")
                  return validate72.errors = [{ instancePath: instancePath + "/args/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/$defs/reasonArgs/additionalProperties/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                var valid2 = _errs7 === errors;
                if (!valid2)
                  break;
              }
            else
              return validate72.errors = [{ instancePath: instancePath + "/args", schemaPath: "#/$defs/reasonArgs/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
          var valid0 = _errs3 === errors;
        } else
          var valid0 = !0;
    } else
      return validate72.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
  return validate72.errors = vErrors, errors === 0;
}
validate72.evaluated = { props: { code: !0, args: !0 }, dynamicProps: !1, dynamicItems: !1 };
function validate71(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null, errors = 0, evaluated0 = validate71.evaluated;
  if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.path === void 0 && (missing0 = "path") || data.action === void 0 && (missing0 = "action") || data.ownership === void 0 && (missing0 = "ownership") || data.generator === void 0 && (missing0 = "generator") || data.reason === void 0 && (missing0 = "reason") || data.before === void 0 && (missing0 = "before") || data.after === void 0 && (missing0 = "after") || data.mode === void 0 && (missing0 = "mode"))
        return validate71.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }], !1;
      if (data.path !== void 0) {
        let data0 = data.path, _errs1 = errors;
        if (errors === _errs1)
          if (typeof data0 == "string") {
            if (data0.length > 4096 && func1(data0) > 4096)
              return validate71.errors = [{ instancePath: instancePath + "/path", schemaPath: "#/properties/path/maxLength", keyword: "maxLength", params: { limit: 4096 }, message: "must NOT have more than 4096 characters" }], !1;
            if (!pattern13.test(data0))
              return validate71.errors = [{ instancePath: instancePath + "/path", schemaPath: "#/properties/path/pattern", keyword: "pattern", params: { pattern: "^(?![/.]{0,2}/|[A-Za-z]:)[^\\\\\\u0000-\\u001f\\u007f]+$" }, message: 'must match pattern "^(?![/.]{0,2}/|[A-Za-z]:)[^\\\\\\u0000-\\u001f\\u007f]+$"' }], !1;
          } else
            return validate71.errors = [{ instancePath: instancePath + "/path", schemaPath: "#/properties/path/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
        var valid0 = _errs1 === errors;
      } else
        var valid0 = !0;
      if (valid0) {
        if (data.action !== void 0) {
          let data1 = data.action, _errs3 = errors;
          if (!(data1 === "create" || data1 === "update" || data1 === "delete" || data1 === "keep" || data1 === "conflict"))
            return validate71.errors = [{ instancePath: instancePath + "/action", schemaPath: "#/properties/action/enum", keyword: "enum", params: { allowedValues: schema157.properties.action.enum }, message: "must be equal to one of the allowed values" }], !1;
          var valid0 = _errs3 === errors;
        } else
          var valid0 = !0;
        if (valid0) {
          if (data.ownership !== void 0) {
            let data2 = data.ownership, _errs4 = errors;
            if (!(data2 === "generated" || data2 === "merged" || data2 === "authored"))
              return validate71.errors = [{ instancePath: instancePath + "/ownership", schemaPath: "#/properties/ownership/enum", keyword: "enum", params: { allowedValues: schema157.properties.ownership.enum }, message: "must be equal to one of the allowed values" }], !1;
            var valid0 = _errs4 === errors;
          } else
            var valid0 = !0;
          if (valid0) {
            if (data.generator !== void 0) {
              let data3 = data.generator, _errs5 = errors;
              if (errors === _errs5)
                if (typeof data3 == "string") {
                  if (data3.length > 64 && func1(data3) > 64)
                    return validate71.errors = [{ instancePath: instancePath + "/generator", schemaPath: "#/properties/generator/maxLength", keyword: "maxLength", params: { limit: 64 }, message: "must NOT have more than 64 characters" }], !1;
                } else
                  return validate71.errors = [{ instancePath: instancePath + "/generator", schemaPath: "#/properties/generator/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
              var valid0 = _errs5 === errors;
            } else
              var valid0 = !0;
            if (valid0) {
              if (data.reason !== void 0) {
                let _errs7 = errors;
                validate72(data.reason, { instancePath: instancePath + "/reason", parentData: data, parentDataProperty: "reason", rootData, dynamicAnchors }) || (vErrors = vErrors === null ? validate72.errors : vErrors.concat(validate72.errors), errors = vErrors.length);
                var valid0 = _errs7 === errors;
              } else
                var valid0 = !0;
              if (valid0) {
                if (data.before !== void 0) {
                  let data5 = data.before, _errs8 = errors;
                  if (errors === _errs8)
                    if (data5 && typeof data5 == "object" && !Array.isArray(data5)) {
                      let missing1;
                      if (data5.kind === void 0 && (missing1 = "kind") || data5.sha256 === void 0 && (missing1 = "sha256") || data5.mode === void 0 && (missing1 = "mode"))
                        return validate71.errors = [{ instancePath: instancePath + "/before", schemaPath: "#/properties/before/required", keyword: "required", params: { missingProperty: missing1 }, message: "must have required property '" + missing1 + "'" }], !1;
                      if (data5.kind !== void 0) {
                        let data6 = data5.kind, _errs10 = errors;
                        if (!(data6 === "absent" || data6 === "file" || data6 === "directory" || data6 === "link" || data6 === "other"))
                          return validate71.errors = [{ instancePath: instancePath + "/before/kind", schemaPath: "#/properties/before/properties/kind/enum", keyword: "enum", params: { allowedValues: schema157.properties.before.properties.kind.enum }, message: "must be equal to one of the allowed values" }], !1;
                        var valid1 = _errs10 === errors;
                      } else
                        var valid1 = !0;
                      if (valid1) {
                        if (data5.sha256 !== void 0) {
                          let data7 = data5.sha256, _errs11 = errors, _errs12 = errors, valid2 = !1, passing0 = null, _errs13 = errors;
                          if (data7 !== null) {
                            let err0 = { instancePath: instancePath + "/before/sha256", schemaPath: "#/properties/before/properties/sha256/oneOf/0/type", keyword: "type", params: { type: "null" }, message: "must be null" };
                            vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
                          }
                          var _valid0 = _errs13 === errors;
                          _valid0 && (valid2 = !0, passing0 = 0);
                          let _errs15 = errors;
                          if (errors === errors)
                            if (typeof data7 == "string") {
                              if (!pattern5.test(data7)) {
                                let err1 = { instancePath: instancePath + "/before/sha256", schemaPath: "#/$defs/sha256/pattern", keyword: "pattern", params: { pattern: "^[0-9a-f]{64}$" }, message: 'must match pattern "^[0-9a-f]{64}$"' };
                                vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
                              }
                            } else {
                              let err2 = { instancePath: instancePath + "/before/sha256", schemaPath: "#/$defs/sha256/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                              vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++;
                            }
                          var _valid0 = _errs15 === errors;
                          if (_valid0 && valid2 ? (valid2 = !1, passing0 = [passing0, 1]) : _valid0 && (valid2 = !0, passing0 = 1), valid2)
                            errors = _errs12, vErrors !== null && (_errs12 ? vErrors.length = _errs12 : vErrors = null);
                          else {
                            let err3 = { instancePath: instancePath + "/before/sha256", schemaPath: "#/properties/before/properties/sha256/oneOf", keyword: "oneOf", params: { passingSchemas: passing0 }, message: "must match exactly one schema in oneOf" };
                            return vErrors === null ? vErrors = [err3] : vErrors.push(err3), errors++, validate71.errors = vErrors, !1;
                          }
                          var valid1 = _errs11 === errors;
                        } else
                          var valid1 = !0;
                        if (valid1)
                          if (data5.mode !== void 0) {
                            let data8 = data5.mode, _errs18 = errors, _errs19 = errors, valid4 = !1, passing1 = null, _errs20 = errors;
                            if (data8 !== null) {
                              let err4 = { instancePath: instancePath + "/before/mode", schemaPath: "#/properties/before/properties/mode/oneOf/0/type", keyword: "type", params: { type: "null" }, message: "must be null" };
                              vErrors === null ? vErrors = [err4] : vErrors.push(err4), errors++;
                            }
                            var _valid1 = _errs20 === errors;
                            _valid1 && (valid4 = !0, passing1 = 0);
                            let _errs22 = errors, _errs23 = errors;
                            if (!(typeof data8 == "number" && !(data8 % 1) && !isNaN(data8) && isFinite(data8))) {
                              let err5 = { instancePath: instancePath + "/before/mode", schemaPath: "#/$defs/mode/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
                              vErrors === null ? vErrors = [err5] : vErrors.push(err5), errors++;
                            }
                            if (errors === _errs23 && typeof data8 == "number" && isFinite(data8)) {
                              if (data8 > 4095 || isNaN(data8)) {
                                let err6 = { instancePath: instancePath + "/before/mode", schemaPath: "#/$defs/mode/maximum", keyword: "maximum", params: { comparison: "<=", limit: 4095 }, message: "must be <= 4095" };
                                vErrors === null ? vErrors = [err6] : vErrors.push(err6), errors++;
                              } else if (data8 < 0 || isNaN(data8)) {
                                let err7 = { instancePath: instancePath + "/before/mode", schemaPath: "#/$defs/mode/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
                                vErrors === null ? vErrors = [err7] : vErrors.push(err7), errors++;
                              }
                            }
                            var _valid1 = _errs22 === errors;
                            if (_valid1 && valid4 ? (valid4 = !1, passing1 = [passing1, 1]) : _valid1 && (valid4 = !0, passing1 = 1), valid4)
                              errors = _errs19, vErrors !== null && (_errs19 ? vErrors.length = _errs19 : vErrors = null);
                            else {
                              let err8 = { instancePath: instancePath + "/before/mode", schemaPath: "#/properties/before/properties/mode/oneOf", keyword: "oneOf", params: { passingSchemas: passing1 }, message: "must match exactly one schema in oneOf" };
                              return vErrors === null ? vErrors = [err8] : vErrors.push(err8), errors++, validate71.errors = vErrors, !1;
                            }
                            var valid1 = _errs18 === errors;
                          } else
                            var valid1 = !0;
                      }
                    } else
                      return validate71.errors = [{ instancePath: instancePath + "/before", schemaPath: "#/properties/before/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
                  var valid0 = _errs8 === errors;
                } else
                  var valid0 = !0;
                if (valid0) {
                  if (data.after !== void 0) {
                    let data9 = data.after, _errs25 = errors, _errs26 = errors, valid6 = !1, passing2 = null, _errs27 = errors;
                    if (data9 !== null) {
                      let err9 = { instancePath: instancePath + "/after", schemaPath: "#/properties/after/oneOf/0/type", keyword: "type", params: { type: "null" }, message: "must be null" };
                      vErrors === null ? vErrors = [err9] : vErrors.push(err9), errors++;
                    }
                    var _valid2 = _errs27 === errors;
                    _valid2 && (valid6 = !0, passing2 = 0);
                    let _errs29 = errors;
                    if (errors === errors)
                      if (typeof data9 == "string") {
                        if (!pattern5.test(data9)) {
                          let err10 = { instancePath: instancePath + "/after", schemaPath: "#/$defs/sha256/pattern", keyword: "pattern", params: { pattern: "^[0-9a-f]{64}$" }, message: 'must match pattern "^[0-9a-f]{64}$"' };
                          vErrors === null ? vErrors = [err10] : vErrors.push(err10), errors++;
                        }
                      } else {
                        let err11 = { instancePath: instancePath + "/after", schemaPath: "#/$defs/sha256/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                        vErrors === null ? vErrors = [err11] : vErrors.push(err11), errors++;
                      }
                    var _valid2 = _errs29 === errors;
                    if (_valid2 && valid6 ? (valid6 = !1, passing2 = [passing2, 1]) : _valid2 && (valid6 = !0, passing2 = 1), valid6)
                      errors = _errs26, vErrors !== null && (_errs26 ? vErrors.length = _errs26 : vErrors = null);
                    else {
                      let err12 = { instancePath: instancePath + "/after", schemaPath: "#/properties/after/oneOf", keyword: "oneOf", params: { passingSchemas: passing2 }, message: "must match exactly one schema in oneOf" };
                      return vErrors === null ? vErrors = [err12] : vErrors.push(err12), errors++, validate71.errors = vErrors, !1;
                    }
                    var valid0 = _errs25 === errors;
                  } else
                    var valid0 = !0;
                  if (valid0) {
                    if (data.mode !== void 0) {
                      let data10 = data.mode, _errs32 = errors, _errs33 = errors;
                      if (!(typeof data10 == "number" && !(data10 % 1) && !isNaN(data10) && isFinite(data10)))
                        return validate71.errors = [{ instancePath: instancePath + "/mode", schemaPath: "#/$defs/mode/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }], !1;
                      if (errors === _errs33 && typeof data10 == "number" && isFinite(data10)) {
                        if (data10 > 4095 || isNaN(data10))
                          return validate71.errors = [{ instancePath: instancePath + "/mode", schemaPath: "#/$defs/mode/maximum", keyword: "maximum", params: { comparison: "<=", limit: 4095 }, message: "must be <= 4095" }], !1;
                        if (data10 < 0 || isNaN(data10))
                          return validate71.errors = [{ instancePath: instancePath + "/mode", schemaPath: "#/$defs/mode/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" }], !1;
                      }
                      var valid0 = _errs32 === errors;
                    } else
                      var valid0 = !0;
                    if (valid0) {
                      if (data.keys !== void 0) {
                        let data11 = data.keys, _errs35 = errors;
                        if (errors === _errs35)
                          if (Array.isArray(data11)) {
                            var valid9 = !0;
                            let len0 = data11.length;
                            for (let i0 = 0; i0 < len0; i0++) {
                              let data12 = data11[i0], _errs37 = errors;
                              if (errors === _errs37)
                                if (data12 && typeof data12 == "object" && !Array.isArray(data12)) {
                                  let missing2;
                                  if (data12.key === void 0 && (missing2 = "key") || data12.action === void 0 && (missing2 = "action") || data12.reason === void 0 && (missing2 = "reason"))
                                    return validate71.errors = [{ instancePath: instancePath + "/keys/" + i0, schemaPath: "#/properties/keys/items/required", keyword: "required", params: { missingProperty: missing2 }, message: "must have required property '" + missing2 + "'" }], !1;
                                  if (data12.key !== void 0) {
                                    let data13 = data12.key, _errs39 = errors;
                                    if (errors === _errs39)
                                      if (data13 && typeof data13 == "object" && !Array.isArray(data13)) {
                                        let missing3;
                                        if (data13.pointer === void 0 && (missing3 = "pointer") || data13.value === void 0 && (missing3 = "value"))
                                          return validate71.errors = [{ instancePath: instancePath + "/keys/" + i0 + "/key", schemaPath: "#/properties/keys/items/properties/key/required", keyword: "required", params: { missingProperty: missing3 }, message: "must have required property '" + missing3 + "'" }], !1;
                                        if (data13.pointer !== void 0) {
                                          let data14 = data13.pointer;
                                          if (errors === errors)
                                            if (typeof data14 == "string") {
                                              if (!pattern56.test(data14))
                                                return validate71.errors = [{ instancePath: instancePath + "/keys/" + i0 + "/key/pointer", schemaPath: "#/properties/keys/items/properties/key/properties/pointer/pattern", keyword: "pattern", params: { pattern: "^(?:/(?:[^~/]|~[01])*)+$" }, message: 'must match pattern "^(?:/(?:[^~/]|~[01])*)+$"' }], !1;
                                            } else
                                              return validate71.errors = [{ instancePath: instancePath + "/keys/" + i0 + "/key/pointer", schemaPath: "#/properties/keys/items/properties/key/properties/pointer/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                                        }
                                      } else
                                        return validate71.errors = [{ instancePath: instancePath + "/keys/" + i0 + "/key", schemaPath: "#/properties/keys/items/properties/key/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
                                    var valid10 = _errs39 === errors;
                                  } else
                                    var valid10 = !0;
                                  if (valid10) {
                                    if (data12.action !== void 0) {
                                      let data15 = data12.action, _errs43 = errors;
                                      if (!(data15 === "create" || data15 === "update" || data15 === "delete" || data15 === "keep" || data15 === "conflict"))
                                        return validate71.errors = [{ instancePath: instancePath + "/keys/" + i0 + "/action", schemaPath: "#/properties/keys/items/properties/action/enum", keyword: "enum", params: { allowedValues: schema157.properties.keys.items.properties.action.enum }, message: "must be equal to one of the allowed values" }], !1;
                                      var valid10 = _errs43 === errors;
                                    } else
                                      var valid10 = !0;
                                    if (valid10) {
                                      if (data12.reason !== void 0) {
                                        let _errs44 = errors;
                                        validate72(data12.reason, { instancePath: instancePath + "/keys/" + i0 + "/reason", parentData: data12, parentDataProperty: "reason", rootData, dynamicAnchors }) || (vErrors = vErrors === null ? validate72.errors : vErrors.concat(validate72.errors), errors = vErrors.length);
                                        var valid10 = _errs44 === errors;
                                      } else
                                        var valid10 = !0;
                                      if (valid10) {
                                        if (data12.theirs !== void 0) {
                                          let _errs45 = errors;
                                          if (typeof data12.theirs != "string")
                                            return validate71.errors = [{ instancePath: instancePath + "/keys/" + i0 + "/theirs", schemaPath: "#/properties/keys/items/properties/theirs/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                                          var valid10 = _errs45 === errors;
                                        } else
                                          var valid10 = !0;
                                        if (valid10) {
                                          if (data12.base !== void 0) {
                                            let _errs47 = errors;
                                            if (typeof data12.base != "string")
                                              return validate71.errors = [{ instancePath: instancePath + "/keys/" + i0 + "/base", schemaPath: "#/properties/keys/items/properties/base/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                                            var valid10 = _errs47 === errors;
                                          } else
                                            var valid10 = !0;
                                          if (valid10)
                                            if (data12.consequence !== void 0) {
                                              let _errs49 = errors;
                                              if (typeof data12.consequence != "string")
                                                return validate71.errors = [{ instancePath: instancePath + "/keys/" + i0 + "/consequence", schemaPath: "#/properties/keys/items/properties/consequence/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                                              var valid10 = _errs49 === errors;
                                            } else
                                              var valid10 = !0;
                                        }
                                      }
                                    }
                                  }
                                } else
                                  return validate71.errors = [{ instancePath: instancePath + "/keys/" + i0, schemaPath: "#/properties/keys/items/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
                              var valid9 = _errs37 === errors;
                              if (!valid9)
                                break;
                            }
                          } else
                            return validate71.errors = [{ instancePath: instancePath + "/keys", schemaPath: "#/properties/keys/type", keyword: "type", params: { type: "array" }, message: "must be array" }], !1;
                        var valid0 = _errs35 === errors;
                      } else
                        var valid0 = !0;
                      if (valid0)
                        if (data.manual !== void 0) {
                          let data20 = data.manual, _errs51 = errors;
                          if (errors === errors)
                            if (Array.isArray(data20)) {
                              var valid13 = !0;
                              let len1 = data20.length;
                              for (let i1 = 0; i1 < len1; i1++) {
                                let _errs54 = errors;
                                if (typeof data20[i1] != "string")
                                  return validate71.errors = [{ instancePath: instancePath + "/manual/" + i1, schemaPath: "#/$defs/texts/items/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                                var valid13 = _errs54 === errors;
                                if (!valid13)
                                  break;
                              }
                            } else
                              return validate71.errors = [{ instancePath: instancePath + "/manual", schemaPath: "#/$defs/texts/type", keyword: "type", params: { type: "array" }, message: "must be array" }], !1;
                          var valid0 = _errs51 === errors;
                        } else
                          var valid0 = !0;
                    }
                  }
                }
              }
            }
          }
        }
      }
    } else
      return validate71.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
  return validate71.errors = vErrors, errors === 0;
}
validate71.evaluated = { props: { path: !0, action: !0, ownership: !0, generator: !0, reason: !0, before: !0, after: !0, mode: !0, keys: !0, manual: !0 }, dynamicProps: !1, dynamicItems: !1 };
var schema115 = { type: "array", items: { type: "object", required: ["what", "source"], properties: { what: { type: "string", minLength: 1 }, source: { enum: ["cache", "installed", "live"] } } } }, schema91 = { type: "object", required: ["files", "findings", "rows", "baseline", "gone"], properties: { files: { $ref: "#/$defs/count" }, findings: { $ref: "#/$defs/count" }, rows: { type: "array", items: { type: "object", required: ["scope", "rule", "severity", "count", "fixable", "new", "same"], properties: { scope: { type: "string", minLength: 1 }, rule: { type: "string", minLength: 1 }, severity: { enum: ["error", "warning"] }, typed: { type: "boolean" }, count: { $ref: "#/$defs/count" }, fixable: { $ref: "#/$defs/count" }, new: { $ref: "#/$defs/count" }, same: { $ref: "#/$defs/count" }, url: { type: "string" } } } }, baseline: { enum: ["oxlint", "none", "failed"] }, gone: { $ref: "#/$defs/count" }, goneRows: { type: "array", items: { type: "object", required: ["scope", "rule", "gone"], properties: { scope: { type: "string", minLength: 1 }, rule: { type: "string", minLength: 1 }, gone: { $ref: "#/$defs/count" } } } }, results: { type: "array", maxItems: 5e3, items: { type: "object", required: ["scope", "path", "rule", "severity", "line", "column", "message", "fingerprint", "isSame"], properties: { scope: { type: "string", minLength: 1 }, path: { type: "string", minLength: 1 }, rule: { type: "string", minLength: 1 }, severity: { enum: ["error", "warning"] }, line: { type: "integer", minimum: 1 }, column: { type: "integer", minimum: 1 }, message: { type: "string" }, help: { type: "string" }, url: { type: "string" }, fingerprint: { type: "string" }, isSame: { type: "boolean" } } } }, unlinted: { type: "array", items: { type: "object", required: ["path", "why"], properties: { path: { type: "string" }, why: { enum: ["encoding", "plugin", "syntax"] } } } }, format: { type: "object", required: ["checked", "unformatted"], properties: { checked: { $ref: "#/$defs/count" }, unformatted: { $ref: "#/$defs/texts" }, unparsed: { $ref: "#/$defs/texts" } } } } };
function validate43(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null, errors = 0, evaluated0 = validate43.evaluated;
  if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.files === void 0 && (missing0 = "files") || data.findings === void 0 && (missing0 = "findings") || data.rows === void 0 && (missing0 = "rows") || data.baseline === void 0 && (missing0 = "baseline") || data.gone === void 0 && (missing0 = "gone"))
        return validate43.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }], !1;
      if (data.files !== void 0) {
        let data0 = data.files, _errs1 = errors, _errs2 = errors;
        if (!(typeof data0 == "number" && !(data0 % 1) && !isNaN(data0) && isFinite(data0)))
          return validate43.errors = [{ instancePath: instancePath + "/files", schemaPath: "#/$defs/count/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }], !1;
        if (errors === _errs2 && typeof data0 == "number" && isFinite(data0) && (data0 < 0 || isNaN(data0)))
          return validate43.errors = [{ instancePath: instancePath + "/files", schemaPath: "#/$defs/count/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" }], !1;
        var valid0 = _errs1 === errors;
      } else
        var valid0 = !0;
      if (valid0) {
        if (data.findings !== void 0) {
          let data1 = data.findings, _errs4 = errors, _errs5 = errors;
          if (!(typeof data1 == "number" && !(data1 % 1) && !isNaN(data1) && isFinite(data1)))
            return validate43.errors = [{ instancePath: instancePath + "/findings", schemaPath: "#/$defs/count/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }], !1;
          if (errors === _errs5 && typeof data1 == "number" && isFinite(data1) && (data1 < 0 || isNaN(data1)))
            return validate43.errors = [{ instancePath: instancePath + "/findings", schemaPath: "#/$defs/count/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" }], !1;
          var valid0 = _errs4 === errors;
        } else
          var valid0 = !0;
        if (valid0) {
          if (data.rows !== void 0) {
            let data2 = data.rows, _errs7 = errors;
            if (errors === _errs7)
              if (Array.isArray(data2)) {
                var valid3 = !0;
                let len0 = data2.length;
                for (let i0 = 0; i0 < len0; i0++) {
                  let data3 = data2[i0], _errs9 = errors;
                  if (errors === _errs9)
                    if (data3 && typeof data3 == "object" && !Array.isArray(data3)) {
                      let missing1;
                      if (data3.scope === void 0 && (missing1 = "scope") || data3.rule === void 0 && (missing1 = "rule") || data3.severity === void 0 && (missing1 = "severity") || data3.count === void 0 && (missing1 = "count") || data3.fixable === void 0 && (missing1 = "fixable") || data3.new === void 0 && (missing1 = "new") || data3.same === void 0 && (missing1 = "same"))
                        return validate43.errors = [{ instancePath: instancePath + "/rows/" + i0, schemaPath: "#/properties/rows/items/required", keyword: "required", params: { missingProperty: missing1 }, message: "must have required property '" + missing1 + "'" }], !1;
                      if (data3.scope !== void 0) {
                        let data4 = data3.scope, _errs11 = errors;
                        if (errors === _errs11)
                          if (typeof data4 == "string") {
                            if (data4.length < 2 && func1(data4) < 1)
                              return validate43.errors = [{ instancePath: instancePath + "/rows/" + i0 + "/scope", schemaPath: "#/properties/rows/items/properties/scope/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" }], !1;
                          } else
                            return validate43.errors = [{ instancePath: instancePath + "/rows/" + i0 + "/scope", schemaPath: "#/properties/rows/items/properties/scope/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                        var valid4 = _errs11 === errors;
                      } else
                        var valid4 = !0;
                      if (valid4) {
                        if (data3.rule !== void 0) {
                          let data5 = data3.rule, _errs13 = errors;
                          if (errors === _errs13)
                            if (typeof data5 == "string") {
                              if (data5.length < 2 && func1(data5) < 1)
                                return validate43.errors = [{ instancePath: instancePath + "/rows/" + i0 + "/rule", schemaPath: "#/properties/rows/items/properties/rule/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" }], !1;
                            } else
                              return validate43.errors = [{ instancePath: instancePath + "/rows/" + i0 + "/rule", schemaPath: "#/properties/rows/items/properties/rule/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                          var valid4 = _errs13 === errors;
                        } else
                          var valid4 = !0;
                        if (valid4) {
                          if (data3.severity !== void 0) {
                            let data6 = data3.severity, _errs15 = errors;
                            if (!(data6 === "error" || data6 === "warning"))
                              return validate43.errors = [{ instancePath: instancePath + "/rows/" + i0 + "/severity", schemaPath: "#/properties/rows/items/properties/severity/enum", keyword: "enum", params: { allowedValues: schema91.properties.rows.items.properties.severity.enum }, message: "must be equal to one of the allowed values" }], !1;
                            var valid4 = _errs15 === errors;
                          } else
                            var valid4 = !0;
                          if (valid4) {
                            if (data3.typed !== void 0) {
                              let _errs16 = errors;
                              if (typeof data3.typed != "boolean")
                                return validate43.errors = [{ instancePath: instancePath + "/rows/" + i0 + "/typed", schemaPath: "#/properties/rows/items/properties/typed/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" }], !1;
                              var valid4 = _errs16 === errors;
                            } else
                              var valid4 = !0;
                            if (valid4) {
                              if (data3.count !== void 0) {
                                let data8 = data3.count, _errs18 = errors, _errs19 = errors;
                                if (!(typeof data8 == "number" && !(data8 % 1) && !isNaN(data8) && isFinite(data8)))
                                  return validate43.errors = [{ instancePath: instancePath + "/rows/" + i0 + "/count", schemaPath: "#/$defs/count/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }], !1;
                                if (errors === _errs19 && typeof data8 == "number" && isFinite(data8) && (data8 < 0 || isNaN(data8)))
                                  return validate43.errors = [{ instancePath: instancePath + "/rows/" + i0 + "/count", schemaPath: "#/$defs/count/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" }], !1;
                                var valid4 = _errs18 === errors;
                              } else
                                var valid4 = !0;
                              if (valid4) {
                                if (data3.fixable !== void 0) {
                                  let data9 = data3.fixable, _errs21 = errors, _errs22 = errors;
                                  if (!(typeof data9 == "number" && !(data9 % 1) && !isNaN(data9) && isFinite(data9)))
                                    return validate43.errors = [{ instancePath: instancePath + "/rows/" + i0 + "/fixable", schemaPath: "#/$defs/count/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }], !1;
                                  if (errors === _errs22 && typeof data9 == "number" && isFinite(data9) && (data9 < 0 || isNaN(data9)))
                                    return validate43.errors = [{ instancePath: instancePath + "/rows/" + i0 + "/fixable", schemaPath: "#/$defs/count/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" }], !1;
                                  var valid4 = _errs21 === errors;
                                } else
                                  var valid4 = !0;
                                if (valid4) {
                                  if (data3.new !== void 0) {
                                    let data10 = data3.new, _errs24 = errors, _errs25 = errors;
                                    if (!(typeof data10 == "number" && !(data10 % 1) && !isNaN(data10) && isFinite(data10)))
                                      return validate43.errors = [{ instancePath: instancePath + "/rows/" + i0 + "/new", schemaPath: "#/$defs/count/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }], !1;
                                    if (errors === _errs25 && typeof data10 == "number" && isFinite(data10) && (data10 < 0 || isNaN(data10)))
                                      return validate43.errors = [{ instancePath: instancePath + "/rows/" + i0 + "/new", schemaPath: "#/$defs/count/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" }], !1;
                                    var valid4 = _errs24 === errors;
                                  } else
                                    var valid4 = !0;
                                  if (valid4) {
                                    if (data3.same !== void 0) {
                                      let data11 = data3.same, _errs27 = errors, _errs28 = errors;
                                      if (!(typeof data11 == "number" && !(data11 % 1) && !isNaN(data11) && isFinite(data11)))
                                        return validate43.errors = [{ instancePath: instancePath + "/rows/" + i0 + "/same", schemaPath: "#/$defs/count/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }], !1;
                                      if (errors === _errs28 && typeof data11 == "number" && isFinite(data11) && (data11 < 0 || isNaN(data11)))
                                        return validate43.errors = [{ instancePath: instancePath + "/rows/" + i0 + "/same", schemaPath: "#/$defs/count/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" }], !1;
                                      var valid4 = _errs27 === errors;
                                    } else
                                      var valid4 = !0;
                                    if (valid4)
                                      if (data3.url !== void 0) {
                                        let _errs30 = errors;
                                        if (typeof data3.url != "string")
                                          return validate43.errors = [{ instancePath: instancePath + "/rows/" + i0 + "/url", schemaPath: "#/properties/rows/items/properties/url/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                                        var valid4 = _errs30 === errors;
                                      } else
                                        var valid4 = !0;
                                  }
                                }
                              }
                            }
                          }
                        }
                      }
                    } else
                      return validate43.errors = [{ instancePath: instancePath + "/rows/" + i0, schemaPath: "#/properties/rows/items/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
                  var valid3 = _errs9 === errors;
                  if (!valid3)
                    break;
                }
              } else
                return validate43.errors = [{ instancePath: instancePath + "/rows", schemaPath: "#/properties/rows/type", keyword: "type", params: { type: "array" }, message: "must be array" }], !1;
            var valid0 = _errs7 === errors;
          } else
            var valid0 = !0;
          if (valid0) {
            if (data.baseline !== void 0) {
              let data13 = data.baseline, _errs32 = errors;
              if (!(data13 === "oxlint" || data13 === "none" || data13 === "failed"))
                return validate43.errors = [{ instancePath: instancePath + "/baseline", schemaPath: "#/properties/baseline/enum", keyword: "enum", params: { allowedValues: schema91.properties.baseline.enum }, message: "must be equal to one of the allowed values" }], !1;
              var valid0 = _errs32 === errors;
            } else
              var valid0 = !0;
            if (valid0) {
              if (data.gone !== void 0) {
                let data14 = data.gone, _errs33 = errors, _errs34 = errors;
                if (!(typeof data14 == "number" && !(data14 % 1) && !isNaN(data14) && isFinite(data14)))
                  return validate43.errors = [{ instancePath: instancePath + "/gone", schemaPath: "#/$defs/count/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }], !1;
                if (errors === _errs34 && typeof data14 == "number" && isFinite(data14) && (data14 < 0 || isNaN(data14)))
                  return validate43.errors = [{ instancePath: instancePath + "/gone", schemaPath: "#/$defs/count/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" }], !1;
                var valid0 = _errs33 === errors;
              } else
                var valid0 = !0;
              if (valid0) {
                if (data.goneRows !== void 0) {
                  let data15 = data.goneRows, _errs36 = errors;
                  if (errors === _errs36)
                    if (Array.isArray(data15)) {
                      var valid10 = !0;
                      let len1 = data15.length;
                      for (let i1 = 0; i1 < len1; i1++) {
                        let data16 = data15[i1], _errs38 = errors;
                        if (errors === _errs38)
                          if (data16 && typeof data16 == "object" && !Array.isArray(data16)) {
                            let missing2;
                            if (data16.scope === void 0 && (missing2 = "scope") || data16.rule === void 0 && (missing2 = "rule") || data16.gone === void 0 && (missing2 = "gone"))
                              return validate43.errors = [{ instancePath: instancePath + "/goneRows/" + i1, schemaPath: "#/properties/goneRows/items/required", keyword: "required", params: { missingProperty: missing2 }, message: "must have required property '" + missing2 + "'" }], !1;
                            if (data16.scope !== void 0) {
                              let data17 = data16.scope, _errs40 = errors;
                              if (errors === _errs40)
                                if (typeof data17 == "string") {
                                  if (data17.length < 2 && func1(data17) < 1)
                                    return validate43.errors = [{ instancePath: instancePath + "/goneRows/" + i1 + "/scope", schemaPath: "#/properties/goneRows/items/properties/scope/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" }], !1;
                                } else
                                  return validate43.errors = [{ instancePath: instancePath + "/goneRows/" + i1 + "/scope", schemaPath: "#/properties/goneRows/items/properties/scope/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                              var valid11 = _errs40 === errors;
                            } else
                              var valid11 = !0;
                            if (valid11) {
                              if (data16.rule !== void 0) {
                                let data18 = data16.rule, _errs42 = errors;
                                if (errors === _errs42)
                                  if (typeof data18 == "string") {
                                    if (data18.length < 2 && func1(data18) < 1)
                                      return validate43.errors = [{ instancePath: instancePath + "/goneRows/" + i1 + "/rule", schemaPath: "#/properties/goneRows/items/properties/rule/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" }], !1;
                                  } else
                                    return validate43.errors = [{ instancePath: instancePath + "/goneRows/" + i1 + "/rule", schemaPath: "#/properties/goneRows/items/properties/rule/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                                var valid11 = _errs42 === errors;
                              } else
                                var valid11 = !0;
                              if (valid11)
                                if (data16.gone !== void 0) {
                                  let data19 = data16.gone, _errs44 = errors, _errs45 = errors;
                                  if (!(typeof data19 == "number" && !(data19 % 1) && !isNaN(data19) && isFinite(data19)))
                                    return validate43.errors = [{ instancePath: instancePath + "/goneRows/" + i1 + "/gone", schemaPath: "#/$defs/count/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }], !1;
                                  if (errors === _errs45 && typeof data19 == "number" && isFinite(data19) && (data19 < 0 || isNaN(data19)))
                                    return validate43.errors = [{ instancePath: instancePath + "/goneRows/" + i1 + "/gone", schemaPath: "#/$defs/count/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" }], !1;
                                  var valid11 = _errs44 === errors;
                                } else
                                  var valid11 = !0;
                            }
                          } else
                            return validate43.errors = [{ instancePath: instancePath + "/goneRows/" + i1, schemaPath: "#/properties/goneRows/items/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
                        var valid10 = _errs38 === errors;
                        if (!valid10)
                          break;
                      }
                    } else
                      return validate43.errors = [{ instancePath: instancePath + "/goneRows", schemaPath: "#/properties/goneRows/type", keyword: "type", params: { type: "array" }, message: "must be array" }], !1;
                  var valid0 = _errs36 === errors;
                } else
                  var valid0 = !0;
                if (valid0) {
                  if (data.results !== void 0) {
                    let data20 = data.results, _errs47 = errors;
                    if (errors === _errs47)
                      if (Array.isArray(data20)) {
                        if (data20.length > 5e3)
                          return validate43.errors = [{ instancePath: instancePath + "/results", schemaPath: "#/properties/results/maxItems", keyword: "maxItems", params: { limit: 5e3 }, message: "must NOT have more than 5000 items" }], !1;
                        {
                          var valid13 = !0;
                          let len2 = data20.length;
                          for (let i2 = 0; i2 < len2; i2++) {
                            let data21 = data20[i2], _errs49 = errors;
                            if (errors === _errs49)
                              if (data21 && typeof data21 == "object" && !Array.isArray(data21)) {
                                let missing3;
                                if (data21.scope === void 0 && (missing3 = "scope") || data21.path === void 0 && (missing3 = "path") || data21.rule === void 0 && (missing3 = "rule") || data21.severity === void 0 && (missing3 = "severity") || data21.line === void 0 && (missing3 = "line") || data21.column === void 0 && (missing3 = "column") || data21.message === void 0 && (missing3 = "message") || data21.fingerprint === void 0 && (missing3 = "fingerprint") || data21.isSame === void 0 && (missing3 = "isSame"))
                                  return validate43.errors = [{ instancePath: instancePath + "/results/" + i2, schemaPath: "#/properties/results/items/required", keyword: "required", params: { missingProperty: missing3 }, message: "must have required property '" + missing3 + "'" }], !1;
                                if (data21.scope !== void 0) {
                                  let data22 = data21.scope, _errs51 = errors;
                                  if (errors === _errs51)
                                    if (typeof data22 == "string") {
                                      if (data22.length < 2 && func1(data22) < 1)
                                        return validate43.errors = [{ instancePath: instancePath + "/results/" + i2 + "/scope", schemaPath: "#/properties/results/items/properties/scope/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" }], !1;
                                    } else
                                      return validate43.errors = [{ instancePath: instancePath + "/results/" + i2 + "/scope", schemaPath: "#/properties/results/items/properties/scope/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                                  var valid14 = _errs51 === errors;
                                } else
                                  var valid14 = !0;
                                if (valid14) {
                                  if (data21.path !== void 0) {
                                    let data23 = data21.path, _errs53 = errors;
                                    if (errors === _errs53)
                                      if (typeof data23 == "string") {
                                        if (data23.length < 2 && func1(data23) < 1)
                                          return validate43.errors = [{ instancePath: instancePath + "/results/" + i2 + "/path", schemaPath: "#/properties/results/items/properties/path/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" }], !1;
                                      } else
                                        return validate43.errors = [{ instancePath: instancePath + "/results/" + i2 + "/path", schemaPath: "#/properties/results/items/properties/path/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                                    var valid14 = _errs53 === errors;
                                  } else
                                    var valid14 = !0;
                                  if (valid14) {
                                    if (data21.rule !== void 0) {
                                      let data24 = data21.rule, _errs55 = errors;
                                      if (errors === _errs55)
                                        if (typeof data24 == "string") {
                                          if (data24.length < 2 && func1(data24) < 1)
                                            return validate43.errors = [{ instancePath: instancePath + "/results/" + i2 + "/rule", schemaPath: "#/properties/results/items/properties/rule/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" }], !1;
                                        } else
                                          return validate43.errors = [{ instancePath: instancePath + "/results/" + i2 + "/rule", schemaPath: "#/properties/results/items/properties/rule/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                                      var valid14 = _errs55 === errors;
                                    } else
                                      var valid14 = !0;
                                    if (valid14) {
                                      if (data21.severity !== void 0) {
                                        let data25 = data21.severity, _errs57 = errors;
                                        if (!(data25 === "error" || data25 === "warning"))
                                          return validate43.errors = [{ instancePath: instancePath + "/results/" + i2 + "/severity", schemaPath: "#/properties/results/items/properties/severity/enum", keyword: "enum", params: { allowedValues: schema91.properties.results.items.properties.severity.enum }, message: "must be equal to one of the allowed values" }], !1;
                                        var valid14 = _errs57 === errors;
                                      } else
                                        var valid14 = !0;
                                      if (valid14) {
                                        if (data21.line !== void 0) {
                                          let data26 = data21.line, _errs58 = errors;
                                          if (!(typeof data26 == "number" && !(data26 % 1) && !isNaN(data26) && isFinite(data26)))
                                            return validate43.errors = [{ instancePath: instancePath + "/results/" + i2 + "/line", schemaPath: "#/properties/results/items/properties/line/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }], !1;
                                          if (errors === _errs58 && typeof data26 == "number" && isFinite(data26) && (data26 < 1 || isNaN(data26)))
                                            return validate43.errors = [{ instancePath: instancePath + "/results/" + i2 + "/line", schemaPath: "#/properties/results/items/properties/line/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" }], !1;
                                          var valid14 = _errs58 === errors;
                                        } else
                                          var valid14 = !0;
                                        if (valid14) {
                                          if (data21.column !== void 0) {
                                            let data27 = data21.column, _errs60 = errors;
                                            if (!(typeof data27 == "number" && !(data27 % 1) && !isNaN(data27) && isFinite(data27)))
                                              return validate43.errors = [{ instancePath: instancePath + "/results/" + i2 + "/column", schemaPath: "#/properties/results/items/properties/column/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }], !1;
                                            if (errors === _errs60 && typeof data27 == "number" && isFinite(data27) && (data27 < 1 || isNaN(data27)))
                                              return validate43.errors = [{ instancePath: instancePath + "/results/" + i2 + "/column", schemaPath: "#/properties/results/items/properties/column/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" }], !1;
                                            var valid14 = _errs60 === errors;
                                          } else
                                            var valid14 = !0;
                                          if (valid14) {
                                            if (data21.message !== void 0) {
                                              let _errs62 = errors;
                                              if (typeof data21.message != "string")
                                                return validate43.errors = [{ instancePath: instancePath + "/results/" + i2 + "/message", schemaPath: "#/properties/results/items/properties/message/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                                              var valid14 = _errs62 === errors;
                                            } else
                                              var valid14 = !0;
                                            if (valid14) {
                                              if (data21.help !== void 0) {
                                                let _errs64 = errors;
                                                if (typeof data21.help != "string")
                                                  return validate43.errors = [{ instancePath: instancePath + "/results/" + i2 + "/help", schemaPath: "#/properties/results/items/properties/help/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                                                var valid14 = _errs64 === errors;
                                              } else
                                                var valid14 = !0;
                                              if (valid14) {
                                                if (data21.url !== void 0) {
                                                  let _errs66 = errors;
                                                  if (typeof data21.url != "string")
                                                    return validate43.errors = [{ instancePath: instancePath + "/results/" + i2 + "/url", schemaPath: "#/properties/results/items/properties/url/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                                                  var valid14 = _errs66 === errors;
                                                } else
                                                  var valid14 = !0;
                                                if (valid14) {
                                                  if (data21.fingerprint !== void 0) {
                                                    let _errs68 = errors;
                                                    if (typeof data21.fingerprint != "string")
                                                      return validate43.errors = [{ instancePath: instancePath + "/results/" + i2 + "/fingerprint", schemaPath: "#/properties/results/items/properties/fingerprint/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                                                    var valid14 = _errs68 === errors;
                                                  } else
                                                    var valid14 = !0;
                                                  if (valid14)
                                                    if (data21.isSame !== void 0) {
                                                      let _errs70 = errors;
                                                      if (typeof data21.isSame != "boolean")
                                                        return validate43.errors = [{ instancePath: instancePath + "/results/" + i2 + "/isSame", schemaPath: "#/properties/results/items/properties/isSame/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" }], !1;
                                                      var valid14 = _errs70 === errors;
                                                    } else
                                                      var valid14 = !0;
                                                }
                                              }
                                            }
                                          }
                                        }
                                      }
                                    }
                                  }
                                }
                              } else
                                return validate43.errors = [{ instancePath: instancePath + "/results/" + i2, schemaPath: "#/properties/results/items/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
                            var valid13 = _errs49 === errors;
                            if (!valid13)
                              break;
                          }
                        }
                      } else
                        return validate43.errors = [{ instancePath: instancePath + "/results", schemaPath: "#/properties/results/type", keyword: "type", params: { type: "array" }, message: "must be array" }], !1;
                    var valid0 = _errs47 === errors;
                  } else
                    var valid0 = !0;
                  if (valid0) {
                    if (data.unlinted !== void 0) {
                      let data33 = data.unlinted, _errs72 = errors;
                      if (errors === _errs72)
                        if (Array.isArray(data33)) {
                          var valid15 = !0;
                          let len3 = data33.length;
                          for (let i3 = 0; i3 < len3; i3++) {
                            let data34 = data33[i3], _errs74 = errors;
                            if (errors === _errs74)
                              if (data34 && typeof data34 == "object" && !Array.isArray(data34)) {
                                let missing4;
                                if (data34.path === void 0 && (missing4 = "path") || data34.why === void 0 && (missing4 = "why"))
                                  return validate43.errors = [{ instancePath: instancePath + "/unlinted/" + i3, schemaPath: "#/properties/unlinted/items/required", keyword: "required", params: { missingProperty: missing4 }, message: "must have required property '" + missing4 + "'" }], !1;
                                if (data34.path !== void 0) {
                                  let _errs76 = errors;
                                  if (typeof data34.path != "string")
                                    return validate43.errors = [{ instancePath: instancePath + "/unlinted/" + i3 + "/path", schemaPath: "#/properties/unlinted/items/properties/path/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                                  var valid16 = _errs76 === errors;
                                } else
                                  var valid16 = !0;
                                if (valid16)
                                  if (data34.why !== void 0) {
                                    let data36 = data34.why, _errs78 = errors;
                                    if (!(data36 === "encoding" || data36 === "plugin" || data36 === "syntax"))
                                      return validate43.errors = [{ instancePath: instancePath + "/unlinted/" + i3 + "/why", schemaPath: "#/properties/unlinted/items/properties/why/enum", keyword: "enum", params: { allowedValues: schema91.properties.unlinted.items.properties.why.enum }, message: "must be equal to one of the allowed values" }], !1;
                                    var valid16 = _errs78 === errors;
                                  } else
                                    var valid16 = !0;
                              } else
                                return validate43.errors = [{ instancePath: instancePath + "/unlinted/" + i3, schemaPath: "#/properties/unlinted/items/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
                            var valid15 = _errs74 === errors;
                            if (!valid15)
                              break;
                          }
                        } else
                          return validate43.errors = [{ instancePath: instancePath + "/unlinted", schemaPath: "#/properties/unlinted/type", keyword: "type", params: { type: "array" }, message: "must be array" }], !1;
                      var valid0 = _errs72 === errors;
                    } else
                      var valid0 = !0;
                    if (valid0)
                      if (data.format !== void 0) {
                        let data37 = data.format, _errs79 = errors;
                        if (errors === _errs79)
                          if (data37 && typeof data37 == "object" && !Array.isArray(data37)) {
                            let missing5;
                            if (data37.checked === void 0 && (missing5 = "checked") || data37.unformatted === void 0 && (missing5 = "unformatted"))
                              return validate43.errors = [{ instancePath: instancePath + "/format", schemaPath: "#/properties/format/required", keyword: "required", params: { missingProperty: missing5 }, message: "must have required property '" + missing5 + "'" }], !1;
                            if (data37.checked !== void 0) {
                              let data38 = data37.checked, _errs81 = errors, _errs82 = errors;
                              if (!(typeof data38 == "number" && !(data38 % 1) && !isNaN(data38) && isFinite(data38)))
                                return validate43.errors = [{ instancePath: instancePath + "/format/checked", schemaPath: "#/$defs/count/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }], !1;
                              if (errors === _errs82 && typeof data38 == "number" && isFinite(data38) && (data38 < 0 || isNaN(data38)))
                                return validate43.errors = [{ instancePath: instancePath + "/format/checked", schemaPath: "#/$defs/count/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" }], !1;
                              var valid17 = _errs81 === errors;
                            } else
                              var valid17 = !0;
                            if (valid17) {
                              if (data37.unformatted !== void 0) {
                                let data39 = data37.unformatted, _errs84 = errors;
                                if (errors === errors)
                                  if (Array.isArray(data39)) {
                                    var valid20 = !0;
                                    let len4 = data39.length;
                                    for (let i4 = 0; i4 < len4; i4++) {
                                      let _errs87 = errors;
                                      if (typeof data39[i4] != "string")
                                        return validate43.errors = [{ instancePath: instancePath + "/format/unformatted/" + i4, schemaPath: "#/$defs/texts/items/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                                      var valid20 = _errs87 === errors;
                                      if (!valid20)
                                        break;
                                    }
                                  } else
                                    return validate43.errors = [{ instancePath: instancePath + "/format/unformatted", schemaPath: "#/$defs/texts/type", keyword: "type", params: { type: "array" }, message: "must be array" }], !1;
                                var valid17 = _errs84 === errors;
                              } else
                                var valid17 = !0;
                              if (valid17)
                                if (data37.unparsed !== void 0) {
                                  let data41 = data37.unparsed, _errs89 = errors;
                                  if (errors === errors)
                                    if (Array.isArray(data41)) {
                                      var valid22 = !0;
                                      let len5 = data41.length;
                                      for (let i5 = 0; i5 < len5; i5++) {
                                        let _errs92 = errors;
                                        if (typeof data41[i5] != "string")
                                          return validate43.errors = [{ instancePath: instancePath + "/format/unparsed/" + i5, schemaPath: "#/$defs/texts/items/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                                        var valid22 = _errs92 === errors;
                                        if (!valid22)
                                          break;
                                      }
                                    } else
                                      return validate43.errors = [{ instancePath: instancePath + "/format/unparsed", schemaPath: "#/$defs/texts/type", keyword: "type", params: { type: "array" }, message: "must be array" }], !1;
                                  var valid17 = _errs89 === errors;
                                } else
                                  var valid17 = !0;
                            }
                          } else
                            return validate43.errors = [{ instancePath: instancePath + "/format", schemaPath: "#/properties/format/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
                        var valid0 = _errs79 === errors;
                      } else
                        var valid0 = !0;
                  }
                }
              }
            }
          }
        }
      }
    } else
      return validate43.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
  return validate43.errors = vErrors, errors === 0;
}
validate43.evaluated = { props: { files: !0, findings: !0, rows: !0, baseline: !0, gone: !0, goneRows: !0, results: !0, unlinted: !0, format: !0 }, dynamicProps: !1, dynamicItems: !1 };
var schema104 = { type: "array", items: { type: "object", required: ["ending", "command", "cwd", "durationMs"], properties: { ending: { enum: ["ok", "exited", "signalled", "timed-out", "too-much-output", "not-found", "interrupted"] }, command: { $ref: "#/$defs/argv" }, cwd: { type: "string" }, exitCode: { type: "integer" }, signal: { type: "string" }, durationMs: { type: "number", minimum: 0 } } } };
function validate45(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null, errors = 0, evaluated0 = validate45.evaluated;
  if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), errors === 0)
    if (Array.isArray(data)) {
      var valid0 = !0;
      let len0 = data.length;
      for (let i0 = 0; i0 < len0; i0++) {
        let data0 = data[i0], _errs1 = errors;
        if (errors === _errs1)
          if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
            let missing0;
            if (data0.ending === void 0 && (missing0 = "ending") || data0.command === void 0 && (missing0 = "command") || data0.cwd === void 0 && (missing0 = "cwd") || data0.durationMs === void 0 && (missing0 = "durationMs"))
              return validate45.errors = [{ instancePath: instancePath + "/" + i0, schemaPath: "#/items/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }], !1;
            if (data0.ending !== void 0) {
              let data1 = data0.ending, _errs3 = errors;
              if (!(data1 === "ok" || data1 === "exited" || data1 === "signalled" || data1 === "timed-out" || data1 === "too-much-output" || data1 === "not-found" || data1 === "interrupted"))
                return validate45.errors = [{ instancePath: instancePath + "/" + i0 + "/ending", schemaPath: "#/items/properties/ending/enum", keyword: "enum", params: { allowedValues: schema104.items.properties.ending.enum }, message: "must be equal to one of the allowed values" }], !1;
              var valid1 = _errs3 === errors;
            } else
              var valid1 = !0;
            if (valid1) {
              if (data0.command !== void 0) {
                let data2 = data0.command, _errs4 = errors;
                if (errors === errors)
                  if (Array.isArray(data2)) {
                    var valid3 = !0;
                    let len1 = data2.length;
                    for (let i1 = 0; i1 < len1; i1++) {
                      let _errs7 = errors;
                      if (typeof data2[i1] != "string")
                        return validate45.errors = [{ instancePath: instancePath + "/" + i0 + "/command/" + i1, schemaPath: "#/$defs/argv/items/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                      var valid3 = _errs7 === errors;
                      if (!valid3)
                        break;
                    }
                  } else
                    return validate45.errors = [{ instancePath: instancePath + "/" + i0 + "/command", schemaPath: "#/$defs/argv/type", keyword: "type", params: { type: "array" }, message: "must be array" }], !1;
                var valid1 = _errs4 === errors;
              } else
                var valid1 = !0;
              if (valid1) {
                if (data0.cwd !== void 0) {
                  let _errs9 = errors;
                  if (typeof data0.cwd != "string")
                    return validate45.errors = [{ instancePath: instancePath + "/" + i0 + "/cwd", schemaPath: "#/items/properties/cwd/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                  var valid1 = _errs9 === errors;
                } else
                  var valid1 = !0;
                if (valid1) {
                  if (data0.exitCode !== void 0) {
                    let data5 = data0.exitCode, _errs11 = errors;
                    if (!(typeof data5 == "number" && !(data5 % 1) && !isNaN(data5) && isFinite(data5)))
                      return validate45.errors = [{ instancePath: instancePath + "/" + i0 + "/exitCode", schemaPath: "#/items/properties/exitCode/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }], !1;
                    var valid1 = _errs11 === errors;
                  } else
                    var valid1 = !0;
                  if (valid1) {
                    if (data0.signal !== void 0) {
                      let _errs13 = errors;
                      if (typeof data0.signal != "string")
                        return validate45.errors = [{ instancePath: instancePath + "/" + i0 + "/signal", schemaPath: "#/items/properties/signal/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                      var valid1 = _errs13 === errors;
                    } else
                      var valid1 = !0;
                    if (valid1)
                      if (data0.durationMs !== void 0) {
                        let data7 = data0.durationMs, _errs15 = errors;
                        if (errors === _errs15)
                          if (typeof data7 == "number" && isFinite(data7)) {
                            if (data7 < 0 || isNaN(data7))
                              return validate45.errors = [{ instancePath: instancePath + "/" + i0 + "/durationMs", schemaPath: "#/items/properties/durationMs/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" }], !1;
                          } else
                            return validate45.errors = [{ instancePath: instancePath + "/" + i0 + "/durationMs", schemaPath: "#/items/properties/durationMs/type", keyword: "type", params: { type: "number" }, message: "must be number" }], !1;
                        var valid1 = _errs15 === errors;
                      } else
                        var valid1 = !0;
                  }
                }
              }
            }
          } else
            return validate45.errors = [{ instancePath: instancePath + "/" + i0, schemaPath: "#/items/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
        var valid0 = _errs1 === errors;
        if (!valid0)
          break;
      }
    } else
      return validate45.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "array" }, message: "must be array" }], !1;
  return validate45.errors = vErrors, errors === 0;
}
validate45.evaluated = { items: !0, dynamicProps: !1, dynamicItems: !1 };
function validate48(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null, errors = 0, evaluated0 = validate48.evaluated;
  if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.before === void 0 && (missing0 = "before") || data.after === void 0 && (missing0 = "after"))
        return validate48.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }], !1;
      if (data.before !== void 0) {
        let data0 = data.before, _errs1 = errors;
        if (errors === errors)
          if (typeof data0 == "string") {
            if (!pattern5.test(data0))
              return validate48.errors = [{ instancePath: instancePath + "/before", schemaPath: "#/$defs/sha256/pattern", keyword: "pattern", params: { pattern: "^[0-9a-f]{64}$" }, message: 'must match pattern "^[0-9a-f]{64}$"' }], !1;
          } else
            return validate48.errors = [{ instancePath: instancePath + "/before", schemaPath: "#/$defs/sha256/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
        var valid0 = _errs1 === errors;
      } else
        var valid0 = !0;
      if (valid0)
        if (data.after !== void 0) {
          let data1 = data.after, _errs4 = errors;
          if (errors === errors)
            if (typeof data1 == "string") {
              if (!pattern5.test(data1))
                return validate48.errors = [{ instancePath: instancePath + "/after", schemaPath: "#/$defs/sha256/pattern", keyword: "pattern", params: { pattern: "^[0-9a-f]{64}$" }, message: 'must match pattern "^[0-9a-f]{64}$"' }], !1;
            } else
              return validate48.errors = [{ instancePath: instancePath + "/after", schemaPath: "#/$defs/sha256/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
          var valid0 = _errs4 === errors;
        } else
          var valid0 = !0;
    } else
      return validate48.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
  return validate48.errors = vErrors, errors === 0;
}
validate48.evaluated = { props: { before: !0, after: !0 }, dynamicProps: !1, dynamicItems: !1 };
function validate47(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null, errors = 0, evaluated0 = validate47.evaluated;
  if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.files === void 0 && (missing0 = "files") || data.dependencyRoots === void 0 && (missing0 = "dependencyRoots") || data.sources === void 0 && (missing0 = "sources") || data.packages === void 0 && (missing0 = "packages") || data.roots === void 0 && (missing0 = "roots"))
        return validate47.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }], !1;
      if (data.files !== void 0) {
        let data0 = data.files, _errs1 = errors, _errs2 = errors;
        if (!(typeof data0 == "number" && !(data0 % 1) && !isNaN(data0) && isFinite(data0)))
          return validate47.errors = [{ instancePath: instancePath + "/files", schemaPath: "#/$defs/count/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }], !1;
        if (errors === _errs2 && typeof data0 == "number" && isFinite(data0) && (data0 < 0 || isNaN(data0)))
          return validate47.errors = [{ instancePath: instancePath + "/files", schemaPath: "#/$defs/count/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" }], !1;
        var valid0 = _errs1 === errors;
      } else
        var valid0 = !0;
      if (valid0) {
        if (data.dependencyRoots !== void 0) {
          let data1 = data.dependencyRoots, _errs4 = errors, _errs5 = errors;
          if (!(typeof data1 == "number" && !(data1 % 1) && !isNaN(data1) && isFinite(data1)))
            return validate47.errors = [{ instancePath: instancePath + "/dependencyRoots", schemaPath: "#/$defs/count/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }], !1;
          if (errors === _errs5 && typeof data1 == "number" && isFinite(data1) && (data1 < 0 || isNaN(data1)))
            return validate47.errors = [{ instancePath: instancePath + "/dependencyRoots", schemaPath: "#/$defs/count/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" }], !1;
          var valid0 = _errs4 === errors;
        } else
          var valid0 = !0;
        if (valid0) {
          if (data.sources !== void 0) {
            let _errs7 = errors;
            validate48(data.sources, { instancePath: instancePath + "/sources", parentData: data, parentDataProperty: "sources", rootData, dynamicAnchors }) || (vErrors = vErrors === null ? validate48.errors : vErrors.concat(validate48.errors), errors = vErrors.length);
            var valid0 = _errs7 === errors;
          } else
            var valid0 = !0;
          if (valid0) {
            if (data.packages !== void 0) {
              let _errs8 = errors;
              validate48(data.packages, { instancePath: instancePath + "/packages", parentData: data, parentDataProperty: "packages", rootData, dynamicAnchors }) || (vErrors = vErrors === null ? validate48.errors : vErrors.concat(validate48.errors), errors = vErrors.length);
              var valid0 = _errs8 === errors;
            } else
              var valid0 = !0;
            if (valid0)
              if (data.roots !== void 0) {
                let data4 = data.roots, _errs9 = errors;
                if (errors === _errs9)
                  if (Array.isArray(data4)) {
                    var valid3 = !0;
                    let len0 = data4.length;
                    for (let i0 = 0; i0 < len0; i0++) {
                      let data5 = data4[i0], _errs11 = errors;
                      if (errors === _errs11)
                        if (data5 && typeof data5 == "object" && !Array.isArray(data5)) {
                          let missing1;
                          if (data5.path === void 0 && (missing1 = "path") || data5.before === void 0 && (missing1 = "before") || data5.after === void 0 && (missing1 = "after"))
                            return validate47.errors = [{ instancePath: instancePath + "/roots/" + i0, schemaPath: "#/properties/roots/items/required", keyword: "required", params: { missingProperty: missing1 }, message: "must have required property '" + missing1 + "'" }], !1;
                          if (data5.path !== void 0) {
                            let data6 = data5.path, _errs13 = errors;
                            if (errors === errors)
                              if (typeof data6 == "string") {
                                if (data6.length > 4096 && func1(data6) > 4096)
                                  return validate47.errors = [{ instancePath: instancePath + "/roots/" + i0 + "/path", schemaPath: "#/$defs/path/maxLength", keyword: "maxLength", params: { limit: 4096 }, message: "must NOT have more than 4096 characters" }], !1;
                                if (!pattern13.test(data6))
                                  return validate47.errors = [{ instancePath: instancePath + "/roots/" + i0 + "/path", schemaPath: "#/$defs/path/pattern", keyword: "pattern", params: { pattern: "^(?![/.]{0,2}/|[A-Za-z]:)[^\\\\\\u0000-\\u001f\\u007f]+$" }, message: 'must match pattern "^(?![/.]{0,2}/|[A-Za-z]:)[^\\\\\\u0000-\\u001f\\u007f]+$"' }], !1;
                              } else
                                return validate47.errors = [{ instancePath: instancePath + "/roots/" + i0 + "/path", schemaPath: "#/$defs/path/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                            var valid4 = _errs13 === errors;
                          } else
                            var valid4 = !0;
                          if (valid4) {
                            if (data5.before !== void 0) {
                              let data7 = data5.before, _errs16 = errors;
                              if (errors === _errs16)
                                if (typeof data7 == "string") {
                                  if (data7.length < 2 && func1(data7) < 1)
                                    return validate47.errors = [{ instancePath: instancePath + "/roots/" + i0 + "/before", schemaPath: "#/properties/roots/items/properties/before/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" }], !1;
                                } else
                                  return validate47.errors = [{ instancePath: instancePath + "/roots/" + i0 + "/before", schemaPath: "#/properties/roots/items/properties/before/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                              var valid4 = _errs16 === errors;
                            } else
                              var valid4 = !0;
                            if (valid4)
                              if (data5.after !== void 0) {
                                let data8 = data5.after, _errs18 = errors;
                                if (errors === _errs18)
                                  if (typeof data8 == "string") {
                                    if (data8.length < 2 && func1(data8) < 1)
                                      return validate47.errors = [{ instancePath: instancePath + "/roots/" + i0 + "/after", schemaPath: "#/properties/roots/items/properties/after/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" }], !1;
                                  } else
                                    return validate47.errors = [{ instancePath: instancePath + "/roots/" + i0 + "/after", schemaPath: "#/properties/roots/items/properties/after/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                                var valid4 = _errs18 === errors;
                              } else
                                var valid4 = !0;
                          }
                        } else
                          return validate47.errors = [{ instancePath: instancePath + "/roots/" + i0, schemaPath: "#/properties/roots/items/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
                      var valid3 = _errs11 === errors;
                      if (!valid3)
                        break;
                    }
                  } else
                    return validate47.errors = [{ instancePath: instancePath + "/roots", schemaPath: "#/properties/roots/type", keyword: "type", params: { type: "array" }, message: "must be array" }], !1;
                var valid0 = _errs9 === errors;
              } else
                var valid0 = !0;
          }
        }
      }
    } else
      return validate47.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
  return validate47.errors = vErrors, errors === 0;
}
validate47.evaluated = { props: { files: !0, dependencyRoots: !0, sources: !0, packages: !0, roots: !0 }, dynamicProps: !1, dynamicItems: !1 };
function validate42(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null, errors = 0, evaluated0 = validate42.evaluated;
  if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.mode === void 0 && (missing0 = "mode") || data.debt === void 0 && (missing0 = "debt") || data.timings === void 0 && (missing0 = "timings") || data.processes === void 0 && (missing0 = "processes") || data.executes === void 0 && (missing0 = "executes") || data.liveUnchanged === void 0 && (missing0 = "liveUnchanged") || data.notLinted === void 0 && (missing0 = "notLinted"))
        return validate42.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }], !1;
      if (data.mode !== void 0) {
        let _errs1 = errors;
        if (data.mode !== "on")
          return validate42.errors = [{ instancePath: instancePath + "/mode", schemaPath: "#/properties/mode/const", keyword: "const", params: { allowedValue: "on" }, message: "must be equal to constant" }], !1;
        var valid0 = _errs1 === errors;
      } else
        var valid0 = !0;
      if (valid0) {
        if (data.debt !== void 0) {
          let _errs2 = errors;
          validate43(data.debt, { instancePath: instancePath + "/debt", parentData: data, parentDataProperty: "debt", rootData, dynamicAnchors }) || (vErrors = vErrors === null ? validate43.errors : vErrors.concat(validate43.errors), errors = vErrors.length);
          var valid0 = _errs2 === errors;
        } else
          var valid0 = !0;
        if (valid0) {
          if (data.timings !== void 0) {
            let data2 = data.timings, _errs3 = errors;
            if (errors === errors)
              if (Array.isArray(data2)) {
                var valid2 = !0;
                let len0 = data2.length;
                for (let i0 = 0; i0 < len0; i0++) {
                  let data3 = data2[i0], _errs6 = errors;
                  if (errors === _errs6)
                    if (data3 && typeof data3 == "object" && !Array.isArray(data3)) {
                      let missing1;
                      if (data3.stage === void 0 && (missing1 = "stage") || data3.durationMs === void 0 && (missing1 = "durationMs"))
                        return validate42.errors = [{ instancePath: instancePath + "/timings/" + i0, schemaPath: "#/$defs/timings/items/required", keyword: "required", params: { missingProperty: missing1 }, message: "must have required property '" + missing1 + "'" }], !1;
                      if (data3.stage !== void 0) {
                        let data4 = data3.stage, _errs8 = errors;
                        if (errors === _errs8)
                          if (typeof data4 == "string") {
                            if (data4.length < 2 && func1(data4) < 1)
                              return validate42.errors = [{ instancePath: instancePath + "/timings/" + i0 + "/stage", schemaPath: "#/$defs/timings/items/properties/stage/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" }], !1;
                          } else
                            return validate42.errors = [{ instancePath: instancePath + "/timings/" + i0 + "/stage", schemaPath: "#/$defs/timings/items/properties/stage/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                        var valid3 = _errs8 === errors;
                      } else
                        var valid3 = !0;
                      if (valid3)
                        if (data3.durationMs !== void 0) {
                          let data5 = data3.durationMs, _errs10 = errors;
                          if (errors === _errs10)
                            if (typeof data5 == "number" && isFinite(data5)) {
                              if (data5 < 0 || isNaN(data5))
                                return validate42.errors = [{ instancePath: instancePath + "/timings/" + i0 + "/durationMs", schemaPath: "#/$defs/timings/items/properties/durationMs/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" }], !1;
                            } else
                              return validate42.errors = [{ instancePath: instancePath + "/timings/" + i0 + "/durationMs", schemaPath: "#/$defs/timings/items/properties/durationMs/type", keyword: "type", params: { type: "number" }, message: "must be number" }], !1;
                          var valid3 = _errs10 === errors;
                        } else
                          var valid3 = !0;
                    } else
                      return validate42.errors = [{ instancePath: instancePath + "/timings/" + i0, schemaPath: "#/$defs/timings/items/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
                  var valid2 = _errs6 === errors;
                  if (!valid2)
                    break;
                }
              } else
                return validate42.errors = [{ instancePath: instancePath + "/timings", schemaPath: "#/$defs/timings/type", keyword: "type", params: { type: "array" }, message: "must be array" }], !1;
            var valid0 = _errs3 === errors;
          } else
            var valid0 = !0;
          if (valid0) {
            if (data.processes !== void 0) {
              let _errs12 = errors;
              validate45(data.processes, { instancePath: instancePath + "/processes", parentData: data, parentDataProperty: "processes", rootData, dynamicAnchors }) || (vErrors = vErrors === null ? validate45.errors : vErrors.concat(validate45.errors), errors = vErrors.length);
              var valid0 = _errs12 === errors;
            } else
              var valid0 = !0;
            if (valid0) {
              if (data.executes !== void 0) {
                let data7 = data.executes, _errs13 = errors;
                if (errors === errors)
                  if (Array.isArray(data7)) {
                    var valid5 = !0;
                    let len1 = data7.length;
                    for (let i1 = 0; i1 < len1; i1++) {
                      let _errs16 = errors;
                      if (typeof data7[i1] != "string")
                        return validate42.errors = [{ instancePath: instancePath + "/executes/" + i1, schemaPath: "#/$defs/texts/items/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                      var valid5 = _errs16 === errors;
                      if (!valid5)
                        break;
                    }
                  } else
                    return validate42.errors = [{ instancePath: instancePath + "/executes", schemaPath: "#/$defs/texts/type", keyword: "type", params: { type: "array" }, message: "must be array" }], !1;
                var valid0 = _errs13 === errors;
              } else
                var valid0 = !0;
              if (valid0) {
                if (data.liveUnchanged !== void 0) {
                  let _errs18 = errors;
                  validate47(data.liveUnchanged, { instancePath: instancePath + "/liveUnchanged", parentData: data, parentDataProperty: "liveUnchanged", rootData, dynamicAnchors }) || (vErrors = vErrors === null ? validate47.errors : vErrors.concat(validate47.errors), errors = vErrors.length);
                  var valid0 = _errs18 === errors;
                } else
                  var valid0 = !0;
                if (valid0) {
                  if (data.notLinted !== void 0) {
                    let data10 = data.notLinted, _errs19 = errors;
                    if (errors === errors)
                      if (Array.isArray(data10)) {
                        var valid7 = !0;
                        let len2 = data10.length;
                        for (let i2 = 0; i2 < len2; i2++) {
                          let _errs22 = errors;
                          if (typeof data10[i2] != "string")
                            return validate42.errors = [{ instancePath: instancePath + "/notLinted/" + i2, schemaPath: "#/$defs/texts/items/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                          var valid7 = _errs22 === errors;
                          if (!valid7)
                            break;
                        }
                      } else
                        return validate42.errors = [{ instancePath: instancePath + "/notLinted", schemaPath: "#/$defs/texts/type", keyword: "type", params: { type: "array" }, message: "must be array" }], !1;
                    var valid0 = _errs19 === errors;
                  } else
                    var valid0 = !0;
                  if (valid0) {
                    if (data.installs !== void 0) {
                      let data12 = data.installs, _errs24 = errors;
                      if (errors === errors)
                        if (Array.isArray(data12)) {
                          var valid9 = !0;
                          let len3 = data12.length;
                          for (let i3 = 0; i3 < len3; i3++) {
                            let data13 = data12[i3], _errs27 = errors;
                            if (errors === _errs27)
                              if (data13 && typeof data13 == "object" && !Array.isArray(data13)) {
                                let missing2;
                                if (data13.what === void 0 && (missing2 = "what") || data13.source === void 0 && (missing2 = "source"))
                                  return validate42.errors = [{ instancePath: instancePath + "/installs/" + i3, schemaPath: "#/$defs/installs/items/required", keyword: "required", params: { missingProperty: missing2 }, message: "must have required property '" + missing2 + "'" }], !1;
                                if (data13.what !== void 0) {
                                  let data14 = data13.what, _errs29 = errors;
                                  if (errors === _errs29)
                                    if (typeof data14 == "string") {
                                      if (data14.length < 2 && func1(data14) < 1)
                                        return validate42.errors = [{ instancePath: instancePath + "/installs/" + i3 + "/what", schemaPath: "#/$defs/installs/items/properties/what/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" }], !1;
                                    } else
                                      return validate42.errors = [{ instancePath: instancePath + "/installs/" + i3 + "/what", schemaPath: "#/$defs/installs/items/properties/what/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                                  var valid10 = _errs29 === errors;
                                } else
                                  var valid10 = !0;
                                if (valid10)
                                  if (data13.source !== void 0) {
                                    let data15 = data13.source, _errs31 = errors;
                                    if (!(data15 === "cache" || data15 === "installed" || data15 === "live"))
                                      return validate42.errors = [{ instancePath: instancePath + "/installs/" + i3 + "/source", schemaPath: "#/$defs/installs/items/properties/source/enum", keyword: "enum", params: { allowedValues: schema115.items.properties.source.enum }, message: "must be equal to one of the allowed values" }], !1;
                                    var valid10 = _errs31 === errors;
                                  } else
                                    var valid10 = !0;
                              } else
                                return validate42.errors = [{ instancePath: instancePath + "/installs/" + i3, schemaPath: "#/$defs/installs/items/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
                            var valid9 = _errs27 === errors;
                            if (!valid9)
                              break;
                          }
                        } else
                          return validate42.errors = [{ instancePath: instancePath + "/installs", schemaPath: "#/$defs/installs/type", keyword: "type", params: { type: "array" }, message: "must be array" }], !1;
                      var valid0 = _errs24 === errors;
                    } else
                      var valid0 = !0;
                    if (valid0)
                      if (data.partial !== void 0) {
                        var valid0 = !1;
                        return validate42.errors = [{ instancePath: instancePath + "/partial", schemaPath: "#/properties/partial/false schema", keyword: "false schema", params: {}, message: "boolean schema is false" }], !1;
                      } else
                        var valid0 = !0;
                  }
                }
              }
            }
          }
        }
      }
    } else
      return validate42.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
  return validate42.errors = vErrors, errors === 0;
}
validate42.evaluated = { props: { mode: !0, debt: !0, timings: !0, processes: !0, executes: !0, liveUnchanged: !0, notLinted: !0, installs: !0, partial: !0 }, dynamicProps: !1, dynamicItems: !1 };
function validate53(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null, errors = 0, evaluated0 = validate53.evaluated;
  if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.mode === void 0 && (missing0 = "mode") || data.partial === void 0 && (missing0 = "partial") || data.executes === void 0 && (missing0 = "executes") || data.processes === void 0 && (missing0 = "processes") || data.installs === void 0 && (missing0 = "installs") || data.timings === void 0 && (missing0 = "timings") || data.notLinted === void 0 && (missing0 = "notLinted"))
        return validate53.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }], !1;
      if (data.mode !== void 0) {
        let _errs1 = errors;
        if (data.mode !== "on")
          return validate53.errors = [{ instancePath: instancePath + "/mode", schemaPath: "#/properties/mode/const", keyword: "const", params: { allowedValue: "on" }, message: "must be equal to constant" }], !1;
        var valid0 = _errs1 === errors;
      } else
        var valid0 = !0;
      if (valid0) {
        if (data.partial !== void 0) {
          let _errs2 = errors;
          if (data.partial !== !0)
            return validate53.errors = [{ instancePath: instancePath + "/partial", schemaPath: "#/properties/partial/const", keyword: "const", params: { allowedValue: !0 }, message: "must be equal to constant" }], !1;
          var valid0 = _errs2 === errors;
        } else
          var valid0 = !0;
        if (valid0) {
          if (data.executes !== void 0) {
            let data2 = data.executes, _errs3 = errors;
            if (errors === errors)
              if (Array.isArray(data2)) {
                var valid2 = !0;
                let len0 = data2.length;
                for (let i0 = 0; i0 < len0; i0++) {
                  let _errs6 = errors;
                  if (typeof data2[i0] != "string")
                    return validate53.errors = [{ instancePath: instancePath + "/executes/" + i0, schemaPath: "#/$defs/texts/items/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                  var valid2 = _errs6 === errors;
                  if (!valid2)
                    break;
                }
              } else
                return validate53.errors = [{ instancePath: instancePath + "/executes", schemaPath: "#/$defs/texts/type", keyword: "type", params: { type: "array" }, message: "must be array" }], !1;
            var valid0 = _errs3 === errors;
          } else
            var valid0 = !0;
          if (valid0) {
            if (data.processes !== void 0) {
              let _errs8 = errors;
              validate45(data.processes, { instancePath: instancePath + "/processes", parentData: data, parentDataProperty: "processes", rootData, dynamicAnchors }) || (vErrors = vErrors === null ? validate45.errors : vErrors.concat(validate45.errors), errors = vErrors.length);
              var valid0 = _errs8 === errors;
            } else
              var valid0 = !0;
            if (valid0) {
              if (data.installs !== void 0) {
                let data5 = data.installs, _errs9 = errors;
                if (errors === errors)
                  if (Array.isArray(data5)) {
                    var valid4 = !0;
                    let len1 = data5.length;
                    for (let i1 = 0; i1 < len1; i1++) {
                      let data6 = data5[i1], _errs12 = errors;
                      if (errors === _errs12)
                        if (data6 && typeof data6 == "object" && !Array.isArray(data6)) {
                          let missing1;
                          if (data6.what === void 0 && (missing1 = "what") || data6.source === void 0 && (missing1 = "source"))
                            return validate53.errors = [{ instancePath: instancePath + "/installs/" + i1, schemaPath: "#/$defs/installs/items/required", keyword: "required", params: { missingProperty: missing1 }, message: "must have required property '" + missing1 + "'" }], !1;
                          if (data6.what !== void 0) {
                            let data7 = data6.what, _errs14 = errors;
                            if (errors === _errs14)
                              if (typeof data7 == "string") {
                                if (data7.length < 2 && func1(data7) < 1)
                                  return validate53.errors = [{ instancePath: instancePath + "/installs/" + i1 + "/what", schemaPath: "#/$defs/installs/items/properties/what/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" }], !1;
                              } else
                                return validate53.errors = [{ instancePath: instancePath + "/installs/" + i1 + "/what", schemaPath: "#/$defs/installs/items/properties/what/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                            var valid5 = _errs14 === errors;
                          } else
                            var valid5 = !0;
                          if (valid5)
                            if (data6.source !== void 0) {
                              let data8 = data6.source, _errs16 = errors;
                              if (!(data8 === "cache" || data8 === "installed" || data8 === "live"))
                                return validate53.errors = [{ instancePath: instancePath + "/installs/" + i1 + "/source", schemaPath: "#/$defs/installs/items/properties/source/enum", keyword: "enum", params: { allowedValues: schema115.items.properties.source.enum }, message: "must be equal to one of the allowed values" }], !1;
                              var valid5 = _errs16 === errors;
                            } else
                              var valid5 = !0;
                        } else
                          return validate53.errors = [{ instancePath: instancePath + "/installs/" + i1, schemaPath: "#/$defs/installs/items/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
                      var valid4 = _errs12 === errors;
                      if (!valid4)
                        break;
                    }
                  } else
                    return validate53.errors = [{ instancePath: instancePath + "/installs", schemaPath: "#/$defs/installs/type", keyword: "type", params: { type: "array" }, message: "must be array" }], !1;
                var valid0 = _errs9 === errors;
              } else
                var valid0 = !0;
              if (valid0) {
                if (data.timings !== void 0) {
                  let data9 = data.timings, _errs17 = errors;
                  if (errors === errors)
                    if (Array.isArray(data9)) {
                      var valid7 = !0;
                      let len2 = data9.length;
                      for (let i2 = 0; i2 < len2; i2++) {
                        let data10 = data9[i2], _errs20 = errors;
                        if (errors === _errs20)
                          if (data10 && typeof data10 == "object" && !Array.isArray(data10)) {
                            let missing2;
                            if (data10.stage === void 0 && (missing2 = "stage") || data10.durationMs === void 0 && (missing2 = "durationMs"))
                              return validate53.errors = [{ instancePath: instancePath + "/timings/" + i2, schemaPath: "#/$defs/timings/items/required", keyword: "required", params: { missingProperty: missing2 }, message: "must have required property '" + missing2 + "'" }], !1;
                            if (data10.stage !== void 0) {
                              let data11 = data10.stage, _errs22 = errors;
                              if (errors === _errs22)
                                if (typeof data11 == "string") {
                                  if (data11.length < 2 && func1(data11) < 1)
                                    return validate53.errors = [{ instancePath: instancePath + "/timings/" + i2 + "/stage", schemaPath: "#/$defs/timings/items/properties/stage/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" }], !1;
                                } else
                                  return validate53.errors = [{ instancePath: instancePath + "/timings/" + i2 + "/stage", schemaPath: "#/$defs/timings/items/properties/stage/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                              var valid8 = _errs22 === errors;
                            } else
                              var valid8 = !0;
                            if (valid8)
                              if (data10.durationMs !== void 0) {
                                let data12 = data10.durationMs, _errs24 = errors;
                                if (errors === _errs24)
                                  if (typeof data12 == "number" && isFinite(data12)) {
                                    if (data12 < 0 || isNaN(data12))
                                      return validate53.errors = [{ instancePath: instancePath + "/timings/" + i2 + "/durationMs", schemaPath: "#/$defs/timings/items/properties/durationMs/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" }], !1;
                                  } else
                                    return validate53.errors = [{ instancePath: instancePath + "/timings/" + i2 + "/durationMs", schemaPath: "#/$defs/timings/items/properties/durationMs/type", keyword: "type", params: { type: "number" }, message: "must be number" }], !1;
                                var valid8 = _errs24 === errors;
                              } else
                                var valid8 = !0;
                          } else
                            return validate53.errors = [{ instancePath: instancePath + "/timings/" + i2, schemaPath: "#/$defs/timings/items/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
                        var valid7 = _errs20 === errors;
                        if (!valid7)
                          break;
                      }
                    } else
                      return validate53.errors = [{ instancePath: instancePath + "/timings", schemaPath: "#/$defs/timings/type", keyword: "type", params: { type: "array" }, message: "must be array" }], !1;
                  var valid0 = _errs17 === errors;
                } else
                  var valid0 = !0;
                if (valid0)
                  if (data.notLinted !== void 0) {
                    let data13 = data.notLinted, _errs26 = errors;
                    if (errors === errors)
                      if (Array.isArray(data13)) {
                        var valid10 = !0;
                        let len3 = data13.length;
                        for (let i3 = 0; i3 < len3; i3++) {
                          let _errs29 = errors;
                          if (typeof data13[i3] != "string")
                            return validate53.errors = [{ instancePath: instancePath + "/notLinted/" + i3, schemaPath: "#/$defs/texts/items/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                          var valid10 = _errs29 === errors;
                          if (!valid10)
                            break;
                        }
                      } else
                        return validate53.errors = [{ instancePath: instancePath + "/notLinted", schemaPath: "#/$defs/texts/type", keyword: "type", params: { type: "array" }, message: "must be array" }], !1;
                    var valid0 = _errs26 === errors;
                  } else
                    var valid0 = !0;
              }
            }
          }
        }
      }
    } else
      return validate53.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
  return validate53.errors = vErrors, errors === 0;
}
validate53.evaluated = { props: { mode: !0, partial: !0, executes: !0, processes: !0, installs: !0, timings: !0, notLinted: !0 }, dynamicProps: !1, dynamicItems: !1 };
function validate76(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null, errors = 0, evaluated0 = validate76.evaluated;
  evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0);
  let _errs0 = errors, valid0 = !1, passing0 = null, _errs1 = errors;
  if (data !== null) {
    let err0 = { instancePath, schemaPath: "#/oneOf/0/type", keyword: "type", params: { type: "null" }, message: "must be null" };
    vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
  }
  var _valid0 = _errs1 === errors;
  _valid0 && (valid0 = !0, passing0 = 0);
  let _errs3 = errors;
  if (errors === errors)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.mode === void 0 && (missing0 = "mode")) {
        let err1 = { instancePath, schemaPath: "#/$defs/previewOff/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" };
        vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
      } else {
        let _errs6 = errors;
        for (let key0 in data)
          if (key0 !== "mode") {
            let err2 = { instancePath, schemaPath: "#/$defs/previewOff/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" };
            vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++;
            break;
          }
        if (_errs6 === errors && data.mode !== void 0 && data.mode !== "off") {
          let err3 = { instancePath: instancePath + "/mode", schemaPath: "#/$defs/previewOff/properties/mode/const", keyword: "const", params: { allowedValue: "off" }, message: "must be equal to constant" };
          vErrors === null ? vErrors = [err3] : vErrors.push(err3), errors++;
        }
      }
    } else {
      let err4 = { instancePath, schemaPath: "#/$defs/previewOff/type", keyword: "type", params: { type: "object" }, message: "must be object" };
      vErrors === null ? vErrors = [err4] : vErrors.push(err4), errors++;
    }
  var _valid0 = _errs3 === errors;
  if (_valid0 && valid0)
    valid0 = !1, passing0 = [passing0, 1];
  else {
    if (_valid0) {
      valid0 = !0, passing0 = 1;
      var props0 = !0;
    }
    let _errs8 = errors;
    validate42(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors }) || (vErrors = vErrors === null ? validate42.errors : vErrors.concat(validate42.errors), errors = vErrors.length);
    var _valid0 = _errs8 === errors;
    if (_valid0 && valid0)
      valid0 = !1, passing0 = [passing0, 2];
    else {
      _valid0 && (valid0 = !0, passing0 = 2, props0 !== !0 && (props0 = props0 || {}, props0.mode = !0, props0.debt = !0, props0.timings = !0, props0.processes = !0, props0.executes = !0, props0.liveUnchanged = !0, props0.notLinted = !0, props0.installs = !0, props0.partial = !0));
      let _errs9 = errors;
      validate53(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors }) || (vErrors = vErrors === null ? validate53.errors : vErrors.concat(validate53.errors), errors = vErrors.length);
      var _valid0 = _errs9 === errors;
      _valid0 && valid0 ? (valid0 = !1, passing0 = [passing0, 3]) : _valid0 && (valid0 = !0, passing0 = 3, props0 !== !0 && (props0 = props0 || {}, props0.mode = !0, props0.partial = !0, props0.executes = !0, props0.processes = !0, props0.installs = !0, props0.timings = !0, props0.notLinted = !0));
    }
  }
  if (valid0)
    errors = _errs0, vErrors !== null && (_errs0 ? vErrors.length = _errs0 : vErrors = null);
  else {
    let err5 = { instancePath, schemaPath: "#/oneOf", keyword: "oneOf", params: { passingSchemas: passing0 }, message: "must match exactly one schema in oneOf" };
    return vErrors === null ? vErrors = [err5] : vErrors.push(err5), errors++, validate76.errors = vErrors, !1;
  }
  return validate76.errors = vErrors, evaluated0.props = props0, errors === 0;
}
validate76.evaluated = { dynamicProps: !0, dynamicItems: !1 };
function validate20(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null, errors = 0, evaluated0 = validate20.evaluated;
  if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.format === void 0 && (missing0 = "format") || data.formatVersion === void 0 && (missing0 = "formatVersion") || data.hi === void 0 && (missing0 = "hi") || data.verb === void 0 && (missing0 = "verb") || data.inputs === void 0 && (missing0 = "inputs") || data.choices === void 0 && (missing0 = "choices") || data.plan === void 0 && (missing0 = "plan") || data.preview === void 0 && (missing0 = "preview") || data.findings === void 0 && (missing0 = "findings") || data.evidence === void 0 && (missing0 = "evidence") || data.commands === void 0 && (missing0 = "commands") || data.contents === void 0 && (missing0 = "contents") || data.seal === void 0 && (missing0 = "seal"))
        return validate20.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }], !1;
      if (data.format !== void 0) {
        let _errs1 = errors;
        if (data.format !== "hi-plan")
          return validate20.errors = [{ instancePath: instancePath + "/format", schemaPath: "#/properties/format/const", keyword: "const", params: { allowedValue: "hi-plan" }, message: "must be equal to constant" }], !1;
        var valid0 = _errs1 === errors;
      } else
        var valid0 = !0;
      if (valid0) {
        if (data.formatVersion !== void 0) {
          let data1 = data.formatVersion, _errs2 = errors;
          if (errors === _errs2)
            if (typeof data1 == "string") {
              if (!pattern4.test(data1))
                return validate20.errors = [{ instancePath: instancePath + "/formatVersion", schemaPath: "#/properties/formatVersion/pattern", keyword: "pattern", params: { pattern: "^1[.][0-9]{1,6}$" }, message: 'must match pattern "^1[.][0-9]{1,6}$"' }], !1;
            } else
              return validate20.errors = [{ instancePath: instancePath + "/formatVersion", schemaPath: "#/properties/formatVersion/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
          var valid0 = _errs2 === errors;
        } else
          var valid0 = !0;
        if (valid0) {
          if (data.hi !== void 0) {
            let data2 = data.hi, _errs4 = errors;
            if (errors === _errs4)
              if (typeof data2 == "string") {
                if (data2.length > 64 && func1(data2) > 64)
                  return validate20.errors = [{ instancePath: instancePath + "/hi", schemaPath: "#/properties/hi/maxLength", keyword: "maxLength", params: { limit: 64 }, message: "must NOT have more than 64 characters" }], !1;
                if (data2.length < 2 && func1(data2) < 1)
                  return validate20.errors = [{ instancePath: instancePath + "/hi", schemaPath: "#/properties/hi/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" }], !1;
              } else
                return validate20.errors = [{ instancePath: instancePath + "/hi", schemaPath: "#/properties/hi/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
            var valid0 = _errs4 === errors;
          } else
            var valid0 = !0;
          if (valid0) {
            if (data.verb !== void 0) {
              let _errs6 = errors;
              if (data.verb !== "update")
                return validate20.errors = [{ instancePath: instancePath + "/verb", schemaPath: "#/properties/verb/enum", keyword: "enum", params: { allowedValues: schema31.properties.verb.enum }, message: "must be equal to one of the allowed values" }], !1;
              var valid0 = _errs6 === errors;
            } else
              var valid0 = !0;
            if (valid0) {
              if (data.inputs !== void 0) {
                let data4 = data.inputs, _errs7 = errors;
                if (errors === _errs7)
                  if (Array.isArray(data4)) {
                    if (data4.length > 5e4)
                      return validate20.errors = [{ instancePath: instancePath + "/inputs", schemaPath: "#/properties/inputs/maxItems", keyword: "maxItems", params: { limit: 5e4 }, message: "must NOT have more than 50000 items" }], !1;
                    {
                      var valid1 = !0;
                      let len0 = data4.length;
                      for (let i0 = 0; i0 < len0; i0++) {
                        let data5 = data4[i0], _errs9 = errors;
                        if (errors === _errs9)
                          if (data5 && typeof data5 == "object" && !Array.isArray(data5)) {
                            let missing1;
                            if (data5.name === void 0 && (missing1 = "name") || data5.kind === void 0 && (missing1 = "kind") || data5.sha256 === void 0 && (missing1 = "sha256"))
                              return validate20.errors = [{ instancePath: instancePath + "/inputs/" + i0, schemaPath: "#/properties/inputs/items/required", keyword: "required", params: { missingProperty: missing1 }, message: "must have required property '" + missing1 + "'" }], !1;
                            if (data5.name !== void 0) {
                              let data6 = data5.name, _errs11 = errors;
                              if (errors === _errs11)
                                if (typeof data6 == "string") {
                                  if (data6.length > 4096 && func1(data6) > 4096)
                                    return validate20.errors = [{ instancePath: instancePath + "/inputs/" + i0 + "/name", schemaPath: "#/properties/inputs/items/properties/name/maxLength", keyword: "maxLength", params: { limit: 4096 }, message: "must NOT have more than 4096 characters" }], !1;
                                  if (data6.length < 2 && func1(data6) < 1)
                                    return validate20.errors = [{ instancePath: instancePath + "/inputs/" + i0 + "/name", schemaPath: "#/properties/inputs/items/properties/name/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" }], !1;
                                } else
                                  return validate20.errors = [{ instancePath: instancePath + "/inputs/" + i0 + "/name", schemaPath: "#/properties/inputs/items/properties/name/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                              var valid2 = _errs11 === errors;
                            } else
                              var valid2 = !0;
                            if (valid2) {
                              if (data5.kind !== void 0) {
                                let data7 = data5.kind, _errs13 = errors;
                                if (!(data7 === "hi" || data7 === "path" || data7 === "detected"))
                                  return validate20.errors = [{ instancePath: instancePath + "/inputs/" + i0 + "/kind", schemaPath: "#/properties/inputs/items/properties/kind/enum", keyword: "enum", params: { allowedValues: schema31.properties.inputs.items.properties.kind.enum }, message: "must be equal to one of the allowed values" }], !1;
                                var valid2 = _errs13 === errors;
                              } else
                                var valid2 = !0;
                              if (valid2)
                                if (data5.sha256 !== void 0) {
                                  let data8 = data5.sha256, _errs14 = errors, _errs15 = errors, valid3 = !1, passing0 = null, _errs16 = errors;
                                  if (data8 !== null) {
                                    let err0 = { instancePath: instancePath + "/inputs/" + i0 + "/sha256", schemaPath: "#/properties/inputs/items/properties/sha256/oneOf/0/type", keyword: "type", params: { type: "null" }, message: "must be null" };
                                    vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
                                  }
                                  var _valid0 = _errs16 === errors;
                                  _valid0 && (valid3 = !0, passing0 = 0);
                                  let _errs18 = errors;
                                  if (errors === errors)
                                    if (typeof data8 == "string") {
                                      if (!pattern5.test(data8)) {
                                        let err1 = { instancePath: instancePath + "/inputs/" + i0 + "/sha256", schemaPath: "#/$defs/sha256/pattern", keyword: "pattern", params: { pattern: "^[0-9a-f]{64}$" }, message: 'must match pattern "^[0-9a-f]{64}$"' };
                                        vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
                                      }
                                    } else {
                                      let err2 = { instancePath: instancePath + "/inputs/" + i0 + "/sha256", schemaPath: "#/$defs/sha256/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                                      vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++;
                                    }
                                  var _valid0 = _errs18 === errors;
                                  if (_valid0 && valid3 ? (valid3 = !1, passing0 = [passing0, 1]) : _valid0 && (valid3 = !0, passing0 = 1), valid3)
                                    errors = _errs15, vErrors !== null && (_errs15 ? vErrors.length = _errs15 : vErrors = null);
                                  else {
                                    let err3 = { instancePath: instancePath + "/inputs/" + i0 + "/sha256", schemaPath: "#/properties/inputs/items/properties/sha256/oneOf", keyword: "oneOf", params: { passingSchemas: passing0 }, message: "must match exactly one schema in oneOf" };
                                    return vErrors === null ? vErrors = [err3] : vErrors.push(err3), errors++, validate20.errors = vErrors, !1;
                                  }
                                  var valid2 = _errs14 === errors;
                                } else
                                  var valid2 = !0;
                            }
                          } else
                            return validate20.errors = [{ instancePath: instancePath + "/inputs/" + i0, schemaPath: "#/properties/inputs/items/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
                        var valid1 = _errs9 === errors;
                        if (!valid1)
                          break;
                      }
                    }
                  } else
                    return validate20.errors = [{ instancePath: instancePath + "/inputs", schemaPath: "#/properties/inputs/type", keyword: "type", params: { type: "array" }, message: "must be array" }], !1;
                var valid0 = _errs7 === errors;
              } else
                var valid0 = !0;
              if (valid0) {
                if (data.choices !== void 0) {
                  let data9 = data.choices, _errs21 = errors;
                  if (errors === _errs21)
                    if (data9 && typeof data9 == "object" && !Array.isArray(data9)) {
                      let missing2;
                      if (data9.preview === void 0 && (missing2 = "preview") || data9.take === void 0 && (missing2 = "take") || data9.onConflict === void 0 && (missing2 = "onConflict") || data9.settled === void 0 && (missing2 = "settled"))
                        return validate20.errors = [{ instancePath: instancePath + "/choices", schemaPath: "#/properties/choices/required", keyword: "required", params: { missingProperty: missing2 }, message: "must have required property '" + missing2 + "'" }], !1;
                      if (data9.preview !== void 0) {
                        let data10 = data9.preview, _errs23 = errors;
                        if (!(data10 === "on" || data10 === "off"))
                          return validate20.errors = [{ instancePath: instancePath + "/choices/preview", schemaPath: "#/properties/choices/properties/preview/enum", keyword: "enum", params: { allowedValues: schema31.properties.choices.properties.preview.enum }, message: "must be equal to one of the allowed values" }], !1;
                        var valid5 = _errs23 === errors;
                      } else
                        var valid5 = !0;
                      if (valid5) {
                        if (data9.take !== void 0) {
                          let data11 = data9.take, _errs24 = errors;
                          if (errors === _errs24)
                            if (Array.isArray(data11)) {
                              if (data11.length > 100)
                                return validate20.errors = [{ instancePath: instancePath + "/choices/take", schemaPath: "#/properties/choices/properties/take/maxItems", keyword: "maxItems", params: { limit: 100 }, message: "must NOT have more than 100 items" }], !1;
                              {
                                var valid6 = !0;
                                let len1 = data11.length;
                                for (let i1 = 0; i1 < len1; i1++) {
                                  let data12 = data11[i1], _errs26 = errors;
                                  if (errors === _errs26)
                                    if (typeof data12 == "string") {
                                      if (data12.length > 214 && func1(data12) > 214)
                                        return validate20.errors = [{ instancePath: instancePath + "/choices/take/" + i1, schemaPath: "#/properties/choices/properties/take/items/maxLength", keyword: "maxLength", params: { limit: 214 }, message: "must NOT have more than 214 characters" }], !1;
                                    } else
                                      return validate20.errors = [{ instancePath: instancePath + "/choices/take/" + i1, schemaPath: "#/properties/choices/properties/take/items/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                                  var valid6 = _errs26 === errors;
                                  if (!valid6)
                                    break;
                                }
                              }
                            } else
                              return validate20.errors = [{ instancePath: instancePath + "/choices/take", schemaPath: "#/properties/choices/properties/take/type", keyword: "type", params: { type: "array" }, message: "must be array" }], !1;
                          var valid5 = _errs24 === errors;
                        } else
                          var valid5 = !0;
                        if (valid5) {
                          if (data9.packageManager !== void 0) {
                            let data13 = data9.packageManager, _errs28 = errors;
                            if (!(data13 === "npm" || data13 === "pnpm" || data13 === "yarn" || data13 === "yarn-berry" || data13 === "bun"))
                              return validate20.errors = [{ instancePath: instancePath + "/choices/packageManager", schemaPath: "#/properties/choices/properties/packageManager/enum", keyword: "enum", params: { allowedValues: schema31.properties.choices.properties.packageManager.enum }, message: "must be equal to one of the allowed values" }], !1;
                            var valid5 = _errs28 === errors;
                          } else
                            var valid5 = !0;
                          if (valid5) {
                            if (data9.onConflict !== void 0) {
                              let data14 = data9.onConflict, _errs29 = errors;
                              if (!(data14 === "abort" || data14 === "keep" || data14 === "take" || data14 === "markers"))
                                return validate20.errors = [{ instancePath: instancePath + "/choices/onConflict", schemaPath: "#/properties/choices/properties/onConflict/enum", keyword: "enum", params: { allowedValues: schema31.properties.choices.properties.onConflict.enum }, message: "must be equal to one of the allowed values" }], !1;
                              var valid5 = _errs29 === errors;
                            } else
                              var valid5 = !0;
                            if (valid5)
                              if (data9.settled !== void 0) {
                                let data15 = data9.settled, _errs30 = errors;
                                if (errors === _errs30)
                                  if (data15 && typeof data15 == "object" && !Array.isArray(data15))
                                    for (let key0 in data15) {
                                      let data16 = data15[key0], _errs33 = errors;
                                      if (!(data16 === "keep" || data16 === "take" || data16 === "markers"))
                                        return validate20.errors = [{ instancePath: instancePath + "/choices/settled/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/properties/choices/properties/settled/additionalProperties/enum", keyword: "enum", params: { allowedValues: schema31.properties.choices.properties.settled.additionalProperties.enum }, message: "must be equal to one of the allowed values" }], !1;
                                      var valid7 = _errs33 === errors;
                                      if (!valid7)
                                        break;
                                    }
                                  else
                                    return validate20.errors = [{ instancePath: instancePath + "/choices/settled", schemaPath: "#/properties/choices/properties/settled/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
                                var valid5 = _errs30 === errors;
                              } else
                                var valid5 = !0;
                          }
                        }
                      }
                    } else
                      return validate20.errors = [{ instancePath: instancePath + "/choices", schemaPath: "#/properties/choices/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
                  var valid0 = _errs21 === errors;
                } else
                  var valid0 = !0;
                if (valid0) {
                  if (data.plan !== void 0) {
                    let data17 = data.plan, _errs34 = errors;
                    if (errors === _errs34)
                      if (data17 && typeof data17 == "object" && !Array.isArray(data17)) {
                        let missing3;
                        if (data17.answers === void 0 && (missing3 = "answers") || data17.findings === void 0 && (missing3 = "findings") || data17.inputsDigest === void 0 && (missing3 = "inputsDigest") || data17.install === void 0 && (missing3 = "install") || data17.templateDigest === void 0 && (missing3 = "templateDigest") || data17.templateVersion === void 0 && (missing3 = "templateVersion") || data17.entries === void 0 && (missing3 = "entries"))
                          return validate20.errors = [{ instancePath: instancePath + "/plan", schemaPath: "#/properties/plan/required", keyword: "required", params: { missingProperty: missing3 }, message: "must have required property '" + missing3 + "'" }], !1;
                        if (data17.answers !== void 0) {
                          let data18 = data17.answers, _errs36 = errors;
                          if (errors === _errs36)
                            if (data18 && typeof data18 == "object" && !Array.isArray(data18)) {
                              let missing4;
                              if (data18.scopes === void 0 && (missing4 = "scopes"))
                                return validate20.errors = [{ instancePath: instancePath + "/plan/answers", schemaPath: "#/properties/plan/properties/answers/required", keyword: "required", params: { missingProperty: missing4 }, message: "must have required property '" + missing4 + "'" }], !1;
                              if (data18.scopes !== void 0) {
                                let data19 = data18.scopes;
                                if (errors === errors)
                                  if (Array.isArray(data19)) {
                                    var valid10 = !0;
                                    let len2 = data19.length;
                                    for (let i2 = 0; i2 < len2; i2++) {
                                      let data20 = data19[i2], _errs40 = errors;
                                      if (errors === _errs40)
                                        if (data20 && typeof data20 == "object" && !Array.isArray(data20)) {
                                          let missing5;
                                          if (data20.path === void 0 && (missing5 = "path"))
                                            return validate20.errors = [{ instancePath: instancePath + "/plan/answers/scopes/" + i2, schemaPath: "#/properties/plan/properties/answers/properties/scopes/items/required", keyword: "required", params: { missingProperty: missing5 }, message: "must have required property '" + missing5 + "'" }], !1;
                                          if (data20.path !== void 0 && typeof data20.path != "string")
                                            return validate20.errors = [{ instancePath: instancePath + "/plan/answers/scopes/" + i2 + "/path", schemaPath: "#/properties/plan/properties/answers/properties/scopes/items/properties/path/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                                        } else
                                          return validate20.errors = [{ instancePath: instancePath + "/plan/answers/scopes/" + i2, schemaPath: "#/properties/plan/properties/answers/properties/scopes/items/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
                                      var valid10 = _errs40 === errors;
                                      if (!valid10)
                                        break;
                                    }
                                  } else
                                    return validate20.errors = [{ instancePath: instancePath + "/plan/answers/scopes", schemaPath: "#/properties/plan/properties/answers/properties/scopes/type", keyword: "type", params: { type: "array" }, message: "must be array" }], !1;
                              }
                            } else
                              return validate20.errors = [{ instancePath: instancePath + "/plan/answers", schemaPath: "#/properties/plan/properties/answers/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
                          var valid8 = _errs36 === errors;
                        } else
                          var valid8 = !0;
                        if (valid8) {
                          if (data17.foreseen !== void 0) {
                            let data22 = data17.foreseen, _errs44 = errors;
                            if (errors === _errs44)
                              if (data22 && typeof data22 == "object" && !Array.isArray(data22)) {
                                let missing6;
                                if (data22.preview === void 0 && (missing6 = "preview") || data22.executes === void 0 && (missing6 = "executes") || data22.commands === void 0 && (missing6 = "commands"))
                                  return validate20.errors = [{ instancePath: instancePath + "/plan/foreseen", schemaPath: "#/properties/plan/properties/foreseen/required", keyword: "required", params: { missingProperty: missing6 }, message: "must have required property '" + missing6 + "'" }], !1;
                                if (data22.preview !== void 0) {
                                  let data23 = data22.preview, _errs46 = errors;
                                  if (!(data23 === "on" || data23 === "off"))
                                    return validate20.errors = [{ instancePath: instancePath + "/plan/foreseen/preview", schemaPath: "#/properties/plan/properties/foreseen/properties/preview/enum", keyword: "enum", params: { allowedValues: schema31.properties.plan.properties.foreseen.properties.preview.enum }, message: "must be equal to one of the allowed values" }], !1;
                                  var valid12 = _errs46 === errors;
                                } else
                                  var valid12 = !0;
                                if (valid12) {
                                  if (data22.executes !== void 0) {
                                    let data24 = data22.executes, _errs47 = errors;
                                    if (errors === errors)
                                      if (Array.isArray(data24)) {
                                        var valid14 = !0;
                                        let len3 = data24.length;
                                        for (let i3 = 0; i3 < len3; i3++) {
                                          let _errs50 = errors;
                                          if (typeof data24[i3] != "string")
                                            return validate20.errors = [{ instancePath: instancePath + "/plan/foreseen/executes/" + i3, schemaPath: "#/$defs/texts/items/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                                          var valid14 = _errs50 === errors;
                                          if (!valid14)
                                            break;
                                        }
                                      } else
                                        return validate20.errors = [{ instancePath: instancePath + "/plan/foreseen/executes", schemaPath: "#/$defs/texts/type", keyword: "type", params: { type: "array" }, message: "must be array" }], !1;
                                    var valid12 = _errs47 === errors;
                                  } else
                                    var valid12 = !0;
                                  if (valid12)
                                    if (data22.commands !== void 0) {
                                      let data26 = data22.commands, _errs52 = errors;
                                      if (errors === _errs52)
                                        if (Array.isArray(data26)) {
                                          var valid15 = !0;
                                          let len4 = data26.length;
                                          for (let i4 = 0; i4 < len4; i4++) {
                                            let _errs54 = errors;
                                            validate69(data26[i4], { instancePath: instancePath + "/plan/foreseen/commands/" + i4, parentData: data26, parentDataProperty: i4, rootData, dynamicAnchors }) || (vErrors = vErrors === null ? validate69.errors : vErrors.concat(validate69.errors), errors = vErrors.length);
                                            var valid15 = _errs54 === errors;
                                            if (!valid15)
                                              break;
                                          }
                                        } else
                                          return validate20.errors = [{ instancePath: instancePath + "/plan/foreseen/commands", schemaPath: "#/properties/plan/properties/foreseen/properties/commands/type", keyword: "type", params: { type: "array" }, message: "must be array" }], !1;
                                      var valid12 = _errs52 === errors;
                                    } else
                                      var valid12 = !0;
                                }
                              } else
                                return validate20.errors = [{ instancePath: instancePath + "/plan/foreseen", schemaPath: "#/properties/plan/properties/foreseen/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
                            var valid8 = _errs44 === errors;
                          } else
                            var valid8 = !0;
                          if (valid8) {
                            if (data17.findings !== void 0) {
                              let data28 = data17.findings, _errs55 = errors;
                              if (errors === _errs55)
                                if (Array.isArray(data28)) {
                                  var valid16 = !0;
                                  let len5 = data28.length;
                                  for (let i5 = 0; i5 < len5; i5++) {
                                    let data29 = data28[i5], _errs57 = errors;
                                    if (errors === errors)
                                      if (data29 && typeof data29 == "object" && !Array.isArray(data29)) {
                                        let missing7;
                                        if (data29.code === void 0 && (missing7 = "code") || data29.severity === void 0 && (missing7 = "severity") || data29.args === void 0 && (missing7 = "args"))
                                          return validate20.errors = [{ instancePath: instancePath + "/plan/findings/" + i5, schemaPath: "report-1.schema.json#/$defs/finding/required", keyword: "required", params: { missingProperty: missing7 }, message: "must have required property '" + missing7 + "'" }], !1;
                                        if (data29.code !== void 0) {
                                          let data30 = data29.code, _errs60 = errors;
                                          if (errors === _errs60)
                                            if (typeof data30 == "string") {
                                              if (data30.length < 2 && func1(data30) < 1)
                                                return validate20.errors = [{ instancePath: instancePath + "/plan/findings/" + i5 + "/code", schemaPath: "report-1.schema.json#/$defs/finding/properties/code/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" }], !1;
                                            } else
                                              return validate20.errors = [{ instancePath: instancePath + "/plan/findings/" + i5 + "/code", schemaPath: "report-1.schema.json#/$defs/finding/properties/code/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                                          var valid18 = _errs60 === errors;
                                        } else
                                          var valid18 = !0;
                                        if (valid18) {
                                          if (data29.severity !== void 0) {
                                            let data31 = data29.severity, _errs62 = errors;
                                            if (!(data31 === "info" || data31 === "warning" || data31 === "error"))
                                              return validate20.errors = [{ instancePath: instancePath + "/plan/findings/" + i5 + "/severity", schemaPath: "report-1.schema.json#/$defs/finding/properties/severity/enum", keyword: "enum", params: { allowedValues: schema61.properties.severity.enum }, message: "must be equal to one of the allowed values" }], !1;
                                            var valid18 = _errs62 === errors;
                                          } else
                                            var valid18 = !0;
                                          if (valid18) {
                                            if (data29.path !== void 0) {
                                              let _errs63 = errors;
                                              if (typeof data29.path != "string")
                                                return validate20.errors = [{ instancePath: instancePath + "/plan/findings/" + i5 + "/path", schemaPath: "report-1.schema.json#/$defs/finding/properties/path/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                                              var valid18 = _errs63 === errors;
                                            } else
                                              var valid18 = !0;
                                            if (valid18)
                                              if (data29.args !== void 0) {
                                                let data33 = data29.args, _errs65 = errors;
                                                if (!(data33 && typeof data33 == "object" && !Array.isArray(data33)))
                                                  return validate20.errors = [{ instancePath: instancePath + "/plan/findings/" + i5 + "/args", schemaPath: "report-1.schema.json#/$defs/finding/properties/args/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
                                                var valid18 = _errs65 === errors;
                                              } else
                                                var valid18 = !0;
                                          }
                                        }
                                      } else
                                        return validate20.errors = [{ instancePath: instancePath + "/plan/findings/" + i5, schemaPath: "report-1.schema.json#/$defs/finding/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
                                    var valid16 = _errs57 === errors;
                                    if (!valid16)
                                      break;
                                  }
                                } else
                                  return validate20.errors = [{ instancePath: instancePath + "/plan/findings", schemaPath: "#/properties/plan/properties/findings/type", keyword: "type", params: { type: "array" }, message: "must be array" }], !1;
                              var valid8 = _errs55 === errors;
                            } else
                              var valid8 = !0;
                            if (valid8) {
                              if (data17.inputsDigest !== void 0) {
                                let data34 = data17.inputsDigest, _errs67 = errors;
                                if (errors === errors)
                                  if (typeof data34 == "string") {
                                    if (!pattern5.test(data34))
                                      return validate20.errors = [{ instancePath: instancePath + "/plan/inputsDigest", schemaPath: "#/$defs/sha256/pattern", keyword: "pattern", params: { pattern: "^[0-9a-f]{64}$" }, message: 'must match pattern "^[0-9a-f]{64}$"' }], !1;
                                  } else
                                    return validate20.errors = [{ instancePath: instancePath + "/plan/inputsDigest", schemaPath: "#/$defs/sha256/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                                var valid8 = _errs67 === errors;
                              } else
                                var valid8 = !0;
                              if (valid8) {
                                if (data17.install !== void 0) {
                                  let data35 = data17.install, _errs70 = errors;
                                  if (errors === errors)
                                    if (Array.isArray(data35)) {
                                      var valid21 = !0;
                                      let len6 = data35.length;
                                      for (let i6 = 0; i6 < len6; i6++) {
                                        let _errs73 = errors;
                                        if (typeof data35[i6] != "string")
                                          return validate20.errors = [{ instancePath: instancePath + "/plan/install/" + i6, schemaPath: "#/$defs/texts/items/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                                        var valid21 = _errs73 === errors;
                                        if (!valid21)
                                          break;
                                      }
                                    } else
                                      return validate20.errors = [{ instancePath: instancePath + "/plan/install", schemaPath: "#/$defs/texts/type", keyword: "type", params: { type: "array" }, message: "must be array" }], !1;
                                  var valid8 = _errs70 === errors;
                                } else
                                  var valid8 = !0;
                                if (valid8) {
                                  if (data17.templateDigest !== void 0) {
                                    let data37 = data17.templateDigest, _errs75 = errors;
                                    if (errors === errors)
                                      if (typeof data37 == "string") {
                                        if (!pattern5.test(data37))
                                          return validate20.errors = [{ instancePath: instancePath + "/plan/templateDigest", schemaPath: "#/$defs/sha256/pattern", keyword: "pattern", params: { pattern: "^[0-9a-f]{64}$" }, message: 'must match pattern "^[0-9a-f]{64}$"' }], !1;
                                      } else
                                        return validate20.errors = [{ instancePath: instancePath + "/plan/templateDigest", schemaPath: "#/$defs/sha256/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                                    var valid8 = _errs75 === errors;
                                  } else
                                    var valid8 = !0;
                                  if (valid8) {
                                    if (data17.templateVersion !== void 0) {
                                      let data38 = data17.templateVersion, _errs78 = errors;
                                      if (errors === _errs78)
                                        if (typeof data38 == "string") {
                                          if (data38.length > 64 && func1(data38) > 64)
                                            return validate20.errors = [{ instancePath: instancePath + "/plan/templateVersion", schemaPath: "#/properties/plan/properties/templateVersion/maxLength", keyword: "maxLength", params: { limit: 64 }, message: "must NOT have more than 64 characters" }], !1;
                                          if (data38.length < 2 && func1(data38) < 1)
                                            return validate20.errors = [{ instancePath: instancePath + "/plan/templateVersion", schemaPath: "#/properties/plan/properties/templateVersion/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" }], !1;
                                        } else
                                          return validate20.errors = [{ instancePath: instancePath + "/plan/templateVersion", schemaPath: "#/properties/plan/properties/templateVersion/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                                      var valid8 = _errs78 === errors;
                                    } else
                                      var valid8 = !0;
                                    if (valid8)
                                      if (data17.entries !== void 0) {
                                        let data39 = data17.entries, _errs80 = errors;
                                        if (errors === _errs80)
                                          if (Array.isArray(data39)) {
                                            if (data39.length > 5e4)
                                              return validate20.errors = [{ instancePath: instancePath + "/plan/entries", schemaPath: "#/properties/plan/properties/entries/maxItems", keyword: "maxItems", params: { limit: 5e4 }, message: "must NOT have more than 50000 items" }], !1;
                                            {
                                              var valid23 = !0;
                                              let len7 = data39.length;
                                              for (let i7 = 0; i7 < len7; i7++) {
                                                let _errs82 = errors;
                                                validate71(data39[i7], { instancePath: instancePath + "/plan/entries/" + i7, parentData: data39, parentDataProperty: i7, rootData, dynamicAnchors }) || (vErrors = vErrors === null ? validate71.errors : vErrors.concat(validate71.errors), errors = vErrors.length);
                                                var valid23 = _errs82 === errors;
                                                if (!valid23)
                                                  break;
                                              }
                                            }
                                          } else
                                            return validate20.errors = [{ instancePath: instancePath + "/plan/entries", schemaPath: "#/properties/plan/properties/entries/type", keyword: "type", params: { type: "array" }, message: "must be array" }], !1;
                                        var valid8 = _errs80 === errors;
                                      } else
                                        var valid8 = !0;
                                  }
                                }
                              }
                            }
                          }
                        }
                      } else
                        return validate20.errors = [{ instancePath: instancePath + "/plan", schemaPath: "#/properties/plan/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
                    var valid0 = _errs34 === errors;
                  } else
                    var valid0 = !0;
                  if (valid0) {
                    if (data.preview !== void 0) {
                      let _errs83 = errors;
                      validate76(data.preview, { instancePath: instancePath + "/preview", parentData: data, parentDataProperty: "preview", rootData, dynamicAnchors }) || (vErrors = vErrors === null ? validate76.errors : vErrors.concat(validate76.errors), errors = vErrors.length);
                      var valid0 = _errs83 === errors;
                    } else
                      var valid0 = !0;
                    if (valid0) {
                      if (data.findings !== void 0) {
                        let data42 = data.findings, _errs84 = errors;
                        if (errors === _errs84)
                          if (Array.isArray(data42)) {
                            var valid24 = !0;
                            let len8 = data42.length;
                            for (let i8 = 0; i8 < len8; i8++) {
                              let data43 = data42[i8], _errs86 = errors;
                              if (errors === errors)
                                if (data43 && typeof data43 == "object" && !Array.isArray(data43)) {
                                  let missing8;
                                  if (data43.code === void 0 && (missing8 = "code") || data43.severity === void 0 && (missing8 = "severity") || data43.args === void 0 && (missing8 = "args"))
                                    return validate20.errors = [{ instancePath: instancePath + "/findings/" + i8, schemaPath: "report-1.schema.json#/$defs/finding/required", keyword: "required", params: { missingProperty: missing8 }, message: "must have required property '" + missing8 + "'" }], !1;
                                  if (data43.code !== void 0) {
                                    let data44 = data43.code, _errs89 = errors;
                                    if (errors === _errs89)
                                      if (typeof data44 == "string") {
                                        if (data44.length < 2 && func1(data44) < 1)
                                          return validate20.errors = [{ instancePath: instancePath + "/findings/" + i8 + "/code", schemaPath: "report-1.schema.json#/$defs/finding/properties/code/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" }], !1;
                                      } else
                                        return validate20.errors = [{ instancePath: instancePath + "/findings/" + i8 + "/code", schemaPath: "report-1.schema.json#/$defs/finding/properties/code/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                                    var valid26 = _errs89 === errors;
                                  } else
                                    var valid26 = !0;
                                  if (valid26) {
                                    if (data43.severity !== void 0) {
                                      let data45 = data43.severity, _errs91 = errors;
                                      if (!(data45 === "info" || data45 === "warning" || data45 === "error"))
                                        return validate20.errors = [{ instancePath: instancePath + "/findings/" + i8 + "/severity", schemaPath: "report-1.schema.json#/$defs/finding/properties/severity/enum", keyword: "enum", params: { allowedValues: schema61.properties.severity.enum }, message: "must be equal to one of the allowed values" }], !1;
                                      var valid26 = _errs91 === errors;
                                    } else
                                      var valid26 = !0;
                                    if (valid26) {
                                      if (data43.path !== void 0) {
                                        let _errs92 = errors;
                                        if (typeof data43.path != "string")
                                          return validate20.errors = [{ instancePath: instancePath + "/findings/" + i8 + "/path", schemaPath: "report-1.schema.json#/$defs/finding/properties/path/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                                        var valid26 = _errs92 === errors;
                                      } else
                                        var valid26 = !0;
                                      if (valid26)
                                        if (data43.args !== void 0) {
                                          let data47 = data43.args, _errs94 = errors;
                                          if (!(data47 && typeof data47 == "object" && !Array.isArray(data47)))
                                            return validate20.errors = [{ instancePath: instancePath + "/findings/" + i8 + "/args", schemaPath: "report-1.schema.json#/$defs/finding/properties/args/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
                                          var valid26 = _errs94 === errors;
                                        } else
                                          var valid26 = !0;
                                    }
                                  }
                                } else
                                  return validate20.errors = [{ instancePath: instancePath + "/findings/" + i8, schemaPath: "report-1.schema.json#/$defs/finding/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
                              var valid24 = _errs86 === errors;
                              if (!valid24)
                                break;
                            }
                          } else
                            return validate20.errors = [{ instancePath: instancePath + "/findings", schemaPath: "#/properties/findings/type", keyword: "type", params: { type: "array" }, message: "must be array" }], !1;
                        var valid0 = _errs84 === errors;
                      } else
                        var valid0 = !0;
                      if (valid0) {
                        if (data.evidence !== void 0) {
                          let data48 = data.evidence, _errs96 = errors;
                          if (errors === errors)
                            if (Array.isArray(data48)) {
                              var valid28 = !0;
                              let len9 = data48.length;
                              for (let i9 = 0; i9 < len9; i9++) {
                                let data49 = data48[i9], _errs99 = errors;
                                if (errors === _errs99)
                                  if (data49 && typeof data49 == "object" && !Array.isArray(data49)) {
                                    let missing9;
                                    if (data49.about === void 0 && (missing9 = "about") || data49.value === void 0 && (missing9 = "value") || data49.because === void 0 && (missing9 = "because"))
                                      return validate20.errors = [{ instancePath: instancePath + "/evidence/" + i9, schemaPath: "report-1.schema.json#/properties/evidence/items/required", keyword: "required", params: { missingProperty: missing9 }, message: "must have required property '" + missing9 + "'" }], !1;
                                    if (data49.about !== void 0) {
                                      let _errs101 = errors;
                                      if (typeof data49.about != "string")
                                        return validate20.errors = [{ instancePath: instancePath + "/evidence/" + i9 + "/about", schemaPath: "report-1.schema.json#/properties/evidence/items/properties/about/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                                      var valid29 = _errs101 === errors;
                                    } else
                                      var valid29 = !0;
                                    if (valid29) {
                                      if (data49.value !== void 0) {
                                        let _errs103 = errors;
                                        if (typeof data49.value != "string")
                                          return validate20.errors = [{ instancePath: instancePath + "/evidence/" + i9 + "/value", schemaPath: "report-1.schema.json#/properties/evidence/items/properties/value/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                                        var valid29 = _errs103 === errors;
                                      } else
                                        var valid29 = !0;
                                      if (valid29)
                                        if (data49.because !== void 0) {
                                          let _errs105 = errors;
                                          if (typeof data49.because != "string")
                                            return validate20.errors = [{ instancePath: instancePath + "/evidence/" + i9 + "/because", schemaPath: "report-1.schema.json#/properties/evidence/items/properties/because/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                                          var valid29 = _errs105 === errors;
                                        } else
                                          var valid29 = !0;
                                    }
                                  } else
                                    return validate20.errors = [{ instancePath: instancePath + "/evidence/" + i9, schemaPath: "report-1.schema.json#/properties/evidence/items/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
                                var valid28 = _errs99 === errors;
                                if (!valid28)
                                  break;
                              }
                            } else
                              return validate20.errors = [{ instancePath: instancePath + "/evidence", schemaPath: "report-1.schema.json#/properties/evidence/type", keyword: "type", params: { type: "array" }, message: "must be array" }], !1;
                          var valid0 = _errs96 === errors;
                        } else
                          var valid0 = !0;
                        if (valid0) {
                          if (data.commands !== void 0) {
                            let data53 = data.commands, _errs107 = errors;
                            if (errors === _errs107)
                              if (Array.isArray(data53)) {
                                var valid30 = !0;
                                let len10 = data53.length;
                                for (let i10 = 0; i10 < len10; i10++) {
                                  let data54 = data53[i10], _errs109 = errors;
                                  if (errors === errors)
                                    if (Array.isArray(data54)) {
                                      var valid32 = !0;
                                      let len11 = data54.length;
                                      for (let i11 = 0; i11 < len11; i11++) {
                                        let _errs112 = errors;
                                        if (typeof data54[i11] != "string")
                                          return validate20.errors = [{ instancePath: instancePath + "/commands/" + i10 + "/" + i11, schemaPath: "#/$defs/texts/items/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                                        var valid32 = _errs112 === errors;
                                        if (!valid32)
                                          break;
                                      }
                                    } else
                                      return validate20.errors = [{ instancePath: instancePath + "/commands/" + i10, schemaPath: "#/$defs/texts/type", keyword: "type", params: { type: "array" }, message: "must be array" }], !1;
                                  var valid30 = _errs109 === errors;
                                  if (!valid30)
                                    break;
                                }
                              } else
                                return validate20.errors = [{ instancePath: instancePath + "/commands", schemaPath: "#/properties/commands/type", keyword: "type", params: { type: "array" }, message: "must be array" }], !1;
                            var valid0 = _errs107 === errors;
                          } else
                            var valid0 = !0;
                          if (valid0) {
                            if (data.contents !== void 0) {
                              let data56 = data.contents, _errs114 = errors;
                              if (errors === _errs114)
                                if (data56 && typeof data56 == "object" && !Array.isArray(data56)) {
                                  for (let key1 in data56) {
                                    let _errs116 = errors;
                                    if (errors === errors)
                                      if (typeof key1 == "string") {
                                        if (!pattern5.test(key1)) {
                                          let err4 = { instancePath: instancePath + "/contents", schemaPath: "#/$defs/sha256/pattern", keyword: "pattern", params: { pattern: "^[0-9a-f]{64}$" }, message: 'must match pattern "^[0-9a-f]{64}$"', propertyName: key1 };
                                          vErrors === null ? vErrors = [err4] : vErrors.push(err4), errors++;
                                        }
                                      } else {
                                        let err5 = { instancePath: instancePath + "/contents", schemaPath: "#/$defs/sha256/type", keyword: "type", params: { type: "string" }, message: "must be string", propertyName: key1 };
                                        vErrors === null ? vErrors = [err5] : vErrors.push(err5), errors++;
                                      }
                                    var valid33 = _errs116 === errors;
                                    if (!valid33) {
                                      let err6 = { instancePath: instancePath + "/contents", schemaPath: "#/properties/contents/propertyNames", keyword: "propertyNames", params: { propertyName: key1 }, message: "property name must be valid" };
                                      return vErrors === null ? vErrors = [err6] : vErrors.push(err6), errors++, validate20.errors = vErrors, !1;
                                      break;
                                    }
                                  }
                                  if (valid33)
                                    for (let key2 in data56) {
                                      let data57 = data56[key2], _errs120 = errors;
                                      if (errors === _errs120)
                                        if (data57 && typeof data57 == "object" && !Array.isArray(data57)) {
                                          let missing10;
                                          if (data57.encoding === void 0 && (missing10 = "encoding") || data57.data === void 0 && (missing10 = "data"))
                                            return validate20.errors = [{ instancePath: instancePath + "/contents/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/properties/contents/additionalProperties/required", keyword: "required", params: { missingProperty: missing10 }, message: "must have required property '" + missing10 + "'" }], !1;
                                          if (data57.encoding !== void 0) {
                                            let data58 = data57.encoding, _errs122 = errors;
                                            if (!(data58 === "utf8" || data58 === "base64"))
                                              return validate20.errors = [{ instancePath: instancePath + "/contents/" + key2.replace(/~/g, "~0").replace(/\//g, "~1") + "/encoding", schemaPath: "#/properties/contents/additionalProperties/properties/encoding/enum", keyword: "enum", params: { allowedValues: schema31.properties.contents.additionalProperties.properties.encoding.enum }, message: "must be equal to one of the allowed values" }], !1;
                                            var valid36 = _errs122 === errors;
                                          } else
                                            var valid36 = !0;
                                          if (valid36)
                                            if (data57.data !== void 0) {
                                              let _errs123 = errors;
                                              if (typeof data57.data != "string")
                                                return validate20.errors = [{ instancePath: instancePath + "/contents/" + key2.replace(/~/g, "~0").replace(/\//g, "~1") + "/data", schemaPath: "#/properties/contents/additionalProperties/properties/data/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                                              var valid36 = _errs123 === errors;
                                            } else
                                              var valid36 = !0;
                                        } else
                                          return validate20.errors = [{ instancePath: instancePath + "/contents/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/properties/contents/additionalProperties/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
                                      var valid35 = _errs120 === errors;
                                      if (!valid35)
                                        break;
                                    }
                                } else
                                  return validate20.errors = [{ instancePath: instancePath + "/contents", schemaPath: "#/properties/contents/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
                              var valid0 = _errs114 === errors;
                            } else
                              var valid0 = !0;
                            if (valid0)
                              if (data.seal !== void 0) {
                                let data60 = data.seal, _errs125 = errors;
                                if (errors === errors)
                                  if (typeof data60 == "string") {
                                    if (!pattern5.test(data60))
                                      return validate20.errors = [{ instancePath: instancePath + "/seal", schemaPath: "#/$defs/sha256/pattern", keyword: "pattern", params: { pattern: "^[0-9a-f]{64}$" }, message: 'must match pattern "^[0-9a-f]{64}$"' }], !1;
                                  } else
                                    return validate20.errors = [{ instancePath: instancePath + "/seal", schemaPath: "#/$defs/sha256/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                                var valid0 = _errs125 === errors;
                              } else
                                var valid0 = !0;
                          }
                        }
                      }
                    }
                  }
                }
              }
            }
          }
        }
      }
    } else
      return validate20.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
  return validate20.errors = vErrors, errors === 0;
}
validate20.evaluated = { props: { format: !0, formatVersion: !0, hi: !0, verb: !0, inputs: !0, choices: !0, plan: !0, preview: !0, findings: !0, evidence: !0, commands: !0, contents: !0, seal: !0 }, dynamicProps: !1, dynamicItems: !1 };
export {
  validatePlan
};

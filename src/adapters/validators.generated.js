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
var validateReceipt = validate20, schema31 = { $schema: "https://json-schema.org/draft/2020-12/schema", $id: "receipt-1.schema.json", type: "object", additionalProperties: !1, required: ["schemaVersion", "templateVersion", "templateDigest", "inputsDigest", "tools", "preview", "files"], properties: { schemaVersion: { const: 1 }, templateVersion: { $ref: "#/$defs/version" }, templateDigest: { $ref: "#/$defs/sha256" }, inputsDigest: { $ref: "#/$defs/sha256" }, tools: { type: "object", maxProperties: 64, propertyNames: { pattern: "^(?:@[a-z0-9][a-z0-9._-]*/)?[a-z0-9][a-z0-9._-]*$", maxLength: 214 }, additionalProperties: { $ref: "#/$defs/version" } }, preview: { enum: ["on", "off"] }, files: { type: "object", maxProperties: 2e4, propertyNames: { $ref: "#/$defs/path" }, additionalProperties: { $ref: "#/$defs/entry" } } }, $defs: { sha256: { type: "string", pattern: "^[0-9a-f]{64}$" }, version: { type: "string", pattern: "^[0-9A-Za-z][0-9A-Za-z.+-]{0,63}$" }, path: { type: "string", maxLength: 4096, pattern: "^(?![/.]{0,2}/|[A-Za-z]:)[^\\\\\\u0000-\\u001f\\u007f]+$" }, entry: { type: "object", additionalProperties: !1, required: ["class", "sha256", "generator", "since", "created"], properties: { class: { enum: ["generated", "merged", "authored"] }, sha256: { $ref: "#/$defs/sha256" }, generator: { type: "string", pattern: "^[a-z][a-z0-9-]{0,63}$" }, since: { $ref: "#/$defs/version" }, created: { type: "boolean" }, evidence: { type: "array", maxItems: 64, items: { type: "string", maxLength: 8192 } }, keys: { $ref: "#/$defs/keys" }, removedKeys: { $ref: "#/$defs/keys" }, removedByUser: { const: !0 }, keptSha256: { $ref: "#/$defs/sha256" } }, if: { properties: { class: { enum: ["generated", "authored"] } } }, then: { properties: { keys: !1, removedKeys: !1 } }, else: { properties: { keptSha256: !1 } } }, keys: { type: "array", maxItems: 1e3, items: { type: "object", additionalProperties: !1, required: ["pointer", "value"], properties: { pointer: { type: "string", maxLength: 1024, pattern: "^(?:/(?:[^~/\\u0000-\\u001f]|~[01])*)+$" }, value: {}, kept: {} } } } } };
var pattern4 = new RegExp("^[0-9A-Za-z][0-9A-Za-z.+-]{0,63}$", "u"), pattern5 = new RegExp("^[0-9a-f]{64}$", "u"), pattern7 = new RegExp("^(?:@[a-z0-9][a-z0-9._-]*/)?[a-z0-9][a-z0-9._-]*$", "u"), pattern9 = new RegExp("^(?![/.]{0,2}/|[A-Za-z]:)[^\\\\\\u0000-\\u001f\\u007f]+$", "u"), func1 = require_ucs2length().default, schema37 = { type: "object", additionalProperties: !1, required: ["class", "sha256", "generator", "since", "created"], properties: { class: { enum: ["generated", "merged", "authored"] }, sha256: { $ref: "#/$defs/sha256" }, generator: { type: "string", pattern: "^[a-z][a-z0-9-]{0,63}$" }, since: { $ref: "#/$defs/version" }, created: { type: "boolean" }, evidence: { type: "array", maxItems: 64, items: { type: "string", maxLength: 8192 } }, keys: { $ref: "#/$defs/keys" }, removedKeys: { $ref: "#/$defs/keys" }, removedByUser: { const: !0 }, keptSha256: { $ref: "#/$defs/sha256" } }, if: { properties: { class: { enum: ["generated", "authored"] } } }, then: { properties: { keys: !1, removedKeys: !1 } }, else: { properties: { keptSha256: !1 } } };
var func3 = Object.prototype.hasOwnProperty, pattern11 = new RegExp("^[a-z][a-z0-9-]{0,63}$", "u"), pattern13 = new RegExp("^(?:/(?:[^~/\\u0000-\\u001f]|~[01])*)+$", "u");
function validate21(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null, errors = 0, evaluated0 = validate21.evaluated;
  evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0);
  let _errs1 = errors, valid0 = !0, _errs2 = errors;
  if (data && typeof data == "object" && !Array.isArray(data) && data.class !== void 0) {
    let data0 = data.class;
    if (!(data0 === "generated" || data0 === "authored")) {
      let err0 = {};
      vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
    }
  }
  var _valid0 = _errs2 === errors;
  errors = _errs1, vErrors !== null && (_errs1 ? vErrors.length = _errs1 : vErrors = null);
  let ifClause0;
  if (_valid0) {
    let _errs4 = errors;
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.keys !== void 0) {
        var valid2 = !1;
        return validate21.errors = [{ instancePath: instancePath + "/keys", schemaPath: "#/then/properties/keys/false schema", keyword: "false schema", params: {}, message: "boolean schema is false" }], !1;
      } else
        var valid2 = !0;
      if (valid2)
        if (data.removedKeys !== void 0) {
          var valid2 = !1;
          return validate21.errors = [{ instancePath: instancePath + "/removedKeys", schemaPath: "#/then/properties/removedKeys/false schema", keyword: "false schema", params: {}, message: "boolean schema is false" }], !1;
        } else
          var valid2 = !0;
    }
    var _valid0 = _errs4 === errors;
    if (valid0 = _valid0, valid0) {
      var props0 = {};
      props0.keys = !0, props0.removedKeys = !0, props0.class = !0;
    }
    ifClause0 = "then";
  } else {
    let _errs5 = errors;
    if (data && typeof data == "object" && !Array.isArray(data) && data.keptSha256 !== void 0)
      return validate21.errors = [{ instancePath: instancePath + "/keptSha256", schemaPath: "#/else/properties/keptSha256/false schema", keyword: "false schema", params: {}, message: "boolean schema is false" }], !1;
    var _valid0 = _errs5 === errors;
    valid0 = _valid0, valid0 && props0 !== !0 && (props0 = props0 || {}, props0.keptSha256 = !0), ifClause0 = "else";
  }
  if (!valid0) {
    let err1 = { instancePath, schemaPath: "#/if", keyword: "if", params: { failingKeyword: ifClause0 }, message: 'must match "' + ifClause0 + '" schema' };
    return vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++, validate21.errors = vErrors, !1;
  }
  if (errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.class === void 0 && (missing0 = "class") || data.sha256 === void 0 && (missing0 = "sha256") || data.generator === void 0 && (missing0 = "generator") || data.since === void 0 && (missing0 = "since") || data.created === void 0 && (missing0 = "created"))
        return validate21.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }], !1;
      {
        let _errs6 = errors;
        for (let key0 in data)
          if (!func3.call(schema37.properties, key0)) {
            return validate21.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }], !1;
            break;
          }
        if (_errs6 === errors) {
          if (data.class !== void 0) {
            let data4 = data.class, _errs7 = errors;
            if (!(data4 === "generated" || data4 === "merged" || data4 === "authored"))
              return validate21.errors = [{ instancePath: instancePath + "/class", schemaPath: "#/properties/class/enum", keyword: "enum", params: { allowedValues: schema37.properties.class.enum }, message: "must be equal to one of the allowed values" }], !1;
            var valid4 = _errs7 === errors;
          } else
            var valid4 = !0;
          if (valid4) {
            if (data.sha256 !== void 0) {
              let data5 = data.sha256, _errs8 = errors;
              if (errors === errors)
                if (typeof data5 == "string") {
                  if (!pattern5.test(data5))
                    return validate21.errors = [{ instancePath: instancePath + "/sha256", schemaPath: "#/$defs/sha256/pattern", keyword: "pattern", params: { pattern: "^[0-9a-f]{64}$" }, message: 'must match pattern "^[0-9a-f]{64}$"' }], !1;
                } else
                  return validate21.errors = [{ instancePath: instancePath + "/sha256", schemaPath: "#/$defs/sha256/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
              var valid4 = _errs8 === errors;
            } else
              var valid4 = !0;
            if (valid4) {
              if (data.generator !== void 0) {
                let data6 = data.generator, _errs11 = errors;
                if (errors === _errs11)
                  if (typeof data6 == "string") {
                    if (!pattern11.test(data6))
                      return validate21.errors = [{ instancePath: instancePath + "/generator", schemaPath: "#/properties/generator/pattern", keyword: "pattern", params: { pattern: "^[a-z][a-z0-9-]{0,63}$" }, message: 'must match pattern "^[a-z][a-z0-9-]{0,63}$"' }], !1;
                  } else
                    return validate21.errors = [{ instancePath: instancePath + "/generator", schemaPath: "#/properties/generator/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                var valid4 = _errs11 === errors;
              } else
                var valid4 = !0;
              if (valid4) {
                if (data.since !== void 0) {
                  let data7 = data.since, _errs13 = errors;
                  if (errors === errors)
                    if (typeof data7 == "string") {
                      if (!pattern4.test(data7))
                        return validate21.errors = [{ instancePath: instancePath + "/since", schemaPath: "#/$defs/version/pattern", keyword: "pattern", params: { pattern: "^[0-9A-Za-z][0-9A-Za-z.+-]{0,63}$" }, message: 'must match pattern "^[0-9A-Za-z][0-9A-Za-z.+-]{0,63}$"' }], !1;
                    } else
                      return validate21.errors = [{ instancePath: instancePath + "/since", schemaPath: "#/$defs/version/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                  var valid4 = _errs13 === errors;
                } else
                  var valid4 = !0;
                if (valid4) {
                  if (data.created !== void 0) {
                    let _errs16 = errors;
                    if (typeof data.created != "boolean")
                      return validate21.errors = [{ instancePath: instancePath + "/created", schemaPath: "#/properties/created/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" }], !1;
                    var valid4 = _errs16 === errors;
                  } else
                    var valid4 = !0;
                  if (valid4) {
                    if (data.evidence !== void 0) {
                      let data9 = data.evidence, _errs18 = errors;
                      if (errors === _errs18)
                        if (Array.isArray(data9)) {
                          if (data9.length > 64)
                            return validate21.errors = [{ instancePath: instancePath + "/evidence", schemaPath: "#/properties/evidence/maxItems", keyword: "maxItems", params: { limit: 64 }, message: "must NOT have more than 64 items" }], !1;
                          {
                            var valid7 = !0;
                            let len0 = data9.length;
                            for (let i0 = 0; i0 < len0; i0++) {
                              let data10 = data9[i0], _errs20 = errors;
                              if (errors === _errs20)
                                if (typeof data10 == "string") {
                                  if (data10.length > 8192 && func1(data10) > 8192)
                                    return validate21.errors = [{ instancePath: instancePath + "/evidence/" + i0, schemaPath: "#/properties/evidence/items/maxLength", keyword: "maxLength", params: { limit: 8192 }, message: "must NOT have more than 8192 characters" }], !1;
                                } else
                                  return validate21.errors = [{ instancePath: instancePath + "/evidence/" + i0, schemaPath: "#/properties/evidence/items/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                              var valid7 = _errs20 === errors;
                              if (!valid7)
                                break;
                            }
                          }
                        } else
                          return validate21.errors = [{ instancePath: instancePath + "/evidence", schemaPath: "#/properties/evidence/type", keyword: "type", params: { type: "array" }, message: "must be array" }], !1;
                      var valid4 = _errs18 === errors;
                    } else
                      var valid4 = !0;
                    if (valid4) {
                      if (data.keys !== void 0) {
                        let data11 = data.keys, _errs22 = errors;
                        if (errors === errors)
                          if (Array.isArray(data11)) {
                            if (data11.length > 1e3)
                              return validate21.errors = [{ instancePath: instancePath + "/keys", schemaPath: "#/$defs/keys/maxItems", keyword: "maxItems", params: { limit: 1e3 }, message: "must NOT have more than 1000 items" }], !1;
                            {
                              var valid9 = !0;
                              let len1 = data11.length;
                              for (let i1 = 0; i1 < len1; i1++) {
                                let data12 = data11[i1], _errs25 = errors;
                                if (errors === _errs25)
                                  if (data12 && typeof data12 == "object" && !Array.isArray(data12)) {
                                    let missing1;
                                    if (data12.pointer === void 0 && (missing1 = "pointer") || data12.value === void 0 && (missing1 = "value"))
                                      return validate21.errors = [{ instancePath: instancePath + "/keys/" + i1, schemaPath: "#/$defs/keys/items/required", keyword: "required", params: { missingProperty: missing1 }, message: "must have required property '" + missing1 + "'" }], !1;
                                    {
                                      let _errs27 = errors;
                                      for (let key1 in data12)
                                        if (!(key1 === "pointer" || key1 === "value" || key1 === "kept")) {
                                          return validate21.errors = [{ instancePath: instancePath + "/keys/" + i1, schemaPath: "#/$defs/keys/items/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key1 }, message: "must NOT have additional properties" }], !1;
                                          break;
                                        }
                                      if (_errs27 === errors && data12.pointer !== void 0) {
                                        let data13 = data12.pointer;
                                        if (errors === errors)
                                          if (typeof data13 == "string") {
                                            if (data13.length > 1024 && func1(data13) > 1024)
                                              return validate21.errors = [{ instancePath: instancePath + "/keys/" + i1 + "/pointer", schemaPath: "#/$defs/keys/items/properties/pointer/maxLength", keyword: "maxLength", params: { limit: 1024 }, message: "must NOT have more than 1024 characters" }], !1;
                                            if (!pattern13.test(data13))
                                              return validate21.errors = [{ instancePath: instancePath + "/keys/" + i1 + "/pointer", schemaPath: "#/$defs/keys/items/properties/pointer/pattern", keyword: "pattern", params: { pattern: "^(?:/(?:[^~/\\u0000-\\u001f]|~[01])*)+$" }, message: 'must match pattern "^(?:/(?:[^~/\\u0000-\\u001f]|~[01])*)+$"' }], !1;
                                          } else
                                            return validate21.errors = [{ instancePath: instancePath + "/keys/" + i1 + "/pointer", schemaPath: "#/$defs/keys/items/properties/pointer/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                                      }
                                    }
                                  } else
                                    return validate21.errors = [{ instancePath: instancePath + "/keys/" + i1, schemaPath: "#/$defs/keys/items/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
                                var valid9 = _errs25 === errors;
                                if (!valid9)
                                  break;
                              }
                            }
                          } else
                            return validate21.errors = [{ instancePath: instancePath + "/keys", schemaPath: "#/$defs/keys/type", keyword: "type", params: { type: "array" }, message: "must be array" }], !1;
                        var valid4 = _errs22 === errors;
                      } else
                        var valid4 = !0;
                      if (valid4) {
                        if (data.removedKeys !== void 0) {
                          let data14 = data.removedKeys, _errs30 = errors;
                          if (errors === errors)
                            if (Array.isArray(data14)) {
                              if (data14.length > 1e3)
                                return validate21.errors = [{ instancePath: instancePath + "/removedKeys", schemaPath: "#/$defs/keys/maxItems", keyword: "maxItems", params: { limit: 1e3 }, message: "must NOT have more than 1000 items" }], !1;
                              {
                                var valid12 = !0;
                                let len2 = data14.length;
                                for (let i2 = 0; i2 < len2; i2++) {
                                  let data15 = data14[i2], _errs33 = errors;
                                  if (errors === _errs33)
                                    if (data15 && typeof data15 == "object" && !Array.isArray(data15)) {
                                      let missing2;
                                      if (data15.pointer === void 0 && (missing2 = "pointer") || data15.value === void 0 && (missing2 = "value"))
                                        return validate21.errors = [{ instancePath: instancePath + "/removedKeys/" + i2, schemaPath: "#/$defs/keys/items/required", keyword: "required", params: { missingProperty: missing2 }, message: "must have required property '" + missing2 + "'" }], !1;
                                      {
                                        let _errs35 = errors;
                                        for (let key2 in data15)
                                          if (!(key2 === "pointer" || key2 === "value" || key2 === "kept")) {
                                            return validate21.errors = [{ instancePath: instancePath + "/removedKeys/" + i2, schemaPath: "#/$defs/keys/items/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key2 }, message: "must NOT have additional properties" }], !1;
                                            break;
                                          }
                                        if (_errs35 === errors && data15.pointer !== void 0) {
                                          let data16 = data15.pointer;
                                          if (errors === errors)
                                            if (typeof data16 == "string") {
                                              if (data16.length > 1024 && func1(data16) > 1024)
                                                return validate21.errors = [{ instancePath: instancePath + "/removedKeys/" + i2 + "/pointer", schemaPath: "#/$defs/keys/items/properties/pointer/maxLength", keyword: "maxLength", params: { limit: 1024 }, message: "must NOT have more than 1024 characters" }], !1;
                                              if (!pattern13.test(data16))
                                                return validate21.errors = [{ instancePath: instancePath + "/removedKeys/" + i2 + "/pointer", schemaPath: "#/$defs/keys/items/properties/pointer/pattern", keyword: "pattern", params: { pattern: "^(?:/(?:[^~/\\u0000-\\u001f]|~[01])*)+$" }, message: 'must match pattern "^(?:/(?:[^~/\\u0000-\\u001f]|~[01])*)+$"' }], !1;
                                            } else
                                              return validate21.errors = [{ instancePath: instancePath + "/removedKeys/" + i2 + "/pointer", schemaPath: "#/$defs/keys/items/properties/pointer/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                                        }
                                      }
                                    } else
                                      return validate21.errors = [{ instancePath: instancePath + "/removedKeys/" + i2, schemaPath: "#/$defs/keys/items/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
                                  var valid12 = _errs33 === errors;
                                  if (!valid12)
                                    break;
                                }
                              }
                            } else
                              return validate21.errors = [{ instancePath: instancePath + "/removedKeys", schemaPath: "#/$defs/keys/type", keyword: "type", params: { type: "array" }, message: "must be array" }], !1;
                          var valid4 = _errs30 === errors;
                        } else
                          var valid4 = !0;
                        if (valid4) {
                          if (data.removedByUser !== void 0) {
                            let _errs38 = errors;
                            if (data.removedByUser !== !0)
                              return validate21.errors = [{ instancePath: instancePath + "/removedByUser", schemaPath: "#/properties/removedByUser/const", keyword: "const", params: { allowedValue: !0 }, message: "must be equal to constant" }], !1;
                            var valid4 = _errs38 === errors;
                          } else
                            var valid4 = !0;
                          if (valid4)
                            if (data.keptSha256 !== void 0) {
                              let data18 = data.keptSha256, _errs39 = errors;
                              if (errors === errors)
                                if (typeof data18 == "string") {
                                  if (!pattern5.test(data18))
                                    return validate21.errors = [{ instancePath: instancePath + "/keptSha256", schemaPath: "#/$defs/sha256/pattern", keyword: "pattern", params: { pattern: "^[0-9a-f]{64}$" }, message: 'must match pattern "^[0-9a-f]{64}$"' }], !1;
                                } else
                                  return validate21.errors = [{ instancePath: instancePath + "/keptSha256", schemaPath: "#/$defs/sha256/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                              var valid4 = _errs39 === errors;
                            } else
                              var valid4 = !0;
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
      return validate21.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
  return validate21.errors = vErrors, errors === 0;
}
validate21.evaluated = { props: !0, dynamicProps: !1, dynamicItems: !1 };
function validate20(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null, errors = 0, evaluated0 = validate20.evaluated;
  if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.schemaVersion === void 0 && (missing0 = "schemaVersion") || data.templateVersion === void 0 && (missing0 = "templateVersion") || data.templateDigest === void 0 && (missing0 = "templateDigest") || data.inputsDigest === void 0 && (missing0 = "inputsDigest") || data.tools === void 0 && (missing0 = "tools") || data.preview === void 0 && (missing0 = "preview") || data.files === void 0 && (missing0 = "files"))
        return validate20.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }], !1;
      {
        let _errs1 = errors;
        for (let key0 in data)
          if (!(key0 === "schemaVersion" || key0 === "templateVersion" || key0 === "templateDigest" || key0 === "inputsDigest" || key0 === "tools" || key0 === "preview" || key0 === "files")) {
            return validate20.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }], !1;
            break;
          }
        if (_errs1 === errors) {
          if (data.schemaVersion !== void 0) {
            let _errs2 = errors;
            if (data.schemaVersion !== 1)
              return validate20.errors = [{ instancePath: instancePath + "/schemaVersion", schemaPath: "#/properties/schemaVersion/const", keyword: "const", params: { allowedValue: 1 }, message: "must be equal to constant" }], !1;
            var valid0 = _errs2 === errors;
          } else
            var valid0 = !0;
          if (valid0) {
            if (data.templateVersion !== void 0) {
              let data1 = data.templateVersion, _errs3 = errors;
              if (errors === errors)
                if (typeof data1 == "string") {
                  if (!pattern4.test(data1))
                    return validate20.errors = [{ instancePath: instancePath + "/templateVersion", schemaPath: "#/$defs/version/pattern", keyword: "pattern", params: { pattern: "^[0-9A-Za-z][0-9A-Za-z.+-]{0,63}$" }, message: 'must match pattern "^[0-9A-Za-z][0-9A-Za-z.+-]{0,63}$"' }], !1;
                } else
                  return validate20.errors = [{ instancePath: instancePath + "/templateVersion", schemaPath: "#/$defs/version/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
              var valid0 = _errs3 === errors;
            } else
              var valid0 = !0;
            if (valid0) {
              if (data.templateDigest !== void 0) {
                let data2 = data.templateDigest, _errs6 = errors;
                if (errors === errors)
                  if (typeof data2 == "string") {
                    if (!pattern5.test(data2))
                      return validate20.errors = [{ instancePath: instancePath + "/templateDigest", schemaPath: "#/$defs/sha256/pattern", keyword: "pattern", params: { pattern: "^[0-9a-f]{64}$" }, message: 'must match pattern "^[0-9a-f]{64}$"' }], !1;
                  } else
                    return validate20.errors = [{ instancePath: instancePath + "/templateDigest", schemaPath: "#/$defs/sha256/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                var valid0 = _errs6 === errors;
              } else
                var valid0 = !0;
              if (valid0) {
                if (data.inputsDigest !== void 0) {
                  let data3 = data.inputsDigest, _errs9 = errors;
                  if (errors === errors)
                    if (typeof data3 == "string") {
                      if (!pattern5.test(data3))
                        return validate20.errors = [{ instancePath: instancePath + "/inputsDigest", schemaPath: "#/$defs/sha256/pattern", keyword: "pattern", params: { pattern: "^[0-9a-f]{64}$" }, message: 'must match pattern "^[0-9a-f]{64}$"' }], !1;
                    } else
                      return validate20.errors = [{ instancePath: instancePath + "/inputsDigest", schemaPath: "#/$defs/sha256/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                  var valid0 = _errs9 === errors;
                } else
                  var valid0 = !0;
                if (valid0) {
                  if (data.tools !== void 0) {
                    let data4 = data.tools, _errs12 = errors;
                    if (errors === _errs12)
                      if (data4 && typeof data4 == "object" && !Array.isArray(data4)) {
                        if (Object.keys(data4).length > 64)
                          return validate20.errors = [{ instancePath: instancePath + "/tools", schemaPath: "#/properties/tools/maxProperties", keyword: "maxProperties", params: { limit: 64 }, message: "must NOT have more than 64 properties" }], !1;
                        for (let key1 in data4) {
                          let _errs14 = errors;
                          if (typeof key1 == "string") {
                            if (key1.length > 214 && func1(key1) > 214) {
                              let err0 = { instancePath: instancePath + "/tools", schemaPath: "#/properties/tools/propertyNames/maxLength", keyword: "maxLength", params: { limit: 214 }, message: "must NOT have more than 214 characters", propertyName: key1 };
                              vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
                            } else if (!pattern7.test(key1)) {
                              let err1 = { instancePath: instancePath + "/tools", schemaPath: "#/properties/tools/propertyNames/pattern", keyword: "pattern", params: { pattern: "^(?:@[a-z0-9][a-z0-9._-]*/)?[a-z0-9][a-z0-9._-]*$" }, message: 'must match pattern "^(?:@[a-z0-9][a-z0-9._-]*/)?[a-z0-9][a-z0-9._-]*$"', propertyName: key1 };
                              vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
                            }
                          }
                          var valid4 = _errs14 === errors;
                          if (!valid4) {
                            let err2 = { instancePath: instancePath + "/tools", schemaPath: "#/properties/tools/propertyNames", keyword: "propertyNames", params: { propertyName: key1 }, message: "property name must be valid" };
                            return vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++, validate20.errors = vErrors, !1;
                            break;
                          }
                        }
                        if (valid4)
                          for (let key2 in data4) {
                            let data5 = data4[key2], _errs16 = errors;
                            if (errors === errors)
                              if (typeof data5 == "string") {
                                if (!pattern4.test(data5))
                                  return validate20.errors = [{ instancePath: instancePath + "/tools/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/$defs/version/pattern", keyword: "pattern", params: { pattern: "^[0-9A-Za-z][0-9A-Za-z.+-]{0,63}$" }, message: 'must match pattern "^[0-9A-Za-z][0-9A-Za-z.+-]{0,63}$"' }], !1;
                              } else
                                return validate20.errors = [{ instancePath: instancePath + "/tools/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/$defs/version/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                            var valid5 = _errs16 === errors;
                            if (!valid5)
                              break;
                          }
                      } else
                        return validate20.errors = [{ instancePath: instancePath + "/tools", schemaPath: "#/properties/tools/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
                    var valid0 = _errs12 === errors;
                  } else
                    var valid0 = !0;
                  if (valid0) {
                    if (data.preview !== void 0) {
                      let data6 = data.preview, _errs19 = errors;
                      if (!(data6 === "on" || data6 === "off"))
                        return validate20.errors = [{ instancePath: instancePath + "/preview", schemaPath: "#/properties/preview/enum", keyword: "enum", params: { allowedValues: schema31.properties.preview.enum }, message: "must be equal to one of the allowed values" }], !1;
                      var valid0 = _errs19 === errors;
                    } else
                      var valid0 = !0;
                    if (valid0)
                      if (data.files !== void 0) {
                        let data7 = data.files, _errs20 = errors;
                        if (errors === _errs20)
                          if (data7 && typeof data7 == "object" && !Array.isArray(data7)) {
                            if (Object.keys(data7).length > 2e4)
                              return validate20.errors = [{ instancePath: instancePath + "/files", schemaPath: "#/properties/files/maxProperties", keyword: "maxProperties", params: { limit: 2e4 }, message: "must NOT have more than 20000 properties" }], !1;
                            for (let key3 in data7) {
                              let _errs22 = errors;
                              if (errors === errors)
                                if (typeof key3 == "string") {
                                  if (key3.length > 4096 && func1(key3) > 4096) {
                                    let err3 = { instancePath: instancePath + "/files", schemaPath: "#/$defs/path/maxLength", keyword: "maxLength", params: { limit: 4096 }, message: "must NOT have more than 4096 characters", propertyName: key3 };
                                    vErrors === null ? vErrors = [err3] : vErrors.push(err3), errors++;
                                  } else if (!pattern9.test(key3)) {
                                    let err4 = { instancePath: instancePath + "/files", schemaPath: "#/$defs/path/pattern", keyword: "pattern", params: { pattern: "^(?![/.]{0,2}/|[A-Za-z]:)[^\\\\\\u0000-\\u001f\\u007f]+$" }, message: 'must match pattern "^(?![/.]{0,2}/|[A-Za-z]:)[^\\\\\\u0000-\\u001f\\u007f]+$"', propertyName: key3 };
                                    vErrors === null ? vErrors = [err4] : vErrors.push(err4), errors++;
                                  }
                                } else {
                                  let err5 = { instancePath: instancePath + "/files", schemaPath: "#/$defs/path/type", keyword: "type", params: { type: "string" }, message: "must be string", propertyName: key3 };
                                  vErrors === null ? vErrors = [err5] : vErrors.push(err5), errors++;
                                }
                              var valid7 = _errs22 === errors;
                              if (!valid7) {
                                let err6 = { instancePath: instancePath + "/files", schemaPath: "#/properties/files/propertyNames", keyword: "propertyNames", params: { propertyName: key3 }, message: "property name must be valid" };
                                return vErrors === null ? vErrors = [err6] : vErrors.push(err6), errors++, validate20.errors = vErrors, !1;
                                break;
                              }
                            }
                            if (valid7)
                              for (let key4 in data7) {
                                let _errs26 = errors;
                                validate21(data7[key4], { instancePath: instancePath + "/files/" + key4.replace(/~/g, "~0").replace(/\//g, "~1"), parentData: data7, parentDataProperty: key4, rootData, dynamicAnchors }) || (vErrors = vErrors === null ? validate21.errors : vErrors.concat(validate21.errors), errors = vErrors.length);
                                var valid9 = _errs26 === errors;
                                if (!valid9)
                                  break;
                              }
                          } else
                            return validate20.errors = [{ instancePath: instancePath + "/files", schemaPath: "#/properties/files/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
                        var valid0 = _errs20 === errors;
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
      return validate20.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
  return validate20.errors = vErrors, errors === 0;
}
validate20.evaluated = { props: !0, dynamicProps: !1, dynamicItems: !1 };
var validateSettings = validate23, schema43 = { $schema: "https://json-schema.org/draft/2020-12/schema", $id: "settings-1.schema.json", type: "object", additionalProperties: !1, required: ["schemaVersion", "providers", "lint"], properties: { $schema: { type: "string" }, schemaVersion: { const: 1 }, providers: { type: "array", maxItems: 16, items: { enum: ["claude", "codex", "cursor", "opencode"] } }, packs: { type: "array", maxItems: 16, items: { enum: ["base", "format", "typed", "effect", "guard", "update-workflow", "scan-hook", "scan-commands", "scan-save", "scan-vscode"] }, default: ["base"] }, lint: { type: "object", additionalProperties: !1, required: ["scopes"], properties: { scopes: { type: "array", maxItems: 2e3, items: { type: "string", minLength: 1, maxLength: 1024, pattern: "^[^\\\\\\u0000-\\u001f\\u007f]+$" } }, exclude: { type: "array", maxItems: 2e3, items: { type: "string", minLength: 1, maxLength: 1024, pattern: "^[^\\\\\\u0000-\\u001f\\u007f]+$" }, default: [] } } }, commitGate: { enum: ["disabled", "lefthook"], default: "disabled" }, guard: { type: "object", additionalProperties: !1, properties: { stopBlocks: { type: "integer", minimum: 1, maximum: 7, default: 3 } } }, linters: { type: "array", maxItems: 64, items: { $ref: "#/$defs/linter" }, default: [] }, scan: { type: "object", additionalProperties: !1, properties: { severity: { enum: ["low", "medium", "high", "critical"], default: "medium" }, engine: { enum: ["auto", "embedded", "foxguard"], default: "auto" }, adapter: { type: "string", minLength: 1, maxLength: 1024, pattern: "^[^\\\\\\u0000-\\u001f\\u007f]+$" } } }, hook: { type: "object", additionalProperties: !1, properties: { deadlineMs: { type: "integer", minimum: 1e3, maximum: 12e4, default: 2e4 } } } }, $defs: { linter: { type: "object", additionalProperties: !1, required: ["name", "argv", "events", "onFailure"], properties: { name: { type: "string", pattern: "^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$" }, argv: { type: "array", minItems: 1, maxItems: 256, items: { type: "string", maxLength: 65536, pattern: "^[^\\u0000]*$" } }, events: { type: "array", minItems: 1, maxItems: 16, items: { enum: ["pre-tool", "post-edit"] } }, tools: { type: "array", minItems: 1, maxItems: 64, items: { enum: ["shell", "write", "edit", "patch", "delete", "read", "search", "fetch", "mcp", "other"] } }, onFailure: { enum: ["open", "closed"] }, limits: { type: "object", additionalProperties: !1, properties: { timeoutMs: { type: "integer", minimum: 1, maximum: 12e4, default: 5e3 }, maxInputBytes: { type: "integer", minimum: 1, maximum: 67108864, default: 1048576 }, maxOutputBytes: { type: "integer", minimum: 1, maximum: 67108864, default: 1048576 }, maxStderrBytes: { type: "integer", minimum: 1, maximum: 16777216, default: 65536 }, maxFindings: { type: "integer", minimum: 1, maximum: 1e4, default: 256 } } }, env: { type: "array", maxItems: 256, items: { type: "string", maxLength: 65536, pattern: "^[^=\\u0000-\\u0020\\u007f]+(?:=[^\\u0000]*)?$" }, default: [] }, dir: { type: "string", minLength: 1, maxLength: 1024, pattern: "^[^\\\\\\u0000-\\u001f\\u007f]+$", default: "." }, version: { type: "string", maxLength: 256 }, capabilities: { type: "array", maxItems: 64, items: { type: "string", maxLength: 256 } }, requests: { type: "string", minLength: 1, maxLength: 1024, pattern: "^[^\\\\\\u0000-\\u001f\\u007f]+$" } } } } }, schema44 = { type: "object", additionalProperties: !1, required: ["name", "argv", "events", "onFailure"], properties: { name: { type: "string", pattern: "^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$" }, argv: { type: "array", minItems: 1, maxItems: 256, items: { type: "string", maxLength: 65536, pattern: "^[^\\u0000]*$" } }, events: { type: "array", minItems: 1, maxItems: 16, items: { enum: ["pre-tool", "post-edit"] } }, tools: { type: "array", minItems: 1, maxItems: 64, items: { enum: ["shell", "write", "edit", "patch", "delete", "read", "search", "fetch", "mcp", "other"] } }, onFailure: { enum: ["open", "closed"] }, limits: { type: "object", additionalProperties: !1, properties: { timeoutMs: { type: "integer", minimum: 1, maximum: 12e4, default: 5e3 }, maxInputBytes: { type: "integer", minimum: 1, maximum: 67108864, default: 1048576 }, maxOutputBytes: { type: "integer", minimum: 1, maximum: 67108864, default: 1048576 }, maxStderrBytes: { type: "integer", minimum: 1, maximum: 16777216, default: 65536 }, maxFindings: { type: "integer", minimum: 1, maximum: 1e4, default: 256 } } }, env: { type: "array", maxItems: 256, items: { type: "string", maxLength: 65536, pattern: "^[^=\\u0000-\\u0020\\u007f]+(?:=[^\\u0000]*)?$" }, default: [] }, dir: { type: "string", minLength: 1, maxLength: 1024, pattern: "^[^\\\\\\u0000-\\u001f\\u007f]+$", default: "." }, version: { type: "string", maxLength: 256 }, capabilities: { type: "array", maxItems: 64, items: { type: "string", maxLength: 256 } }, requests: { type: "string", minLength: 1, maxLength: 1024, pattern: "^[^\\\\\\u0000-\\u001f\\u007f]+$" } } }, pattern16 = new RegExp("^[^\\\\\\u0000-\\u001f\\u007f]+$", "u"), pattern18 = new RegExp("^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$", "u"), pattern19 = new RegExp("^[^\\u0000]*$", "u"), pattern20 = new RegExp("^[^=\\u0000-\\u0020\\u007f]+(?:=[^\\u0000]*)?$", "u");
function validate23(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null, errors = 0, evaluated0 = validate23.evaluated;
  if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.schemaVersion === void 0 && (missing0 = "schemaVersion") || data.providers === void 0 && (missing0 = "providers") || data.lint === void 0 && (missing0 = "lint"))
        return validate23.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }], !1;
      {
        let _errs1 = errors;
        for (let key0 in data)
          if (!func3.call(schema43.properties, key0)) {
            return validate23.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }], !1;
            break;
          }
        if (_errs1 === errors) {
          if (data.$schema !== void 0) {
            let _errs2 = errors;
            if (typeof data.$schema != "string")
              return validate23.errors = [{ instancePath: instancePath + "/$schema", schemaPath: "#/properties/%24schema/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
            var valid0 = _errs2 === errors;
          } else
            var valid0 = !0;
          if (valid0) {
            if (data.schemaVersion !== void 0) {
              let _errs4 = errors;
              if (data.schemaVersion !== 1)
                return validate23.errors = [{ instancePath: instancePath + "/schemaVersion", schemaPath: "#/properties/schemaVersion/const", keyword: "const", params: { allowedValue: 1 }, message: "must be equal to constant" }], !1;
              var valid0 = _errs4 === errors;
            } else
              var valid0 = !0;
            if (valid0) {
              if (data.providers !== void 0) {
                let data2 = data.providers, _errs5 = errors;
                if (errors === _errs5)
                  if (Array.isArray(data2)) {
                    if (data2.length > 16)
                      return validate23.errors = [{ instancePath: instancePath + "/providers", schemaPath: "#/properties/providers/maxItems", keyword: "maxItems", params: { limit: 16 }, message: "must NOT have more than 16 items" }], !1;
                    {
                      var valid1 = !0;
                      let len0 = data2.length;
                      for (let i0 = 0; i0 < len0; i0++) {
                        let data3 = data2[i0], _errs7 = errors;
                        if (!(data3 === "claude" || data3 === "codex" || data3 === "cursor" || data3 === "opencode"))
                          return validate23.errors = [{ instancePath: instancePath + "/providers/" + i0, schemaPath: "#/properties/providers/items/enum", keyword: "enum", params: { allowedValues: schema43.properties.providers.items.enum }, message: "must be equal to one of the allowed values" }], !1;
                        var valid1 = _errs7 === errors;
                        if (!valid1)
                          break;
                      }
                    }
                  } else
                    return validate23.errors = [{ instancePath: instancePath + "/providers", schemaPath: "#/properties/providers/type", keyword: "type", params: { type: "array" }, message: "must be array" }], !1;
                var valid0 = _errs5 === errors;
              } else
                var valid0 = !0;
              if (valid0) {
                if (data.packs !== void 0) {
                  let data4 = data.packs, _errs8 = errors;
                  if (errors === _errs8)
                    if (Array.isArray(data4)) {
                      if (data4.length > 16)
                        return validate23.errors = [{ instancePath: instancePath + "/packs", schemaPath: "#/properties/packs/maxItems", keyword: "maxItems", params: { limit: 16 }, message: "must NOT have more than 16 items" }], !1;
                      {
                        var valid2 = !0;
                        let len1 = data4.length;
                        for (let i1 = 0; i1 < len1; i1++) {
                          let data5 = data4[i1], _errs10 = errors;
                          if (!(data5 === "base" || data5 === "format" || data5 === "typed" || data5 === "effect" || data5 === "guard" || data5 === "update-workflow" || data5 === "scan-hook" || data5 === "scan-commands" || data5 === "scan-save" || data5 === "scan-vscode"))
                            return validate23.errors = [{ instancePath: instancePath + "/packs/" + i1, schemaPath: "#/properties/packs/items/enum", keyword: "enum", params: { allowedValues: schema43.properties.packs.items.enum }, message: "must be equal to one of the allowed values" }], !1;
                          var valid2 = _errs10 === errors;
                          if (!valid2)
                            break;
                        }
                      }
                    } else
                      return validate23.errors = [{ instancePath: instancePath + "/packs", schemaPath: "#/properties/packs/type", keyword: "type", params: { type: "array" }, message: "must be array" }], !1;
                  var valid0 = _errs8 === errors;
                } else
                  var valid0 = !0;
                if (valid0) {
                  if (data.lint !== void 0) {
                    let data6 = data.lint, _errs11 = errors;
                    if (errors === _errs11)
                      if (data6 && typeof data6 == "object" && !Array.isArray(data6)) {
                        let missing1;
                        if (data6.scopes === void 0 && (missing1 = "scopes"))
                          return validate23.errors = [{ instancePath: instancePath + "/lint", schemaPath: "#/properties/lint/required", keyword: "required", params: { missingProperty: missing1 }, message: "must have required property '" + missing1 + "'" }], !1;
                        {
                          let _errs13 = errors;
                          for (let key1 in data6)
                            if (!(key1 === "scopes" || key1 === "exclude")) {
                              return validate23.errors = [{ instancePath: instancePath + "/lint", schemaPath: "#/properties/lint/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key1 }, message: "must NOT have additional properties" }], !1;
                              break;
                            }
                          if (_errs13 === errors) {
                            if (data6.scopes !== void 0) {
                              let data7 = data6.scopes, _errs14 = errors;
                              if (errors === _errs14)
                                if (Array.isArray(data7)) {
                                  if (data7.length > 2e3)
                                    return validate23.errors = [{ instancePath: instancePath + "/lint/scopes", schemaPath: "#/properties/lint/properties/scopes/maxItems", keyword: "maxItems", params: { limit: 2e3 }, message: "must NOT have more than 2000 items" }], !1;
                                  {
                                    var valid4 = !0;
                                    let len2 = data7.length;
                                    for (let i2 = 0; i2 < len2; i2++) {
                                      let data8 = data7[i2], _errs16 = errors;
                                      if (errors === _errs16)
                                        if (typeof data8 == "string") {
                                          if (data8.length > 1024 && func1(data8) > 1024)
                                            return validate23.errors = [{ instancePath: instancePath + "/lint/scopes/" + i2, schemaPath: "#/properties/lint/properties/scopes/items/maxLength", keyword: "maxLength", params: { limit: 1024 }, message: "must NOT have more than 1024 characters" }], !1;
                                          if (data8.length < 2 && func1(data8) < 1)
                                            return validate23.errors = [{ instancePath: instancePath + "/lint/scopes/" + i2, schemaPath: "#/properties/lint/properties/scopes/items/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" }], !1;
                                          if (!pattern16.test(data8))
                                            return validate23.errors = [{ instancePath: instancePath + "/lint/scopes/" + i2, schemaPath: "#/properties/lint/properties/scopes/items/pattern", keyword: "pattern", params: { pattern: "^[^\\\\\\u0000-\\u001f\\u007f]+$" }, message: 'must match pattern "^[^\\\\\\u0000-\\u001f\\u007f]+$"' }], !1;
                                        } else
                                          return validate23.errors = [{ instancePath: instancePath + "/lint/scopes/" + i2, schemaPath: "#/properties/lint/properties/scopes/items/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                                      var valid4 = _errs16 === errors;
                                      if (!valid4)
                                        break;
                                    }
                                  }
                                } else
                                  return validate23.errors = [{ instancePath: instancePath + "/lint/scopes", schemaPath: "#/properties/lint/properties/scopes/type", keyword: "type", params: { type: "array" }, message: "must be array" }], !1;
                              var valid3 = _errs14 === errors;
                            } else
                              var valid3 = !0;
                            if (valid3)
                              if (data6.exclude !== void 0) {
                                let data9 = data6.exclude, _errs18 = errors;
                                if (errors === _errs18)
                                  if (Array.isArray(data9)) {
                                    if (data9.length > 2e3)
                                      return validate23.errors = [{ instancePath: instancePath + "/lint/exclude", schemaPath: "#/properties/lint/properties/exclude/maxItems", keyword: "maxItems", params: { limit: 2e3 }, message: "must NOT have more than 2000 items" }], !1;
                                    {
                                      var valid5 = !0;
                                      let len3 = data9.length;
                                      for (let i3 = 0; i3 < len3; i3++) {
                                        let data10 = data9[i3], _errs20 = errors;
                                        if (errors === _errs20)
                                          if (typeof data10 == "string") {
                                            if (data10.length > 1024 && func1(data10) > 1024)
                                              return validate23.errors = [{ instancePath: instancePath + "/lint/exclude/" + i3, schemaPath: "#/properties/lint/properties/exclude/items/maxLength", keyword: "maxLength", params: { limit: 1024 }, message: "must NOT have more than 1024 characters" }], !1;
                                            if (data10.length < 2 && func1(data10) < 1)
                                              return validate23.errors = [{ instancePath: instancePath + "/lint/exclude/" + i3, schemaPath: "#/properties/lint/properties/exclude/items/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" }], !1;
                                            if (!pattern16.test(data10))
                                              return validate23.errors = [{ instancePath: instancePath + "/lint/exclude/" + i3, schemaPath: "#/properties/lint/properties/exclude/items/pattern", keyword: "pattern", params: { pattern: "^[^\\\\\\u0000-\\u001f\\u007f]+$" }, message: 'must match pattern "^[^\\\\\\u0000-\\u001f\\u007f]+$"' }], !1;
                                          } else
                                            return validate23.errors = [{ instancePath: instancePath + "/lint/exclude/" + i3, schemaPath: "#/properties/lint/properties/exclude/items/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                                        var valid5 = _errs20 === errors;
                                        if (!valid5)
                                          break;
                                      }
                                    }
                                  } else
                                    return validate23.errors = [{ instancePath: instancePath + "/lint/exclude", schemaPath: "#/properties/lint/properties/exclude/type", keyword: "type", params: { type: "array" }, message: "must be array" }], !1;
                                var valid3 = _errs18 === errors;
                              } else
                                var valid3 = !0;
                          }
                        }
                      } else
                        return validate23.errors = [{ instancePath: instancePath + "/lint", schemaPath: "#/properties/lint/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
                    var valid0 = _errs11 === errors;
                  } else
                    var valid0 = !0;
                  if (valid0) {
                    if (data.commitGate !== void 0) {
                      let data11 = data.commitGate, _errs22 = errors;
                      if (!(data11 === "disabled" || data11 === "lefthook"))
                        return validate23.errors = [{ instancePath: instancePath + "/commitGate", schemaPath: "#/properties/commitGate/enum", keyword: "enum", params: { allowedValues: schema43.properties.commitGate.enum }, message: "must be equal to one of the allowed values" }], !1;
                      var valid0 = _errs22 === errors;
                    } else
                      var valid0 = !0;
                    if (valid0) {
                      if (data.guard !== void 0) {
                        let data12 = data.guard, _errs23 = errors;
                        if (errors === _errs23)
                          if (data12 && typeof data12 == "object" && !Array.isArray(data12)) {
                            let _errs25 = errors;
                            for (let key2 in data12)
                              if (key2 !== "stopBlocks") {
                                return validate23.errors = [{ instancePath: instancePath + "/guard", schemaPath: "#/properties/guard/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key2 }, message: "must NOT have additional properties" }], !1;
                                break;
                              }
                            if (_errs25 === errors && data12.stopBlocks !== void 0) {
                              let data13 = data12.stopBlocks, _errs26 = errors;
                              if (!(typeof data13 == "number" && !(data13 % 1) && !isNaN(data13) && isFinite(data13)))
                                return validate23.errors = [{ instancePath: instancePath + "/guard/stopBlocks", schemaPath: "#/properties/guard/properties/stopBlocks/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }], !1;
                              if (errors === _errs26 && typeof data13 == "number" && isFinite(data13)) {
                                if (data13 > 7 || isNaN(data13))
                                  return validate23.errors = [{ instancePath: instancePath + "/guard/stopBlocks", schemaPath: "#/properties/guard/properties/stopBlocks/maximum", keyword: "maximum", params: { comparison: "<=", limit: 7 }, message: "must be <= 7" }], !1;
                                if (data13 < 1 || isNaN(data13))
                                  return validate23.errors = [{ instancePath: instancePath + "/guard/stopBlocks", schemaPath: "#/properties/guard/properties/stopBlocks/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" }], !1;
                              }
                            }
                          } else
                            return validate23.errors = [{ instancePath: instancePath + "/guard", schemaPath: "#/properties/guard/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
                        var valid0 = _errs23 === errors;
                      } else
                        var valid0 = !0;
                      if (valid0) {
                        if (data.linters !== void 0) {
                          let data14 = data.linters, _errs28 = errors;
                          if (errors === _errs28)
                            if (Array.isArray(data14)) {
                              if (data14.length > 64)
                                return validate23.errors = [{ instancePath: instancePath + "/linters", schemaPath: "#/properties/linters/maxItems", keyword: "maxItems", params: { limit: 64 }, message: "must NOT have more than 64 items" }], !1;
                              {
                                var valid7 = !0;
                                let len4 = data14.length;
                                for (let i4 = 0; i4 < len4; i4++) {
                                  let data15 = data14[i4], _errs30 = errors;
                                  if (errors === errors)
                                    if (data15 && typeof data15 == "object" && !Array.isArray(data15)) {
                                      let missing2;
                                      if (data15.name === void 0 && (missing2 = "name") || data15.argv === void 0 && (missing2 = "argv") || data15.events === void 0 && (missing2 = "events") || data15.onFailure === void 0 && (missing2 = "onFailure"))
                                        return validate23.errors = [{ instancePath: instancePath + "/linters/" + i4, schemaPath: "#/$defs/linter/required", keyword: "required", params: { missingProperty: missing2 }, message: "must have required property '" + missing2 + "'" }], !1;
                                      {
                                        let _errs33 = errors;
                                        for (let key3 in data15)
                                          if (!func3.call(schema44.properties, key3)) {
                                            return validate23.errors = [{ instancePath: instancePath + "/linters/" + i4, schemaPath: "#/$defs/linter/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key3 }, message: "must NOT have additional properties" }], !1;
                                            break;
                                          }
                                        if (_errs33 === errors) {
                                          if (data15.name !== void 0) {
                                            let data16 = data15.name, _errs34 = errors;
                                            if (errors === _errs34)
                                              if (typeof data16 == "string") {
                                                if (!pattern18.test(data16))
                                                  return validate23.errors = [{ instancePath: instancePath + "/linters/" + i4 + "/name", schemaPath: "#/$defs/linter/properties/name/pattern", keyword: "pattern", params: { pattern: "^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$" }, message: 'must match pattern "^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$"' }], !1;
                                              } else
                                                return validate23.errors = [{ instancePath: instancePath + "/linters/" + i4 + "/name", schemaPath: "#/$defs/linter/properties/name/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                                            var valid9 = _errs34 === errors;
                                          } else
                                            var valid9 = !0;
                                          if (valid9) {
                                            if (data15.argv !== void 0) {
                                              let data17 = data15.argv, _errs36 = errors;
                                              if (errors === _errs36)
                                                if (Array.isArray(data17)) {
                                                  if (data17.length > 256)
                                                    return validate23.errors = [{ instancePath: instancePath + "/linters/" + i4 + "/argv", schemaPath: "#/$defs/linter/properties/argv/maxItems", keyword: "maxItems", params: { limit: 256 }, message: "must NOT have more than 256 items" }], !1;
                                                  if (data17.length < 1)
                                                    return validate23.errors = [{ instancePath: instancePath + "/linters/" + i4 + "/argv", schemaPath: "#/$defs/linter/properties/argv/minItems", keyword: "minItems", params: { limit: 1 }, message: "must NOT have fewer than 1 items" }], !1;
                                                  {
                                                    var valid10 = !0;
                                                    let len5 = data17.length;
                                                    for (let i5 = 0; i5 < len5; i5++) {
                                                      let data18 = data17[i5], _errs38 = errors;
                                                      if (errors === _errs38)
                                                        if (typeof data18 == "string") {
                                                          if (data18.length > 65536 && func1(data18) > 65536)
                                                            return validate23.errors = [{ instancePath: instancePath + "/linters/" + i4 + "/argv/" + i5, schemaPath: "#/$defs/linter/properties/argv/items/maxLength", keyword: "maxLength", params: { limit: 65536 }, message: "must NOT have more than 65536 characters" }], !1;
                                                          if (!pattern19.test(data18))
                                                            return validate23.errors = [{ instancePath: instancePath + "/linters/" + i4 + "/argv/" + i5, schemaPath: "#/$defs/linter/properties/argv/items/pattern", keyword: "pattern", params: { pattern: "^[^\\u0000]*$" }, message: 'must match pattern "^[^\\u0000]*$"' }], !1;
                                                        } else
                                                          return validate23.errors = [{ instancePath: instancePath + "/linters/" + i4 + "/argv/" + i5, schemaPath: "#/$defs/linter/properties/argv/items/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                                                      var valid10 = _errs38 === errors;
                                                      if (!valid10)
                                                        break;
                                                    }
                                                  }
                                                } else
                                                  return validate23.errors = [{ instancePath: instancePath + "/linters/" + i4 + "/argv", schemaPath: "#/$defs/linter/properties/argv/type", keyword: "type", params: { type: "array" }, message: "must be array" }], !1;
                                              var valid9 = _errs36 === errors;
                                            } else
                                              var valid9 = !0;
                                            if (valid9) {
                                              if (data15.events !== void 0) {
                                                let data19 = data15.events, _errs40 = errors;
                                                if (errors === _errs40)
                                                  if (Array.isArray(data19)) {
                                                    if (data19.length > 16)
                                                      return validate23.errors = [{ instancePath: instancePath + "/linters/" + i4 + "/events", schemaPath: "#/$defs/linter/properties/events/maxItems", keyword: "maxItems", params: { limit: 16 }, message: "must NOT have more than 16 items" }], !1;
                                                    if (data19.length < 1)
                                                      return validate23.errors = [{ instancePath: instancePath + "/linters/" + i4 + "/events", schemaPath: "#/$defs/linter/properties/events/minItems", keyword: "minItems", params: { limit: 1 }, message: "must NOT have fewer than 1 items" }], !1;
                                                    {
                                                      var valid11 = !0;
                                                      let len6 = data19.length;
                                                      for (let i6 = 0; i6 < len6; i6++) {
                                                        let data20 = data19[i6], _errs42 = errors;
                                                        if (!(data20 === "pre-tool" || data20 === "post-edit"))
                                                          return validate23.errors = [{ instancePath: instancePath + "/linters/" + i4 + "/events/" + i6, schemaPath: "#/$defs/linter/properties/events/items/enum", keyword: "enum", params: { allowedValues: schema44.properties.events.items.enum }, message: "must be equal to one of the allowed values" }], !1;
                                                        var valid11 = _errs42 === errors;
                                                        if (!valid11)
                                                          break;
                                                      }
                                                    }
                                                  } else
                                                    return validate23.errors = [{ instancePath: instancePath + "/linters/" + i4 + "/events", schemaPath: "#/$defs/linter/properties/events/type", keyword: "type", params: { type: "array" }, message: "must be array" }], !1;
                                                var valid9 = _errs40 === errors;
                                              } else
                                                var valid9 = !0;
                                              if (valid9) {
                                                if (data15.tools !== void 0) {
                                                  let data21 = data15.tools, _errs43 = errors;
                                                  if (errors === _errs43)
                                                    if (Array.isArray(data21)) {
                                                      if (data21.length > 64)
                                                        return validate23.errors = [{ instancePath: instancePath + "/linters/" + i4 + "/tools", schemaPath: "#/$defs/linter/properties/tools/maxItems", keyword: "maxItems", params: { limit: 64 }, message: "must NOT have more than 64 items" }], !1;
                                                      if (data21.length < 1)
                                                        return validate23.errors = [{ instancePath: instancePath + "/linters/" + i4 + "/tools", schemaPath: "#/$defs/linter/properties/tools/minItems", keyword: "minItems", params: { limit: 1 }, message: "must NOT have fewer than 1 items" }], !1;
                                                      {
                                                        var valid12 = !0;
                                                        let len7 = data21.length;
                                                        for (let i7 = 0; i7 < len7; i7++) {
                                                          let data22 = data21[i7], _errs45 = errors;
                                                          if (!(data22 === "shell" || data22 === "write" || data22 === "edit" || data22 === "patch" || data22 === "delete" || data22 === "read" || data22 === "search" || data22 === "fetch" || data22 === "mcp" || data22 === "other"))
                                                            return validate23.errors = [{ instancePath: instancePath + "/linters/" + i4 + "/tools/" + i7, schemaPath: "#/$defs/linter/properties/tools/items/enum", keyword: "enum", params: { allowedValues: schema44.properties.tools.items.enum }, message: "must be equal to one of the allowed values" }], !1;
                                                          var valid12 = _errs45 === errors;
                                                          if (!valid12)
                                                            break;
                                                        }
                                                      }
                                                    } else
                                                      return validate23.errors = [{ instancePath: instancePath + "/linters/" + i4 + "/tools", schemaPath: "#/$defs/linter/properties/tools/type", keyword: "type", params: { type: "array" }, message: "must be array" }], !1;
                                                  var valid9 = _errs43 === errors;
                                                } else
                                                  var valid9 = !0;
                                                if (valid9) {
                                                  if (data15.onFailure !== void 0) {
                                                    let data23 = data15.onFailure, _errs46 = errors;
                                                    if (!(data23 === "open" || data23 === "closed"))
                                                      return validate23.errors = [{ instancePath: instancePath + "/linters/" + i4 + "/onFailure", schemaPath: "#/$defs/linter/properties/onFailure/enum", keyword: "enum", params: { allowedValues: schema44.properties.onFailure.enum }, message: "must be equal to one of the allowed values" }], !1;
                                                    var valid9 = _errs46 === errors;
                                                  } else
                                                    var valid9 = !0;
                                                  if (valid9) {
                                                    if (data15.limits !== void 0) {
                                                      let data24 = data15.limits, _errs47 = errors;
                                                      if (errors === _errs47)
                                                        if (data24 && typeof data24 == "object" && !Array.isArray(data24)) {
                                                          let _errs49 = errors;
                                                          for (let key4 in data24)
                                                            if (!(key4 === "timeoutMs" || key4 === "maxInputBytes" || key4 === "maxOutputBytes" || key4 === "maxStderrBytes" || key4 === "maxFindings")) {
                                                              return validate23.errors = [{ instancePath: instancePath + "/linters/" + i4 + "/limits", schemaPath: "#/$defs/linter/properties/limits/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key4 }, message: "must NOT have additional properties" }], !1;
                                                              break;
                                                            }
                                                          if (_errs49 === errors) {
                                                            if (data24.timeoutMs !== void 0) {
                                                              let data25 = data24.timeoutMs, _errs50 = errors;
                                                              if (!(typeof data25 == "number" && !(data25 % 1) && !isNaN(data25) && isFinite(data25)))
                                                                return validate23.errors = [{ instancePath: instancePath + "/linters/" + i4 + "/limits/timeoutMs", schemaPath: "#/$defs/linter/properties/limits/properties/timeoutMs/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }], !1;
                                                              if (errors === _errs50 && typeof data25 == "number" && isFinite(data25)) {
                                                                if (data25 > 12e4 || isNaN(data25))
                                                                  return validate23.errors = [{ instancePath: instancePath + "/linters/" + i4 + "/limits/timeoutMs", schemaPath: "#/$defs/linter/properties/limits/properties/timeoutMs/maximum", keyword: "maximum", params: { comparison: "<=", limit: 12e4 }, message: "must be <= 120000" }], !1;
                                                                if (data25 < 1 || isNaN(data25))
                                                                  return validate23.errors = [{ instancePath: instancePath + "/linters/" + i4 + "/limits/timeoutMs", schemaPath: "#/$defs/linter/properties/limits/properties/timeoutMs/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" }], !1;
                                                              }
                                                              var valid13 = _errs50 === errors;
                                                            } else
                                                              var valid13 = !0;
                                                            if (valid13) {
                                                              if (data24.maxInputBytes !== void 0) {
                                                                let data26 = data24.maxInputBytes, _errs52 = errors;
                                                                if (!(typeof data26 == "number" && !(data26 % 1) && !isNaN(data26) && isFinite(data26)))
                                                                  return validate23.errors = [{ instancePath: instancePath + "/linters/" + i4 + "/limits/maxInputBytes", schemaPath: "#/$defs/linter/properties/limits/properties/maxInputBytes/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }], !1;
                                                                if (errors === _errs52 && typeof data26 == "number" && isFinite(data26)) {
                                                                  if (data26 > 67108864 || isNaN(data26))
                                                                    return validate23.errors = [{ instancePath: instancePath + "/linters/" + i4 + "/limits/maxInputBytes", schemaPath: "#/$defs/linter/properties/limits/properties/maxInputBytes/maximum", keyword: "maximum", params: { comparison: "<=", limit: 67108864 }, message: "must be <= 67108864" }], !1;
                                                                  if (data26 < 1 || isNaN(data26))
                                                                    return validate23.errors = [{ instancePath: instancePath + "/linters/" + i4 + "/limits/maxInputBytes", schemaPath: "#/$defs/linter/properties/limits/properties/maxInputBytes/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" }], !1;
                                                                }
                                                                var valid13 = _errs52 === errors;
                                                              } else
                                                                var valid13 = !0;
                                                              if (valid13) {
                                                                if (data24.maxOutputBytes !== void 0) {
                                                                  let data27 = data24.maxOutputBytes, _errs54 = errors;
                                                                  if (!(typeof data27 == "number" && !(data27 % 1) && !isNaN(data27) && isFinite(data27)))
                                                                    return validate23.errors = [{ instancePath: instancePath + "/linters/" + i4 + "/limits/maxOutputBytes", schemaPath: "#/$defs/linter/properties/limits/properties/maxOutputBytes/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }], !1;
                                                                  if (errors === _errs54 && typeof data27 == "number" && isFinite(data27)) {
                                                                    if (data27 > 67108864 || isNaN(data27))
                                                                      return validate23.errors = [{ instancePath: instancePath + "/linters/" + i4 + "/limits/maxOutputBytes", schemaPath: "#/$defs/linter/properties/limits/properties/maxOutputBytes/maximum", keyword: "maximum", params: { comparison: "<=", limit: 67108864 }, message: "must be <= 67108864" }], !1;
                                                                    if (data27 < 1 || isNaN(data27))
                                                                      return validate23.errors = [{ instancePath: instancePath + "/linters/" + i4 + "/limits/maxOutputBytes", schemaPath: "#/$defs/linter/properties/limits/properties/maxOutputBytes/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" }], !1;
                                                                  }
                                                                  var valid13 = _errs54 === errors;
                                                                } else
                                                                  var valid13 = !0;
                                                                if (valid13) {
                                                                  if (data24.maxStderrBytes !== void 0) {
                                                                    let data28 = data24.maxStderrBytes, _errs56 = errors;
                                                                    if (!(typeof data28 == "number" && !(data28 % 1) && !isNaN(data28) && isFinite(data28)))
                                                                      return validate23.errors = [{ instancePath: instancePath + "/linters/" + i4 + "/limits/maxStderrBytes", schemaPath: "#/$defs/linter/properties/limits/properties/maxStderrBytes/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }], !1;
                                                                    if (errors === _errs56 && typeof data28 == "number" && isFinite(data28)) {
                                                                      if (data28 > 16777216 || isNaN(data28))
                                                                        return validate23.errors = [{ instancePath: instancePath + "/linters/" + i4 + "/limits/maxStderrBytes", schemaPath: "#/$defs/linter/properties/limits/properties/maxStderrBytes/maximum", keyword: "maximum", params: { comparison: "<=", limit: 16777216 }, message: "must be <= 16777216" }], !1;
                                                                      if (data28 < 1 || isNaN(data28))
                                                                        return validate23.errors = [{ instancePath: instancePath + "/linters/" + i4 + "/limits/maxStderrBytes", schemaPath: "#/$defs/linter/properties/limits/properties/maxStderrBytes/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" }], !1;
                                                                    }
                                                                    var valid13 = _errs56 === errors;
                                                                  } else
                                                                    var valid13 = !0;
                                                                  if (valid13)
                                                                    if (data24.maxFindings !== void 0) {
                                                                      let data29 = data24.maxFindings, _errs58 = errors;
                                                                      if (!(typeof data29 == "number" && !(data29 % 1) && !isNaN(data29) && isFinite(data29)))
                                                                        return validate23.errors = [{ instancePath: instancePath + "/linters/" + i4 + "/limits/maxFindings", schemaPath: "#/$defs/linter/properties/limits/properties/maxFindings/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }], !1;
                                                                      if (errors === _errs58 && typeof data29 == "number" && isFinite(data29)) {
                                                                        if (data29 > 1e4 || isNaN(data29))
                                                                          return validate23.errors = [{ instancePath: instancePath + "/linters/" + i4 + "/limits/maxFindings", schemaPath: "#/$defs/linter/properties/limits/properties/maxFindings/maximum", keyword: "maximum", params: { comparison: "<=", limit: 1e4 }, message: "must be <= 10000" }], !1;
                                                                        if (data29 < 1 || isNaN(data29))
                                                                          return validate23.errors = [{ instancePath: instancePath + "/linters/" + i4 + "/limits/maxFindings", schemaPath: "#/$defs/linter/properties/limits/properties/maxFindings/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" }], !1;
                                                                      }
                                                                      var valid13 = _errs58 === errors;
                                                                    } else
                                                                      var valid13 = !0;
                                                                }
                                                              }
                                                            }
                                                          }
                                                        } else
                                                          return validate23.errors = [{ instancePath: instancePath + "/linters/" + i4 + "/limits", schemaPath: "#/$defs/linter/properties/limits/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
                                                      var valid9 = _errs47 === errors;
                                                    } else
                                                      var valid9 = !0;
                                                    if (valid9) {
                                                      if (data15.env !== void 0) {
                                                        let data30 = data15.env, _errs60 = errors;
                                                        if (errors === _errs60)
                                                          if (Array.isArray(data30)) {
                                                            if (data30.length > 256)
                                                              return validate23.errors = [{ instancePath: instancePath + "/linters/" + i4 + "/env", schemaPath: "#/$defs/linter/properties/env/maxItems", keyword: "maxItems", params: { limit: 256 }, message: "must NOT have more than 256 items" }], !1;
                                                            {
                                                              var valid14 = !0;
                                                              let len8 = data30.length;
                                                              for (let i8 = 0; i8 < len8; i8++) {
                                                                let data31 = data30[i8], _errs62 = errors;
                                                                if (errors === _errs62)
                                                                  if (typeof data31 == "string") {
                                                                    if (data31.length > 65536 && func1(data31) > 65536)
                                                                      return validate23.errors = [{ instancePath: instancePath + "/linters/" + i4 + "/env/" + i8, schemaPath: "#/$defs/linter/properties/env/items/maxLength", keyword: "maxLength", params: { limit: 65536 }, message: "must NOT have more than 65536 characters" }], !1;
                                                                    if (!pattern20.test(data31))
                                                                      return validate23.errors = [{ instancePath: instancePath + "/linters/" + i4 + "/env/" + i8, schemaPath: "#/$defs/linter/properties/env/items/pattern", keyword: "pattern", params: { pattern: "^[^=\\u0000-\\u0020\\u007f]+(?:=[^\\u0000]*)?$" }, message: 'must match pattern "^[^=\\u0000-\\u0020\\u007f]+(?:=[^\\u0000]*)?$"' }], !1;
                                                                  } else
                                                                    return validate23.errors = [{ instancePath: instancePath + "/linters/" + i4 + "/env/" + i8, schemaPath: "#/$defs/linter/properties/env/items/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                                                                var valid14 = _errs62 === errors;
                                                                if (!valid14)
                                                                  break;
                                                              }
                                                            }
                                                          } else
                                                            return validate23.errors = [{ instancePath: instancePath + "/linters/" + i4 + "/env", schemaPath: "#/$defs/linter/properties/env/type", keyword: "type", params: { type: "array" }, message: "must be array" }], !1;
                                                        var valid9 = _errs60 === errors;
                                                      } else
                                                        var valid9 = !0;
                                                      if (valid9) {
                                                        if (data15.dir !== void 0) {
                                                          let data32 = data15.dir, _errs64 = errors;
                                                          if (errors === _errs64)
                                                            if (typeof data32 == "string") {
                                                              if (data32.length > 1024 && func1(data32) > 1024)
                                                                return validate23.errors = [{ instancePath: instancePath + "/linters/" + i4 + "/dir", schemaPath: "#/$defs/linter/properties/dir/maxLength", keyword: "maxLength", params: { limit: 1024 }, message: "must NOT have more than 1024 characters" }], !1;
                                                              if (data32.length < 2 && func1(data32) < 1)
                                                                return validate23.errors = [{ instancePath: instancePath + "/linters/" + i4 + "/dir", schemaPath: "#/$defs/linter/properties/dir/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" }], !1;
                                                              if (!pattern16.test(data32))
                                                                return validate23.errors = [{ instancePath: instancePath + "/linters/" + i4 + "/dir", schemaPath: "#/$defs/linter/properties/dir/pattern", keyword: "pattern", params: { pattern: "^[^\\\\\\u0000-\\u001f\\u007f]+$" }, message: 'must match pattern "^[^\\\\\\u0000-\\u001f\\u007f]+$"' }], !1;
                                                            } else
                                                              return validate23.errors = [{ instancePath: instancePath + "/linters/" + i4 + "/dir", schemaPath: "#/$defs/linter/properties/dir/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                                                          var valid9 = _errs64 === errors;
                                                        } else
                                                          var valid9 = !0;
                                                        if (valid9) {
                                                          if (data15.version !== void 0) {
                                                            let data33 = data15.version, _errs66 = errors;
                                                            if (errors === _errs66)
                                                              if (typeof data33 == "string") {
                                                                if (data33.length > 256 && func1(data33) > 256)
                                                                  return validate23.errors = [{ instancePath: instancePath + "/linters/" + i4 + "/version", schemaPath: "#/$defs/linter/properties/version/maxLength", keyword: "maxLength", params: { limit: 256 }, message: "must NOT have more than 256 characters" }], !1;
                                                              } else
                                                                return validate23.errors = [{ instancePath: instancePath + "/linters/" + i4 + "/version", schemaPath: "#/$defs/linter/properties/version/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                                                            var valid9 = _errs66 === errors;
                                                          } else
                                                            var valid9 = !0;
                                                          if (valid9) {
                                                            if (data15.capabilities !== void 0) {
                                                              let data34 = data15.capabilities, _errs68 = errors;
                                                              if (errors === _errs68)
                                                                if (Array.isArray(data34)) {
                                                                  if (data34.length > 64)
                                                                    return validate23.errors = [{ instancePath: instancePath + "/linters/" + i4 + "/capabilities", schemaPath: "#/$defs/linter/properties/capabilities/maxItems", keyword: "maxItems", params: { limit: 64 }, message: "must NOT have more than 64 items" }], !1;
                                                                  {
                                                                    var valid15 = !0;
                                                                    let len9 = data34.length;
                                                                    for (let i9 = 0; i9 < len9; i9++) {
                                                                      let data35 = data34[i9], _errs70 = errors;
                                                                      if (errors === _errs70)
                                                                        if (typeof data35 == "string") {
                                                                          if (data35.length > 256 && func1(data35) > 256)
                                                                            return validate23.errors = [{ instancePath: instancePath + "/linters/" + i4 + "/capabilities/" + i9, schemaPath: "#/$defs/linter/properties/capabilities/items/maxLength", keyword: "maxLength", params: { limit: 256 }, message: "must NOT have more than 256 characters" }], !1;
                                                                        } else
                                                                          return validate23.errors = [{ instancePath: instancePath + "/linters/" + i4 + "/capabilities/" + i9, schemaPath: "#/$defs/linter/properties/capabilities/items/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                                                                      var valid15 = _errs70 === errors;
                                                                      if (!valid15)
                                                                        break;
                                                                    }
                                                                  }
                                                                } else
                                                                  return validate23.errors = [{ instancePath: instancePath + "/linters/" + i4 + "/capabilities", schemaPath: "#/$defs/linter/properties/capabilities/type", keyword: "type", params: { type: "array" }, message: "must be array" }], !1;
                                                              var valid9 = _errs68 === errors;
                                                            } else
                                                              var valid9 = !0;
                                                            if (valid9)
                                                              if (data15.requests !== void 0) {
                                                                let data36 = data15.requests, _errs72 = errors;
                                                                if (errors === _errs72)
                                                                  if (typeof data36 == "string") {
                                                                    if (data36.length > 1024 && func1(data36) > 1024)
                                                                      return validate23.errors = [{ instancePath: instancePath + "/linters/" + i4 + "/requests", schemaPath: "#/$defs/linter/properties/requests/maxLength", keyword: "maxLength", params: { limit: 1024 }, message: "must NOT have more than 1024 characters" }], !1;
                                                                    if (data36.length < 2 && func1(data36) < 1)
                                                                      return validate23.errors = [{ instancePath: instancePath + "/linters/" + i4 + "/requests", schemaPath: "#/$defs/linter/properties/requests/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" }], !1;
                                                                    if (!pattern16.test(data36))
                                                                      return validate23.errors = [{ instancePath: instancePath + "/linters/" + i4 + "/requests", schemaPath: "#/$defs/linter/properties/requests/pattern", keyword: "pattern", params: { pattern: "^[^\\\\\\u0000-\\u001f\\u007f]+$" }, message: 'must match pattern "^[^\\\\\\u0000-\\u001f\\u007f]+$"' }], !1;
                                                                  } else
                                                                    return validate23.errors = [{ instancePath: instancePath + "/linters/" + i4 + "/requests", schemaPath: "#/$defs/linter/properties/requests/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                                                                var valid9 = _errs72 === errors;
                                                              } else
                                                                var valid9 = !0;
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
                                      return validate23.errors = [{ instancePath: instancePath + "/linters/" + i4, schemaPath: "#/$defs/linter/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
                                  var valid7 = _errs30 === errors;
                                  if (!valid7)
                                    break;
                                }
                              }
                            } else
                              return validate23.errors = [{ instancePath: instancePath + "/linters", schemaPath: "#/properties/linters/type", keyword: "type", params: { type: "array" }, message: "must be array" }], !1;
                          var valid0 = _errs28 === errors;
                        } else
                          var valid0 = !0;
                        if (valid0) {
                          if (data.scan !== void 0) {
                            let data37 = data.scan, _errs74 = errors;
                            if (errors === _errs74)
                              if (data37 && typeof data37 == "object" && !Array.isArray(data37)) {
                                let _errs76 = errors;
                                for (let key5 in data37)
                                  if (!(key5 === "severity" || key5 === "engine" || key5 === "adapter")) {
                                    return validate23.errors = [{ instancePath: instancePath + "/scan", schemaPath: "#/properties/scan/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key5 }, message: "must NOT have additional properties" }], !1;
                                    break;
                                  }
                                if (_errs76 === errors) {
                                  if (data37.severity !== void 0) {
                                    let data38 = data37.severity, _errs77 = errors;
                                    if (!(data38 === "low" || data38 === "medium" || data38 === "high" || data38 === "critical"))
                                      return validate23.errors = [{ instancePath: instancePath + "/scan/severity", schemaPath: "#/properties/scan/properties/severity/enum", keyword: "enum", params: { allowedValues: schema43.properties.scan.properties.severity.enum }, message: "must be equal to one of the allowed values" }], !1;
                                    var valid16 = _errs77 === errors;
                                  } else
                                    var valid16 = !0;
                                  if (valid16) {
                                    if (data37.engine !== void 0) {
                                      let data39 = data37.engine, _errs78 = errors;
                                      if (!(data39 === "auto" || data39 === "embedded" || data39 === "foxguard"))
                                        return validate23.errors = [{ instancePath: instancePath + "/scan/engine", schemaPath: "#/properties/scan/properties/engine/enum", keyword: "enum", params: { allowedValues: schema43.properties.scan.properties.engine.enum }, message: "must be equal to one of the allowed values" }], !1;
                                      var valid16 = _errs78 === errors;
                                    } else
                                      var valid16 = !0;
                                    if (valid16)
                                      if (data37.adapter !== void 0) {
                                        let data40 = data37.adapter, _errs79 = errors;
                                        if (errors === _errs79)
                                          if (typeof data40 == "string") {
                                            if (data40.length > 1024 && func1(data40) > 1024)
                                              return validate23.errors = [{ instancePath: instancePath + "/scan/adapter", schemaPath: "#/properties/scan/properties/adapter/maxLength", keyword: "maxLength", params: { limit: 1024 }, message: "must NOT have more than 1024 characters" }], !1;
                                            if (data40.length < 2 && func1(data40) < 1)
                                              return validate23.errors = [{ instancePath: instancePath + "/scan/adapter", schemaPath: "#/properties/scan/properties/adapter/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" }], !1;
                                            if (!pattern16.test(data40))
                                              return validate23.errors = [{ instancePath: instancePath + "/scan/adapter", schemaPath: "#/properties/scan/properties/adapter/pattern", keyword: "pattern", params: { pattern: "^[^\\\\\\u0000-\\u001f\\u007f]+$" }, message: 'must match pattern "^[^\\\\\\u0000-\\u001f\\u007f]+$"' }], !1;
                                          } else
                                            return validate23.errors = [{ instancePath: instancePath + "/scan/adapter", schemaPath: "#/properties/scan/properties/adapter/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                                        var valid16 = _errs79 === errors;
                                      } else
                                        var valid16 = !0;
                                  }
                                }
                              } else
                                return validate23.errors = [{ instancePath: instancePath + "/scan", schemaPath: "#/properties/scan/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
                            var valid0 = _errs74 === errors;
                          } else
                            var valid0 = !0;
                          if (valid0)
                            if (data.hook !== void 0) {
                              let data41 = data.hook, _errs81 = errors;
                              if (errors === _errs81)
                                if (data41 && typeof data41 == "object" && !Array.isArray(data41)) {
                                  let _errs83 = errors;
                                  for (let key6 in data41)
                                    if (key6 !== "deadlineMs") {
                                      return validate23.errors = [{ instancePath: instancePath + "/hook", schemaPath: "#/properties/hook/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key6 }, message: "must NOT have additional properties" }], !1;
                                      break;
                                    }
                                  if (_errs83 === errors && data41.deadlineMs !== void 0) {
                                    let data42 = data41.deadlineMs, _errs84 = errors;
                                    if (!(typeof data42 == "number" && !(data42 % 1) && !isNaN(data42) && isFinite(data42)))
                                      return validate23.errors = [{ instancePath: instancePath + "/hook/deadlineMs", schemaPath: "#/properties/hook/properties/deadlineMs/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }], !1;
                                    if (errors === _errs84 && typeof data42 == "number" && isFinite(data42)) {
                                      if (data42 > 12e4 || isNaN(data42))
                                        return validate23.errors = [{ instancePath: instancePath + "/hook/deadlineMs", schemaPath: "#/properties/hook/properties/deadlineMs/maximum", keyword: "maximum", params: { comparison: "<=", limit: 12e4 }, message: "must be <= 120000" }], !1;
                                      if (data42 < 1e3 || isNaN(data42))
                                        return validate23.errors = [{ instancePath: instancePath + "/hook/deadlineMs", schemaPath: "#/properties/hook/properties/deadlineMs/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1e3 }, message: "must be >= 1000" }], !1;
                                    }
                                  }
                                } else
                                  return validate23.errors = [{ instancePath: instancePath + "/hook", schemaPath: "#/properties/hook/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
                              var valid0 = _errs81 === errors;
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
    } else
      return validate23.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
  return validate23.errors = vErrors, errors === 0;
}
validate23.evaluated = { props: !0, dynamicProps: !1, dynamicItems: !1 };
export {
  validateReceipt,
  validateSettings
};

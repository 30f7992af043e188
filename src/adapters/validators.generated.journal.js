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
var validateJournal = validate20, schema31 = { $schema: "https://json-schema.org/draft/2020-12/schema", $id: "journal-1.schema.json", type: "object", additionalProperties: !1, required: ["schemaVersion", "id", "verb", "startedAt", "entries", "folders", "receipt", "saved", "digest"], properties: { schemaVersion: { const: 1 }, id: { type: "string", pattern: "^[0-9a-f]{16}$" }, verb: { type: "string", pattern: "^[a-z][a-z ]{0,31}$" }, startedAt: { type: "string", pattern: "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d+)?Z$" }, entries: { type: "array", maxItems: 1e5, items: { $ref: "#/$defs/entry" } }, folders: { type: "array", maxItems: 1e5, items: { $ref: "#/$defs/path" } }, receipt: { oneOf: [{ type: "null" }, { $ref: "#/$defs/range" }] }, saved: { type: "object", additionalProperties: !1, required: ["length", "sha256"], properties: { length: { $ref: "#/$defs/count" }, sha256: { $ref: "#/$defs/sha256" } } }, digest: { $ref: "#/$defs/sha256" } }, $defs: { path: { type: "string", minLength: 1, maxLength: 4096 }, sha256: { type: "string", pattern: "^[0-9a-f]{64}$" }, count: { type: "integer", minimum: 0, maximum: 9007199254740991 }, mode: { type: "integer", minimum: 0, maximum: 4095 }, range: { type: "object", additionalProperties: !1, required: ["at", "length"], properties: { at: { $ref: "#/$defs/count" }, length: { $ref: "#/$defs/count" } } }, entry: { type: "object", additionalProperties: !1, required: ["path", "place", "before", "after", "temporary"], properties: { path: { $ref: "#/$defs/path" }, place: { $ref: "#/$defs/path" }, before: { oneOf: [{ type: "null" }, { type: "object", additionalProperties: !1, required: ["sha256", "mode", "at", "length"], properties: { sha256: { $ref: "#/$defs/sha256" }, mode: { $ref: "#/$defs/mode" }, at: { $ref: "#/$defs/count" }, length: { $ref: "#/$defs/count" } } }, { type: "object", additionalProperties: !1, required: ["link"], properties: { link: { type: "string", minLength: 1, maxLength: 4096 } } }] }, after: { oneOf: [{ type: "null" }, { type: "object", additionalProperties: !1, required: ["sha256", "mode"], properties: { sha256: { $ref: "#/$defs/sha256" }, mode: { $ref: "#/$defs/mode" } } }] }, temporary: { type: "string", pattern: "^\\.hi-publish-[0-9a-f]{16}\\.tmp$" } } } } };
var func1 = Object.prototype.hasOwnProperty, func2 = require_ucs2length().default, pattern4 = new RegExp("^[0-9a-f]{16}$", "u"), pattern5 = new RegExp("^[a-z][a-z ]{0,31}$", "u"), pattern6 = new RegExp("^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d+)?Z$", "u"), pattern7 = new RegExp("^[0-9a-f]{64}$", "u");
var pattern9 = new RegExp("^\\.hi-publish-[0-9a-f]{16}\\.tmp$", "u");
function validate21(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null, errors = 0, evaluated0 = validate21.evaluated;
  if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.path === void 0 && (missing0 = "path") || data.place === void 0 && (missing0 = "place") || data.before === void 0 && (missing0 = "before") || data.after === void 0 && (missing0 = "after") || data.temporary === void 0 && (missing0 = "temporary"))
        return validate21.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }], !1;
      {
        let _errs1 = errors;
        for (let key0 in data)
          if (!(key0 === "path" || key0 === "place" || key0 === "before" || key0 === "after" || key0 === "temporary")) {
            return validate21.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }], !1;
            break;
          }
        if (_errs1 === errors) {
          if (data.path !== void 0) {
            let data0 = data.path, _errs2 = errors;
            if (errors === errors)
              if (typeof data0 == "string") {
                if (data0.length > 4096 && func2(data0) > 4096)
                  return validate21.errors = [{ instancePath: instancePath + "/path", schemaPath: "#/$defs/path/maxLength", keyword: "maxLength", params: { limit: 4096 }, message: "must NOT have more than 4096 characters" }], !1;
                if (data0.length < 2 && func2(data0) < 1)
                  return validate21.errors = [{ instancePath: instancePath + "/path", schemaPath: "#/$defs/path/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" }], !1;
              } else
                return validate21.errors = [{ instancePath: instancePath + "/path", schemaPath: "#/$defs/path/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
            var valid0 = _errs2 === errors;
          } else
            var valid0 = !0;
          if (valid0) {
            if (data.place !== void 0) {
              let data1 = data.place, _errs5 = errors;
              if (errors === errors)
                if (typeof data1 == "string") {
                  if (data1.length > 4096 && func2(data1) > 4096)
                    return validate21.errors = [{ instancePath: instancePath + "/place", schemaPath: "#/$defs/path/maxLength", keyword: "maxLength", params: { limit: 4096 }, message: "must NOT have more than 4096 characters" }], !1;
                  if (data1.length < 2 && func2(data1) < 1)
                    return validate21.errors = [{ instancePath: instancePath + "/place", schemaPath: "#/$defs/path/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" }], !1;
                } else
                  return validate21.errors = [{ instancePath: instancePath + "/place", schemaPath: "#/$defs/path/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
              var valid0 = _errs5 === errors;
            } else
              var valid0 = !0;
            if (valid0) {
              if (data.before !== void 0) {
                let data2 = data.before, _errs8 = errors, _errs9 = errors, valid3 = !1, passing0 = null, _errs10 = errors;
                if (data2 !== null) {
                  let err0 = { instancePath: instancePath + "/before", schemaPath: "#/properties/before/oneOf/0/type", keyword: "type", params: { type: "null" }, message: "must be null" };
                  vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
                }
                var _valid0 = _errs10 === errors;
                _valid0 && (valid3 = !0, passing0 = 0);
                let _errs12 = errors;
                if (errors === _errs12)
                  if (data2 && typeof data2 == "object" && !Array.isArray(data2)) {
                    let missing1;
                    if (data2.sha256 === void 0 && (missing1 = "sha256") || data2.mode === void 0 && (missing1 = "mode") || data2.at === void 0 && (missing1 = "at") || data2.length === void 0 && (missing1 = "length")) {
                      let err1 = { instancePath: instancePath + "/before", schemaPath: "#/properties/before/oneOf/1/required", keyword: "required", params: { missingProperty: missing1 }, message: "must have required property '" + missing1 + "'" };
                      vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
                    } else {
                      let _errs14 = errors;
                      for (let key1 in data2)
                        if (!(key1 === "sha256" || key1 === "mode" || key1 === "at" || key1 === "length")) {
                          let err2 = { instancePath: instancePath + "/before", schemaPath: "#/properties/before/oneOf/1/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key1 }, message: "must NOT have additional properties" };
                          vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++;
                          break;
                        }
                      if (_errs14 === errors) {
                        if (data2.sha256 !== void 0) {
                          let data3 = data2.sha256, _errs15 = errors;
                          if (errors === errors)
                            if (typeof data3 == "string") {
                              if (!pattern7.test(data3)) {
                                let err3 = { instancePath: instancePath + "/before/sha256", schemaPath: "#/$defs/sha256/pattern", keyword: "pattern", params: { pattern: "^[0-9a-f]{64}$" }, message: 'must match pattern "^[0-9a-f]{64}$"' };
                                vErrors === null ? vErrors = [err3] : vErrors.push(err3), errors++;
                              }
                            } else {
                              let err4 = { instancePath: instancePath + "/before/sha256", schemaPath: "#/$defs/sha256/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                              vErrors === null ? vErrors = [err4] : vErrors.push(err4), errors++;
                            }
                          var valid4 = _errs15 === errors;
                        } else
                          var valid4 = !0;
                        if (valid4) {
                          if (data2.mode !== void 0) {
                            let data4 = data2.mode, _errs18 = errors, _errs19 = errors;
                            if (!(typeof data4 == "number" && !(data4 % 1) && !isNaN(data4) && isFinite(data4))) {
                              let err5 = { instancePath: instancePath + "/before/mode", schemaPath: "#/$defs/mode/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
                              vErrors === null ? vErrors = [err5] : vErrors.push(err5), errors++;
                            }
                            if (errors === _errs19 && typeof data4 == "number" && isFinite(data4)) {
                              if (data4 > 4095 || isNaN(data4)) {
                                let err6 = { instancePath: instancePath + "/before/mode", schemaPath: "#/$defs/mode/maximum", keyword: "maximum", params: { comparison: "<=", limit: 4095 }, message: "must be <= 4095" };
                                vErrors === null ? vErrors = [err6] : vErrors.push(err6), errors++;
                              } else if (data4 < 0 || isNaN(data4)) {
                                let err7 = { instancePath: instancePath + "/before/mode", schemaPath: "#/$defs/mode/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
                                vErrors === null ? vErrors = [err7] : vErrors.push(err7), errors++;
                              }
                            }
                            var valid4 = _errs18 === errors;
                          } else
                            var valid4 = !0;
                          if (valid4) {
                            if (data2.at !== void 0) {
                              let data5 = data2.at, _errs21 = errors, _errs22 = errors;
                              if (!(typeof data5 == "number" && !(data5 % 1) && !isNaN(data5) && isFinite(data5))) {
                                let err8 = { instancePath: instancePath + "/before/at", schemaPath: "#/$defs/count/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
                                vErrors === null ? vErrors = [err8] : vErrors.push(err8), errors++;
                              }
                              if (errors === _errs22 && typeof data5 == "number" && isFinite(data5)) {
                                if (data5 > 9007199254740991 || isNaN(data5)) {
                                  let err9 = { instancePath: instancePath + "/before/at", schemaPath: "#/$defs/count/maximum", keyword: "maximum", params: { comparison: "<=", limit: 9007199254740991 }, message: "must be <= 9007199254740991" };
                                  vErrors === null ? vErrors = [err9] : vErrors.push(err9), errors++;
                                } else if (data5 < 0 || isNaN(data5)) {
                                  let err10 = { instancePath: instancePath + "/before/at", schemaPath: "#/$defs/count/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
                                  vErrors === null ? vErrors = [err10] : vErrors.push(err10), errors++;
                                }
                              }
                              var valid4 = _errs21 === errors;
                            } else
                              var valid4 = !0;
                            if (valid4)
                              if (data2.length !== void 0) {
                                let data6 = data2.length, _errs24 = errors, _errs25 = errors;
                                if (!(typeof data6 == "number" && !(data6 % 1) && !isNaN(data6) && isFinite(data6))) {
                                  let err11 = { instancePath: instancePath + "/before/length", schemaPath: "#/$defs/count/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
                                  vErrors === null ? vErrors = [err11] : vErrors.push(err11), errors++;
                                }
                                if (errors === _errs25 && typeof data6 == "number" && isFinite(data6)) {
                                  if (data6 > 9007199254740991 || isNaN(data6)) {
                                    let err12 = { instancePath: instancePath + "/before/length", schemaPath: "#/$defs/count/maximum", keyword: "maximum", params: { comparison: "<=", limit: 9007199254740991 }, message: "must be <= 9007199254740991" };
                                    vErrors === null ? vErrors = [err12] : vErrors.push(err12), errors++;
                                  } else if (data6 < 0 || isNaN(data6)) {
                                    let err13 = { instancePath: instancePath + "/before/length", schemaPath: "#/$defs/count/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
                                    vErrors === null ? vErrors = [err13] : vErrors.push(err13), errors++;
                                  }
                                }
                                var valid4 = _errs24 === errors;
                              } else
                                var valid4 = !0;
                          }
                        }
                      }
                    }
                  } else {
                    let err14 = { instancePath: instancePath + "/before", schemaPath: "#/properties/before/oneOf/1/type", keyword: "type", params: { type: "object" }, message: "must be object" };
                    vErrors === null ? vErrors = [err14] : vErrors.push(err14), errors++;
                  }
                var _valid0 = _errs12 === errors;
                if (_valid0 && valid3)
                  valid3 = !1, passing0 = [passing0, 1];
                else {
                  if (_valid0) {
                    valid3 = !0, passing0 = 1;
                    var props0 = !0;
                  }
                  let _errs27 = errors;
                  if (errors === _errs27)
                    if (data2 && typeof data2 == "object" && !Array.isArray(data2)) {
                      let missing2;
                      if (data2.link === void 0 && (missing2 = "link")) {
                        let err15 = { instancePath: instancePath + "/before", schemaPath: "#/properties/before/oneOf/2/required", keyword: "required", params: { missingProperty: missing2 }, message: "must have required property '" + missing2 + "'" };
                        vErrors === null ? vErrors = [err15] : vErrors.push(err15), errors++;
                      } else {
                        let _errs29 = errors;
                        for (let key2 in data2)
                          if (key2 !== "link") {
                            let err16 = { instancePath: instancePath + "/before", schemaPath: "#/properties/before/oneOf/2/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key2 }, message: "must NOT have additional properties" };
                            vErrors === null ? vErrors = [err16] : vErrors.push(err16), errors++;
                            break;
                          }
                        if (_errs29 === errors && data2.link !== void 0) {
                          let data7 = data2.link;
                          if (errors === errors)
                            if (typeof data7 == "string") {
                              if (data7.length > 4096 && func2(data7) > 4096) {
                                let err17 = { instancePath: instancePath + "/before/link", schemaPath: "#/properties/before/oneOf/2/properties/link/maxLength", keyword: "maxLength", params: { limit: 4096 }, message: "must NOT have more than 4096 characters" };
                                vErrors === null ? vErrors = [err17] : vErrors.push(err17), errors++;
                              } else if (data7.length < 2 && func2(data7) < 1) {
                                let err18 = { instancePath: instancePath + "/before/link", schemaPath: "#/properties/before/oneOf/2/properties/link/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
                                vErrors === null ? vErrors = [err18] : vErrors.push(err18), errors++;
                              }
                            } else {
                              let err19 = { instancePath: instancePath + "/before/link", schemaPath: "#/properties/before/oneOf/2/properties/link/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                              vErrors === null ? vErrors = [err19] : vErrors.push(err19), errors++;
                            }
                        }
                      }
                    } else {
                      let err20 = { instancePath: instancePath + "/before", schemaPath: "#/properties/before/oneOf/2/type", keyword: "type", params: { type: "object" }, message: "must be object" };
                      vErrors === null ? vErrors = [err20] : vErrors.push(err20), errors++;
                    }
                  var _valid0 = _errs27 === errors;
                  _valid0 && valid3 ? (valid3 = !1, passing0 = [passing0, 2]) : _valid0 && (valid3 = !0, passing0 = 2, props0 !== !0 && (props0 = !0));
                }
                if (valid3)
                  errors = _errs9, vErrors !== null && (_errs9 ? vErrors.length = _errs9 : vErrors = null);
                else {
                  let err21 = { instancePath: instancePath + "/before", schemaPath: "#/properties/before/oneOf", keyword: "oneOf", params: { passingSchemas: passing0 }, message: "must match exactly one schema in oneOf" };
                  return vErrors === null ? vErrors = [err21] : vErrors.push(err21), errors++, validate21.errors = vErrors, !1;
                }
                var valid0 = _errs8 === errors;
              } else
                var valid0 = !0;
              if (valid0) {
                if (data.after !== void 0) {
                  let data8 = data.after, _errs32 = errors, _errs33 = errors, valid10 = !1, passing1 = null, _errs34 = errors;
                  if (data8 !== null) {
                    let err22 = { instancePath: instancePath + "/after", schemaPath: "#/properties/after/oneOf/0/type", keyword: "type", params: { type: "null" }, message: "must be null" };
                    vErrors === null ? vErrors = [err22] : vErrors.push(err22), errors++;
                  }
                  var _valid1 = _errs34 === errors;
                  _valid1 && (valid10 = !0, passing1 = 0);
                  let _errs36 = errors;
                  if (errors === _errs36)
                    if (data8 && typeof data8 == "object" && !Array.isArray(data8)) {
                      let missing3;
                      if (data8.sha256 === void 0 && (missing3 = "sha256") || data8.mode === void 0 && (missing3 = "mode")) {
                        let err23 = { instancePath: instancePath + "/after", schemaPath: "#/properties/after/oneOf/1/required", keyword: "required", params: { missingProperty: missing3 }, message: "must have required property '" + missing3 + "'" };
                        vErrors === null ? vErrors = [err23] : vErrors.push(err23), errors++;
                      } else {
                        let _errs38 = errors;
                        for (let key3 in data8)
                          if (!(key3 === "sha256" || key3 === "mode")) {
                            let err24 = { instancePath: instancePath + "/after", schemaPath: "#/properties/after/oneOf/1/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key3 }, message: "must NOT have additional properties" };
                            vErrors === null ? vErrors = [err24] : vErrors.push(err24), errors++;
                            break;
                          }
                        if (_errs38 === errors) {
                          if (data8.sha256 !== void 0) {
                            let data9 = data8.sha256, _errs39 = errors;
                            if (errors === errors)
                              if (typeof data9 == "string") {
                                if (!pattern7.test(data9)) {
                                  let err25 = { instancePath: instancePath + "/after/sha256", schemaPath: "#/$defs/sha256/pattern", keyword: "pattern", params: { pattern: "^[0-9a-f]{64}$" }, message: 'must match pattern "^[0-9a-f]{64}$"' };
                                  vErrors === null ? vErrors = [err25] : vErrors.push(err25), errors++;
                                }
                              } else {
                                let err26 = { instancePath: instancePath + "/after/sha256", schemaPath: "#/$defs/sha256/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                                vErrors === null ? vErrors = [err26] : vErrors.push(err26), errors++;
                              }
                            var valid11 = _errs39 === errors;
                          } else
                            var valid11 = !0;
                          if (valid11)
                            if (data8.mode !== void 0) {
                              let data10 = data8.mode, _errs42 = errors, _errs43 = errors;
                              if (!(typeof data10 == "number" && !(data10 % 1) && !isNaN(data10) && isFinite(data10))) {
                                let err27 = { instancePath: instancePath + "/after/mode", schemaPath: "#/$defs/mode/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
                                vErrors === null ? vErrors = [err27] : vErrors.push(err27), errors++;
                              }
                              if (errors === _errs43 && typeof data10 == "number" && isFinite(data10)) {
                                if (data10 > 4095 || isNaN(data10)) {
                                  let err28 = { instancePath: instancePath + "/after/mode", schemaPath: "#/$defs/mode/maximum", keyword: "maximum", params: { comparison: "<=", limit: 4095 }, message: "must be <= 4095" };
                                  vErrors === null ? vErrors = [err28] : vErrors.push(err28), errors++;
                                } else if (data10 < 0 || isNaN(data10)) {
                                  let err29 = { instancePath: instancePath + "/after/mode", schemaPath: "#/$defs/mode/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
                                  vErrors === null ? vErrors = [err29] : vErrors.push(err29), errors++;
                                }
                              }
                              var valid11 = _errs42 === errors;
                            } else
                              var valid11 = !0;
                        }
                      }
                    } else {
                      let err30 = { instancePath: instancePath + "/after", schemaPath: "#/properties/after/oneOf/1/type", keyword: "type", params: { type: "object" }, message: "must be object" };
                      vErrors === null ? vErrors = [err30] : vErrors.push(err30), errors++;
                    }
                  var _valid1 = _errs36 === errors;
                  if (_valid1 && valid10 ? (valid10 = !1, passing1 = [passing1, 1]) : _valid1 && (valid10 = !0, passing1 = 1), valid10)
                    errors = _errs33, vErrors !== null && (_errs33 ? vErrors.length = _errs33 : vErrors = null);
                  else {
                    let err31 = { instancePath: instancePath + "/after", schemaPath: "#/properties/after/oneOf", keyword: "oneOf", params: { passingSchemas: passing1 }, message: "must match exactly one schema in oneOf" };
                    return vErrors === null ? vErrors = [err31] : vErrors.push(err31), errors++, validate21.errors = vErrors, !1;
                  }
                  var valid0 = _errs32 === errors;
                } else
                  var valid0 = !0;
                if (valid0)
                  if (data.temporary !== void 0) {
                    let data11 = data.temporary, _errs45 = errors;
                    if (errors === _errs45)
                      if (typeof data11 == "string") {
                        if (!pattern9.test(data11))
                          return validate21.errors = [{ instancePath: instancePath + "/temporary", schemaPath: "#/properties/temporary/pattern", keyword: "pattern", params: { pattern: "^\\.hi-publish-[0-9a-f]{16}\\.tmp$" }, message: 'must match pattern "^\\.hi-publish-[0-9a-f]{16}\\.tmp$"' }], !1;
                      } else
                        return validate21.errors = [{ instancePath: instancePath + "/temporary", schemaPath: "#/properties/temporary/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                    var valid0 = _errs45 === errors;
                  } else
                    var valid0 = !0;
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
function validate23(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null, errors = 0, evaluated0 = validate23.evaluated;
  if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.at === void 0 && (missing0 = "at") || data.length === void 0 && (missing0 = "length"))
        return validate23.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }], !1;
      {
        let _errs1 = errors;
        for (let key0 in data)
          if (!(key0 === "at" || key0 === "length")) {
            return validate23.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }], !1;
            break;
          }
        if (_errs1 === errors) {
          if (data.at !== void 0) {
            let data0 = data.at, _errs2 = errors, _errs3 = errors;
            if (!(typeof data0 == "number" && !(data0 % 1) && !isNaN(data0) && isFinite(data0)))
              return validate23.errors = [{ instancePath: instancePath + "/at", schemaPath: "#/$defs/count/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }], !1;
            if (errors === _errs3 && typeof data0 == "number" && isFinite(data0)) {
              if (data0 > 9007199254740991 || isNaN(data0))
                return validate23.errors = [{ instancePath: instancePath + "/at", schemaPath: "#/$defs/count/maximum", keyword: "maximum", params: { comparison: "<=", limit: 9007199254740991 }, message: "must be <= 9007199254740991" }], !1;
              if (data0 < 0 || isNaN(data0))
                return validate23.errors = [{ instancePath: instancePath + "/at", schemaPath: "#/$defs/count/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" }], !1;
            }
            var valid0 = _errs2 === errors;
          } else
            var valid0 = !0;
          if (valid0)
            if (data.length !== void 0) {
              let data1 = data.length, _errs5 = errors, _errs6 = errors;
              if (!(typeof data1 == "number" && !(data1 % 1) && !isNaN(data1) && isFinite(data1)))
                return validate23.errors = [{ instancePath: instancePath + "/length", schemaPath: "#/$defs/count/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }], !1;
              if (errors === _errs6 && typeof data1 == "number" && isFinite(data1)) {
                if (data1 > 9007199254740991 || isNaN(data1))
                  return validate23.errors = [{ instancePath: instancePath + "/length", schemaPath: "#/$defs/count/maximum", keyword: "maximum", params: { comparison: "<=", limit: 9007199254740991 }, message: "must be <= 9007199254740991" }], !1;
                if (data1 < 0 || isNaN(data1))
                  return validate23.errors = [{ instancePath: instancePath + "/length", schemaPath: "#/$defs/count/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" }], !1;
              }
              var valid0 = _errs5 === errors;
            } else
              var valid0 = !0;
        }
      }
    } else
      return validate23.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
  return validate23.errors = vErrors, errors === 0;
}
validate23.evaluated = { props: !0, dynamicProps: !1, dynamicItems: !1 };
function validate20(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null, errors = 0, evaluated0 = validate20.evaluated;
  if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.schemaVersion === void 0 && (missing0 = "schemaVersion") || data.id === void 0 && (missing0 = "id") || data.verb === void 0 && (missing0 = "verb") || data.startedAt === void 0 && (missing0 = "startedAt") || data.entries === void 0 && (missing0 = "entries") || data.folders === void 0 && (missing0 = "folders") || data.receipt === void 0 && (missing0 = "receipt") || data.saved === void 0 && (missing0 = "saved") || data.digest === void 0 && (missing0 = "digest"))
        return validate20.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }], !1;
      {
        let _errs1 = errors;
        for (let key0 in data)
          if (!func1.call(schema31.properties, key0)) {
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
            if (data.id !== void 0) {
              let data1 = data.id, _errs3 = errors;
              if (errors === _errs3)
                if (typeof data1 == "string") {
                  if (!pattern4.test(data1))
                    return validate20.errors = [{ instancePath: instancePath + "/id", schemaPath: "#/properties/id/pattern", keyword: "pattern", params: { pattern: "^[0-9a-f]{16}$" }, message: 'must match pattern "^[0-9a-f]{16}$"' }], !1;
                } else
                  return validate20.errors = [{ instancePath: instancePath + "/id", schemaPath: "#/properties/id/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
              var valid0 = _errs3 === errors;
            } else
              var valid0 = !0;
            if (valid0) {
              if (data.verb !== void 0) {
                let data2 = data.verb, _errs5 = errors;
                if (errors === _errs5)
                  if (typeof data2 == "string") {
                    if (!pattern5.test(data2))
                      return validate20.errors = [{ instancePath: instancePath + "/verb", schemaPath: "#/properties/verb/pattern", keyword: "pattern", params: { pattern: "^[a-z][a-z ]{0,31}$" }, message: 'must match pattern "^[a-z][a-z ]{0,31}$"' }], !1;
                  } else
                    return validate20.errors = [{ instancePath: instancePath + "/verb", schemaPath: "#/properties/verb/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                var valid0 = _errs5 === errors;
              } else
                var valid0 = !0;
              if (valid0) {
                if (data.startedAt !== void 0) {
                  let data3 = data.startedAt, _errs7 = errors;
                  if (errors === _errs7)
                    if (typeof data3 == "string") {
                      if (!pattern6.test(data3))
                        return validate20.errors = [{ instancePath: instancePath + "/startedAt", schemaPath: "#/properties/startedAt/pattern", keyword: "pattern", params: { pattern: "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d+)?Z$" }, message: 'must match pattern "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d+)?Z$"' }], !1;
                    } else
                      return validate20.errors = [{ instancePath: instancePath + "/startedAt", schemaPath: "#/properties/startedAt/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                  var valid0 = _errs7 === errors;
                } else
                  var valid0 = !0;
                if (valid0) {
                  if (data.entries !== void 0) {
                    let data4 = data.entries, _errs9 = errors;
                    if (errors === _errs9)
                      if (Array.isArray(data4)) {
                        if (data4.length > 1e5)
                          return validate20.errors = [{ instancePath: instancePath + "/entries", schemaPath: "#/properties/entries/maxItems", keyword: "maxItems", params: { limit: 1e5 }, message: "must NOT have more than 100000 items" }], !1;
                        {
                          var valid1 = !0;
                          let len0 = data4.length;
                          for (let i0 = 0; i0 < len0; i0++) {
                            let _errs11 = errors;
                            validate21(data4[i0], { instancePath: instancePath + "/entries/" + i0, parentData: data4, parentDataProperty: i0, rootData, dynamicAnchors }) || (vErrors = vErrors === null ? validate21.errors : vErrors.concat(validate21.errors), errors = vErrors.length);
                            var valid1 = _errs11 === errors;
                            if (!valid1)
                              break;
                          }
                        }
                      } else
                        return validate20.errors = [{ instancePath: instancePath + "/entries", schemaPath: "#/properties/entries/type", keyword: "type", params: { type: "array" }, message: "must be array" }], !1;
                    var valid0 = _errs9 === errors;
                  } else
                    var valid0 = !0;
                  if (valid0) {
                    if (data.folders !== void 0) {
                      let data6 = data.folders, _errs12 = errors;
                      if (errors === _errs12)
                        if (Array.isArray(data6)) {
                          if (data6.length > 1e5)
                            return validate20.errors = [{ instancePath: instancePath + "/folders", schemaPath: "#/properties/folders/maxItems", keyword: "maxItems", params: { limit: 1e5 }, message: "must NOT have more than 100000 items" }], !1;
                          {
                            var valid2 = !0;
                            let len1 = data6.length;
                            for (let i1 = 0; i1 < len1; i1++) {
                              let data7 = data6[i1], _errs14 = errors;
                              if (errors === errors)
                                if (typeof data7 == "string") {
                                  if (data7.length > 4096 && func2(data7) > 4096)
                                    return validate20.errors = [{ instancePath: instancePath + "/folders/" + i1, schemaPath: "#/$defs/path/maxLength", keyword: "maxLength", params: { limit: 4096 }, message: "must NOT have more than 4096 characters" }], !1;
                                  if (data7.length < 2 && func2(data7) < 1)
                                    return validate20.errors = [{ instancePath: instancePath + "/folders/" + i1, schemaPath: "#/$defs/path/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" }], !1;
                                } else
                                  return validate20.errors = [{ instancePath: instancePath + "/folders/" + i1, schemaPath: "#/$defs/path/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                              var valid2 = _errs14 === errors;
                              if (!valid2)
                                break;
                            }
                          }
                        } else
                          return validate20.errors = [{ instancePath: instancePath + "/folders", schemaPath: "#/properties/folders/type", keyword: "type", params: { type: "array" }, message: "must be array" }], !1;
                      var valid0 = _errs12 === errors;
                    } else
                      var valid0 = !0;
                    if (valid0) {
                      if (data.receipt !== void 0) {
                        let data8 = data.receipt, _errs17 = errors, _errs18 = errors, valid4 = !1, passing0 = null, _errs19 = errors;
                        if (data8 !== null) {
                          let err0 = { instancePath: instancePath + "/receipt", schemaPath: "#/properties/receipt/oneOf/0/type", keyword: "type", params: { type: "null" }, message: "must be null" };
                          vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
                        }
                        var _valid0 = _errs19 === errors;
                        _valid0 && (valid4 = !0, passing0 = 0);
                        let _errs21 = errors;
                        validate23(data8, { instancePath: instancePath + "/receipt", parentData: data, parentDataProperty: "receipt", rootData, dynamicAnchors }) || (vErrors = vErrors === null ? validate23.errors : vErrors.concat(validate23.errors), errors = vErrors.length);
                        var _valid0 = _errs21 === errors;
                        if (_valid0 && valid4 ? (valid4 = !1, passing0 = [passing0, 1]) : _valid0 && (valid4 = !0, passing0 = 1), valid4)
                          errors = _errs18, vErrors !== null && (_errs18 ? vErrors.length = _errs18 : vErrors = null);
                        else {
                          let err1 = { instancePath: instancePath + "/receipt", schemaPath: "#/properties/receipt/oneOf", keyword: "oneOf", params: { passingSchemas: passing0 }, message: "must match exactly one schema in oneOf" };
                          return vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++, validate20.errors = vErrors, !1;
                        }
                        var valid0 = _errs17 === errors;
                      } else
                        var valid0 = !0;
                      if (valid0) {
                        if (data.saved !== void 0) {
                          let data9 = data.saved, _errs22 = errors;
                          if (errors === _errs22)
                            if (data9 && typeof data9 == "object" && !Array.isArray(data9)) {
                              let missing1;
                              if (data9.length === void 0 && (missing1 = "length") || data9.sha256 === void 0 && (missing1 = "sha256"))
                                return validate20.errors = [{ instancePath: instancePath + "/saved", schemaPath: "#/properties/saved/required", keyword: "required", params: { missingProperty: missing1 }, message: "must have required property '" + missing1 + "'" }], !1;
                              {
                                let _errs24 = errors;
                                for (let key1 in data9)
                                  if (!(key1 === "length" || key1 === "sha256")) {
                                    return validate20.errors = [{ instancePath: instancePath + "/saved", schemaPath: "#/properties/saved/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key1 }, message: "must NOT have additional properties" }], !1;
                                    break;
                                  }
                                if (_errs24 === errors) {
                                  if (data9.length !== void 0) {
                                    let data10 = data9.length, _errs25 = errors, _errs26 = errors;
                                    if (!(typeof data10 == "number" && !(data10 % 1) && !isNaN(data10) && isFinite(data10)))
                                      return validate20.errors = [{ instancePath: instancePath + "/saved/length", schemaPath: "#/$defs/count/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }], !1;
                                    if (errors === _errs26 && typeof data10 == "number" && isFinite(data10)) {
                                      if (data10 > 9007199254740991 || isNaN(data10))
                                        return validate20.errors = [{ instancePath: instancePath + "/saved/length", schemaPath: "#/$defs/count/maximum", keyword: "maximum", params: { comparison: "<=", limit: 9007199254740991 }, message: "must be <= 9007199254740991" }], !1;
                                      if (data10 < 0 || isNaN(data10))
                                        return validate20.errors = [{ instancePath: instancePath + "/saved/length", schemaPath: "#/$defs/count/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" }], !1;
                                    }
                                    var valid5 = _errs25 === errors;
                                  } else
                                    var valid5 = !0;
                                  if (valid5)
                                    if (data9.sha256 !== void 0) {
                                      let data11 = data9.sha256, _errs28 = errors;
                                      if (errors === errors)
                                        if (typeof data11 == "string") {
                                          if (!pattern7.test(data11))
                                            return validate20.errors = [{ instancePath: instancePath + "/saved/sha256", schemaPath: "#/$defs/sha256/pattern", keyword: "pattern", params: { pattern: "^[0-9a-f]{64}$" }, message: 'must match pattern "^[0-9a-f]{64}$"' }], !1;
                                        } else
                                          return validate20.errors = [{ instancePath: instancePath + "/saved/sha256", schemaPath: "#/$defs/sha256/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                                      var valid5 = _errs28 === errors;
                                    } else
                                      var valid5 = !0;
                                }
                              }
                            } else
                              return validate20.errors = [{ instancePath: instancePath + "/saved", schemaPath: "#/properties/saved/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
                          var valid0 = _errs22 === errors;
                        } else
                          var valid0 = !0;
                        if (valid0)
                          if (data.digest !== void 0) {
                            let data12 = data.digest, _errs31 = errors;
                            if (errors === errors)
                              if (typeof data12 == "string") {
                                if (!pattern7.test(data12))
                                  return validate20.errors = [{ instancePath: instancePath + "/digest", schemaPath: "#/$defs/sha256/pattern", keyword: "pattern", params: { pattern: "^[0-9a-f]{64}$" }, message: 'must match pattern "^[0-9a-f]{64}$"' }], !1;
                              } else
                                return validate20.errors = [{ instancePath: instancePath + "/digest", schemaPath: "#/$defs/sha256/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                            var valid0 = _errs31 === errors;
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
    } else
      return validate20.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
  return validate20.errors = vErrors, errors === 0;
}
validate20.evaluated = { props: !0, dynamicProps: !1, dynamicItems: !1 };
export {
  validateJournal
};

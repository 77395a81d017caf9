import VerbatimJSON

enum Metaschemas {
    static let draft2020 = "https://json-schema.org/draft/2020-12/schema"
    static let draft2019 = "https://json-schema.org/draft/2019-09/schema"
    /// The prefix of the dialects of OpenAPI 3.1, which add a vocabulary of annotations to 2020-12.
    /// https://spec.openapis.org/oas/v3.1.1#schema-object
    static let openAPI = "https://spec.openapis.org/oas/3.1/"

    static func document(_ uri: String) -> JSON? { documents[uri] }

    private static let documents: [String: JSON] = {
        let parsed = sources.compactMap { source in try? JSON(parsing: source) }
        let named = parsed.compactMap { json in json["$id"].string.map { ($0, json) } }
        return Dictionary(named) { first, _ in first }
    }()

    /// The documents as published at https://json-schema.org/draft/2020-12/schema and below.
    private static let sources = [
        #"""
        {
          "$schema": "https://json-schema.org/draft/2020-12/schema",
          "$id": "https://json-schema.org/draft/2020-12/schema",
          "$vocabulary": {
            "https://json-schema.org/draft/2020-12/vocab/core": true,
            "https://json-schema.org/draft/2020-12/vocab/applicator": true,
            "https://json-schema.org/draft/2020-12/vocab/unevaluated": true,
            "https://json-schema.org/draft/2020-12/vocab/validation": true,
            "https://json-schema.org/draft/2020-12/vocab/meta-data": true,
            "https://json-schema.org/draft/2020-12/vocab/format-annotation": true,
            "https://json-schema.org/draft/2020-12/vocab/content": true
          },
          "$dynamicAnchor": "meta",
          "title": "Core and Validation specifications meta-schema",
          "allOf": [
            {"$ref": "meta/core"},
            {"$ref": "meta/applicator"},
            {"$ref": "meta/unevaluated"},
            {"$ref": "meta/validation"},
            {"$ref": "meta/meta-data"},
            {"$ref": "meta/format-annotation"},
            {"$ref": "meta/content"}
          ],
          "type": ["object", "boolean"],
          "$comment": "This meta-schema also defines keywords that have appeared in previous drafts in order to prevent incompatible extensions as they remain in common use.",
          "properties": {
            "definitions": {
              "$comment": "\"definitions\" has been replaced by \"$defs\".",
              "type": "object",
              "additionalProperties": {"$dynamicRef": "#meta"},
              "deprecated": true,
              "default": {}
            },
            "dependencies": {
              "$comment": "\"dependencies\" has been split and replaced by \"dependentSchemas\" and \"dependentRequired\" in order to serve their differing semantics.",
              "type": "object",
              "additionalProperties": {
                "anyOf": [{"$dynamicRef": "#meta"}, {"$ref": "meta/validation#/$defs/stringArray"}]
              },
              "deprecated": true,
              "default": {}
            },
            "$recursiveAnchor": {
              "$comment": "\"$recursiveAnchor\" has been replaced by \"$dynamicAnchor\".",
              "$ref": "meta/core#/$defs/anchorString",
              "deprecated": true
            },
            "$recursiveRef": {
              "$comment": "\"$recursiveRef\" has been replaced by \"$dynamicRef\".",
              "$ref": "meta/core#/$defs/uriReferenceString",
              "deprecated": true
            }
          }
        }
        """#,
        vocabulary(
            "core", "Core vocabulary meta-schema",
            #"""
            "properties": {
              "$id": {
                "$ref": "#/$defs/uriReferenceString",
                "$comment": "Non-empty fragments not allowed.",
                "pattern": "^[^#]*#?$"
              },
              "$schema": {"$ref": "#/$defs/uriString"},
              "$ref": {"$ref": "#/$defs/uriReferenceString"},
              "$anchor": {"$ref": "#/$defs/anchorString"},
              "$dynamicRef": {"$ref": "#/$defs/uriReferenceString"},
              "$dynamicAnchor": {"$ref": "#/$defs/anchorString"},
              "$vocabulary": {
                "type": "object",
                "propertyNames": {"$ref": "#/$defs/uriString"},
                "additionalProperties": {"type": "boolean"}
              },
              "$comment": {"type": "string"},
              "$defs": {"type": "object", "additionalProperties": {"$dynamicRef": "#meta"}}
            },
            "$defs": {
              "anchorString": {"type": "string", "pattern": "^[A-Za-z_][-A-Za-z0-9._]*$"},
              "uriString": {"type": "string", "format": "uri"},
              "uriReferenceString": {"type": "string", "format": "uri-reference"}
            }
            """#),
        vocabulary(
            "applicator", "Applicator vocabulary meta-schema",
            #"""
            "properties": {
              "prefixItems": {"$ref": "#/$defs/schemaArray"},
              "items": {"$dynamicRef": "#meta"},
              "contains": {"$dynamicRef": "#meta"},
              "additionalProperties": {"$dynamicRef": "#meta"},
              "properties": {
                "type": "object",
                "additionalProperties": {"$dynamicRef": "#meta"},
                "default": {}
              },
              "patternProperties": {
                "type": "object",
                "additionalProperties": {"$dynamicRef": "#meta"},
                "propertyNames": {"format": "regex"},
                "default": {}
              },
              "dependentSchemas": {
                "type": "object",
                "additionalProperties": {"$dynamicRef": "#meta"},
                "default": {}
              },
              "propertyNames": {"$dynamicRef": "#meta"},
              "if": {"$dynamicRef": "#meta"},
              "then": {"$dynamicRef": "#meta"},
              "else": {"$dynamicRef": "#meta"},
              "allOf": {"$ref": "#/$defs/schemaArray"},
              "anyOf": {"$ref": "#/$defs/schemaArray"},
              "oneOf": {"$ref": "#/$defs/schemaArray"},
              "not": {"$dynamicRef": "#meta"}
            },
            "$defs": {"schemaArray": {"type": "array", "minItems": 1, "items": {"$dynamicRef": "#meta"}}}
            """#),
        vocabulary(
            "unevaluated", "Unevaluated applicator vocabulary meta-schema",
            #"""
            "properties": {
              "unevaluatedItems": {"$dynamicRef": "#meta"},
              "unevaluatedProperties": {"$dynamicRef": "#meta"}
            }
            """#),
        vocabulary(
            "validation", "Validation vocabulary meta-schema",
            #"""
            "properties": {
              "type": {
                "anyOf": [
                  {"$ref": "#/$defs/simpleTypes"},
                  {
                    "type": "array",
                    "items": {"$ref": "#/$defs/simpleTypes"},
                    "minItems": 1,
                    "uniqueItems": true
                  }
                ]
              },
              "const": true,
              "enum": {"type": "array", "items": true},
              "multipleOf": {"type": "number", "exclusiveMinimum": 0},
              "maximum": {"type": "number"},
              "exclusiveMaximum": {"type": "number"},
              "minimum": {"type": "number"},
              "exclusiveMinimum": {"type": "number"},
              "maxLength": {"$ref": "#/$defs/nonNegativeInteger"},
              "minLength": {"$ref": "#/$defs/nonNegativeIntegerDefault0"},
              "pattern": {"type": "string", "format": "regex"},
              "maxItems": {"$ref": "#/$defs/nonNegativeInteger"},
              "minItems": {"$ref": "#/$defs/nonNegativeIntegerDefault0"},
              "uniqueItems": {"type": "boolean", "default": false},
              "maxContains": {"$ref": "#/$defs/nonNegativeInteger"},
              "minContains": {"$ref": "#/$defs/nonNegativeInteger", "default": 1},
              "maxProperties": {"$ref": "#/$defs/nonNegativeInteger"},
              "minProperties": {"$ref": "#/$defs/nonNegativeIntegerDefault0"},
              "required": {"$ref": "#/$defs/stringArray"},
              "dependentRequired": {"type": "object", "additionalProperties": {"$ref": "#/$defs/stringArray"}}
            },
            "$defs": {
              "nonNegativeInteger": {"type": "integer", "minimum": 0},
              "nonNegativeIntegerDefault0": {"$ref": "#/$defs/nonNegativeInteger", "default": 0},
              "simpleTypes": {"enum": ["array", "boolean", "integer", "null", "number", "object", "string"]},
              "stringArray": {
                "type": "array",
                "items": {"type": "string"},
                "uniqueItems": true,
                "default": []
              }
            }
            """#),
        vocabulary(
            "meta-data", "Meta-data vocabulary meta-schema",
            #"""
            "properties": {
              "title": {"type": "string"},
              "description": {"type": "string"},
              "default": true,
              "deprecated": {"type": "boolean", "default": false},
              "readOnly": {"type": "boolean", "default": false},
              "writeOnly": {"type": "boolean", "default": false},
              "examples": {"type": "array", "items": true}
            }
            """#),
        vocabulary(
            "format-annotation", "Format vocabulary meta-schema for annotation results",
            #"""
            "properties": {"format": {"type": "string"}}
            """#),
        vocabulary(
            "format-assertion", "Format vocabulary meta-schema for assertion results",
            #"""
            "properties": {"format": {"type": "string"}}
            """#),
        vocabulary(
            "content", "Content vocabulary meta-schema",
            #"""
            "properties": {
              "contentEncoding": {"type": "string"},
              "contentMediaType": {"type": "string"},
              "contentSchema": {"$dynamicRef": "#meta"}
            }
            """#),
    ]

    /// Returns the metaschema of a vocabulary, from the rest of its members.
    private static func vocabulary(_ name: String, _ title: String, _ members: String) -> String {
        let base = "https://json-schema.org/draft/2020-12/"
        return """
            {
              "$schema": "\(base)schema", "$id": "\(base)meta/\(name)",
              "$vocabulary": {"\(base)vocab/\(name)": true}, "$dynamicAnchor": "meta",
              "title": "\(title)", "type": ["object", "boolean"],
              \(members)
            }
            """
    }
}

import VerbatimJSON
import VerbatimSchema

/// HAR 1.2 as a JSON Schema, with all of its members, and custom ones that begin with an underscore.
///
/// http://www.softwareishard.com/blog/har-12-spec/
enum ArchiveSchema {
    static func compiled() throws -> CompiledSchema { try schema.get() }

    private static let schema = Result {
        try Schema(try JSON(parsing: text)).compile(
            options: CompileOptions(formats: .assertion, unknownKeywords: .reject))
    }

    private static let text = #"""
        {
          "$schema": "https://json-schema.org/draft/2020-12/schema",
          "type": "object",
          "required": ["log"],
          "properties": {"log": {"$ref": "#/$defs/log"}},
          "$ref": "#/$defs/custom",
          "unevaluatedProperties": false,
          "$defs": {
            "custom": {"patternProperties": {"^_": true}},
            "object": {
              "$ref": "#/$defs/custom",
              "type": "object",
              "properties": {"comment": {"type": "string"}}
            },
            "date": {"type": "string", "format": "date-time"},
            "size": {"type": "integer", "minimum": -1},
            "span": {"type": "number", "minimum": 0},
            "optionalSpan": {"anyOf": [{"$ref": "#/$defs/span"}, {"const": -1}]},
            "log": {
              "$ref": "#/$defs/object",
              "required": ["version", "creator", "entries"],
              "properties": {
                "version": {"const": "1.2"},
                "creator": {"$ref": "#/$defs/program"},
                "browser": {"$ref": "#/$defs/program"},
                "pages": {"type": "array", "items": {"$ref": "#/$defs/page"}},
                "entries": {"type": "array", "items": {"$ref": "#/$defs/entry"}}
              },
              "unevaluatedProperties": false
            },
            "program": {
              "$ref": "#/$defs/object",
              "required": ["name", "version"],
              "properties": {"name": {"type": "string"}, "version": {"type": "string"}},
              "unevaluatedProperties": false
            },
            "page": {
              "$ref": "#/$defs/object",
              "required": ["startedDateTime", "id", "title", "pageTimings"],
              "properties": {
                "startedDateTime": {"$ref": "#/$defs/date"},
                "id": {"type": "string"},
                "title": {"type": "string"},
                "pageTimings": {
                  "$ref": "#/$defs/object",
                  "properties": {
                    "onContentLoad": {"$ref": "#/$defs/optionalSpan"},
                    "onLoad": {"$ref": "#/$defs/optionalSpan"}
                  },
                  "unevaluatedProperties": false
                }
              },
              "unevaluatedProperties": false
            },
            "entry": {
              "$ref": "#/$defs/object",
              "required": ["startedDateTime", "time", "request", "response", "cache", "timings"],
              "properties": {
                "pageref": {"type": "string"},
                "startedDateTime": {"$ref": "#/$defs/date"},
                "time": {"$ref": "#/$defs/span"},
                "request": {"$ref": "#/$defs/request"},
                "response": {"$ref": "#/$defs/response"},
                "cache": {"$ref": "#/$defs/cache"},
                "timings": {"$ref": "#/$defs/timings"},
                "serverIPAddress": {"type": "string"},
                "connection": {"type": "string"}
              },
              "unevaluatedProperties": false
            },
            "request": {
              "$ref": "#/$defs/object",
              "required": [
                "method", "url", "httpVersion", "cookies", "headers", "queryString", "headersSize", "bodySize"
              ],
              "properties": {
                "method": {"type": "string"},
                "url": {"type": "string", "format": "uri"},
                "httpVersion": {"type": "string"},
                "cookies": {"type": "array", "items": {"$ref": "#/$defs/cookie"}},
                "headers": {"type": "array", "items": {"$ref": "#/$defs/pair"}},
                "queryString": {"type": "array", "items": {"$ref": "#/$defs/pair"}},
                "postData": {"$ref": "#/$defs/postData"},
                "headersSize": {"$ref": "#/$defs/size"},
                "bodySize": {"$ref": "#/$defs/size"}
              },
              "unevaluatedProperties": false
            },
            "response": {
              "$ref": "#/$defs/object",
              "required": [
                "status", "statusText", "httpVersion", "cookies", "headers", "content", "redirectURL", "headersSize",
                "bodySize"
              ],
              "properties": {
                "status": {"type": "integer", "minimum": 0, "maximum": 999},
                "statusText": {"type": "string"},
                "httpVersion": {"type": "string"},
                "cookies": {"type": "array", "items": {"$ref": "#/$defs/cookie"}},
                "headers": {"type": "array", "items": {"$ref": "#/$defs/pair"}},
                "content": {"$ref": "#/$defs/content"},
                "redirectURL": {"type": "string"},
                "headersSize": {"$ref": "#/$defs/size"},
                "bodySize": {"$ref": "#/$defs/size"}
              },
              "unevaluatedProperties": false
            },
            "cookie": {
              "$ref": "#/$defs/object",
              "required": ["name", "value"],
              "properties": {
                "name": {"type": "string"},
                "value": {"type": "string"},
                "path": {"type": "string"},
                "domain": {"type": "string"},
                "expires": {"$ref": "#/$defs/date"},
                "httpOnly": {"type": "boolean"},
                "secure": {"type": "boolean"}
              },
              "unevaluatedProperties": false
            },
            "pair": {
              "$ref": "#/$defs/object",
              "required": ["name", "value"],
              "properties": {"name": {"type": "string"}, "value": {"type": "string"}},
              "unevaluatedProperties": false
            },
            "postData": {
              "$comment": "text and params are mutually exclusive",
              "$ref": "#/$defs/object",
              "required": ["mimeType"],
              "oneOf": [{"required": ["text"]}, {"required": ["params"]}],
              "properties": {
                "mimeType": {"type": "string"},
                "text": {"type": "string"},
                "params": {
                  "type": "array",
                  "items": {
                    "$ref": "#/$defs/object",
                    "required": ["name"],
                    "properties": {
                      "name": {"type": "string"},
                      "value": {"type": "string"},
                      "fileName": {"type": "string"},
                      "contentType": {"type": "string"}
                    },
                    "unevaluatedProperties": false
                  }
                }
              },
              "unevaluatedProperties": false
            },
            "content": {
              "$ref": "#/$defs/object",
              "required": ["size", "mimeType"],
              "properties": {
                "size": {"type": "integer", "minimum": 0},
                "compression": {"type": "integer"},
                "mimeType": {"type": "string"},
                "text": {"type": "string"},
                "encoding": {"type": "string"}
              },
              "unevaluatedProperties": false
            },
            "cache": {
              "$ref": "#/$defs/object",
              "properties": {
                "beforeRequest": {"$ref": "#/$defs/cacheState"},
                "afterRequest": {"$ref": "#/$defs/cacheState"}
              },
              "unevaluatedProperties": false
            },
            "cacheState": {
              "$ref": "#/$defs/object",
              "required": ["lastAccess", "eTag", "hitCount"],
              "properties": {
                "expires": {"$ref": "#/$defs/date"},
                "lastAccess": {"$ref": "#/$defs/date"},
                "eTag": {"type": "string"},
                "hitCount": {"type": "integer", "minimum": 0}
              },
              "unevaluatedProperties": false
            },
            "timings": {
              "$ref": "#/$defs/object",
              "required": ["send", "wait", "receive"],
              "properties": {
                "blocked": {"$ref": "#/$defs/optionalSpan"},
                "dns": {"$ref": "#/$defs/optionalSpan"},
                "connect": {"$ref": "#/$defs/optionalSpan"},
                "send": {"$ref": "#/$defs/span"},
                "wait": {"$ref": "#/$defs/span"},
                "receive": {"$ref": "#/$defs/span"},
                "ssl": {"$ref": "#/$defs/optionalSpan"}
              },
              "unevaluatedProperties": false
            }
          }
        }
        """#
}

import Testing
import VerbatimJSON
import VerbatimSchema

/// The output format `basic`, on the example of section 12.4 of the specification.
@Suite struct OutputTests {
    private let schema = """
        {
          "$id": "https://example.com/polygon",
          "$defs": {
            "point": {
              "type": "object",
              "properties": {"x": {"type": "number"}, "y": {"type": "number"}},
              "additionalProperties": false,
              "required": ["x", "y"]
            }
          },
          "type": "array",
          "items": {"$ref": "#/$defs/point"},
          "minItems": 3
        }
        """
    private let instance = #"[{"x": 2.5, "y": 1.3}, {"x": 1, "z": 6.7}]"#

    @Test func `basic lists every error with both keyword locations`() throws {
        let compiled = try Schema(JSON(parsing: schema)).compile()
        #expect(
            try compiled.basicOutput(for: JSON(parsing: instance)).text(.pretty) == """
                {
                  "valid": false,
                  "errors": [
                    {
                      "valid": false,
                      "keywordLocation": "/minItems",
                      "absoluteKeywordLocation": "https://example.com/polygon#/minItems",
                      "instanceLocation": "",
                      "error": "expected at least 3 elements, found 2 elements"
                    },
                    {
                      "valid": false,
                      "keywordLocation": "/items/$ref/required",
                      "absoluteKeywordLocation": "https://example.com/polygon#/$defs/point/required",
                      "instanceLocation": "/1",
                      "error": "expected a property 'y', found none"
                    },
                    {
                      "valid": false,
                      "keywordLocation": "/items/$ref/additionalProperties",
                      "absoluteKeywordLocation": "https://example.com/polygon#/$defs/point/additionalProperties",
                      "instanceLocation": "/1/z",
                      "error": "expected no such property, found the number 6.7"
                    }
                  ]
                }
                """)
    }

    @Test func `a valid instance has no errors`() throws {
        let compiled = try Schema(JSON(parsing: "true")).compile()
        #expect(try compiled.basicOutput(for: JSON(parsing: "1")).text(.compact) == #"{"valid":true}"#)
    }

    @Test func `locates a name at its property`() throws {
        let compiled = try Schema(JSON(parsing: #"{"items": {"propertyNames": false}}"#)).compile()
        let output = try compiled.basicOutput(for: JSON(parsing: #"[{"a": 1}]"#))
        #expect(
            output.text(.compact) == #"""
                {"valid":false,"errors":[{"valid":false,"keywordLocation":"/items/propertyNames",\#
                "instanceLocation":"/0/a","error":"expected no value, found the name 'a'"}]}
                """#)
    }
}

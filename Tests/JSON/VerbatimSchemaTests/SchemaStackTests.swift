import Testing
import VerbatimJSON
import VerbatimTestSupport

@testable import VerbatimSchema

/// The stack that deep schemas and instances need.
@Suite(.enabled(if: StackUse.isComparable)) struct SchemaStackTests {
    @Test(arguments: compiling + validating)
    func `deep schemas and instances leave half of a small stack`(_ work: StackCase) throws {
        let use = try work.use()
        #expect(use.isWithinLimit, "\(work): \(use)")
    }

    /// Schemas in schemas, as deep as a document may be.
    private static let compiling = [
        #"{"not":"#, #"{"items":"#, #"{"additionalProperties":"#, #"{"if":"#, #"{"unevaluatedItems":"#,
        #"{"properties":{"a":"#,
        #"{"$defs":{"a":"#, #"{"unknown":"#,
    ].map { start in
        let ends = start.filter { $0 == "{" }.count
        let levels = 511 / ends
        let text =
            String(repeating: start, count: levels) + #"{"type":"array"}"#
            + String(repeating: "}", count: levels * ends)
        return StackCase("compiling \(start)") {
            let compiled = try Schema(JSON(parsing: text)).compile()
            _ = compiled.accepts(try JSON(parsing: "[[[[1]]]]"))
            _ = compiled.validate(try JSON(parsing: #"{"a":{"a":{"a":1}}}"#))
        }
    }

    /// Schemas that apply at every level of an instance.
    private static let validating =
        [
            ##"{"items": {"$ref": "#"}}"##,
            ##"{"prefixItems": [{"$ref": "#"}], "contains": true}"##,
            ##"{"properties": {"a": {"$ref": "#"}}}"##,
            ##"{"patternProperties": {"^a": {"$ref": "#"}}}"##,
            ##"{"additionalProperties": {"$ref": "#"}, "propertyNames": {"maxLength": 3}}"##,
            ##"{"allOf": [{"items": {"$ref": "#"}}, {"properties": {"a": {"$ref": "#"}}}]}"##,
            ##"{"anyOf": [{"type": "number"}, {"items": {"$ref": "#"}, "properties": {"a": {"$ref": "#"}}}]}"##,
            ##"{"oneOf": [{"type": "number"}, {"type": ["array", "object"], "items": {"$ref": "#"}, "properties": {"a": {"$ref": "#"}}}]}"##,
            ##"{"if": {"type": "array"}, "then": {"items": {"$ref": "#"}}, "else": {"properties": {"a": {"$ref": "#"}}}}"##,
            ##"{"$dynamicAnchor": "n", "items": {"$dynamicRef": "#n"}, "properties": {"a": {"$dynamicRef": "#n"}}}"##,
            ##"{"unevaluatedItems": {"$ref": "#"}, "unevaluatedProperties": {"$ref": "#"}}"##,
            ##"{"not": {"items": {"not": {"$ref": "#"}}}}"##,
            ##"{"dependentSchemas": {"a": {"properties": {"a": {"$ref": "#"}}}}, "contains": {"$ref": "#"}}"##,
            ##"{"uniqueItems": true, "items": {"$ref": "#"}}"##,
        ].flatMap { schema in
            [
                DeepText.arrays(), DeepText.objects(), DeepText.arrays(around: "1"),
                "[\(DeepText.arrays(511)),\(DeepText.arrays(511))]",
            ]
            .enumerated().map { number, text in
                StackCase("\(schema) \(number)") {
                    let compiled = try Schema(JSON(parsing: schema)).compile()
                    let instance = try JSON(parsing: text)
                    #expect(compiled.accepts(instance) == compiled.validate(instance).isEmpty)
                    _ = compiled.basicOutput(for: instance)
                }
            }
        } + [
            StackCase("literals") {
                let deep = DeepText.arrays(510)
                let schema = #"{"enum": [1, \#(deep)], "const": \#(deep)}"#
                let compiled = try Schema(JSON(parsing: schema)).compile()
                let instance = try JSON(parsing: deep)
                #expect(compiled.accepts(instance))
            }
        ]
}

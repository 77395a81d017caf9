import Testing
import VerbatimJSON
import VerbatimSchema
import VerbatimTestSupport

/// The cost of whatever a schema or an instance controls the size of.
@Suite struct SchemaCostTests {
    @Test(.enabled(if: TestEffort.isExhaustive), arguments: instances + schemas + branches)
    func `the cost of a file grows in proportion to its size`(_ example: CostCase) throws {
        let growth = try example.growth()
        #expect(growth.isLinear, "\(growth)")
    }

    /// A schema and an instance, both of a size.
    private struct Pair: Sendable {
        let schema: CompiledSchema
        let instance: JSON

        init(_ schema: String, _ instance: String) throws {
            self.schema = try Self.compile(schema)
            self.instance = try JSON(parsing: instance)
        }

        static func compile(_ text: String) throws -> CompiledSchema {
            try Schema(JSON(parsing: text)).compile(options: .init(formats: .assertion))
        }

        /// Validates the instance in both ways, and renders what is kept of the violations.
        func check() throws {
            let isValid = schema.accepts(instance)
            let violations = schema.validate(instance)
            guard violations.isEmpty == isValid else { throw Disagreement() }
            for violation in violations { _ = violation.description }
        }
    }

    private struct Disagreement: Error {}

    private static func validation(
        _ description: String, from start: Int = 64, _ schema: @escaping @Sendable (Int) -> String,
        _ instance: @escaping @Sendable (Int) -> String
    ) -> CostCase {
        CostCase(description, from: start, input: { try Pair(schema($0), instance($0)) }) { try $0.check() }
    }

    private static func compilation(
        _ description: String, from start: Int = 64, _ schema: @escaping @Sendable (Int) -> String
    ) -> CostCase {
        CostCase(description, from: start, input: { try JSON(parsing: schema($0)) }) {
            _ = try Schema($0).compile()
        }
    }

    private static func list(_ count: Int, _ item: (Int) -> String) -> String {
        (0..<count).map(item).joined(separator: ",")
    }

    private static func array(_ count: Int, _ item: (Int) -> String) -> String { "[\(list(count, item))]" }

    private static func object(_ count: Int, _ member: (Int) -> String) -> String {
        "{\(list(count, member))}"
    }

    private static func nested(_ depth: Int, _ opening: String, _ inner: String, _ closing: String) -> String
    {
        String(repeating: opening, count: depth) + inner + String(repeating: closing, count: depth)
    }

    // MARK: Instances

    private static let instances = [
        validation("unknown properties", { _ in #"{"additionalProperties": false}"# }) { size in
            object(size) { #""name\#($0)":1"# }
        },
        validation("wrong elements", { _ in #"{"items": {"type": "string"}}"# }) { size in
            array(size) { "\($0)" }
        },
        validation("missing properties in each element", { _ in #"{"items": {"required": ["a", "b"]}}"# }) {
            array($0) { _ in "{}" }
        },
        validation("required names", { #"{"required": \#(array($0) { "\"n\($0)\"" })}"# }) { size in
            object(size) { #""n\#(size - $0)":1"# }
        },
        validation(
            "dependentRequired",
            {
                #"{"dependentRequired": {"n1": \#(array($0) { "\"n\($0)\"" })}}"#
            }
        ) { size in object(size) { #""n\#($0)":1"# } },
        validation(
            "dependentSchemas",
            {
                #"{"dependentSchemas": \#(object($0) { #""n\#($0)":{"minProperties":1}"# })}"#
            }
        ) { size in object(size) { #""n\#($0)":1"# } },
        validation("propertyNames", { _ in #"{"propertyNames": {"maxLength": 3}}"# }) { size in
            object(size) { #""name\#($0)":1"# }
        },
        validation("uniqueItems with huge exponents", { _ in #"{"uniqueItems": true}"# }) { size in
            array(size) { "1e\(400 + $0)" }
        },
        validation("uniqueItems with equal numbers", { _ in #"{"uniqueItems": true}"# }) { size in
            array(size) { "1\($0)\(String(repeating: "0", count: 30))e-\($0 % 40)" }
        },
        validation("uniqueItems with long strings", { _ in #"{"uniqueItems": true}"# }) { size in
            array(size) { #""aaaaaaaaaaaaaaaa\#($0 + 1_000_000)bbbbbbbbbbbbbbbb""# }
        },
        validation("uniqueItems with large objects", { _ in #"{"uniqueItems": true}"# }) { size in
            array(size) { number in object(30) { #""n\#($0)":[\#(number)]"# } }
        },
        validation(
            "uniqueItems at each level", from: 4,
            { _ in
                ##"{"uniqueItems": true, "items": {"$ref": "#"}}"##
            }
        ) { size in
            array(size) { _ in nested(60, "[1,2,3,4,5,6,7,8,", "9", "]") + "," + nested(3, "[", "1", "]") }
        },
        validation("enum of numbers", { #"{"items": {"enum": \#(array($0) { "\($0).5" })}}"# }) { size in
            array(size) { "\($0).50" }
        },
        validation("enum of objects", { #"{"items": {"enum": \#(array($0) { #"{"a":\#($0)}"# })}}"# }) {
            size in
            array(size) { #"{"a":\#($0)}"# }
        },
        validation(
            "enum of colliding strings",
            {
                #"{"items": {"enum": \#(array($0) { #""https://a/\#($0 + 1_000_000)/details""# })}}"#
            }
        ) { size in array(size) { #""https://a/\#($0 + 1_000_000)/details""# } },
        validation(
            "properties with colliding names",
            {
                #"{"properties": \#(object($0) { #""prefix00\#($0 + 1_000_000)suffix00":true"# })}"#
            }
        ) { size in object(size) { #""prefix00\#($0 + 9_000_000)suffix00":1"# } },
        validation(
            "multipleOf a long number",
            { _ in
                #"{"multipleOf": \#(String(repeating: "7", count: 999)), "minimum": 1e400}"#
            }
        ) { String(repeating: "7", count: $0) + "e99999" },
        validation("multipleOf a short number", { _ in #"{"multipleOf": 1e-308}"# }) {
            "1e\(String(repeating: "0", count: $0))308"
        },
        validation("many long numbers", { #"{"items": {"maximum": \#(String(repeating: "1", count: $0))}}"# })
        {
            array($0) { "1e\($0)" }
        },
        validation("contains", { _ in #"{"contains": {"const": 1}, "minContains": 2}"# }) { size in
            array(size) { "\($0)" }
        },
        validation("nested elements", from: 1, { _ in ##"{"items": {"$ref": "#"}, "minItems": 1}"## }) {
            size in
            array(size) { _ in nested(60, "[", "1", "]") }
        },
        validation("a long string", { _ in #"{"minLength": 3, "maxLength": 5, "pattern": "^(a|b)*$"}"# }) {
            "\"\(String(repeating: "é", count: $0))\""
        },
    ]

    // MARK: Branches

    private static let branches = [
        validation(
            "unevaluatedProperties below chained anyOf",
            { _ in
                chain("anyOf", #"{"properties": {"a": true}}"#, #""unevaluatedProperties": false"#)
            }
        ) { size in object(size) { #""n\#($0)":1"# } },
        validation(
            "unevaluatedProperties that are evaluated",
            { _ in
                chain("anyOf", #"{"additionalProperties": true}"#, #""unevaluatedProperties": false"#)
            }
        ) { size in object(size) { #""n\#($0)":1"# } },
        validation(
            "unevaluatedItems below chained allOf",
            { _ in
                chain("allOf", #"{"prefixItems": [true]}"#, #""unevaluatedItems": false"#)
            }
        ) { size in array(size) { "\($0)" } },
        validation(
            "elements below chained oneOf",
            { _ in
                #"{"items": \#(chain("oneOf", #"{"type": "string"}"#, #""minItems": 1"#))}"#
                    .replacing("#/$defs", with: "#/items/$defs")
            }
        ) { size in array(size) { "\($0)" } },
        validation(
            "names below chained anyOf",
            { _ in
                #"{"propertyNames": \#(chain("anyOf", #"{"maxLength": 0}"#, "\"title\": \"\""))}"#
                    .replacing("#/$defs", with: "#/propertyNames/$defs")
            }
        ) { size in object(size) { #""n\#($0)":1"# } },
        validation(
            "a long string below chained anyOf",
            { _ in
                chain("anyOf", #"{"pattern": "^(a|b)*$"}"#, "\"title\": \"\"")
            }
        ) { "\"\(String(repeating: "a", count: $0))c\"" },
        validation(
            "nested anyOf with violations", from: 1,
            { _ in
                ##"{"anyOf": [{"type": "integer"}, {"items": {"$ref": "#"}, "type": "array"}]}"##
            }
        ) { size in array(size) { _ in nested(40, "[", "null", "]") } },
    ]

    /// Definitions that each lead to the next one twice.
    private static func chain(_ keyword: String, _ last: String, _ extra: String) -> String {
        let links = list(40) {
            ##""d\##($0)":{"\##(keyword)":[{"$ref":"#/$defs/d\##($0 + 1)"},{"$ref":"#/$defs/d\##($0 + 1)","title":""}]}"##
        }
        return ##"{"$ref":"#/$defs/d0",\##(extra),"$defs":{\##(links),"d40":\##(last)}}"##
    }

    // MARK: Schemas

    private static let schemas = [
        compilation("definitions") { size in
            ##"{"$defs": \##(object(size) { ##""d\##($0)":{"$ref":"#/$defs/d\##($0 / 2)x","title":"a"}, "d\##($0)x":{}"## })}"##
        },
        compilation("chained references") { size in
            let links = list(size) { ##""d\##($0)":{"$ref":"#/$defs/d\##($0 + 1)"}"## }
            return ##"{"$ref":"#/$defs/d0","$defs":{\##(links),"d\##(size)":{"type":"null"}}}"##
        },
        compilation("references to elements") { size in
            ##"{"allOf": \##(array(size) { ##"{"properties":{"a":{"$ref":"#/allOf/\##($0)"}}}"## })}"##
        },
        compilation("properties with colliding names") { size in
            #"{"properties": \#(object(size) { #""prefix00\#($0 + 1_000_000)suffix00":true"# })}"#
        },
        compilation("enum") { size in
            #"{"enum": \#(array(size) { #""prefix00\#($0 + 1_000_000)suffix00",\#($0),[\#($0)]"# })}"#
        },
        compilation("anchors and dynamic anchors") { size in
            object(1) { _ in
                ##""$defs": \##(object(size) { ##""d\##($0)":{"$id":"d\##($0)","$dynamicAnchor":"a\##($0)","$dynamicRef":"#a\##($0)"}"## })"##
            }.replacing(##","$dynamicRef""##, with: ##","items":{"$dynamicRef""##).replacing(
                ##""}"##, with: ##""}}"##)
        },
        compilation("identifiers below a long base") { size in
            let base = "https://example.com/" + String(repeating: "a/", count: 1_000)
            return
                #"{"$id":"\#(base)","$defs":\#(object(size) { #""d\#($0)":{"$id":"d\#($0)","items":{"$ref":"d\#($0 / 2)"}}"# })}"#
        },
        compilation("patterns", from: 8) { size in
            #"{"patternProperties": \#(object(size) { #""^(a|b)*a(a|b){9}\#($0)$":{}"# })}"#
        },
        compilation("unknown keywords") { size in object(size) { #""y\#($0)":{}"# } },
        compilation("date profiles") { size in
            #"{"x-date-profile": {"digits": [1], \#(list(size) { _ in #""fraction":"always""# })}}"#
        },
        compilation("required names") { size in #"{"required": \#(array(size) { "\"n\($0)\"" })}"# },
    ]
}

import Testing
import VerbatimJSON
import VerbatimSchema
import VerbatimTestSupport

/// Files that ask for more violations, branches or digits than a validation keeps or tries.
@Suite struct SchemaLimitTests {
    private func validate(_ schema: String, _ instance: String) throws -> Excerpt<Violation> {
        let compiled = try Schema(JSON(parsing: schema)).compile(options: .init(formats: .assertion))
        let json = try JSON(parsing: instance)
        let violations = compiled.validate(json)
        #expect(violations.isEmpty == compiled.accepts(json))
        return violations
    }

    private func list(_ count: Int, _ item: (Int) -> String) -> String {
        (0..<count).map(item).joined(separator: ",")
    }

    // MARK: Violations

    @Test func `keeps the first violations of each keyword, and counts the others`() throws {
        let instance = "{\(list(5_000) { "\"n\($0)\":1" }),\"a\":1}"
        let schema = #"{"properties": {"a": {"type": "null"}}, "additionalProperties": false}"#
        let violations = try validate(schema, instance)
        #expect(violations.totalCount == 5_001)
        #expect(violations.count { $0.keyword == "additionalProperties" } == 1_000)
        #expect(violations.last?.instancePointer.description == "/a")
    }

    @Test func `keeps a bounded number of violations in all`() throws {
        let properties = list(30) { "\"p\($0)\":{\"type\":\"null\"}" }
        let element = "{\(list(30) { "\"p\($0)\":1" })}"
        let violations = try validate(
            #"{"items": {"properties": {\#(properties)}}}"#, "[\(list(1_000) { _ in element })]")
        #expect(violations.totalCount == 30_000)
        #expect(violations.count == 10_000)
    }

    @Test func `keeps a bounded number of the causes of a violation`() throws {
        let violations = try validate(
            #"{"anyOf": [{"items": {"type": "null"}}]}"#, "[\(list(500) { "\($0)" })]")
        let causes = try #require(violations.first?.causes)
        #expect(causes.count == 10)
        #expect(causes.totalCount == 500)
    }

    @Test func `the output counts the errors that are not kept`() throws {
        let schema = try Schema(JSON(parsing: #"{"items": {"type": "null"}}"#)).compile()
        let instance = try JSON(parsing: "[\(list(1_500) { "\($0)" })]")
        let errors = schema.basicOutput(for: instance)["errors"]?.array ?? []
        #expect(errors.count == 1_001)
        #expect(errors.last?["error"]?.string == "and 500 more")
    }

    @Test func `messages name the first values of a long enumeration`() throws {
        let violations = try validate(#"{"enum": [\#(list(500) { "\"v\($0)\"" })]}"#, "1")
        let expected = try #require(violations.first?.expected)
        #expect(expected.hasPrefix(#"one of "v0", "v1","#))
        #expect(expected.hasSuffix(#""v99" or 400 others"#))
    }

    @Test func `messages shorten values, however those are written`() throws {
        let digits = String(repeating: "7", count: 1_000)
        let spaces = String(repeating: " ", count: 100_000)
        let marks = String(repeating: "\u{301}", count: 100_000)
        #expect(try validate(#"{"maximum": \#(digits)}"#, "1e2000").first?.expected.count == 209)
        #expect(try validate(#"{"const": [1, \#(spaces)2]}"#, "1").first?.expected == "[1,…")
        #expect(
            try validate(#"{"type": "null"}"#, "\"e\(marks)\"").first?.found.unicodeScalars.count ?? 0 < 2_100
        )
    }

    // MARK: Branches

    /// Forty definitions that each lead to the next one twice: a million million paths to the last one.
    private func chain(_ keyword: String, _ last: String, _ extra: String = #""title":"""#) -> String {
        let links = list(40) { number in
            let next = ##""$ref":"#/$defs/d\##(number + 1)""##
            return #""d\#(number)":{"\#(keyword)":[{\#(next)},{\#(next),"title":""}]}"#
        }
        return ##"{"$ref":"#/$defs/d0",\##(extra),"$defs":{\##(links),"d40":\##(last)}}"##
    }

    @Test(arguments: ["anyOf", "allOf"])
    func `evaluates a schema that many branches lead to once`(_ keyword: String) throws {
        let closed = #""unevaluatedProperties":false"#
        let schema = chain(keyword, #"{"properties":{"a":true}}"#, closed)
        #expect(try validate(schema, #"{"a": 1}"#).isEmpty)
        #expect(try validate(schema, #"{"a": 1, "b": 2}"#).map(\.keyword) == ["unevaluatedProperties"])
        // Both references of the last link lead to the violation.
        #expect(try validate(chain(keyword, #"{"type":"null"}"#), "1").count <= 2)
    }

    @Test func `evaluates branches for a name once`() throws {
        let names = chain("anyOf", #"{"maxLength":1}"#).replacing("#/$defs", with: "#/propertyNames/$defs")
        #expect(try validate(#"{"propertyNames": \#(names)}"#, #"{"a": 1, "bc": 2}"#).count == 1)
    }

    @Test func `evaluates branches in a dynamic scope once`() throws {
        let schema =
            chain("anyOf", ##"{"$dynamicRef":"#type"}"##).dropLast()
            + ##","$id":"https://a.test/","items":{"$dynamicAnchor":"type","type":"null"}}"##
        #expect(try validate(String(schema), "null").isEmpty)
        #expect(try validate(String(schema), "1").count == 1)
    }

    @Test(arguments: ["anyOf", "allOf"])
    func `ends a dynamic reference that leads back to itself twice`(_ keyword: String) throws {
        let again = ##"{"$dynamicRef": "#node"}"##
        let schema = #"{"$dynamicAnchor": "node", "\#(keyword)": [\#(again), \#(again)]}"#
        #expect(try validate(schema, "1").map(\.expected).last == "at most 16384 levels of schemas")
    }

    @Test(.enabled(if: TestEffort.isExhaustive))
    func `gives up on branches that cannot be evaluated once`() throws {
        // Each link binds an anchor in one of two ways, so that every path has a scope of its own.
        let links = list(30) { number in
            let next = number == 29 ? #"{"type":"null"}"# : #"{"$ref":"l\#(number + 1)"}"#
            let binding = #""$defs":{"x":{"$dynamicAnchor":"x\#(number)"}},"allOf":[\#(next)]"#
            return #"""
                "l\#(number)":{"$id":"l\#(number)","anyOf":[{"$ref":"a\#(number)"},{"$ref":"b\#(number)"}]},
                "a\#(number)":{"$id":"a\#(number)",\#(binding)},"b\#(number)":{"$id":"b\#(number)",\#(binding)}
                """#
        }
        let schema =
            ##"{"$id":"https://a.test/","$ref":"l0","items":{"$dynamicRef":"a0#x0"},"$defs":{\##(links)}}"##
        let violation = try #require(validate(schema, "1").last)
        #expect(violation.expected == "a schema that can be checked with a limited number of evaluations")
    }

    // MARK: Values

    @Test func `tells long numbers apart by their values`() throws {
        let schema = #"{"uniqueItems": true}"#
        #expect(try validate(schema, "[\(list(2_000) { "1e\(400 + $0)" })]").isEmpty)
        let found = try validate(schema, "[\(list(2_000) { "1e\(400 + $0)" }),10.00e499]").first?.found
        #expect(found == "1e500 at indices 100 and 2000")
    }

    @Test(arguments: [
        ("1e400", "1e-400", true), ("1e-400", "1e400", false), ("3e400", "7", false), ("21e400", "7", true),
        (String(repeating: "6", count: 500), String(repeating: "3", count: 500), true),
        (String(repeating: "6", count: 499) + "7", String(repeating: "3", count: 500), false),
        ("5" + String(repeating: "0", count: 900), "3125e300", true),
        ("1e2000", "1" + String(repeating: "0", count: 30) + "1", false),
    ])
    func `divides numbers of any size exactly`(_ number: String, _ divisor: String, _ isMultiple: Bool) throws
    {
        #expect(try validate(#"{"multipleOf": \#(divisor)}"#, number).isEmpty == isMultiple)
    }

    @Test func `refuses a divisor of more than a thousand digits`() throws {
        let schema = try Schema(JSON(parsing: #"{"multipleOf": 0.\#(String(repeating: "3", count: 1_001))}"#))
        let error = try #require(throws: SchemaError.self) { try schema.compile() }
        #expect(error.message == "'multipleOf' must be a number of at most 1000 significant digits")
    }

    @Test func `finds names that were made to collide`() throws {
        // The names differ in the middle only, of which the fast hash knows nothing.
        let names = (0..<3_000).map { "prefix00\($0 + 1_000_000)suffix00" }
        let properties = names.map { "\"\($0)\":{\"type\":\"null\"}" }.joined(separator: ",")
        let schema = #"{"properties": {\#(properties)}, "additionalProperties": {"type": "string"}}"#
        let instance = names.map { "\"\($0)\":null" }.joined(separator: ",")
        #expect(try validate(schema, "{\(instance),\"prefix009999999suffix00\":\"\"}").isEmpty)
        let values = names.map { "\"\($0)\"" }.joined(separator: ",")
        #expect(try validate(#"{"items": {"enum": [\#(values)]}}"#, "[\(values)]").isEmpty)
    }

    @Test func `compares with many values of an enumeration`() throws {
        let schema = #"{"items": {"enum": [\#(list(100) { "\($0), {\"a\":[\($0)]}, [\($0)]" })]}}"#
        #expect(try validate(schema, "[\(list(100) { "\($0).0, {\"a\":[\($0)e0]}, [\($0)]" })]").isEmpty)
        #expect(try validate(schema, "[100, {\"a\": 1}, [[1]], null]").count == 4)
    }

    @Test func `requires more names than a word has bits`() throws {
        let names = list(200) { "\"n\($0)\"" }
        let schema = #"{"required": [\#(names)], "dependentRequired": {"n1": ["n2", "m"]}}"#
        let members = list(200) { "\"n\($0)\":1" }
        #expect(try validate(schema, "{\(members), \"m\": 1}").isEmpty)
        #expect(try validate(schema, "{\(members)}").map(\.missingProperty) == ["m"])
        #expect(try validate(schema, "{}").count == 200)
    }

    @Test func `refuses an identifier that is too long to resolve references against`() throws {
        let schema = try Schema(
            JSON(parsing: #"{"$id": "https://a.test/\#(String(repeating: "a", count: 5_000))"}"#))
        let error = try #require(throws: SchemaError.self) { try schema.compile() }
        #expect(error.message == "'$id' must be a URI of at most 4096 bytes, resolved")
    }
}

import Testing
import VerbatimTestSupport

@testable @_spi(Tape) import VerbatimJSON

/// The cost of whatever a document controls the size of.
@Suite struct JSONCostTests {
    @Test(.enabled(if: TestEffort.isExhaustive), arguments: parsing + access + values + numbers)
    func `the cost of a document grows in proportion to its size`(_ example: CostCase) throws {
        let growth = try example.growth()
        #expect(growth.isLinear, "\(growth)")
    }

    private static func list(_ count: Int, _ item: (Int) -> String) -> String {
        (0..<count).map(item).joined(separator: ",")
    }

    private static func document(
        _ description: String, from start: Int = 1_024, _ text: @escaping @Sendable (Int) -> String,
        work: @escaping @Sendable (JSON) throws -> Void
    ) -> CostCase {
        CostCase(description, from: start, input: { try JSON(parsing: text($0)) }, work: work)
    }

    // MARK: Parsing

    private static func parse(
        _ description: String, _ text: @escaping @Sendable (Int) -> String
    ) -> CostCase {
        CostCase("parsing \(description)", from: 4_096, input: { Array(text($0).utf8) }) { bytes in
            _ = try? JSON(parsing: bytes, options: .init(duplicateNames: .reject))
        }
    }

    private static let parsing = [
        parse("elements") { "[\(list($0) { "\($0)" })]" },
        parse("nested arrays") { size in
            "["
                + list(size / 500) { _ in
                    String(repeating: "[", count: 500) + String(repeating: "]", count: 500)
                } + "]"
        },
        parse("an unclosed string") { "[\"" + String(repeating: "a", count: $0) },
        parse("escapes") { "[\"" + String(repeating: #"\ud83d\ude00\n"#, count: $0) + "\"]" },
        parse("digits") { "[" + String(repeating: "7", count: $0) + "]" },
        parse("lines before an error") { "[" + String(repeating: "1,\n", count: $0) + "x" },
        parse("equal names") { size in "{" + list(size) { _ in #""a":1"# } + "}" },
        parse("colliding names") { size in "{" + list(size) { #""prefix00\#($0)suffix00":1"# } + "}" },
        parse("names with escapes") { size in "{" + list(size) { #""\u0061\#($0)":1"# } + "}" },
    ]

    // MARK: Access

    private static let access = [
        document("duplicate names", { size in "{" + list(size) { _ in #""a":1"# } + "}" }) { json in
            _ = json.duplicates.map { "\($0.object) \($0.position)" }
        },
        document(
            "objects with duplicate names", { size in "[" + list(size) { _ in #"{"a":1,"a":2}"# } + "]" }
        ) {
            _ = $0.duplicates.map { "\($0.object) \($0.position)" }
        },
        document("pointers of elements", { "[\(list($0) { "\($0)" })]" }) { json in
            for element in json.elements { _ = (element.pointer, element.position) }
        },
        document("pointers of members", { size in "{" + list(size) { #""n\#($0)":{"a":1}"# } + "}" }) {
            json in
            for member in json.members { _ = (member.value["a"].pointer, member.value.position) }
        },
        document("members by name", { size in "{" + list(size) { #""n\#($0)":[\#($0)]"# } + "}" }) { json in
            for index in 0..<json.count { _ = json["n\(index)"].count + json["m\(index)"].count }
        },
        document("elements by index", { "[\(list($0) { "[\($0)]" })]" }) { json in
            for index in 0..<json.count { _ = json[index][0].int }
        },
        document("excerpts of a long string", { "[\"\(String(repeating: "e\u{301}", count: $0))\"]" }) {
            json in
            for _ in 0..<1_000 { _ = json.excerpt(200) + json[0].excerpt(200) }
        },
        document("excerpts of white space", { "[\(String(repeating: " ", count: $0))1]" }) { json in
            for _ in 0..<100 { _ = json.excerpt(200) }
        },
        CostCase("names of a key table", from: 1_024) { size in
            (0..<size).map { (string: "prefix00\($0 + 1_000_000)suffix00", number: $0) }
        } work: { names in
            var table = KeyTable()
            let subtable = table.addSubtable(names)
            let document = try JSON(parsing: JSONValue.array(names.map { .string($0.string) }).bytes())
            let fixed = FixedKeyTable(table)
            defer { withExtendedLifetime(fixed) {} }
            document.read { reader, node in
                var name = reader.first(in: node)
                for _ in names {
                    _ = reader.entry(of: name, in: subtable, of: fixed.search)
                    name = reader.next(after: name)
                }
            }
        },
    ]

    // MARK: Values

    private static let values = [
        document(
            "writing deep lines", from: 16,
            { size in
                String(repeating: "[", count: 500) + list(size) { "\($0)" }
                    + String(repeating: "]", count: 500)
            }
        ) { json in
            let indented = try JSONLayout.indented(Array(json.text.utf8))
            guard indented.count < 200 * json.text.utf8.count else { throw TooLong() }
            _ = json.value.text(.pretty) + json.value.text(.stable)
        },
        document("copies, hashes and equality", { size in "{" + list(size) { #""n\#($0)":[\#($0)]"# } + "}" })
        {
            let value = $0.value
            _ = (value.hashValue, value == $0.value)
        },
        document("setting members", { size in "{" + list(size) { #""n\#($0)":1"# } + "}" }) { json in
            guard var object = json.value.object else { return }
            for name in object.names { object[name] = 2 }
        },
        document("editing elements", { size in "{\"a\":[" + list(size) { "{\"b\":\($0)}" } + "]}" }) { json in
            var value = json.value
            for index in 0..<json["a"].count {
                value.edit(JSONPointer(["a", String(index), "b"])) { _ in 1 }
            }
        },
        document("editing members", { size in "{\"a\":{" + list(size) { "\"n\($0)\":{\"b\":1}" } + "}}" }) {
            json in
            var value = json.value
            for name in json["a"].members.map(\.name) {
                value.edit(JSONPointer(["a", name, "b"])) { _ in 1 }
            }
        },
        document("appending to an array", { size in "[" + list(size) { "\($0)" } + "]" }) { json in
            var value: JSONValue = ["a": []]
            for element in json.elements { value.append([element.value], at: JSONPointer(["a"])) }
        },
        document("removing members", { size in "{" + list(size) { #""n\#($0)":1"# } + "}" }) { json in
            _ = json.value.removingMembers { $0.tokens.last?.hasSuffix("1") == true }
        },
    ]

    private struct TooLong: Error {}

    // MARK: Numbers

    private static let numbers = [
        number("digits") { String(repeating: "7", count: $0) + ".5" },
        number("zeros") { "0." + String(repeating: "0", count: $0) + "1" },
        number("an exponent") { "1e" + String(repeating: "9", count: $0) },
        number("zeros in an exponent") { "1e-" + String(repeating: "0", count: $0) + "9" },
    ]

    private static func number(
        _ description: String, _ text: @escaping @Sendable (Int) -> String
    ) -> CostCase {
        CostCase("numbers with \(description)", from: 1_024, input: { JSONNumber(text($0)) ?? 0 }) { number in
            _ = (number.int, number.double, number.isInteger, number.hashValue)
            _ = (number == 1, number < 2, number.isMultiple(of: 3))
        }
    }
}

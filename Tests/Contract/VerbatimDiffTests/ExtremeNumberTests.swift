import Foundation
import Testing
import VerbatimContract
import VerbatimJSON

@testable import VerbatimDiff

/// Numbers at the ends of what integers and doubles hold, wherever a contract may have a number.
@Suite struct ExtremeNumberTests {
    static let numbers = [
        "-9223372036854775808", "9223372036854775807", "9223372036854775808", "18446744073709551616",
        "-9007199254740993", "1e400", "-1e400", "1e-400", "1.5e308", "-0.0", "2147483648", "1e17",
        "123456789012345678901234567890",
    ]
    static let keywords = [
        "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength",
        "minItems", "maxItems", "minProperties", "maxProperties", "minContains", "maxContains", "const",
        "default",
    ]

    @Test(arguments: keywords) func `a number of any size is compared`(_ keyword: String) throws {
        for (index, number) in Self.numbers.enumerated() {
            let other = Self.numbers[(index + 1) % Self.numbers.count]
            guard let old = try? Self.contract(keyword, number), let new = try? Self.contract(keyword, other)
            else { continue }
            #expect(!ContractComparison(old, new).changes().isEmpty, "\(keyword): \(number) to \(other)")
        }
    }

    @Test func `numbers at both ends of an enumeration are compared`() throws {
        let all = try Self.contract("enum", "[\(Self.numbers.joined(separator: ", "))]")
        let some = try Self.contract("enum", "[\(Self.numbers.dropLast().joined(separator: ", "))]")
        #expect(
            ContractComparison(some, all).changes().map(\.rule.id) == [
                "response-property-enum-value-added", "request-property-enum-value-added",
            ])
    }

    /// A contract with a number in a request and in a response.
    private static func contract(_ keyword: String, _ value: String) throws -> Contract {
        let content =
            "{\"application/json\": {\"schema\": {\"type\": \"object\", \"properties\": {\"a\": "
            + "{\"type\": [\"integer\", \"string\", \"array\", \"object\"], \"contains\": {}, \"\(keyword)\": \(value)}}}}}"
        let document = """
            {"openapi": "3.1.0", "info": {"title": "a", "version": "1"},
             "servers": [{"url": "https://a.test"}], "paths": {"/a": {"post": {
             "requestBody": {"content": \(content)},
             "responses": {"200": {"description": "", "content": \(content)}}}}}}
            """
        return try Contract(parsing: Data(document.utf8), file: "a.json")
    }
}

import Foundation
import Testing
import VerbatimContract
import VerbatimHAR
import VerbatimMutation
import VerbatimTestSupport

@testable import VerbatimCommands

/// Numbers in contracts, in traffic and on the command line may be as large as JSON allows.
@Suite struct ExtremeNumberTests {
    private static let allNumbers = [
        "-9223372036854775808", "9223372036854775807", "9223372036854775808", "-9223372036854775809",
        "9007199254740993", "1e308", "-1e308", "1e400", "1e-400", "-0", "0.1", "1e7999", "4294967296",
        "2147483647",
        "100000000000000000000000000000001",
    ]

    private static let numbers = allNumbers.prefix(TestEffort.count(2, of: allNumbers.count))

    private static let bounds = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"]
    private static let counts = [
        "string": ["minLength", "maxLength"], "array": ["minItems", "maxItems"],
        "object": ["minProperties", "maxProperties"],
    ]

    /// A contract in which every keyword that takes a number has one, as far as it allows it.
    private func contract(_ number: String?) -> String {
        let isCount = number.map { Int($0).map { $0 >= 0 } ?? false } ?? false
        var properties: [String] = []
        func add(_ type: String, _ keyword: String, _ value: String?) {
            let keyword = value.map { ", \"\(keyword)\": \($0)" } ?? ""
            properties.append("\"p\(properties.count)\": {\"type\": \"\(type)\"\(keyword)}")
        }
        for type in ["integer", "number"] {
            for bound in Self.bounds { add(type, bound, number) }
            add(type, "const", number)
            add(type, "enum", number.map { "[\($0), 1]" })
            add(type, "multipleOf", number.flatMap { $0.hasPrefix("-") ? nil : $0 })
        }
        for (type, keywords) in Self.counts.sorted(by: { $0.key < $1.key }) {
            for keyword in keywords { add(type, keyword, isCount ? number : nil) }
        }
        for keyword in ["minContains", "maxContains"] {
            add(
                "array", "contains",
                isCount ? number.map { "{\"type\": \"integer\"}, \"\(keyword)\": \($0)" } : nil)
        }
        let schema = "{\"type\": \"object\", \"properties\": {\(properties.joined(separator: ", "))}}"
        return """
            {"openapi": "3.1.0", "info": {"title": "x", "version": "1"}, "servers": [{"url": "https://a.test"}],
              "paths": {"/i": {"post": {
                "requestBody": {"content": {"application/json": {"schema": \(schema)}}},
                "responses": {"200": {"description": "d", "content": {"application/json": {"schema": \(schema)}}}}
            }}}}
            """
    }

    /// An archive of a request and a response with some numbers.
    private func archive(_ number: String) -> String {
        let body = (0..<24).map { "\\\"p\($0)\\\": \(number)" }.joined(separator: ", ")
        return """
            {"log": {"version": "1.2", "creator": {"name": "x", "version": "1"}, "entries": [
              {"request": {"method": "POST", "url": "https://a.test/i", "headers": [],
                "postData": {"mimeType": "application/json", "text": "{\(body)}"}},
              "response": {"status": 200, "headers": [{"name": "Content-Type", "value": "application/json"}],
                "content": {"mimeType": "application/json", "text": "{\(body)}"}}}]}}
            """
    }

    @Test func `contracts with extreme numbers are compared`() async throws {
        let tool = try CommandLineHarness(contractsOf: [])
        for (number, next) in zip([nil] + Self.numbers.map(Optional.some), Self.numbers) {
            try Data(contract(number).utf8).write(to: tool.path("x.json"))
            try Data(contract(next).utf8).write(to: tool.path("y.json"))
            for files in [["x.json", "y.json"], ["y.json", "x.json"]] {
                let run = await tool.run(words: ["diff"] + files)
                #expect(run.code == .holds || run.code == .broken, "\(next): \(run.error)")
            }
        }
    }

    @Test func `contracts are checked and inferred with extreme numbers`() async throws {
        let tool = try CommandLineHarness(contractsOf: [])
        for number in Self.numbers {
            try Data(archive(number).utf8).write(to: tool.path("a.har"))
            for other in ["9223372036854775807", number] {
                try Data(contract(other).utf8).write(to: tool.path("x.json"))
                let contract = try ContractSet([Contract(contentsOf: tool.path("x.json"))])
                let archive = try Archive(contentsOf: tool.path("a.har"))
                _ = contract.check(archive.interactions)
                for single in contract.contracts {
                    let run = MutationRun(single, models: [], sample: TestEffort.count(20, of: 400))
                    _ = await run.report(on: archive.interactions)
                }
            }
            let run = await tool.run(
                "infer", "--contract", "x.json", "--recordings", "a.har", "--output", "-", "x")
            #expect(run.code != .unreadable, "\(number): \(run.error)")
        }
    }

    @Test(arguments: ["9223372036854775807", "-9223372036854775808", "9223372036854775808", "1e9", "0", "-0"])
    func `options with extreme numbers are refused or taken`(number: String) async throws {
        let tool = try CommandLineHarness(contractsOf: ["reqres"])
        try Data(archive("1").utf8).write(to: tool.path("a.har"))
        for words in [
            ["check", "reqres", "--max-age=\(number)"],
            ["mutate", "reqres", "--seed=\(number)", "--recordings=a.har"],
            ["mutate", "reqres", "--sample=\(number)", "--recordings=a.har"],
            ["show", "a.har", "--entry=\(number)"],
            ["infer", "reqres", "--evidence=\(number)", "--recordings=a.har", "--output=-"],
        ] {
            let run = await tool.run(words: words)
            let isNumber = (Int(number) ?? -1) >= 0
            #expect(isNumber || run.code == .usage, "\(words) \(run.error)")
        }
    }
}

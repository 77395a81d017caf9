public import Foundation
import Testing
public import VerbatimDecoding
import VerbatimJSON

/// Decoding with the strategies of the app's decoder.
@Suite struct StrategyTests {
    private struct Event: Decodable {
        let startDate: Date
        let endDate: Date?
    }

    static let strategies:
        [(name: String, set: @Sendable (JSONDecoder) -> Void, good: String, bad: String, failure: String)] = [
            (
                "reference date", { _ in }, "1.5", "\"1.5\"",
                #"1:19 wrong-type: '/startDate' is the string "1.5"; "#
            ),
            (
                "seconds", { $0.dateDecodingStrategy = .secondsSince1970 }, "1700000000", "null",
                "1:19 null: '/startDate' is null; "
            ),
            (
                "milliseconds", { $0.dateDecodingStrategy = .millisecondsSince1970 }, "1700000000000", "[]",
                "1:19 wrong-type: '/startDate' is the array []; "
            ),
            (
                "ISO 8601", { $0.dateDecodingStrategy = .iso8601 }, "\"2024-01-02T03:04:05Z\"",
                "\"2024-01-02\"",
                #"1:19 bad-date: '/startDate' is the string "2024-01-02"; "#
            ),
            (
                "custom", { $0.dateDecodingStrategy = .custom { _ in throw NoDate() } }, "", "1",
                "1:19 bad-date: '/startDate' is the number 1; "
            ),
        ]

    private struct NoDate: Error {}

    @Test(arguments: strategies.indices)
    func `reports a date that does not follow the strategy`(_ index: Int) {
        let strategy = Self.strategies[index]
        let decoder = JSONDecoder()
        strategy.set(decoder)
        if !strategy.good.isEmpty {
            #expect(messages(Event.self, "{\"startDate\":     \(strategy.good)}", with: decoder) == [])
        }
        let failures = messages(Event.self, "{\"startDate\":     \(strategy.bad)}", with: decoder)
        #expect(failures.count == 1)
        #expect(
            failures.first?.hasPrefix(strategy.failure + "StrategyTests.Event.startDate expects Date") == true
        )
    }

    @Test func `reports names as they appear in the document`() {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        #expect(
            messages([Event].self, #"[{"start_date": "x"}, {}]"#, with: decoder) == [
                #"1:17 wrong-type: '/0/start_date' is the string "x"; StrategyTests.Event.startDate expects Date"#,
                "1:23 missing-key: '/1/start_date' is missing; StrategyTests.Event.startDate expects Date",
            ])
    }

    @Test func `does not convert the keys of a dictionary`() {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let report = ModelDecoding.check(
            [String: [String: Int]].self, in: Data(#"{"a_b": {"c_d": 1}}"#.utf8), with: decoder)
        #expect(report.value == ["a_b": ["c_d": 1]])
        #expect(report.failures.isEmpty)
        #expect(
            messages([String: Int].self, #"{"a_b": "1"}"#, with: decoder) == [
                #"1:9 wrong-type: '/a_b' is the string "1"; [String: Int].a_b expects Int"#
            ])
    }

    @Test func `includes a byte order mark in positions`() {
        #expect(
            messages([Int].self, "\u{feff}[1, null]") == ["1:8 null: '/1' is null; [Int][] expects Int"])
        #expect(
            ModelDecoding.check([Int].self, in: Data("\u{feff}[1".utf8), with: JSONDecoder())
                .failures.first?.position?.column == 6)
    }

    @Test func `reports failures in JSON5 without positions`() {
        let decoder = JSONDecoder()
        decoder.allowsJSON5 = true
        #expect(
            messages([Int].self, "[1, 'a',]", with: decoder) == [
                "- wrong-type: '/1' is another value; [Int][] expects Int"
            ])
    }

    @Test func `supports other decoders than JSONDecoder`() throws {
        let property = try PropertyListEncoder().encode(["title": 1])
        let report = ModelDecoding.check(Volume.Info.self, in: property, with: PropertyListDecoder())
        #expect(report.failures.map(\.kind) == [.wrongType])
        #expect(report.failures.map(\.pointer.description) == ["/title"])
    }
}

extension PropertyListDecoder: TopLevelDecoder {}

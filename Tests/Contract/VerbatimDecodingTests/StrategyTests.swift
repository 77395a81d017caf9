public import Foundation
import Testing
public import VerbatimDecoding
import VerbatimJSON

/// The decoder's strategies are the app's, and so are the names in the document.
struct StrategyTests {
    private struct Event: Decodable {
        let startDate: Date
        let endDate: Date?
    }

    static let strategies:
        [(name: String, set: @Sendable (JSONDecoder) -> Void, good: String, bad: String, told: String)] = [
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
    func `tells a bad date by each strategy`(_ index: Int) {
        let strategy = Self.strategies[index]
        let decoder = JSONDecoder()
        strategy.set(decoder)
        if !strategy.good.isEmpty {
            #expect(told(Event.self, "{\"startDate\":     \(strategy.good)}", with: decoder) == [])
        }
        let failures = told(Event.self, "{\"startDate\":     \(strategy.bad)}", with: decoder)
        #expect(failures.count == 1)
        #expect(failures.first?.hasPrefix(strategy.told + "StrategyTests.Event.startDate wants Date") == true)
    }

    @Test func `tells names as the document spells them`() {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        #expect(
            told([Event].self, #"[{"start_date": "x"}, {}]"#, with: decoder) == [
                #"1:17 wrong-type: '/0/start_date' is the string "x"; StrategyTests.Event.startDate wants Date"#,
                "1:23 missing-key: '/1/start_date' is missing; StrategyTests.Event.startDate wants Date",
            ])
    }

    @Test func `leaves the names of a dictionary as they are`() {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let report = ModelDecoding.check(
            [String: [String: Int]].self, in: Data(#"{"a_b": {"c_d": 1}}"#.utf8), with: decoder)
        #expect(report.value == ["a_b": ["c_d": 1]])
        #expect(report.failures.isEmpty)
        #expect(
            told([String: Int].self, #"{"a_b": "1"}"#, with: decoder) == [
                #"1:9 wrong-type: '/a_b' is the string "1"; [String: Int].a_b wants Int"#
            ])
    }

    @Test func `tells the position of a value behind a byte order mark`() {
        #expect(
            told([Int].self, "\u{feff}[1, null]") == ["1:8 null: '/1' is null; [Int][] wants Int"])
        #expect(
            ModelDecoding.check([Int].self, in: Data("\u{feff}[1".utf8), with: JSONDecoder())
                .failures.first?.position?.column == 6)
    }

    @Test func `tells the failures of a document that is JSON5 to the decoder, without positions`() {
        let decoder = JSONDecoder()
        decoder.allowsJSON5 = true
        #expect(
            told([Int].self, "[1, 'a',]", with: decoder) == [
                "- wrong-type: '/1' is another value; [Int][] wants Int"
            ])
    }

    @Test func `judges documents by any decoder`() throws {
        let property = try PropertyListEncoder().encode(["title": 1])
        let report = ModelDecoding.check(Volume.Info.self, in: property, with: PropertyListDecoder())
        #expect(report.failures.map(\.kind) == [.wrongType])
        #expect(report.failures.map(\.pointer.description) == ["/title"])
    }

    @Test func `binds a model to its decoder`() {
        let model = DecodableModel([Event].self) { JSONDecoder() }
        #expect(model.name == "[StrategyTests.Event]")
        #expect(model.failures(in: Data("[{}]".utf8)).map(\.kind) == [.missingKey])
        #expect(
            model.usage(in: Data(#"[{"startDate": 1}]"#.utf8)).keys.map(\.name) == ["endDate", "startDate"])
    }
}

extension PropertyListDecoder: TopLevelDecoder {}

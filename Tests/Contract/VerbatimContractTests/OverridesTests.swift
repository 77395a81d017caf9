import Foundation
import Testing
import VerbatimJSON
import VerbatimTestSupport

@testable import VerbatimContract

/// The findings that overrides apply to, and the file that has them.
@Suite struct OverridesTests {
    private static let finding = Finding(
        .responsePropertyType,
        about: .init(
            api: "shop", operation: "items.list", exchange: "GET /items -> 200", pointer: "/items/3/id"),
        .expected("integer", found: "null"), next: "")
    private static let status = Finding(
        .responseStatusUndocumented,
        about: .init(api: "shop", operation: "items.list", exchange: "GET /items -> 500", part: "status"),
        .expected("200", found: "500"), next: "")

    private static func overrides(_ text: String, today: String = "2026-11-22") throws -> Overrides {
        try withTemporaryFolder { folder in
            let file = folder.appending(path: "overrides.json")
            try Data(#"{"overrides": [\#(text)]}"#.utf8).write(to: file)
            return try Overrides(contentsOf: file, today: today) { _ in true }
        }
    }

    private static func override(_ members: String) -> String {
        #"{\#(members), "severity": "info", "reason": "a", "expires": "2027-01-01"}"#
    }

    @Test(arguments: [
        (#""rule": "response-property-type""#, true),
        (#""rule": "response-property-type", "pointer": "/items/*/id""#, true),
        (#""rule": "response-property-type", "exchange": "GET /items -> 200""#, true),
        (#""rule": "response-property-type", "exchange": "GET /items -> 404""#, false),
        (#""rule": "response-property-type", "model": "Item""#, false),
        (#""rule": "response-property-type", "baseline": true"#, false),
        (
            #""rule": "response-property-type", "api": "shop", "operation": "items.list", "exchange": "GET /items -> 200", "pointer": "/items/*/id", "baseline": true"#,
            true
        ),
        (
            #""rule": "response-property-type", "api": "shop", "operation": "items.list", "pointer": "/items/*/id", "baseline": true"#,
            false
        ),
    ])
    func `an override applies to what it names, an entry of the baseline to what has nothing else`(
        members: String, applies: Bool
    ) throws {
        var overrides = try Self.overrides(Self.override(members))
        #expect(overrides.applied(to: [Self.finding]).first?.severity == (applies ? .info : .breaking))
    }

    @Test func `a fingerprint applies to its finding and to nothing next to it`() throws {
        let target = Self.status.key(.decision).pattern
        var overrides = Overrides(
            [
                Override(
                    of: target, severity: .info, reason: "a", expires: "2027-01-01", isBaseline: true,
                    location: SourceLocation(file: "overrides.json"))
            ], today: "2026-11-22")
        var others: [Finding] = []
        for change in [
            { $0.subject.exchange = "GET /items -> 502" }, { $0.subject.operation = nil },
            { $0.subject.api = "other" }, { $0.subject.pointer = "" }, { $0.subject.model = "Item" },
            { $0.subject.part = "header 'Date'" },
        ] as [(inout Finding) -> Void] {
            var other = Self.status
            change(&other)
            others.append(other)
        }
        #expect(overrides.applied(to: [Self.status]).map(\.severity) == [.info])
        #expect(overrides.applied(to: others).allSatisfy { $0.severity == .breaking })
        #expect(others.count == 6)
    }

    @Test func `media types and files of foreign archives belong to the fingerprint`() {
        func subject(_ rule: Rule, api: String?, _ subject: String?, found: String) -> String? {
            let location = SourceLocation(file: "../../Recordings/a.har", line: 3)
            return Finding(
                rule, about: .init(api: api, part: subject), .found(found), at: location, next: ""
            ).key(.decision).subject.part
        }
        #expect(
            subject(.responseMediaTypeUndocumented, api: "a", "media type", found: "'text/html'")
                == "media type 'text/html'")
        #expect(
            subject(.lossResponse, api: nil, nil, found: "no response") == "no response in Recordings/a.har")
        #expect(subject(.responseHeaderInvalid, api: "a", "header 'Age'", found: "x") == "header 'Age'")
    }

    @Test func `an entry of the baseline that matches nothing is breaking, an override a warning`() throws {
        let text = ["", #", "baseline": true"#].map { Self.override(#""rule": "transport-failed"\#($0)"#) }
        let findings = try Self.overrides(text.joined(separator: ", ")).findings { _ in true }
        #expect(findings.map(\.rule.id) == ["override-unused", "baseline-unused"])
        #expect(findings.map(\.severity) == [.warning, .breaking])
        #expect(findings[1].next == "run `verbatim check --write-baseline`, which removes it")
    }

    @Test(arguments: [
        (#"{"overrides": [], "baseline": "soon"}"#, "1:31: invalid date 'soon': write it like 2027-03-31"),
        (
            #"{"overrides": [{"rule": "a", "severity": "off", "reason": "a", "expires": "2027-01-01", "baseline": 1}]}"#,
            "1:101: 'baseline' must be true or false"
        ),
        (
            #"{"overrides": [{"rule": "a", "severity": "off", "reason": "a", "expires": "2027-01-01", "found": "x"}]}"#,
            "1:98: unexpected member 'found' of an override"
        ),
    ])
    func `what cannot be read is reported with its location`(text: String, message: String) throws {
        try withTemporaryFolder { folder in
            let file = folder.appending(path: "overrides.json")
            try Data(text.utf8).write(to: file)
            let error = #expect(throws: ContractError.self) {
                try OverridesDocument(contentsOf: file) { _ in true }
            }
            #expect(error.map { "\($0)" }?.contains(message) == true, "\(error.map { "\($0)" } ?? "")")
        }
    }

    @Test func `editing keeps what people wrote, in its order`() throws {
        let text =
            #"{"overrides": [\#(Self.override(#""pointer": "/a", "rule": "b""#)), \#(Self.override(#""rule": "c""#))]}"#
        let document = try withTemporaryFolder { folder in
            let file = folder.appending(path: "overrides.json")
            try Data(text.utf8).write(to: file)
            var document = try OverridesDocument(contentsOf: file) { _ in true }
            document.remove { $0.rule == "c" }
            document.append([
                Override(
                    of: Self.finding.key(.decision).pattern, severity: .info, reason: "a",
                    expires: "2027-01-01", isBaseline: true, location: SourceLocation(file: ""))
            ])
            document.baselineDay = "2026-11-22"
            try Data(document.text.utf8).write(to: file)
            let again = try OverridesDocument(contentsOf: file) { _ in true }
            #expect(again.overrides.map(\.target) == document.overrides.map(\.target))
            #expect(again.baselineDay == "2026-11-22")
            return document
        }
        #expect(
            document.text == """
                {
                  "overrides": [
                    {
                      "pointer": "/a",
                      "rule": "b",
                      "severity": "info",
                      "reason": "a",
                      "expires": "2027-01-01"
                    },
                    {
                      "rule": "response-property-type",
                      "api": "shop",
                      "operation": "items.list",
                      "exchange": "GET /items -> 200",
                      "pointer": "/items/*/id",
                      "severity": "info",
                      "reason": "a",
                      "expires": "2027-01-01",
                      "baseline": true
                    }
                  ],
                  "baseline": "2026-11-22"
                }

                """)
    }
}

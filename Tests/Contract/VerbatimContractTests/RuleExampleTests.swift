import Foundation
import Testing
import VerbatimExampleSupport
import VerbatimHAR
import VerbatimJSON
import VerbatimTestSupport

@testable import VerbatimContract

/// The examples of the rules of a check, executed.
@Suite struct RuleExampleTests {
    private static func rules(where isIncluded: (RuleExample) -> Bool) -> [String] {
        Rule.all.filter { isIncluded($0.explanation.example) }.map(\.id)
    }

    private static let checked = rules { if case .check = $0 { true } else { false } }
    private static let archived = Rule.losses.map(\.id) + ["response-body-unreadable"]

    private func rule(_ id: String) throws -> Rule { try #require(Rule.all.first { $0.id == id }) }

    private func contracts(_ fragment: ContractFragment) throws -> ContractSet {
        let text = fragment.document.text(.pretty)
        return ContractSet([try Contract(parsing: Data(text.utf8), file: "Contracts/books.json")])
    }

    @Test(arguments: checked) func `the recording breaks the rule, and no other`(_ id: String) throws {
        let rule = try rule(id)
        guard case .check(let fragment, let recorded) = rule.explanation.example else { return }
        let contracts = try contracts(fragment)
        let report = contracts.check([recorded.interaction])
        let isUnrecorded = id.hasSuffix("-unrecorded")
        let gaps = isUnrecorded ? report.coverage().flatMap(\.gaps) : []
        let findings = contracts.warningFindings + report.findings + report.deprecations() + gaps
        #expect(findings.map { "\($0.severity) \($0.rule)" } == ["\(rule.severity) \(id)"])
    }

    @Test(arguments: archived) func `the archive breaks the rule, and no other`(_ id: String) throws {
        let rule = try rule(id)
        guard case .files(let files) = rule.explanation.example, let file = files.first else {
            Issue.record("\(id) has no file")
            return
        }
        let archive = try Archive(
            parsing: Data(file.text.utf8), path: file.name, folder: URL(filePath: "/nowhere"), isLenient: true
        )
        let contracts = try contracts(.body(["type": "object"]))
        let losses = archive.losses.map { Finding($0, isForeign: archive.isForeign) }
        let findings = losses.isEmpty ? contracts.check(archive.interactions).findings : losses
        #expect(findings.map { "\($0.severity) \($0.rule)" } == ["\(rule.severity) \(id)"])
    }

    @Test func `the overrides break the rules about overrides`() throws {
        for rule in Rule.ofOverrides {
            guard case .files(let files) = rule.explanation.example, let text = files.first?.text else {
                Issue.record("\(rule) has no file")
                continue
            }
            let findings = try overrides(text).findings { _ in true }
            #expect(findings.map { "\($0.severity) \($0.rule)" } == ["\(rule.severity) \(rule)"])
        }
    }

    @Test func `the override of an explanation changes the severity of its rule`() throws {
        for rule in Rule.all {
            var overrides = try overrides(rule.explanation.override)
            let finding = Finding(rule, about: .init(api: "books"), .found(""), next: "")
            #expect(overrides.applied(to: [finding]).map(\.severity) != [rule.severity], "\(rule)")
        }
    }

    private func overrides(_ text: String) throws -> Overrides {
        try withTemporaryFolder { folder in
            let file = folder.appending(path: "overrides.json")
            try Data(text.utf8).write(to: file)
            return try Overrides(contentsOf: file, today: "2026-11-21") { id in
                Rule.all.contains { $0.id == id }
            }
        }
    }

    @Test func `every other example is executed elsewhere`() {
        let others = Set(Rule.all.map(\.id)).subtracting(Self.checked + Self.archived)
        #expect(
            others.sorted() == [
                "recording-from-fake", "recording-log-mismatch", "recording-stale", "recording-unfinished",
                "traffic-unmatched",
            ])
    }

    @Test func `an explanation is text and Markdown with the same words`() {
        let explanation = Rule.responsePropertyRange.explanation
        #expect(
            explanation.text == """
                A number is out of range. The number violates 'minimum', 'maximum', their exclusive forms, or 'multipleOf'.

                Severity: breaking. Code that counts or indexes with it fails.

                The contract, in a response:

                    {
                      "content": {
                        "application/json": {
                          "schema": {"properties": {"pages": {"type": "integer", "minimum": 1}}}
                        }
                      }
                    }

                The recording:

                    GET /books HTTP/1.1

                    HTTP/1.1 200
                    Content-Type: application/json

                    {"pages": 0}

                To decide otherwise, add an override to 'Contracts/overrides.json'. 'api', 'operation' and 'pointer' narrow it, and may be left out:

                    {"overrides": [{
                      "rule": "response-property-range", "api": "books",
                      "severity": "info", "reason": "why the app can live with it", "expires": "2027-06-30"
                    }]}

                """)
        #expect(explanation.markdown.hasPrefix("A number is out of range. The number violates `minimum`,"))
        #expect(explanation.markdown.contains("```http\nGET /books HTTP/1.1\n\nHTTP/1.1 200\n"))
    }
}

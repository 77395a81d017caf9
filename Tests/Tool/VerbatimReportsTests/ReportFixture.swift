import Foundation
import Testing
import VerbatimContract
import VerbatimHAR
import VerbatimJSON

@testable import VerbatimReports

/// Reports of a small API, and the files that their locations are in.
enum ReportFixture {
    static let contract = """
        {
          "openapi": "3.1.0", "info": {"title": "shop", "version": "1"},
          "servers": [{"url": "https://shop.test"}],
          "paths": {"/items": {"get": {"operationId": "list", "responses": {"200": {
            "description": "items",
            "content": {"application/json": {"schema": {"items": {"type": "integer"}}}}
          }}}}}
        }
        """
    static let body = "[\n  1,\n  \"é🙂\", \"x\"\n]\n"

    /// The files of the locations; `Contracts` and `Recordings` are in the repository.
    static var files: SourceFiles {
        SourceFiles(
            path: { $0.hasPrefix("Contracts/") || $0.hasPrefix("Recordings/") ? $0 : nil },
            read: { path in
                [
                    "Contracts/shop.json": Array(contract.utf8),
                    "Recordings/shop/list/1.json": Array(body.utf8),
                ][
                    path]
            })
    }

    static var options: ReportOptions { ReportOptions(files: files, version: "1.0", token: "TOKEN") }

    /// A check with two breaking findings of one kind, and one of severity info.
    static func check() throws -> Report {
        let contract = try Contract(parsing: Data(contract.utf8), file: "Contracts/shop.json")
        let interaction = Interaction(
            HTTPRequest("GET", "https://shop.test/items"),
            .response(
                HTTPResponse(200, headers: ["Content-Type": "application/json"], body: .text(body))),
            duration: 120,
            location: .init(
                archive: "Recordings/shop/list.har", entry: 0, line: 4, body: "Recordings/shop/list/1.json"))
        let stray = Interaction(
            HTTPRequest("GET", "https://ads.test/pixel"),
            .failure(TransportFailure(code: -1001, reason: "timed out")))
        return Report(ContractSet([contract]).check([interaction, stray]))
    }

    /// A command that could not run.
    static let failure = Report(
        .check,
        couldNotRun: [
            ReportProblem(
                at: SourceLocation(file: "Contracts/shop.json", line: 2, column: 3),
                "invalid JSON: expected ','", next: "correct it and run the command again")
        ])

    /// A report in which every text of a file or provider is hostile.
    static func hostile(_ text: String) -> Report {
        let location = SourceLocation(file: text, line: 1, column: 2)
        let finding = Finding(
            rule: .responsePropertyType, api: text, operation: text, exchange: text, status: 200,
            model: text, subject: text, pointer: text, contractPointer: text, expected: text, found: text,
            location: location, contractLocation: location, next: text)
        return Report(changes: [HostileChange(text: text)], findings: [finding])
    }

    /// Texts that a format could obey instead of showing them.
    ///
    /// Tests take their indices as arguments: the log of a test run prints arguments, and a build server
    /// would obey them as well.
    static let hostileTexts = [
        "a\n::error::b\r\n::warning file=x::c", "]]></failure><x a=\"1\">&amp;", "<script>alert(1)</script>",
        "```\n# heading\n| a | b |\n`x`", "@someone #123 [link](https://a.test) :smile:",
        "\u{0}\u{1}\u{1b}[2J\u{7f}\u{85}\u{fffe}\u{ffff}", "\u{202e}abc\u{2066}d\u{200b}\u{feff}",
        "lone \u{fffd} surrogate", "<!-- verbatim:check -->", "</code></details><h1>x</h1>", "%0A::error::x",
        "::stop-commands::TOKEN\n::TOKEN::\n::error::x", "##[error]x\n##vso[task.complete]", "[a](1) \\ [b]",
    ]
}

/// A rule of a fixture, with an explanation that repeats its texts.
protocol FixtureRule: ReportableRule {}

extension FixtureRule {
    var explanation: RuleExplanation {
        RuleExplanation(
            id: id, severity: severity, direction: direction, summary: summary, meaning: summary,
            reason: reason, example: .unavailable)
    }
}

private struct HostileChange: ReportableChange {
    struct Rule: FixtureRule {
        let id = "hostile-change"
        let severity = Severity.breaking
        let direction = Direction.widens
        let summary: String
        let reason: String
    }

    let text: String
    var severity = Severity.breaking
    var rule: Rule { Rule(summary: text, reason: text) }
    var direction: Direction { .widens }
    var api: String { text }
    var operation: String? { text }
    var exchange: String? { text }
    var subject: String { text }
    var pointer: String? { text }
    var old: String { text }
    var new: String { text }
    var oldLocation: VerbatimContract.SourceLocation? { newLocation }
    var newLocation: VerbatimContract.SourceLocation? { SourceLocation(file: text, line: 1, column: 2) }
    var affected: [AffectedProperty] {
        [AffectedProperty(name: text, location: newLocation, model: text, reason: text)]
    }
    var evidence: ChangeEvidence {
        .recorded(SourceLocation(file: text, line: 1), pointer: text, value: text)
    }
    var next: String { text }
    var others: [ChangePlace]

    init(text: String) {
        self.text = text
        others = [ChangePlace(operation: text, exchange: text, subject: text, pointer: text, severity: .info)]
    }
}

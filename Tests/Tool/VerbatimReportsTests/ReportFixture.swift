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
            .couldNotRun(
                "invalid JSON: expected ','",
                at: SourceLocation(file: "Contracts/shop.json", line: 2, column: 3),
                next: "correct it and run the command again")
        ])

    /// A report in which every text of a file or provider is hostile.
    static func hostile(_ text: String) -> Report {
        let location = SourceLocation(file: text, line: 1, column: 2)
        let finding = Finding(
            .responsePropertyType,
            about: .init(
                api: text, operation: text, exchange: text, status: 200, model: text, part: text,
                pointer: JSONPointer([text]), contractPointer: JSONPointer([text])),
            .expected(text, found: text), at: location, contract: location, next: text)
        return Report(changes: [hostileChange(text)], findings: [finding])
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

extension ReportFixture {
    private static func hostileChange(_ text: String) -> Finding {
        let location = SourceLocation(file: text, line: 1, column: 2)
        let pointer = JSONPointer([text])
        let rule = Rule("hostile-change", .breaking, Direction.widens, of: text, text, text, text) {
            .unavailable
        }
        let subject = Finding.Subject(
            api: text, operation: text, exchange: text, part: text, pointer: pointer)
        var change = Finding(
            rule, about: subject, .change(.widens, old: text, new: text), at: location, old: location,
            next: text)
        change.affected = [AffectedProperty(name: text, location: location, model: text, reason: text)]
        change.evidence = .recorded(SourceLocation(file: text, line: 1), pointer: pointer, value: text)
        change.others = [Finding.Place(subject, .info)]
        return change
    }
}

import Foundation
import VerbatimAPI
import VerbatimContract
import VerbatimHAR
import VerbatimJSON
import VerbatimReplay
import VerbatimReports

/// `verbatim open`: makes one page of the recordings, and opens it in a browser.
struct OpenCommand: Command {
    static let syntax = CommandSyntax(
        name: "open", summary: "Opens a page of the recordings in a browser.",
        options: [output, limit, Option.recordings], operands: "[API|FILE.har...]",
        operandCount: 0...Int.max,
        notes: """
            FILE.har is a HAR of any tool, such as one that a browser exported. The page lists the requests, and shows each with its response: bodies of JSON, images, headers, and what
            changed since the last commit. It is one file that asks for nothing. It is opened in the browser that BROWSER
            names, or in that of the desktop; without either, its path is printed. The paths of files in it are those of
            this computer.
            """)

    private static let output = Option.text(
        "--output", "FILE", "write the page to a file, and do not open it")
    private static let limit = Option<Int?>.number(
        "--limit", from: 1, "a number of requests, 1 or more", isNamed: true,
        "the most requests on the page (default: \(RecordingsPage.defaultLimit))"
    ).or(RecordingsPage.defaultLimit)

    let arguments: Arguments

    func run(in context: CommandContext) async throws -> ExitCode {
        let files = arguments.operands.filter { $0.hasSuffix(".har") }.uniqued
        let names = arguments.operands.filter { !$0.hasSuffix(".har") }.uniqued
        var recordings: [ShownRecording] = []
        var problems: [any Error] = []
        if files.isEmpty || !names.isEmpty {
            let listing = try RecordingListing(
                context.recordings(in: arguments[.recordings]), names, in: context)
            recordings = listing.rows.compactMap { $0.shown(in: context) }
            problems = listing.problems
        }
        for file in files {
            let archive = try Archive(contentsOf: context.url(file), isLenient: true)
            recordings.append(ShownRecording(scenario: String(file.dropLast(4)), archive: archive))
        }
        guard !recordings.isEmpty || !problems.isEmpty else {
            throw UsageError.malformed(
                arguments[.recordings], expected: "a folder with recordings (*.har) of these APIs")
        }
        let page = page(of: recordings, problems, in: context)
        if let path = arguments[Self.output] {
            try context.write(page, to: path, isReport: true)
        } else {
            try await context.show(page, named: "recordings.html")
        }
        for problem in problems { context.console.problem("\(problem)") }
        return problems.isEmpty ? .holds : .unreadable
    }

    /// Returns the page, without secrets.
    private func page(
        of recordings: [ShownRecording], _ problems: [any Error], in context: CommandContext
    ) -> String {
        let limit = arguments[Self.limit]
        let shown = recordings.lazy.flatMap(\.archive.interactions).prefix(limit)
        context.console.redactor.addSecrets(of: Array(shown))
        return RecordingsPage(
            recordings, changes: arguments.has(.recordings) ? [] : context.uncommittedChanges(),
            problems: problems.flatMap(Finding.problems).map { problem in
                (problem.location.map { "\($0): " } ?? "") + problem.message
            }, limit: limit, files: context.sourceFiles
        ).text
    }
}

extension RecordingListing.Row {
    /// The recording as a page shows it, with the summary of its scenario; nil if there is none.
    fileprivate func shown(in context: CommandContext) -> ShownRecording? {
        let scenarios = context.apis.first { $0.name == name.api }?.scenarios ?? []
        return archive.map { archive in
            ShownRecording(
                api: name.api.isEmpty ? nil : name.api, scenario: name.scenario,
                summary: scenarios.first { $0.name == name.scenario }?.summary ?? "", archive: archive)
        }
    }
}

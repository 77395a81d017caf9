import Foundation
import VerbatimAPI
import VerbatimHAR
import VerbatimJSON
import VerbatimReplay
import VerbatimReports

/// `verbatim open`: makes one page of the recordings, and opens it in a browser.
struct OpenCommand: Command {
    static let syntax = CommandSyntax(
        name: "open", summary: "Opens a page of the recordings in a browser.",
        options: [output, limit, Option.recordings], operands: "[API...]", operandCount: 0...Int.max,
        notes: """
            The page lists the requests, and shows each with its response: bodies of JSON, images, headers, and what
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
        let folder = arguments[.recordings]
        let listing = try RecordingListing(
            context.recordings(in: folder), arguments.operands.uniqued, in: context)
        let recordings = listing.rows.compactMap { $0.shown(in: context) }
        guard !recordings.isEmpty || !listing.problems.isEmpty else {
            throw UsageError.malformed(folder, expected: "a folder with recordings (*.har) of these APIs")
        }
        for recording in recordings {
            context.console.redactor.addSecrets(of: recording.archive.interactions)
        }
        let page = RecordingsPage(
            recordings, changes: arguments.has(.recordings) ? [] : context.uncommittedChanges,
            problems: listing.problems.flatMap(ReportProblem.problems).map { problem in
                (problem.location.map { "\($0): " } ?? "") + problem.message
            }, limit: arguments[Self.limit],
            files: context.sourceFiles
        ).text
        if let path = arguments[Self.output] {
            try context.write(page, to: path)
        } else {
            try await context.show(page, named: "recordings.html")
        }
        for problem in listing.problems { context.console.problem("\(problem)") }
        return listing.problems.isEmpty ? .holds : .unreadable
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

import Foundation
import VerbatimAPI
import VerbatimHAR
import VerbatimJSON
import VerbatimReplay
import VerbatimReports

/// `verbatim status`: lists all recordings, and the scenarios without one, with their days and origins.
struct StatusCommand: Command {
    static let syntax = CommandSyntax(
        name: "status", summary: "Lists the recordings with their days and origins.",
        options: [Option.recordings, Option.format], operands: "[API...]", operandCount: 0...Int.max,
        notes: """
            The recordings of scenarios come first, in the order in which they are recorded, then those that tests
            made, and those of APIs that the tool does not know.
            """)

    let arguments: Arguments

    func run(in context: CommandContext) async throws -> ExitCode {
        let asJSON = arguments[.format] == .json
        let store = context.recordings(in: arguments[.recordings])
        let listing = try RecordingListing(store, arguments.operands.uniqued, in: context)
        if asJSON {
            context.console.json(.array(listing.rows.map(\.json)))
        } else {
            let head = ["recording", "interactions", "recorded", "origin"]
            let table = TextTable([head] + listing.rows.map(\.cells), width: context.console.width)
            context.console.out(table.text)
            let fakes = listing.rows.count { $0.origin == .fake }
            if fakes > 0 {
                let problem =
                    "\(String.count(fakes, "recording")) from fake providers: they show our assumptions, not the APIs"
                let next = "run \(ToolCommand("record")) with network access"
                context.console.line(MessageText(problem, next: next).text)
            }
        }
        for problem in listing.problems { context.console.problem("\(problem)") }
        for name in asJSON ? [] : listing.undated {
            let problem = "recording '\(name)': \(RefreshLog.fileName) has no day of it"
            context.console.line(MessageText(problem, next: RecordingOrigins.undatedAdvice).text)
        }
        return listing.problems.isEmpty ? .holds : .unreadable
    }
}

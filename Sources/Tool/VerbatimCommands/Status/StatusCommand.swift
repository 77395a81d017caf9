import Foundation
import VerbatimAPI
import VerbatimHAR
import VerbatimJSON
import VerbatimReplay
import VerbatimReports

/// `verbatim status`: lists the recordings of the scenarios, with their days and origins.
struct StatusCommand: Command {
    static let syntax = CommandSyntax(
        name: "status", summary: "Lists the recordings with their days and origins.",
        options: [.recordings], operands: "[API...]", operandCount: 0...Int.max)

    private let apis: [String]
    private let folder: String?

    init(_ arguments: Arguments) throws(UsageError) {
        apis = arguments.operands
        folder = arguments.value("--recordings")
    }

    func run(in context: CommandContext) async throws -> ExitCode {
        let folder = context.url(folder ?? DefaultPaths.recordings)
        let chosen = try context.apis(named: apis)
        let names = chosen.flatMap { api in api.scenarios.map { "\(api.name)/\($0.name)" } }
        var archives: [String: Archive] = [:]
        for name in names {
            let file = folder.appending(path: "\(name).har")
            if try FileKind(of: file) != .missing { archives[name] = try Archive(contentsOf: file) }
        }
        let log = Result { () throws(RecordingError) in try RefreshLog(in: folder).entries() }
        let origins = RecordingOrigins(
            log: (try? log.get()) ?? [:],
            recordings: archives.mapValues(RecordingOrigins.Recording.init), of: chosen)
        let rows = names.map { name -> [String] in
            guard let archive = archives[name] else { return [name, "-", "never", ""] }
            return [
                name, "\(archive.interactions.count)", origins.day(of: name) ?? "on an unknown day",
                origins.origin(of: name)?.rawValue ?? "",
            ]
        }
        context.console.out(TextTable([["recording", "interactions", "recorded", "origin"]] + rows).text)
        context.console.out(FakeRecordingNotice(names.count { origins.origin(of: $0) == .fake }).text)
        // Without a log, the days and origins above are those in the recordings.
        _ = try log.get()
        for (name, mismatch) in origins.mismatches {
            context.console.line(
                "recording '\(name)': \(mismatch)\n  next: run `make record`, which corrects the log")
        }
        return .holds
    }
}

/// A reminder that recordings come from fake providers.
private struct FakeRecordingNotice {
    /// The notice with its newline, or an empty string if no recording is from a fake provider.
    let text: String

    /// - Parameter count: The number of recordings from fake providers.
    init(_ count: Int) {
        text =
            count == 0
            ? ""
            : """
            \(String.count(count, "recording")) from fake providers: they show our assumptions, not the APIs
              next: run `make record` with network access

            """
    }
}

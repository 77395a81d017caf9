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
        let days = try RefreshLog(in: folder).entries()
        var rows = [["recording", "interactions", "recorded", "origin"]]
        let chosen = try context.apis(named: apis)
        for api in chosen {
            for scenario in api.scenarios {
                let name = "\(api.name)/\(scenario.name)"
                rows.append([name] + (try row(of: name, in: folder, day: days[name])))
            }
        }
        context.console.out(TextTable(rows).text)
        context.console.out(FakeRecordingNotice(days, of: chosen).text)
        return .holds
    }

    private func row(of name: String, in folder: URL, day: RefreshLog.Entry?) throws -> [String] {
        let file = folder.appending(path: "\(name).har")
        guard FileManager.default.fileExists(atPath: file.path(percentEncoded: false)) else {
            return ["-", "never", ""]
        }
        let count = try Archive(contentsOf: file).interactions.count
        return ["\(count)", day?.day ?? "on an unknown day", day?.origin.rawValue ?? ""]
    }
}

/// A reminder that recordings come from fake providers.
private struct FakeRecordingNotice {
    /// The notice with its newline, or an empty string if no recording is from a fake provider.
    let text: String

    /// - Parameter days: The day and origin of each recording, by its name.
    init(_ days: [String: RefreshLog.Entry], of apis: [API]) {
        let names = apis.flatMap { api in api.scenarios.map { "\(api.name)/\($0.name)" } }
        let count = names.count { days[$0]?.origin == .fake }
        text =
            count == 0
            ? ""
            : """
            \(String.count(count, "recording")) from fake providers: they show our assumptions, not the APIs
              next: run `make record` with network access

            """
    }
}

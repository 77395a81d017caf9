import Foundation
import VerbatimAPI
import VerbatimHAR
import VerbatimReplay
import VerbatimReports

/// `verbatim status`: which scenario is recorded, when that was, and who answered.
struct StatusCommand: Command {
    static let syntax = CommandSyntax(
        name: "status", summary: "Shows what is recorded, when, and from where.",
        options: [.recordings], operands: "[API...]", operandCount: 0...Int.max)

    private let apis: [String]
    private let folder: String?

    init(_ arguments: Arguments) throws(UsageError) {
        apis = arguments.operands
        folder = arguments.value("--recordings")
    }

    func run(in setting: CommandContext) async throws -> ExitCode {
        let folder = setting.url(folder ?? DefaultPaths.recordings)
        let days = try RefreshLog(in: folder).entries()
        var rows = [["recording", "interactions", "recorded", "from"]]
        let chosen = try setting.apis(named: apis)
        for api in chosen {
            for scenario in api.scenarios {
                let name = "\(api.name)/\(scenario.name)"
                rows.append([name] + (try row(of: name, in: folder, day: days[name])))
            }
        }
        setting.console.out(TextTable(rows).text)
        setting.console.out(FakeRecordingNotice(days, of: chosen).text)
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

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

/// The recordings of some APIs, or all.
private struct RecordingListing {
    /// A recording, or a scenario without one.
    struct Row {
        let name: RecordingName
        let isScenario: Bool
        let exists: Bool
        /// The number of interactions; nil if the file cannot be read.
        let interactions: Int?
        let day: String?
        let origin: RecordingOrigin?

        var cells: [String] {
            guard exists else { return ["\(name)", "-", "never", ""] }
            guard let interactions else { return ["\(name)", "-", "unreadable", ""] }
            return ["\(name)", "\(interactions)", day ?? "on an unknown day", origin?.rawValue ?? ""]
        }

        var json: JSONValue {
            [
                "recording": .string("\(name)"), "scenario": .bool(isScenario), "exists": .bool(exists),
                "interactions": interactions.map { .number(JSONNumber($0)) } ?? .null,
                "recorded": day.map(JSONValue.string) ?? .null,
                "origin": (origin?.rawValue).map(JSONValue.string) ?? .null,
            ]
        }
    }

    let rows: [Row]
    /// The recordings of scenarios that the log has no day of.
    let undated: [RecordingName]
    /// The files that cannot be read.
    let problems: [any Error]

    init(_ store: RecordingStore, _ names: [String], in context: CommandContext) throws {
        let files = store.names
        let chosen = try Self.apis(names, files, context)
        let scenarios = chosen.flatMap { api in
            api.scenarios.map { RecordingName(api: api.name, scenario: $0.name) }
        }
        let known = Set(scenarios)
        let others = files.filter { name in
            !known.contains(name)
                && (names.isEmpty || chosen.contains { $0.name == name.api })
        }
        var archives: [RecordingName: Archive] = [:]
        var problems: [any Error] = []
        for name in files where known.contains(name) || others.contains(name) {
            do {
                archives[name] = try store.archive(name)
            } catch {
                problems.append(error)
            }
        }
        let log = Result { () throws(RecordingError) in try store.log.days() }
        // Without a log, the days and origins are those in the recordings.
        if case .failure(let error) = log { problems.append(error) }
        let origins = RecordingOrigins(
            log: (try? log.get()) ?? [:],
            recordings: archives.mapValues(RecordingOrigins.Recording.init), of: chosen)
        let existing = Set(files)
        rows = (scenarios + others).map { name in
            Row(
                name: name, isScenario: known.contains(name), exists: existing.contains(name),
                interactions: archives[name]?.interactions.count, day: origins.day(of: name),
                origin: origins.origin(of: name))
        }
        if case .success = log { undated = origins.undated } else { undated = [] }
        self.problems = problems
    }

    /// Returns the APIs with some names, which the tool or the folder knows.
    private static func apis(
        _ names: [String], _ files: [RecordingName], _ context: CommandContext
    ) throws(UsageError) -> [API] {
        let known = (context.apis.map(\.name) + files.map(\.api).filter { !$0.isEmpty }).uniqued
        if let unknown = names.first(where: { !known.contains($0) }) {
            throw .unknownName(unknown, what: "API", known: known)
        }
        let wanted = names.isEmpty ? context.apis.map(\.name) : names
        return wanted.map { name in context.apis.first { $0.name == name } ?? API(name: name) }
    }
}

import VerbatimAPI
import VerbatimHAR
import VerbatimJSON
import VerbatimReplay

/// The recordings of some APIs, or all.
struct RecordingListing {
    /// A recording, or a scenario without one.
    struct Row {
        let name: RecordingName
        let isScenario: Bool
        /// Whether only a fake provider shows the behavior.
        let isFakeOnly: Bool
        let exists: Bool
        /// The recording; nil if there is none, or the file cannot be read.
        let archive: Archive?
        let day: String?

        var origin: RecordingOrigin? { archive?.origin }

        var cells: [String] {
            guard exists else { return ["\(name)", "-", "never", ""] }
            guard let archive else { return ["\(name)", "-", "unreadable", ""] }
            return [
                "\(name)", "\(archive.interactions.count)", day ?? "on an unknown day",
                origin?.rawValue ?? "",
            ]
        }

        var json: JSONValue {
            [
                "recording": .string("\(name)"), "scenario": .bool(isScenario), "exists": .bool(exists),
                "interactions": archive.map { .number(JSONNumber($0.interactions.count)) } ?? .null,
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
        let fakeOnly = Set(
            chosen.flatMap { api in
                api.scenarios.filter(\.isFakeOnly).map { RecordingName(api: api.name, scenario: $0.name) }
            })
        let others = files.filter { name in
            !known.contains(name) && (names.isEmpty || chosen.contains { $0.name == name.api })
        }
        var archives: [RecordingName: Archive] = [:]
        var problems: [any Error] = []
        for name in files where known.contains(name) || others.contains(name) {
            do {
                archives[name] = try store.archive(name)
            } catch { problems.append(error) }
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
                name: name, isScenario: known.contains(name), isFakeOnly: fakeOnly.contains(name),
                exists: existing.contains(name), archive: archives[name], day: origins.day(of: name))
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

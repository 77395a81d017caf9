import Foundation
import VerbatimAPI
import VerbatimContract
import VerbatimHAR
import VerbatimJSON
import VerbatimReplay
import VerbatimReports

/// `verbatim status`: the state of each API in a line, or all recordings, and the scenarios without one.
struct StatusCommand: Command {
    static let syntax = CommandSyntax(
        name: "status", summary: "Shows the state of the recordings of each API, or lists them.",
        options: [
            Option.recordings, Option.format, Option<Bool>.verbose.with(help: "list every recording"),
        ], operands: "[API...]", operandCount: 0...Int.max,
        notes: """
            Each API has a line: its recordings, their age and origin, how many operations of the contract they show, and
            the verdict of a check. With an API or --verbose, every recording is listed with its day and its origin, which
            is also what JSON has. The recordings of scenarios come first, in the order in which they are recorded, then
            those that tests made, and those of APIs that the tool does not know.
            """)

    let arguments: Arguments

    func run(in context: CommandContext) async throws -> ExitCode {
        let store = context.recordings(in: arguments[.recordings])
        let listing = try RecordingListing(store, arguments.operands.uniqued, in: context)
        let isListed = arguments[.verbose] || !arguments.operands.isEmpty
        if arguments[.format] == .json {
            context.console.json(.array(listing.rows.map(\.json)))
        } else if isListed {
            list(listing, on: context.console)
        } else {
            return try await summarize(listing, of: store, in: context)
        }
        for problem in listing.problems { context.console.problem("\(problem)") }
        return listing.problems.isEmpty ? .holds : .unreadable
    }

    private func list(_ listing: RecordingListing, on console: Console) {
        let head = ["recording", "interactions", "recorded", "origin"]
        console.out(TextTable([head] + listing.rows.map(\.cells), width: console.width).text)
        let fakes = listing.rows.count { $0.origin == .fake && !$0.isFakeOnly }
        if fakes > 0 {
            let problem =
                "\(String.count(fakes, "recording")) from fake providers: they show our assumptions, not the APIs"
            let next = "run \(ToolCommand("record")) with network access"
            console.line(MessageText(problem, next: next).text)
        }
        for name in listing.undated {
            let problem = "recording '\(name)': \(RefreshLog.fileName) has no day of it"
            console.line(MessageText(problem, next: RecordingOrigins.undatedAdvice).text)
        }
    }

    // MARK: The dashboard

    /// Checks the recordings, and prints a line for each API.
    private func summarize(
        _ listing: RecordingListing, of store: RecordingStore, in context: CommandContext
    ) async throws -> ExitCode {
        var problems = listing.problems
        var chosen: ChosenAPIs?
        var report: Report?
        // A package without contracts records and replays only.
        if context.url(arguments[.contracts]).isFolder {
            do {
                let apis = try ChosenAPIs(arguments, in: context)
                chosen = apis
                report = try await self.report(on: listing, of: store, apis)
            } catch { problems.append(error) }
        }
        let apis = listing.apis(with: chosen, today: context.clock.date().isoDay)
        guard !apis.isEmpty else {
            let next = "run \(ToolCommand("init", "API")), or \(ToolCommand("record"))"
            context.console.line(MessageText("nothing is recorded yet", next: next).text)
            return .holds
        }
        let console = context.console
        let text = StatusText(colored: console.isColored, width: console.width)
        console.out(text.text(of: apis, report))
        for problem in problems { console.problem("\(problem)") }
        return problems.isEmpty ? .holds : .unreadable
    }

    /// Returns the report of a check of the recordings that can be read.
    private func report(
        on listing: RecordingListing, of store: RecordingStore, _ chosen: ChosenAPIs
    ) async throws -> Report {
        let context = chosen.context
        let names = Set(chosen.apis.map(\.name))
        let sources = listing.rows.filter { $0.archive != nil }.map { row in
            RecordingStore.File(
                store.folder.appending(path: row.name.path),
                name: names.contains(row.name.api) ? row.name : nil)
        }
        let isDefault = !arguments.has(.recordings)
        let input = CheckInput(
            chosen: chosen, contractsPath: arguments[.contracts], sources: sources,
            hasAllRecordings: isDefault,
            declarations: SharedSourceIndex(of: context.url(context.folders.sources)))
        var checked = try await CheckedRecordings(of: input)
        if isDefault { checked.addOrigins(maximumAge: nil) }
        _ = try checked.override()
        return Report(checked.report, history: isDefault ? context.uncommittedChanges() : [])
    }
}

extension RecordingListing {
    /// The APIs that the tool knows or that have recordings, in this order.
    ///
    /// - Parameter chosen: The APIs with their contracts, if there are any.
    fileprivate func apis(with chosen: ChosenAPIs?, today: String) -> [RecordedAPI] {
        let known = chosen?.apis.map(\.name) ?? []
        var apis = OrderedGroups<String, RecordedAPI>()
        for name in known { apis[name, default: RecordedAPI(name: name)].name = name }
        for row in rows {
            apis[row.name.api, default: RecordedAPI(name: row.name.api)].add(row, today: today)
        }
        return apis.values.map { api in
            var api = api
            api.hasContract = chosen?.contracts.contract(of: api.name) != nil
            return api
        }
    }
}

extension RecordedAPI {
    fileprivate mutating func add(_ row: RecordingListing.Row, today: String) {
        guard row.exists else {
            missing += 1
            return
        }
        recordings += 1
        let days = [row.day, today].compactMap { $0.flatMap(GregorianCalendar.daysSince1970) }
        if days.count == 2 { ages.append(max(0, days[1] - days[0])) }
        if row.isFakeOnly { fakeOnly += 1 } else if let origin = row.origin { origins.insert(origin) }
    }
}

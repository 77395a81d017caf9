import Foundation
import VerbatimAPI
import VerbatimContract
import VerbatimJSON

/// `verbatim review`: decides, one by one, about what recordings contradict in the contracts.
struct ReviewCommand: Command {
    static let syntax = CommandSyntax(
        name: "review", summary: "Decides, one by one, about what recordings contradict in the contracts.",
        options: [
            .init(name: "--accept", value: "ID", repeats: true, help: "make an edit of a contract"),
            .init(name: "--accept-all", help: "make all edits of the contracts"),
            .init(
                name: "--override", value: "ID", repeats: true,
                help: "give findings another severity, for a reason and until a day"),
            .init(name: "--reason", value: "TEXT", help: "reason of --override"),
            .init(
                name: "--expires", value: "DAY",
                help: "last day of --override, such as 2027-03-31 or 30d (default: \(ExpiryDay.usualDays)d)"),
            .init(
                name: "--severity", value: "SEVERITY", choices: Severity.allCases.map(\.rawValue),
                help: "severity of --override (default: info, or off for what is info already)"),
            .contracts,
            .init(
                name: "--recordings", value: "DIR|FILE.har", repeats: true,
                help: "recordings to review (default: all in \(ToolFolders.Name.recordings))"),
            .format,
        ],
        operands: "[API...]", operandCount: 0...Int.max,
        notes: """
            Shows each edit that the recordings call for, with the findings that it resolves and the properties of
            the app's models that read the value, and then the findings that no edit resolves. In a terminal it
            asks for each: accept, keep the promise, override, skip, accept all that follow, or quit, which writes
            what is decided so far. An ID may be shortened. Exit code 0 if nothing is left to review, 1 if
            something is: kept, skipped or only listed.
            """)

    private let apis: [String]
    private let contracts: String
    private let recordings: [String]
    private let acceptsAll: Bool
    private let accepted: [String]
    private let overridden: [String]
    private let override: ReviewDecision?
    private let severity: Severity?
    private let asJSON: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        apis = arguments.operands
        contracts = arguments.contracts
        recordings = arguments.values("--recordings")
        acceptsAll = arguments.has("--accept-all")
        accepted = arguments.values("--accept")
        overridden = arguments.values("--override")
        severity = arguments.value("--severity").flatMap(Severity.init)
        asJSON = arguments.value("--format") == "json"
        override = try Self.override(arguments, of: overridden)
    }

    private static func override(
        _ arguments: Arguments, of ids: [String]
    ) throws(UsageError) -> ReviewDecision? {
        guard !ids.isEmpty else {
            let lone = ["--reason", "--expires", "--severity"].first { arguments.has($0) }
            guard let lone else { return nil }
            throw .malformed(lone, expected: "of use without '--override ID'")
        }
        guard let reason = arguments.value("--reason") else {
            throw .malformed("--override", expected: "complete without '--reason TEXT'")
        }
        let expires = try arguments.value("--expires").map(ExpiryDay.parse) ?? ExpiryDay.usual
        return .overridden(.info, reason: reason, expires: expires)
    }

    func run(in context: CommandContext) async throws -> ExitCode {
        let reviews = try reviews(in: context)
        let items = reviews.flatMap(\.items)
        var decisions = try decisions(about: items)
        let asks = decisions.isEmpty && !acceptsAll && !asJSON && context.console.isInteractive
        if asks {
            var session = ReviewSession(on: context.console)
            session.run(items)
            decisions = session.decisions
        }
        var writer = ReviewWriter(decisions, to: contracts, in: context)
        writer.write(reviews)
        if asJSON {
            context.console.json(ReviewJSON.value(of: items, decisions, written: writer.written.map(\.path)))
        } else {
            if decisions.isEmpty && !asks { list(items, on: context.console) }
            conclude(items, decisions, writer.written, on: context.console)
        }
        if let failure = writer.failure { throw failure }
        return items.allSatisfy { decisions[$0.id]?.isFinal ?? false } ? .holds : .broken
    }

    private func reviews(in context: CommandContext) throws -> [APIReview] {
        let all = try ContractSet(contentsOf: context.url(contracts))
        let context = context.including(all)
        let overrides = try Overrides(in: context.url(contracts))
        let sources = SharedSourceIndex(of: context.url(context.folders.sources))
        let recordings = context.withoutDefault(recordings)
        return try context.apis(named: apis).compactMap { api in
            try all.contract(of: api.name).map {
                try APIReview(
                    of: api, $0, recordings: recordings, overrides, sources: sources, in: context)
            }
        }
    }
}

// MARK: - Decisions of the command line

extension ReviewCommand {
    private func decisions(about items: [ReviewItem]) throws(UsageError) -> [String: ReviewDecision] {
        var decisions: [String: ReviewDecision] = [:]
        if acceptsAll {
            for item in items where item.canBeAccepted { decisions[item.id] = .accepted }
        }
        for id in accepted {
            let item = try self.item(id, among: items)
            guard item.canBeAccepted else {
                throw .malformed(id, expected: "an edit of a contract in JSON: it can only be overridden")
            }
            decisions[item.id] = .accepted
        }
        for id in overridden {
            let item = try self.item(id, among: items)
            guard !accepted.contains(id) else {
                throw .conflict("--override \(id)", with: "--accept \(id)", "it is one decision")
            }
            guard item.canBeOverridden, case .overridden(_, let reason, let expires)? = override else {
                throw .malformed(id, expected: "about a finding: accept it instead")
            }
            decisions[item.id] = .overridden(
                severity ?? item.overrideSeverity, reason: reason, expires: expires)
        }
        return decisions
    }

    /// Returns the item with an id, or with the only one that begins so.
    private func item(_ id: String, among items: [ReviewItem]) throws(UsageError) -> ReviewItem {
        let found = items.filter { $0.id.hasPrefix(id) }
        guard let item = found.first(where: { $0.id == id }) ?? (found.count == 1 ? found.first : nil) else {
            throw .unknownName(
                id, what: found.isEmpty ? "item" : "item, as several begin so:",
                known: (found.isEmpty ? items : found).prefix(10).map(\.id))
        }
        return item
    }
}

// MARK: - Output

extension ReviewCommand {
    private func list(_ items: [ReviewItem], on console: Console) {
        for (index, item) in items.enumerated() {
            console.line(ReviewText.text(of: item, number: index + 1, count: items.count) + "\n")
        }
    }

    private func conclude(
        _ items: [ReviewItem], _ decisions: [String: ReviewDecision],
        _ written: [(path: String, content: String)], on console: Console
    ) {
        guard !items.isEmpty, !decisions.isEmpty else {
            let next =
                "run \(ToolCommand("review")) in a terminal, or decide with \(ToolCommand("review", "--accept", "ID"))"
            return console.line(
                MessageText(ReviewText.summary(of: items), next: items.isEmpty ? nil : next).text)
        }
        let names = items.map { decisions[$0.id]?.name ?? "left" }
        let counts = ["accepted", "kept", "overridden", "skipped", "left"].compactMap { name in
            let count = names.count { $0 == name }
            return count > 0 ? "\(count) \(name)" : nil
        }
        console.line("\(items.count) to review: \(counts.joined(separator: ", "))")
        for file in written { console.note("wrote \(file.path): \(file.content)") }
        guard !written.isEmpty else { return }
        let next = "review with `git diff \(contracts)`, then run \(ToolCommand("check"))"
        console.note("  next: \(next)")
    }
}

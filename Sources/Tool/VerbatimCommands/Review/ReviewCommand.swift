import Foundation
import VerbatimAPI
import VerbatimContract
import VerbatimJSON

/// `verbatim review`: decides, one by one, about what recordings contradict in the contracts.
struct ReviewCommand: Command {
    static let syntax = CommandSyntax(
        name: "review", summary: "Decides, one by one, about what recordings contradict in the contracts.",
        options: [
            accept, acceptAll, override, reason, expires, severity, Option.contracts, recordings,
            Option.format,
        ],
        operands: "[API...]", operandCount: 0...Int.max,
        notes: """
            Shows each edit that the recordings call for, with the findings that it resolves and the properties of
            the app's models that read the value, and then the findings that no edit resolves. In a terminal it
            asks for each: accept, keep the promise, override, skip, accept all that follow, or quit, which writes
            what is decided so far. An ID may be shortened. Exit code 0 if nothing is left to review, 1 if
            something is: kept, skipped or only listed.
            """)

    private static let accept = Option.texts("--accept", "ID", "make an edit of a contract")
    private static let acceptAll = Option.flag("--accept-all", "make all edits of the contracts")
    private static let override = Option.texts(
        "--override", "ID", "give findings another severity, for a reason and until a day")
    private static let reason = Option.text("--reason", "TEXT", "reason of --override")
    private static let expires = Option.expiryDay("last day of --override")
    private static let severity = Option.choice(
        "--severity", of: Severity.allCases, value: "SEVERITY",
        "severity of --override (default: info, or off for what is info already)")
    private static let recordings = Option.recordings("recordings to review")

    private let arguments: Arguments

    init(arguments: Arguments) throws(UsageError) {
        self.arguments = arguments
        guard !arguments[Self.override].isEmpty else {
            let lone = arguments.first(of: [Self.reason, Self.expires, Self.severity])
            if let lone { throw .malformed(lone, expected: "of use without '--override ID'") }
            return
        }
        guard arguments.has(Self.reason) else {
            throw .malformed("--override", expected: "complete without '--reason TEXT'")
        }
    }

    func run(in context: CommandContext) async throws -> ExitCode {
        let reviews = try reviews(in: context)
        let items = reviews.flatMap(\.items)
        var decisions = try decisions(about: items)
        let asJSON = arguments[.format] == .json
        let asks = decisions.isEmpty && !arguments[Self.acceptAll] && !asJSON && context.console.isInteractive
        if asks {
            var session = ReviewSession(on: context.console)
            session.run(items)
            decisions = session.decisions
        }
        var writer = ReviewWriter(decisions, to: arguments[.contracts], in: context)
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
        let chosen = try ChosenAPIs(arguments, in: context)
        let overrides = try Overrides(in: context.url(arguments[.contracts]))
        let sources = SharedSourceIndex(of: context.url(context.folders.sources))
        let recordings = context.withoutDefault(arguments[Self.recordings])
        return try chosen.apis.compactMap { api in
            try chosen.contracts.contract(of: api.name).map {
                try APIReview(
                    of: api, $0, recordings: recordings, overrides, sources: sources, in: chosen.context)
            }
        }
    }
}

// MARK: - Decisions of the command line

extension ReviewCommand {
    private func decisions(about items: [ReviewItem]) throws(UsageError) -> [String: ReviewDecision] {
        var decisions: [String: ReviewDecision] = [:]
        if arguments[Self.acceptAll] {
            for item in items where item.canBeAccepted { decisions[item.id] = .accepted }
        }
        for id in arguments[Self.accept] {
            let item = try self.item(id, among: items)
            guard item.canBeAccepted else {
                throw .malformed(id, expected: "an edit of a contract in JSON: it can only be overridden")
            }
            decisions[item.id] = .accepted
        }
        for id in arguments[Self.override] {
            let item = try self.item(id, among: items)
            guard !arguments[Self.accept].contains(id) else {
                throw .conflict("--override \(id)", with: "--accept \(id)", "it is one decision")
            }
            guard item.canBeOverridden, let reason = arguments[Self.reason] else {
                throw .malformed(id, expected: "about a finding: accept it instead")
            }
            decisions[item.id] = .overridden(
                arguments[Self.severity] ?? item.overrideSeverity, reason: reason,
                expires: arguments[Self.expires])
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
        let next = "review with `git diff \(arguments[.contracts])`, then run \(ToolCommand("check"))"
        console.note("  next: \(next)")
    }
}

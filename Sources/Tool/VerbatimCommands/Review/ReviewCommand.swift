import Foundation
import VerbatimAPI
import VerbatimContract
import VerbatimJSON

/// `verbatim review`: decides, cause by cause, about what recordings contradict in the contracts.
struct ReviewCommand: Command {
    static let syntax = CommandSyntax(
        name: "review",
        summary: "Decides, cause by cause, about what recordings contradict in the contracts.",
        options: [
            accept, acceptAll, override, reason, expires, severity, Option.contracts, recordings,
            Option.unpublished, Option.format,
        ],
        rules: [.use(of: [reason, expires, severity], with: override)],
        operands: "[API...]", operandCount: 0...Int.max,
        notes: """
            Asks once for each cause: what happened at the provider, the app's properties that it breaks, and the lines
            of the contract that change if it is accepted. In a terminal, one key answers: accept, keep the promise,
            override, skip, undo, diff, editor, or quit, which writes what is decided so far; '?' explains them. An
            ID, which may be shortened, is that of a cause or of one of its items, which '--format json' lists. Exit
            code 0 if nothing is left to review, 1 if something is: kept, skipped or only listed.
            """)

    private static let accept = Option.texts(
        "--accept", "ID", "make the edits of a cause, or one edit of a contract")
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
        guard arguments[Self.override].isEmpty || arguments.has(Self.reason) else {
            throw .malformed("--override", expected: "complete without '--reason TEXT'")
        }
    }

    func run(in context: CommandContext) async throws -> ExitCode {
        let recordings = try arguments.recordings(Self.recordings, in: context)
        let input = try ReviewInput(arguments, recordings: recordings, in: context)
        let reviews = try input.reviews(of: arguments.operands)
        let decisions = try decisions(about: reviews)
        let asJSON = arguments[.format] == .json
        if decisions.isEmpty, !arguments[Self.acceptAll], !asJSON, context.console.isInteractive {
            return try converse(about: reviews, input, in: context)
        }
        let writer = written(decisions, of: reviews, in: context)
        let (items, questions) = (reviews.flatMap(\.items), reviews.flatMap(\.questions))
        if asJSON {
            context.console.json(
                ReviewJSON.value(of: questions, in: items, decisions, written: writer.written.map(\.path)))
        } else if decisions.isEmpty {
            list(reviews, in: context)
        } else {
            conclude(items, decisions, writer.written, on: context.console)
        }
        return try exitCode(items, decisions, writer)
    }

    private func written(
        _ decisions: [String: ReviewDecision], of reviews: [APIReview], in context: CommandContext
    ) -> ReviewWriter {
        var writer = ReviewWriter(decisions, to: arguments[.contracts], in: context)
        writer.write(reviews)
        return writer
    }

    private func exitCode(
        _ items: [ReviewItem], _ decisions: [String: ReviewDecision], _ writer: ReviewWriter
    ) throws -> ExitCode {
        if let failure = writer.failure { throw failure }
        return items.allSatisfy { decisions[$0.id]?.isFinal ?? false } ? .holds : .broken
    }

    /// Asks about each cause, writes what is decided, and proposes a commit.
    private func converse(
        about reviews: [APIReview], _ input: ReviewInput, in context: CommandContext
    ) throws -> ExitCode {
        let (console, format) = (context.console, ReviewText(in: context))
        guard reviews.contains(where: { !$0.questions.isEmpty }) else {
            console.line(ReviewText.summary(of: []))
            return .holds
        }
        let terminal = console.terminal.flatMap { $0.open(for: .screen) ? $0 : nil }
        var session = ReviewSession(reviews) { question in
            terminal?.close()
            defer { _ = terminal?.open(for: .screen) }
            return try input.edited(question)
        }
        let writes: Bool
        if let terminal {
            defer { terminal.close() }
            writes = session.run(on: ReviewScreen(on: console, terminal, format))
        } else {
            writes = session.run(on: ReviewLines(on: console, format))
        }
        let summary = ReviewSummary(session.questions, session.decisions)
        let width = console.width ?? .max
        guard writes else {
            console.line((["nothing was written"] + summary.pending(width: width)).joined(separator: "\n"))
            return .broken
        }
        let writer = written(session.decisions, of: session.reviews, in: context)
        console.line((terminal == nil ? "\n" : "") + summary.lines(width: width).joined(separator: "\n"))
        report(writer.written, on: console)
        if writer.failure == nil, Git.isSupported,
            Git(folder: context.url(arguments[.contracts])).isRepository,
            let commit = summary.commit(of: writer.written.map(\.path))
        {
            console.out("\n" + commit.map { $0 + "\n" }.joined(), wraps: false)
        }
        return try exitCode(session.reviews.flatMap(\.items), session.decisions, writer)
    }

    // MARK: Decisions of the command line

    private func decisions(about reviews: [APIReview]) throws(UsageError) -> [String: ReviewDecision] {
        let questions = reviews.flatMap(\.questions)
        var decisions: [String: ReviewDecision] = [:]
        if arguments[Self.acceptAll] {
            for question in questions { decisions.merge(question.decisions(.accepted)) { $1 } }
        }
        for id in arguments[Self.accept] {
            let question = try self.question(id, among: questions)
            guard question.canBeAccepted else {
                throw .malformed(id, expected: "an edit of a contract in JSON: it can only be overridden")
            }
            decisions.merge(question.decisions(.accepted)) { $1 }
        }
        for id in arguments[Self.override] {
            let question = try self.question(id, among: questions)
            guard !arguments[Self.accept].contains(id) else {
                throw .conflict("--override \(id)", with: "--accept \(id)", "it is one decision")
            }
            guard question.canBeOverridden, let reason = arguments[Self.reason] else {
                throw .malformed(id, expected: "about a finding: accept it instead")
            }
            let decision = ReviewDecision.overridden(
                arguments[Self.severity] ?? question.overrideSeverity, reason: reason,
                expires: arguments[Self.expires])
            decisions.merge(question.decisions(decision)) { $1 }
        }
        return decisions
    }

    /// Returns what an id, or the beginning of only one, is about: a cause, or one of its items.
    private func question(
        _ id: String, among questions: [ReviewQuestion]
    ) throws(UsageError) -> ReviewQuestion {
        let known =
            questions.map { ($0.id, $0) }
            + questions.flatMap { question in question.items.map { ($0.id, question.only($0)) } }
        let candidates = OrderedGroups(grouping: known.filter { $0.0.hasPrefix(id) }, by: \.0)
        let ids = candidates.keys
        guard let found = candidates[id] ?? (ids.count == 1 ? candidates.values[0] : nil),
            let first = found.first
        else {
            throw .unknownName(
                id, what: ids.isEmpty ? "item" : "item, as several begin so:",
                known: (ids.isEmpty ? questions.flatMap(\.items).map(\.id) : ids).prefix(10).map(\.self))
        }
        return found.dropFirst().reduce(first.1) { $0.with($1.1.items) }
    }

    // MARK: Output

    /// The number of questions of a list whose changes of the contract are shown: each is inferred again.
    private static let previewLimit = 30

    private func list(_ reviews: [APIReview], in context: CommandContext) {
        let questions = reviews.flatMap { review in review.questions.map { (review, $0) } }
        let format = ReviewText(in: context)
        for (index, (review, question)) in questions.enumerated() {
            let place = "\(index + 1) of \(questions.count), "
            let preview = index < Self.previewLimit ? review.preview(of: question) : nil
            let lines = format.lines(of: question, preview, place: place)
            let items = String.count(question.items.count, "item")
            let text = lines + ["  id: \(question.id) (\(items))"]
            context.console.out(text.joined(separator: "\n") + "\n\n")
        }
        let next =
            "run \(ToolCommand("review")) in a terminal, or decide with \(ToolCommand("review", "--accept", "ID"))"
        context.console.line(
            MessageText(
                ReviewText.summary(of: questions.map(\.1)), next: questions.isEmpty ? nil : next
            ).text)
    }

    private func conclude(
        _ items: [ReviewItem], _ decisions: [String: ReviewDecision],
        _ written: [(path: String, content: String)], on console: Console
    ) {
        console.line(ReviewSummary.counts(of: items.map { decisions[$0.id] }))
        report(written, on: console)
    }

    private func report(_ written: [(path: String, content: String)], on console: Console) {
        for file in written { console.note("wrote \(file.path): \(file.content)") }
        guard !written.isEmpty else { return }
        let next =
            "review with `git diff \(arguments[.contracts].shellWord)`, then run \(ToolCommand("check"))"
        console.note("  next: \(next)")
    }
}

/// What a review reads: contracts, which an editor may change meanwhile, recordings and models.
struct ReviewInput {
    private let arguments: Arguments
    private let recordings: [String]
    private let context: CommandContext
    private let sources: SharedSourceIndex
    private let history: [Finding]

    init(_ arguments: Arguments, recordings: [String], in context: CommandContext) throws {
        self.arguments = arguments
        self.context = context
        self.recordings = context.withoutDefault(recordings)
        sources = SharedSourceIndex(of: context.url(context.folders.sources))
        history =
            arguments[.unpublished]
            ? try context.unpublishedChanges(of: arguments.operands, DriftAssessment(context))
            : self.recordings.isEmpty ? context.uncommittedChanges() : []
    }

    /// Compares the recordings of APIs with their contracts; without names, of all.
    func reviews(of names: [String]) throws -> [APIReview] {
        let chosen = try ChosenAPIs(arguments, in: context)
        let overrides = try Overrides(in: context.url(arguments[.contracts]))
        return try chosen.apis.filter { names.isEmpty || names.contains($0.name) }.compactMap { api in
            try chosen.contracts.contract(of: api.name).map {
                try APIReview(
                    of: api, $0, recordings: recordings, overrides,
                    history: history.filter { $0.api == api.name }, sources: sources, in: chosen.context)
            }
        }
    }

    // MARK: The editor

    /// The editors that take a location in one word.
    private static let gotoEditors: Set = ["code", "code-insiders", "codium", "cursor"]

    /// Opens the contract of a question in an editor, waits for its end, and reviews the API again.
    func edited(_ question: ReviewQuestion) throws -> APIReview {
        guard
            let editor = ["VISUAL", "EDITOR"].compactMap({ context.environment[$0] }).first(where: {
                !$0.isEmpty
            })
        else {
            throw UsageError.malformed("editor", expected: "known: set VISUAL or EDITOR")
        }
        guard let location = question.items.compactMap(\.contractLine?.location).first else {
            throw UsageError.malformed(question.id, expected: "about a line of a contract")
        }
        let path = context.url(location.file).path(percentEncoded: false)
        let line = location.line ?? 1
        let name = editor.split(separator: " ").first?.split(separator: "/").last.map(String.init) ?? editor
        let words =
            Self.gotoEditors.contains(name) ? ["--wait", "--goto", "\(path):\(line)"] : ["+\(line)", path]
        let code = try ExternalProgram.runInForeground(
            ["/bin/sh", "-c", "\(editor) \"$@\"", editor] + words, environment: context.environment)
        guard code == 0 else { throw FileProblem(location: editor, what: "the editor ended with \(code)") }
        guard let review = try reviews(of: [question.api]).first else {
            throw FileProblem(location: location.file, what: "the contract is gone")
        }
        return review
    }
}

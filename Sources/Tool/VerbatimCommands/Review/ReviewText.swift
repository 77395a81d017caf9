import VerbatimContract
import VerbatimJSON
import VerbatimReports

/// The questions of a review as text.
///
///     breaking: itunes renamed 'trackName' to 'trackTitle'
///       GET /search, GET /lookup -> 200 · 38 values in 11 recordings · since the last commit
///       recorded  Recordings/itunes/lookup/1.json:7:206
///         - "trackName": "ABBA, CDDC"
///         + "trackTitle": "ABBA, CDDC"
///       app
///         ✗ ITunesItem.trackName expects String  Sources/App/ITunesItem.swift:86:23
///       if you accept, Contracts/itunes.json changes in 16 places (+24 -8 lines):
///         Song.required, line 212, and 7 more places
///         - "trackName",
///       ! the app still breaks after accepting: write case trackName = "trackTitle"
struct ReviewText {
    let style: TextStyle
    var width: Int
    private let excerpts: ExcerptReader

    init(in context: CommandContext) {
        style = TextStyle(isColored: context.console.isColored)
        width = context.console.width ?? Self.usualWidth
        excerpts = ExcerptReader(context.sourceFiles)
    }

    /// The columns of text that is for no terminal.
    private static let usualWidth = 100
    static let diffLimit = 12
    private static let (lineLimit, propertyLimit) = (3, 2)

    /// Returns a question in lines that are no wider than the terminal.
    ///
    /// - Parameters:
    ///   - place: The text before the severity: `1 of 3, `.
    ///   - rows: The number of lines that it may have, if it is limited.
    func lines(
        of question: ReviewQuestion, _ preview: ContractPreview?, place: String = "", rows: Int = .max
    ) -> [String] {
        let head = headline(of: question, place)
        let details = extent(of: question) + recorded(question) + app(question)
        let tail = warnings(of: question)
        let room = rows == .max ? rows : rows - head.count - details.count - tail.count - 1
        let changes = edits(of: question, preview, limit: max(2, min(Self.diffLimit, room)))
        return head + (details + changes + tail).map { "  \($0)".cut(to: width) }
    }

    private func headline(of question: ReviewQuestion, _ place: String) -> [String] {
        let start = "\(place)\(question.severity.word):"
        let title = "\(start) \(question.title.onOneLine)".wrapped(to: width).split(separator: "\n")
        return title.enumerated().map { index, line in
            guard index == 0 else { return style.bold(String(line)) }
            return place + style.colored("\(question.severity.word):", as: question.severity)
                + style.bold(String(line.dropFirst(start.count)))
        }
    }

    /// The requests, how much it is about, and since when.
    private func extent(of question: ReviewQuestion) -> [String] {
        guard let cause = question.cause else { return [] }
        let requests = cause.requests.prefix(2).map { status, requests in
            let more = requests.count > 2 ? " and \(requests.count - 2) more" : ""
            return requests.prefix(2).joined(separator: ", ") + more + (status.isEmpty ? "" : " -> \(status)")
        }
        let since = cause.since.map { $0.commit == nil ? "since the last commit" : "since \($0)" } ?? ""
        let parts = [requests.joined(separator: "; "), cause.seen, since].filter { !$0.isEmpty }
        return wrapped(parts.joined(separator: " · "))
    }

    // MARK: Both sides

    private func recorded(_ question: ReviewQuestion) -> [String] {
        guard let cause = question.cause, let sides = excerpts.sides(of: cause) else {
            return question.items.compactMap(\.edit?.location).prefix(1).map { "recorded  \($0)" }
        }
        func block(_ lines: [String], _ sign: String, _ severity: Severity?) -> [String] {
            lines.prefix(Self.lineLimit).map { line in
                style.colored("  \(sign) \(line)".onOneLine.cut(to: width - 2), as: severity)
            }
        }
        // What a model expects of every answer is in no recording.
        let place = sides.location?.file.hasSuffix(".swift") == true ? "in" : "recorded"
        return ["\(place)  \(sides.location.map { "\($0)" } ?? "")".cut(to: width - 2)]
            + block(sides.removed, "-", .breaking) + block(sides.added, "+", nil)
    }

    /// The properties of the app that break, or else those that decode the value nevertheless.
    private func app(_ question: ReviewQuestion) -> [String] {
        guard question.cause?.kind.isDamage != true else { return [] }
        let broken = question.affected.map { property in
            let conflict = property.predicate.map { " \($0)" } ?? ": \(property.reason)"
            return ("✗ \(property.name)\(conflict)", property.location)
        }
        let readers = question.items.flatMap(\.readers).map(\.property).uniqued
        let all = broken.isEmpty ? readers.map { ("✓ \($0.name) decodes it", $0.location) } : broken
        guard !all.isEmpty else { return [] }
        let lines = all.prefix(Self.propertyLimit).flatMap { text, location -> [String] in
            let (text, place) = ("  \(text)".onOneLine, location.map { "\($0)" } ?? "")
            let room = width - 4 - text.count
            if place.count <= room { return ["\(text)  \(place)"] }
            let name = place.split(separator: "/").last?.count ?? 0
            guard name + 2 > room else { return ["\(text)  …\(place.suffix(room - 1))"] }
            return [text.cut(to: width - 2), "    " + place.cut(to: width - 6)]
        }
        let rest = all.count - Self.propertyLimit
        return ["app"] + lines
            + (rest > 0 ? ["  and \(String.count(rest, "more property", plural: "more properties"))"] : [])
    }

    // MARK: What a decision does

    private func edits(of question: ReviewQuestion, _ preview: ContractPreview?, limit: Int) -> [String] {
        guard question.canBeAccepted else {
            let reason =
                question.items.contains { $0.edit != nil }
                ? "the contract is YAML, and only JSON is written: edit it by hand"
                : "no edit of the contract resolves it"
            return [reason]
        }
        guard let preview else {
            return [
                "if you accept, \(String.count(question.edits.count, "edit")) of the contract will be made"
            ]
        }
        guard !preview.diff.hunks.isEmpty else {
            return ["if you accept, the contract changes once what it follows from is accepted"]
        }
        return ["if you accept, \(preview.file) changes in \(preview.extent):"]
            + preview.summary(style, limit: limit).map { "  \($0)".cut(to: width - 2) }
    }

    private func warnings(of question: ReviewQuestion) -> [String] {
        let code = (question.cause?.code).map { code in
            "write \(code.split(separator: "\n").map { "`\($0)`" }.list("and"))"
        }
        guard !question.broken.isEmpty, question.cause?.kind.isDamage == false else {
            let next = question.cause?.fix ?? question.items.first?.findings.first?.finding.next ?? ""
            return question.canBeAccepted || next.isEmpty ? [] : wrapped("next: \(next)")
        }
        let names = question.broken.map(\.name).uniqued
        let shown = names.prefix(2) + (names.count > 2 ? ["\(names.count - 2) more"] : [])
        let when =
            question.canBeAccepted ? "still breaks after accepting" : "breaks, whatever the contract says"
        let text = "! the app \(when): \(code ?? "change \(Array(shown).list("and")) too")"
        return wrapped(text).map { style.colored($0, as: .warning) }
    }

    /// Breaks a text that is indented by two columns.
    private func wrapped(_ text: String) -> [String] {
        text.onOneLine.wrapped(to: width - 2).split(separator: "\n").map(String.init)
    }

    /// Returns how many questions there are, and the decisions that they call for: `3 to review: 2 edits of
    /// contracts, 1 finding that no edit resolves`.
    static func summary(of questions: [ReviewQuestion]) -> String {
        guard !questions.isEmpty else { return "nothing to review" }
        let items = questions.flatMap(\.items)
        let edits = items.count { $0.edit != nil }
        let findings = items.count - edits
        let parts = [
            edits > 0 ? String.count(edits, "edit of a contract", plural: "edits of contracts") : nil,
            findings > 0
                ? String.count(
                    findings, "finding that no edit resolves", plural: "findings that no edit resolves")
                : nil,
        ]
        return "\(questions.count) to review: \(parts.compactMap(\.self).joined(separator: ", "))"
    }
}

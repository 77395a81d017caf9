import VerbatimContract
import VerbatimJSON
import VerbatimReports

/// The decisions of a review by cause, and a message for the commit of what they wrote.
struct ReviewSummary {
    /// The questions with the names of their decisions; nil if there is none.
    private let rows: [(question: ReviewQuestion, decision: ReviewDecision?)]

    init(_ questions: [ReviewQuestion], _ decisions: [String: ReviewDecision]) {
        rows = questions.map { ($0, $0.decision(in: decisions)) }
    }

    /// `3 to review: 1 accepted, 1 kept, 1 left`
    private var counts: String { Self.counts(of: rows.map(\.decision)) }

    static func counts(of decisions: [ReviewDecision?]) -> String {
        let names = decisions.map { $0?.name ?? "left" }
        let counts = ["accepted", "kept", "overridden", "skipped", "left"].compactMap { name in
            let count = names.count { $0 == name }
            return count > 0 ? "\(count) \(name)" : nil
        }
        return "\(names.count) to review: \(counts.joined(separator: ", "))"
    }

    /// Returns the numbers, and a line for each question.
    func lines(width: Int) -> [String] {
        [counts]
            + rows.map { question, decision in
                let name = (decision?.name ?? "left").padded(to: "overridden".count)
                return "  \(name)  \(question.title.onOneLine)".cut(to: width)
            }
    }

    /// Returns the questions about which something was decided that is to be written.
    func pending(width: Int) -> [String] {
        rows.filter { $0.decision?.isFinal ?? false }.map {
            "  not written: \($0.question.title.onOneLine)".cut(to: width)
        }
    }

    // MARK: The commit

    /// Returns a command that commits files, with a message that names each cause; nil if nothing is written.
    func commit(of files: [String]) -> [String]? {
        let written = rows.filter { $0.decision?.isFinal ?? false }
        guard !files.isEmpty, !written.isEmpty else { return nil }
        let body = written.flatMap { question, decision in
            let reason = decision.flatMap { decision -> String? in
                guard case .overridden(let severity, let reason, let expires) = decision else { return nil }
                return " (\(severity.rawValue) until \(expires): \(reason))"
            }
            let seen = question.cause.map { " (\($0.seen))" }
            return "- \(question.title)\(reason ?? seen ?? "")".onOneLine.wrapped(to: Self.bodyWidth)
                .split(separator: "\n").map(String.init)
        }
        let names = files.map(\.shellWord).joined(separator: " ")
        return ["git add \(names)", "git commit -F - \(names) <<'END'", subject(of: written), ""] + body + [
            "END"
        ]
    }

    private static let (subjectLimit, bodyWidth) = (72, 72)

    private func subject(of written: [(question: ReviewQuestion, decision: ReviewDecision?)]) -> String {
        let accepted = written.count { $0.decision == .accepted }
        let verb = accepted == written.count ? "accept" : accepted == 0 ? "override" : "accept or override"
        let apis = written.map(\.question.api).uniqued
        let changes = "\(verb) \(String.count(written.count, "change"))"
        let title = written.first.map { "Contracts: accept that \($0.question.title.onOneLine)" } ?? ""
        let candidates = [
            written.count == 1 && accepted == 1 ? title : nil,
            "Contracts: \(changes) of \(apis.list("and").onOneLine)",
        ].compactMap(\.self)
        return candidates.first { $0.count <= Self.subjectLimit }
            ?? "Contracts: \(changes) of \(String.count(apis.count, "API"))"
    }
}

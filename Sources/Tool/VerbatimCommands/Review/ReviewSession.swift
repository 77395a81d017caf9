import VerbatimContract
import VerbatimInference
import VerbatimJSON

/// Asks a person for a decision about each cause; nothing is written before it ends.
///
/// The end of the input is the same as quitting: what is decided so far is written.
struct ReviewSession {
    private(set) var reviews: [APIReview]
    /// The decisions so far, by the ids of their items.
    private(set) var decisions: [String: ReviewDecision] = [:]
    private var index = 0
    /// What there was before each decision.
    private var earlier: [(index: Int, decisions: [String: ReviewDecision])] = []
    private var shown: (index: Int, accepted: Set<InferredEdit.Key>, preview: ContractPreview?)?
    /// Opens the contract of a question in an editor, and returns the review of what is there then.
    private let edit: (ReviewQuestion) throws -> APIReview

    init(_ reviews: [APIReview], edit: @escaping (ReviewQuestion) throws -> APIReview) {
        self.reviews = reviews
        self.edit = edit
    }

    var questions: [ReviewQuestion] { reviews.flatMap(\.questions) }

    /// The number of questions about which something is to be written.
    private var pendingCount: Int { questions.count { $0.decision(in: decisions)?.isFinal ?? false } }

    /// Asks until everything is decided, and returns whether the decisions are to be written.
    mutating func run(on dialog: some ReviewDialog) -> Bool {
        var hint = ""
        while !questions.isEmpty {
            let view = view(hint)
            switch dialog.ask(about: view) {
            case .quit, nil: return true
            case .interrupt:
                let count = String.count(pendingCount, "decision")
                guard pendingCount > 0 else { return false }
                if let writes = dialog.confirm("write \(count)?", in: view) { return writes }
                hint = ""
            case let answer?: hint = take(answer, view, dialog)
            }
        }
        return true
    }

    private mutating func view(_ hint: String) -> ReviewView {
        let questions = questions
        return ReviewView(
            questions: questions, decisions: decisions, index: index,
            preview: questions.indices.contains(index) ? preview(of: questions[index]) : nil, hint: hint)
    }

    /// Does what someone wants, and returns a hint if that is not seen.
    private mutating func take(_ answer: ReviewAnswer, _ view: ReviewView, _ dialog: some ReviewDialog)
        -> String
    {
        switch answer {
        case .undo:
            guard let last = earlier.popLast() else { return "nothing is decided that could be undone" }
            (index, decisions) = last
        case .next: index = min(index + 1, questions.count)
        case .previous: index = max(index - 1, 0)
        default:
            guard let question = view.question else { return "everything is decided: Enter writes it" }
            return take(answer, about: question, view, dialog)
        }
        return ""
    }

    private mutating func take(
        _ answer: ReviewAnswer, about question: ReviewQuestion, _ view: ReviewView,
        _ dialog: some ReviewDialog
    ) -> String {
        switch answer {
        case .accept where !question.canBeAccepted: return refusal(of: question)
        case .accept: decide(question.decisions(.accepted))
        case .keep: decide(question.decisions(.kept))
        case .skip: decide(question.decisions(.skipped))
        case .override where !question.canBeOverridden:
            return "no finding can be overridden: skip it, or keep the promise"
        case .override:
            guard let decision = override(question, view, dialog) else { return "" }
            decide(question.decisions(decision))
        case .acceptRest:
            decide(
                questions[index...].map { $0.decisions(.accepted) }.reduce(into: [:]) {
                    $0.merge($1) { first, _ in first }
                }, movingTo: questions.count)
        case .edit: return openEditor(question)
        default: break
        }
        return ""
    }

    private mutating func decide(_ made: [String: ReviewDecision], movingTo next: Int? = nil) {
        earlier.append((index, decisions))
        decisions.merge(made) { $1 }
        index = next ?? index + 1
    }

    private func refusal(of question: ReviewQuestion) -> String {
        question.edits.isEmpty && !question.items.contains { $0.edit != nil }
            ? "no edit of the contract resolves it: keep the promise, or override it"
            : "the contract is YAML, and only JSON is written: edit it by hand, or override the finding"
    }

    // MARK: The contract

    /// What accepting a question changes in the contract, beside what is accepted already.
    private mutating func preview(of question: ReviewQuestion) -> ContractPreview? {
        guard let review = reviews.first(where: { $0.contract.api == question.api }) else { return nil }
        let others = Set(
            review.items.filter { decisions[$0.id] == .accepted }.compactMap { $0.edit?.key }
        ).subtracting(question.edits)
        if let shown, shown.index == index, shown.accepted == others { return shown.preview }
        let preview = review.preview(of: question, besides: others)
        shown = (index, others, preview)
        return preview
    }

    /// Reviews the contract anew after it was edited; the decisions about other questions stay.
    private mutating func openEditor(_ question: ReviewQuestion) -> String {
        do {
            let review = try edit(question)
            guard let position = reviews.firstIndex(where: { $0.contract.api == question.api }),
                reviews[position].text != review.text
            else { return "the contract was not changed" }
            reviews[position] = review
        } catch {
            return CommandLineTool.message(of: error).split(separator: "\n").first.map(String.init) ?? ""
        }
        let ids = Set(questions.flatMap(\.items).map(\.id))
        for item in question.items { decisions[item.id] = nil }
        decisions = decisions.filter { ids.contains($0.key) }
        (earlier, shown) = ([], nil)
        index =
            questions.firstIndex { $0.api == question.api && $0.decision(in: decisions) == nil }
            ?? min(index, questions.count)
        return "\(question.api) is reviewed anew"
    }
}

// MARK: - Overrides

extension ReviewSession {
    /// Asks for severity, reason and last day; nil if it is canceled, or at the end of the input.
    private func override(_ question: ReviewQuestion, _ view: ReviewView, _ dialog: some ReviewDialog)
        -> ReviewDecision?
    {
        let usual = question.overrideSeverity
        let names = Severity.allCases.map(\.rawValue)
        let severity = answer("severity, \(names.list("or")) [\(usual.rawValue)]", view, dialog) { text in
            text.isEmpty ? .success(usual) : Severity(rawValue: text).map { .success($0) }
        }
        guard let severity else { return nil }
        let reason = answer("reason", view, dialog) { $0.isEmpty ? nil : .success($0) }
        guard let reason else { return nil }
        let expires = answer("last day, or a number of days [\(ExpiryDay.usual)]", view, dialog) { text in
            text.isEmpty
                ? .success(ExpiryDay.usual) : Result { () throws(UsageError) in try ExpiryDay.parse(text) }
        }
        return expires.map { .overridden(severity, reason: reason, expires: $0) }
    }

    /// Asks until an answer can be read.
    ///
    /// - Parameter read: Reads an answer; nil asks again.
    private func answer<Value>(
        _ prompt: String, _ view: ReviewView, _ dialog: some ReviewDialog,
        read: (String) -> Result<Value, UsageError>?
    ) -> Value? {
        var hint = ""
        while let text = dialog.text(prompt, hint: hint, in: view) {
            switch read(text.trimmed) {
            case .success(let value): return value
            case .failure(let error): hint = "\(error)"
            case nil: hint = ""
            }
        }
        return nil
    }
}

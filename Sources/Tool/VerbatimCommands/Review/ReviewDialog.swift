/// A way to ask about a question: on a screen, key by key, or line by line.
protocol ReviewDialog: AnyObject {
    /// Shows where a review is, and returns what someone wants; nil at the end of the input.
    func ask(about view: ReviewView) -> ReviewAnswer?
    /// Returns a text that someone types; nil if it is canceled, or at the end of the input.
    func text(_ prompt: String, hint: String, in view: ReviewView) -> String?
    /// Returns whether something is to be done; nil if the review goes on.
    func confirm(_ question: String, in view: ReviewView) -> Bool?
}

/// Where a review is.
struct ReviewView {
    let questions: [ReviewQuestion]
    let decisions: [String: ReviewDecision]
    /// The index of the question; that after the last one is the end.
    let index: Int
    let preview: ContractPreview?
    /// What the last answer led to, if that is not seen.
    var hint: String

    var question: ReviewQuestion? { questions.indices.contains(index) ? questions[index] : nil }
    var summary: ReviewSummary { ReviewSummary(questions, decisions) }
}

/// What someone wants a review to do.
enum ReviewAnswer: Hashable {
    case accept, keep, override, skip, acceptRest
    case undo, next, previous, diff, edit, help, quit, interrupt

    /// Reads a word or letter; nil if it has no meaning.
    init?(_ word: String) {
        guard let row = Self.table.first(where: { $0.letter == word || $0.word == word }) else { return nil }
        self = row.answer
    }

    /// The answers with their letters, words and meanings, in the order of the help.
    static let table: [(answer: ReviewAnswer, letter: String, word: String, meaning: String)] = [
        (.accept, "a", "accept", "the contract allows it, and the recordings stay"),
        (.keep, "k", "keep", "nothing is written, and the findings stay until the API keeps the contract"),
        (.override, "o", "override", "the findings get another severity, for a reason and until a day"),
        (.skip, "s", "skip", "decide another time"),
        (.acceptRest, "A", "all", "accept this and all that follow, and skip what cannot be accepted"),
        (.undo, "u", "undo", "take the last decision back"),
        (.next, "n", "next", "look at the next one (also the right arrow)"),
        (.previous, "p", "previous", "look at the one before (also the left arrow)"),
        (.diff, "d", "diff", "show all lines of the contract that change"),
        (.edit, "e", "editor", "open the contract in $VISUAL or $EDITOR, and review what is left"),
        (.help, "?", "help", "explain the keys"),
        (.quit, "q", "quit", "write what is decided so far"),
    ]

    static let helpLines = table.map { "  \($0.letter)  \($0.word): \($0.meaning)" }

    /// Returns the letters that answer a question: `a k o s u d e ? q`.
    static func keys(for question: ReviewQuestion) -> [(letter: String, word: String)] {
        let hidden: [ReviewAnswer] =
            [.acceptRest, .next, .previous] + (question.canBeAccepted ? [] : [.accept, .diff])
            + (question.canBeOverridden ? [] : [.override])
        return table.filter { !hidden.contains($0.answer) }.map { ($0.letter, $0.word) }
    }
}

/// Asks line by line, where a terminal cannot give single keys.
final class ReviewLines: ReviewDialog {
    private let console: Console
    private let format: ReviewText
    private var shown: String?

    init(on console: Console, _ format: ReviewText) {
        self.console = console
        self.format = format
    }

    func ask(about view: ReviewView) -> ReviewAnswer? {
        guard let question = view.question else { return .quit }
        let place = "\(view.index + 1) of \(view.questions.count)"
        if shown != place + question.id {
            if shown != nil { console.line() }
            shown = place + question.id
            let lines = format.lines(of: question, view.preview, place: "\(place), ")
            console.out(lines.map { $0 + "\n" }.joined())
        }
        if !view.hint.isEmpty { console.line("  \(view.hint)") }
        let keys = ReviewAnswer.keys(for: question).map(\.letter).joined(separator: ",")
        while let line = console.answer(to: "  decide [\(keys)]: ")?.trimmed {
            switch ReviewAnswer(line) {
            case .help: console.out(ReviewAnswer.helpLines.map { $0 + "\n" }.joined(), wraps: false)
            case .diff:
                let lines = view.preview?.whole(format.style) ?? ["the contract does not change"]
                console.out(lines.map { "  \($0)\n" }.joined(), wraps: false)
            case nil: console.line("  '\(line)' is no answer: ? explains them")
            case let answer?: return answer
            }
        }
        console.line()
        return nil
    }

    func text(_ prompt: String, hint: String, in view: ReviewView) -> String? {
        if !hint.isEmpty { console.line("  \(hint)") }
        guard let text = console.answer(to: "  \(prompt): ") else {
            console.line()
            return nil
        }
        return text
    }

    func confirm(_ question: String, in view: ReviewView) -> Bool? { true }
}

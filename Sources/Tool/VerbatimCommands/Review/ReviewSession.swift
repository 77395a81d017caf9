import VerbatimContract
import VerbatimJSON

/// Asks a person for a decision about each item, line by line.
///
/// The end of the input is the same as quitting: what is decided so far is written.
struct ReviewSession {
    private let console: Console
    /// The decisions so far, by the ids of their items.
    private(set) var decisions: [String: ReviewDecision] = [:]

    init(on console: Console) {
        self.console = console
    }

    /// Shows items one after the other and asks for their decisions.
    mutating func run(_ items: [ReviewItem]) {
        for (index, item) in items.enumerated() {
            console.line(ReviewText.text(of: item, number: index + 1, count: items.count))
            let reply = ask(about: item)
            console.line()
            switch reply {
            case .decision(let decision): decisions[item.id] = decision
            case .acceptRest:
                for item in items[index...] where item.canBeAccepted { decisions[item.id] = .accepted }
                return
            case .quit: return
            }
        }
    }

    private enum Reply {
        case decision(ReviewDecision)
        case acceptRest
        case quit
    }

    private func ask(about item: ReviewItem) -> Reply {
        let keys = [item.canBeAccepted ? "a" : nil, "k", item.canBeOverridden ? "o" : nil, "s,A,q,?"]
        let question = "  decide [\(keys.compactMap(\.self).joined(separator: ","))]: "
        while let answer = console.answer(to: question) {
            switch answer.trimmingSpaces {
            case "a", "accept":
                if item.canBeAccepted { return .decision(.accepted) }
                console.line("  \(refusal(of: item))")
            case "k", "keep": return .decision(.kept)
            case "o", "override":
                guard item.canBeOverridden else {
                    console.line("  no finding can be overridden: skip it, or keep the promise")
                    continue
                }
                guard let decision = override(item) else { return .quit }
                return .decision(decision)
            case "s", "skip": return .decision(.skipped)
            case "A": return .acceptRest
            case "q", "quit": return .quit
            default: console.out(Self.help, wraps: false)
            }
        }
        console.line()
        return .quit
    }

    private func refusal(of item: ReviewItem) -> String {
        item.edit == nil
            ? "no edit of the contract resolves it: keep the promise, or override it"
            : "the contract is YAML, and only JSON is written: edit it by hand, or override the finding"
    }

    private static let help = """
          a  accept: the contract allows it, and the recording stays
          k  keep the promise: nothing is written, and the findings stay
          o  override: the findings get another severity, for a reason and until a day
          s  skip: decide another time
          A  accept this edit and all that follow, and skip what cannot be accepted
          q  quit: write what is decided so far

        """
}

// MARK: - Overrides

extension ReviewSession {
    /// Asks for severity, reason and last day; nil at the end of the input.
    private func override(_ item: ReviewItem) -> ReviewDecision? {
        let usual = item.overrideSeverity
        let names = Severity.allCases.map(\.rawValue)
        let severity = answer("severity, \(names.list("or")) [\(usual.rawValue)]: ") { text in
            text.isEmpty ? .success(usual) : Severity(rawValue: text).map { .success($0) }
        }
        guard let severity else { return nil }
        let reason = answer("reason: ") { $0.isEmpty ? nil : .success($0) }
        guard let reason else { return nil }
        let expires = answer("last day, or a number of days [\(ExpiryDay.usual)]: ") { text in
            text.isEmpty
                ? .success(ExpiryDay.usual)
                : Result { () throws(UsageError) in try ExpiryDay.parse(text) }
        }
        return expires.map { .overridden(severity, reason: reason, expires: $0) }
    }

    /// Asks until an answer can be read; nil at the end of the input.
    ///
    /// - Parameter read: Reads an answer; nil asks again.
    private func answer<Value>(
        _ question: String, read: (String) -> Result<Value, UsageError>?
    ) -> Value? {
        while let answer = console.answer(to: "  " + question) {
            switch read(answer.trimmingSpaces) {
            case .success(let value): return value
            case .failure(let error): console.line("  \(error)")
            case nil: continue
            }
        }
        console.line()
        return nil
    }
}

extension String {
    /// The text without spaces and tabs at its ends.
    fileprivate var trimmingSpaces: String {
        let isSpace: (Character) -> Bool = { $0 == " " || $0 == "\t" || $0 == "\r" }
        guard let first = firstIndex(where: { !isSpace($0) }), let last = lastIndex(where: { !isSpace($0) })
        else { return "" }
        return String(self[first...last])
    }
}

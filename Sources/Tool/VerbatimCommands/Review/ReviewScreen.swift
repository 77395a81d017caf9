import VerbatimContract
import VerbatimJSON
import VerbatimReports

/// Asks on the screen of a terminal, one key an answer. Nothing scrolls away: each question fits.
final class ReviewScreen: ReviewDialog {
    private let console: Console
    private let terminal: any KeyTerminal
    private let format: ReviewText

    init(on console: Console, _ terminal: any KeyTerminal, _ format: ReviewText) {
        self.console = console
        self.terminal = terminal
        self.format = format
    }

    private var style: TextStyle { format.style }

    func ask(about view: ReviewView) -> ReviewAnswer? {
        var (view, showsHelp) = (view, false)
        while true {
            show(showsHelp ? ["", style.bold("keys")] + ReviewAnswer.helpLines : body(of: view), in: view)
            let key = terminal.key(waits: true) ?? .end
            if key == .resize { continue }
            (view.hint, showsHelp) = ("", false)
            switch answer(for: key, in: view) {
            case .help: showsHelp = true
            case .diff: page(view.preview?.whole(style) ?? ["the contract does not change"], in: view)
            case nil where key == .end: return nil
            case nil: view.hint = "that key does nothing here: ? explains the keys"
            case let answer?: return answer
            }
        }
    }

    private func answer(for key: Key, in view: ReviewView) -> ReviewAnswer? {
        switch key {
        case .character(let letter): ReviewAnswer.table.first { $0.letter == String(letter) }?.answer
        case .left, .up: .previous
        case .right, .down: .next
        case .interrupt: .interrupt
        case .enter where view.question == nil: .quit
        default: nil
        }
    }

    func text(_ prompt: String, hint: String, in view: ReviewView) -> String? {
        var (view, text) = (view, "")
        while true {
            view.hint = hint.isEmpty ? "Enter takes the answer, Esc goes back" : hint
            show(body(of: view), in: view, prompt: "\(prompt): \(text)\u{2588}")
            switch terminal.key(waits: true) ?? .end {
            case .character(let character): text.append(character)
            case .backspace: text = String(text.dropLast())
            case .enter: return text
            case .escape, .interrupt, .end: return nil
            default: continue
            }
        }
    }

    func confirm(_ question: String, in view: ReviewView) -> Bool? {
        while true {
            show(
                body(of: view), in: view,
                prompt:
                    " \(question)  \(style.bold("y")) yes  \(style.bold("n")) no  \(style.bold("Esc")) back")
            switch terminal.key(waits: true) ?? .end {
            case .character("y"), .character("Y"): return true
            case .character("n"), .character("N"), .interrupt, .end: return false
            case .escape: return nil
            default: continue
            }
        }
    }

    // MARK: The screen

    /// The rows of the frame: the header and its rule, and the rule, the keys and the hint at the end.
    private static let frameRows = 5

    private func body(of view: ReviewView) -> [String] {
        let size = terminal.size
        guard let question = view.question else { return view.summary.lines(width: size.columns) }
        var format = format
        format.width = size.columns
        let lines = format.lines(of: question, view.preview, rows: size.rows - Self.frameRows)
        let taken = question.decision(in: view.decisions).map { ["  decided: \($0.name)"] } ?? []
        return lines + taken
    }

    private func show(_ body: [String], in view: ReviewView, prompt: String? = nil) {
        let size = terminal.size
        let rule = String(repeating: "─", count: size.columns)
        let room = max(1, size.rows - Self.frameRows)
        let shown = body.count > room ? body.prefix(room - 1) + ["  …"] : body[...]
        let lines =
            [header(of: view, size.columns), rule] + shown + [rule, prompt ?? keys(in: view), view.hint]
        console.screen(lines.prefix(size.rows).map { $0.cut(to: size.columns) })
    }

    /// `verbatim review  itunes  ●●○ 1 of 3        2 breaking, 1 warning`
    private func header(of view: ReviewView, _ width: Int) -> String {
        let count = view.questions.count
        let dots = view.questions.enumerated().map { index, question in
            let mark = question.decision(in: view.decisions) == nil ? "○" : "●"
            return index == view.index ? style.bold(mark) : style.colored(mark, as: question.severity)
        }
        let place = view.question == nil ? "end" : "\(view.index + 1) of \(count)"
        let left = [
            "\(ToolCommand("review").line)", view.question?.api, count > 20 ? nil : dots.joined(), place,
        ]
        .compactMap(\.self).joined(separator: "  ")
        let right = Severity.allCases.reversed().compactMap { severity -> String? in
            let number = view.questions.count { $0.severity == severity }
            return number > 0 ? style.colored("\(number) \(severity.word)", as: severity) : nil
        }.joined(separator: ", ")
        let gap = width - left.columns - right.columns
        return gap > 1 ? left + String(repeating: " ", count: gap) + right : left
    }

    private func keys(in view: ReviewView) -> String {
        let keys =
            view.question.map { ReviewAnswer.keys(for: $0) }
            ?? [("Enter", "write"), ("u", "undo"), ("p", "previous"), ("?", "help"), ("q", "quit")]
        return " " + keys.map { "\(style.bold($0.letter)) \($0.word)" }.joined(separator: "  ")
    }

    // MARK: Pages

    /// Shows lines page by page until another key is typed.
    private func page(_ lines: [String], in view: ReviewView) {
        var start = 0
        while true {
            let room = max(1, terminal.size.rows - Self.frameRows)
            start = max(0, min(start, lines.count - room))
            let end = min(lines.count, start + room)
            let place = "lines \(start + 1) to \(end) of \(lines.count)"
            show(
                Array(lines[start..<end]), in: view,
                prompt: " Space and arrows move, any other key goes back: \(place)")
            switch terminal.key(waits: true) ?? .end {
            case .character(" "), .character("n"), .right: start += room
            case .character("p"), .left: start -= room
            case .down, .enter: start += 1
            case .up: start -= 1
            case .resize: continue
            default: return
            }
        }
    }
}

import VerbatimJSON

/// The words of findings: excerpts of what was found, and what to do next.
enum ContractMessages {
    /// A text in quotes, cut at 80 characters, with line breaks made visible.
    static func quoted(_ text: String) -> String {
        let excerpt = text.count > 80 ? text.prefix(80) + "…" : text[...]
        return JSONValue.string(String(excerpt)).text(.compact)
    }

    /// A value with its type: `the string "film"`, `the number 7`, `an array`.
    static func value(_ value: JSONValue) -> String {
        switch value {
        case .string(let text): "the string " + quoted(text)
        case .number: "the number \(value)"
        case .bool, .null: value.description
        case .array: "an array"
        case .object: "an object"
        }
    }

    /// A list: `a`, `a or b`, `a, b or c`.
    static func either(_ items: [String]) -> String {
        guard items.count > 1, let last = items.last else { return items.first ?? "nothing" }
        return items.dropLast().joined(separator: ", ") + " or " + last
    }

    /// A count with its noun: `1 location`, `3 locations`.
    static func count(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

    static func ifTheAPIChanged(_ api: String) -> String {
        "if the API changed for good, run `make infer API=\(api)` and review the change to the contract"
    }

    static func recordAgain(_ api: String) -> String {
        "run `make record API=\(api)` to record it again"
    }

    static func correctTheRequest(_ file: String) -> String {
        "send the request as declared, or correct \(file) and run `make check`"
    }

    static func declareTheOperation(_ file: String) -> String {
        "declare the operation in \(file) and run `make check`"
    }

    static let writeAContract =
        "if the app relies on it, write a contract with its address in 'servers' and run `make check`"
}

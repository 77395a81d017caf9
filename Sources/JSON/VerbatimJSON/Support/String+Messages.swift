extension String {
    /// The default number of characters of a value in a message.
    package static let excerptLength = 120

    /// Returns the string, or its first characters and an ellipsis if it is longer than a limit.
    ///
    /// - Parameter limit: The maximum number of characters, without the ellipsis.
    package func excerpt(_ limit: Int = excerptLength) -> String {
        guard let end = index(startIndex, offsetBy: limit, limitedBy: endIndex), end < endIndex else {
            return self
        }
        return self[..<end] + "…"
    }

    /// Returns a number with a noun in the singular or plural: `1 entry`, `2 entries`.
    ///
    /// - Parameter plural: The plural of the noun; by default the noun with an `s`.
    package static func count(_ count: Int, _ noun: String, plural: String? = nil) -> String {
        "\(count) \(count == 1 ? noun : plural ?? noun + "s")"
    }
}

extension [String] {
    /// Returns the items with commas and a conjunction: `a, b or c`.
    package func list(_ conjunction: String) -> String {
        guard let last, count > 1 else { return first ?? "nothing" }
        return dropLast().joined(separator: ", ") + " \(conjunction) \(last)"
    }
}

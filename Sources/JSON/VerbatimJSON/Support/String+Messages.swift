extension String {
    /// The default number of characters of a value in a message.
    package static let excerptLength = 120

    /// Returns the text on one line, cut after a number of characters, with an ellipsis if it was cut.
    ///
    /// Characters that are not seen or do something else are escaped; see ``onOneLine``.
    ///
    /// - Parameter limit: The maximum number of Unicode scalars, without escapes and the ellipsis.
    package func excerpt(_ limit: Int = excerptLength) -> String {
        let start = cut(limit)
        return start.endIndex < endIndex ? String(start).onOneLine + "…" : onOneLine
    }

    /// Returns the beginning of the text as a JSON string on one line, with an ellipsis if it was cut.
    ///
    /// - Parameter limit: The maximum number of Unicode scalars, without escapes and the ellipsis.
    package func quotedExcerpt(_ limit: Int = 80) -> String {
        let start = cut(limit)
        let text = start.endIndex < endIndex ? start + "…" : self
        return JSONValue.string(text).text(.compact).onOneLine
    }

    /// Returns the first Unicode scalars. A single character can have any number of them.
    private func cut(_ limit: Int) -> Substring {
        self[..<(unicodeScalars.index(startIndex, offsetBy: limit, limitedBy: endIndex) ?? endIndex)]
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

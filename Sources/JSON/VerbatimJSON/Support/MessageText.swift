import Synchronization

/// A message of several lines, in the form that all messages of this package have.
///
///     headline
///       at LOCATION
///       detail
///       next: STEP
///
/// Each part stays on its line, whatever it contains: see ``Swift/String/onOneLine``.
package struct MessageText {
    /// The problem, or the result.
    package var headline: String
    /// The location in a file.
    package var location: String?
    package var details: [String]
    package var next: String?

    package init(_ headline: String, at location: String? = nil, details: [String] = [], next: String? = nil)
    {
        self.headline = headline
        self.location = location
        self.details = details
        self.next = next
    }

    /// The lines, without a line break at the end.
    package var text: String {
        let indented = [location.map { "at " + $0 }] + details + [next.map { "next: " + $0 }]
        return ([headline] + indented.compactMap(\.self).map { "  " + $0 }).map(\.onOneLine)
            .joined(separator: "\n")
    }
}

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

/// A command line of the tool that a message recommends, as the user would type it: `swift run apis check`.
///
/// Each package has its tool under its own name, and some run it by a plugin. Messages therefore name the
/// command that was run, not a fixed one.
package struct ToolCommand: Sendable, CustomStringConvertible {
    private let words: [String]

    /// Creates a command line from the words after the name of the tool.
    package init(_ words: String...) { self.init(words) }

    /// Creates a command line from the words after the name of the tool.
    package init(_ words: [String]) { self.words = words }

    package var line: String {
        let reads = words.first.map(Self.readers.contains) ?? false
        return
            ([Self.tool] + words.map(\.shellWord) + (reads && Self.readsUnpublished ? ["--unpublished"] : []))
            .joined(separator: " ")
    }

    /// The commands that read recordings of tests that failed.
    private static let readers: Set = ["check", "diff", "infer", "review"]

    /// Returns the command that checks models of an API, in backquotes: the tests, outside of a tool, as only
    /// the tool of an app knows its models.
    package static func checkingModels(_ words: String...) -> String {
        knownTool == nil || knownTool == plugin ? "`swift test`" : ToolCommand(words).description
    }

    /// The command line in backquotes, for a message.
    package var description: String { "`\(line)`" }
}

// MARK: - The tool

extension ToolCommand {
    /// The words that run the plugin of a package, which knows no models.
    package static let plugin = "swift package verbatim"
    /// The words that run the tool of the current task.
    @TaskLocal package static var taskTool: String?
    /// Whether a message is about the recording of a test that failed, which commands read on request.
    @TaskLocal package static var readsUnpublished = false
    /// The words that run the tool of the process, for threads that belong to no task.
    private static let processTool = Mutex<String?>(nil)

    /// The words that run the tool: `swift run apis`. Outside of a tool, as in tests, it is `verbatim`.
    package static var tool: String { knownTool ?? "verbatim" }

    private static var knownTool: String? { taskTool ?? processTool.withLock { $0 } }

    /// Sets the words that run the tool of the process.
    package static func setProcessTool(_ tool: String) { processTool.withLock { $0 = tool } }
}

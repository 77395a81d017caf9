import Synchronization

/// A command line of the tool that a message recommends, as the user would type it: `swift run apis check`.
///
/// Each package has its tool under its own name, and some run it by a plugin. Messages therefore name the
/// command that was run, not a fixed one.
package struct ToolCommand: Sendable, CustomStringConvertible {
    private let words: [String]

    /// Creates a command line from the words after the name of the tool.
    package init(_ words: String...) {
        self.words = words
    }

    /// The command line.
    package var line: String { ([Self.tool] + words).joined(separator: " ") }

    /// The command line in backquotes, for a message.
    package var description: String { "`\(line)`" }
}

// MARK: - The tool

extension ToolCommand {
    /// The words that run the tool of the current task.
    @TaskLocal package static var taskTool: String?
    /// The words that run the tool of the process, for threads that belong to no task.
    private static let processTool = Mutex("verbatim")

    /// The words that run the tool: `swift run apis`. Outside of a tool, as in tests, it is `verbatim`.
    package static var tool: String { taskTool ?? processTool.withLock { $0 } }

    /// Sets the words that run the tool of the process.
    package static func setProcessTool(_ tool: String) {
        processTool.withLock { $0 = tool }
    }
}

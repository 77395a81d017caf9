import Foundation

/// The words with which the user ran the tool: `swift run apis`, `swift package verbatim` or `verbatim`.
struct ToolName {
    /// The environment variable with the words, which a program that runs the tool for a user sets.
    static let environmentVariable = "VERBATIM_COMMAND"

    /// The words.
    let text: String

    /// Creates the name of a process.
    ///
    /// - Parameters:
    ///   - program: The path of the program. A user does not type the folders of a build.
    ///   - environment: The environment variables.
    init(program: String, environment: [String: String]) {
        let name = program.split(separator: "/").last.map(String.init) ?? "verbatim"
        let isBuilt =
            program.contains("/.build/") || program.hasPrefix(".build/")
            || program.contains("/DerivedData/")
        text =
            environment[Self.environmentVariable].flatMap { $0.isEmpty ? nil : $0 }
            ?? (isBuilt ? "swift run \(name)" : name)
    }
}

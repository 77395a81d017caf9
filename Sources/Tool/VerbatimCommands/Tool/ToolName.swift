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
        let path = program.split(separator: "/")
        let name = path.last.map(String.init) ?? "verbatim"
        let folder = path.dropLast().last?.lowercased()
        let isBuilt =
            path.contains(".build") || path.contains("DerivedData") || folder == "debug"
            || folder == "release"
        text =
            environment[Self.environmentVariable].flatMap { $0.isEmpty ? nil : $0 }
            ?? (isBuilt ? "swift run \(name)" : name)
    }
}

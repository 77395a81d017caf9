import Foundation
import PackagePlugin

/// `swift package verbatim ...`: runs the commands that need no code of the package.
///
/// The plugin declares no permissions. With one, every command would ask for it, and fail without a terminal.
/// On macOS, where SwiftPM confines plugins, commands that write need its option
/// `--allow-writing-to-package-directory` before `verbatim`.
@main struct VerbatimPlugin: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) async throws {
        let process = Process()
        process.executableURL = try builtTool()
        process.arguments = arguments
        process.currentDirectoryURL = context.package.directoryURL
        process.environment = ProcessInfo.processInfo.environment.merging([
            "VERBATIM_COMMAND": "swift package verbatim"
        ]) { $1 }
        try process.run()
        process.waitUntilExit()
        // SwiftPM itself then ends with 1, whatever the code is, and prints it.
        if process.terminationStatus != 0 { exit(process.terminationStatus) }
    }

    /// Builds the tool with optimization, without which a check takes many times longer.
    private func builtTool() throws -> URL {
        let name = "verbatim"
        Diagnostics.progress("building \(name), which takes some minutes the first time")
        let build = try packageManager.build(.product(name), parameters: .init(configuration: .release))
        let built = build.builtArtifacts.first { $0.kind == .executable && $0.url.lastPathComponent == name }
        guard build.succeeded, let built else {
            throw BuildFailure(log: build.logText)
        }
        return built.url
    }
}

/// The build of the tool failed.
struct BuildFailure: Error, CustomStringConvertible {
    let log: String
    var description: String { "verbatim cannot be built:\n\(log)" }
}

import Foundation
import PackagePlugin

/// `swift package verbatim ...`: runs the commands that need no code of the package.
///
/// The plugin declares no permissions. With one, every command would ask for it, and fail without a terminal.
/// On macOS, where SwiftPM confines plugins, commands that write need its option
/// `--allow-writing-to-package-directory` before `verbatim`.
@main struct VerbatimPlugin: CommandPlugin {
    private static let tool = "verbatim"

    func performCommand(context: PluginContext, arguments: [String]) async throws {
        try run(
            try builtTool(context), arguments, in: context.package.directoryURL,
            ["VERBATIM_COMMAND": "swift package verbatim"])
    }

    /// Runs the tool in a folder, and ends with its code.
    ///
    /// - Parameter arguments: The arguments of the user, with the `--target` of Xcode for each chosen target,
    ///   which no command has.
    fileprivate func run(
        _ tool: URL, _ arguments: [String], in folder: URL, _ environment: [String: String] = [:]
    ) throws {
        var arguments = ArgumentExtractor(arguments)
        _ = arguments.extractOption(named: "target")
        let process = Process()
        process.executableURL = tool
        process.arguments = arguments.remainingArguments
        // That of the plugin is the one by which SwiftPM talks to it.
        process.standardInput = FileHandle.nullDevice
        process.currentDirectoryURL = folder
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        try process.run()
        process.waitUntilExit()
        // SwiftPM itself then ends with 1, whatever the code is, and prints it.
        if process.terminationStatus != 0 { exit(process.terminationStatus) }
    }

    /// Builds the tool without optimization, which takes a fifth of the time and shares modules with the
    /// tests, and shows the progress of SwiftPM unless the tool is built already.
    private func builtTool(_ context: PluginContext) throws -> URL {
        let built = BuiltTool(file: context.pluginWorkDirectoryURL.appending(path: "built-tool"))
        var parameters = PackageManager.BuildParameters(configuration: .debug, logging: .concise)
        if !built.isCurrent {
            Diagnostics.progress("building \(Self.tool), which takes about two minutes the first time")
            parameters.echoLogs = true
        }
        let build = try packageManager.build(.product(Self.tool), parameters: parameters)
        let artifact = build.builtArtifacts.first {
            $0.kind == .executable && $0.url.lastPathComponent == Self.tool
        }
        guard build.succeeded, let artifact else {
            // What was shown already is not repeated.
            throw BuildFailure(log: parameters.echoLogs ? nil : build.logText)
        }
        try built.remember(artifact.url)
        return artifact.url
    }
}

/// The tool of the last build, whose path SwiftPM gives only after a build.
private struct BuiltTool {
    /// The file that has the path; it is as old as the build.
    let file: URL

    /// Whether the tool is there, and no source of this package is newer than its build.
    var isCurrent: Bool {
        guard let path = try? String(contentsOf: file, encoding: .utf8),
            FileManager.default.isExecutableFile(atPath: path), let day = Self.date(of: file)
        else { return false }
        let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let files = FileManager.default.enumerator(
            at: sources, includingPropertiesForKeys: [.contentModificationDateKey])
        while let source = files?.nextObject() as? URL {
            if let changed = Self.date(of: source), changed > day { return false }
        }
        return true
    }

    func remember(_ tool: URL) throws {
        try tool.path(percentEncoded: false).write(to: file, atomically: true, encoding: .utf8)
    }

    private static func date(of url: URL) -> Date? {
        try? url.resourceValues(forKeys: [.contentModificationDateKey]).contentModificationDate
    }
}

struct BuildFailure: Error, CustomStringConvertible {
    /// The log, unless it was shown.
    let log: String?
    var description: String { "verbatim cannot be built" + (log.map { ":\n\($0)" } ?? ", see above") }
}

#if canImport(XcodeProjectPlugin)
    import XcodeProjectPlugin

    /// The command in the menu of a project of Xcode, which builds no product of a package: it runs the tool
    /// that is installed.
    extension VerbatimPlugin: XcodeCommandPlugin {
        func performCommand(context: XcodePluginContext, arguments: [String]) throws {
            let home = FileManager.default.homeDirectoryForCurrentUser.path
            let folders = ["/opt/homebrew/bin", "/usr/local/bin", home + "/.mint/bin", home + "/.local/bin"]
            let tools = folders.map { URL(filePath: $0 + "/" + Self.tool) }
            guard let tool = tools.first(where: { FileManager.default.isExecutableFile(atPath: $0.path) })
            else { throw MissingTool(folders: folders) }
            try run(tool, arguments, in: context.xcodeProject.directoryURL)
        }
    }

    struct MissingTool: Error, CustomStringConvertible {
        let folders: [String]
        var description: String {
            """
            'verbatim' is in none of \(folders.joined(separator: ", "))
              next: copy the tool of a release to one of them
            """
        }
    }
#endif

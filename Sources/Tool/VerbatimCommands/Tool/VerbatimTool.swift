import Foundation
public import VerbatimAPI
import VerbatimJSON
public import VerbatimReplay

/// A program that records and checks the APIs of a package.
///
/// ```swift
/// import VerbatimKit
///
/// @main struct APIs: VerbatimTool { static let apis: [API] = [.weather] }
/// ```
///
/// The program has the commands `record`, `check`, `diff`, `models`, `infer` and others, each with `--help`.
/// It finds the folders of the package from any folder in it; messages name the command as it was run, such
/// as `swift run apis record weather`.
public protocol VerbatimTool {
    /// The APIs, in the order in which they are listed.
    static var apis: [API] { get }
    /// The folder of the app's sources, in which messages look up the declarations of its models (`Sources`).
    static var sources: String { get }
    /// The folder of the contracts (`Contracts`).
    static var contracts: String { get }
    /// The folder of the recordings (`Recordings`).
    static var recordings: String { get }
    /// The fake providers for `record --origin fake` (none).
    static var fakes: Fakes { get }
}

extension VerbatimTool {
    /// `Sources`.
    public static var sources: String { ToolFolders().sources }
    /// `Contracts`.
    public static var contracts: String { ToolFolders().contracts }
    /// `Recordings`.
    public static var recordings: String { ToolFolders().recordings }
    /// No fake providers.
    public static var fakes: Fakes { .none }

    /// Runs the command line of the process, and exits.
    public static func main() async {
        let environment = ProcessInfo.processInfo.environment
        let tool = ToolName(program: CommandLine.arguments.first ?? "", environment: environment).text
        ToolCommand.setProcessTool(tool)
        var context = CommandContext(
            apis: apis, folders: ToolFolders(recordings: recordings, contracts: contracts, sources: sources),
            fakes: fakes, tool: tool, environment: environment)
        context.program = String(reflecting: Self.self)
        exit(await CommandLineTool(context).run(Array(CommandLine.arguments.dropFirst())).rawValue)
    }
}

/// The fake providers of a tool: local servers that play the providers.
public struct Fakes: Sendable {
    /// Starts the fake providers, or throws ``EnvironmentError`` if the environment asks for unknown faults.
    let start: @Sendable (_ environment: [String: String]) throws -> Running

    /// Creates fake providers that are started for each run.
    ///
    /// - Parameter start: Starts them, with the environment variables of the tool and of the scenario.
    public init(start: @escaping @Sendable (_ environment: [String: String]) throws -> Running) {
        self.start = start
    }

    /// No fake providers.
    public static let none = Fakes { _ in
        throw EnvironmentError(
            "this tool has no fake providers\n  next: record from the providers, without '--origin fake'")
    }

    /// Fake providers that have started.
    public struct Running: Sendable {
        /// The local origins that replace those of the providers.
        public var map: OriginMap
        /// Stops the fake providers.
        public var stop: @Sendable () -> Void

        /// Creates a handle on fake providers.
        ///
        /// - Parameters:
        ///   - origins: Their origins by those of the providers:
        ///     `["https://api.weather.example": "http://127.0.0.1:8080"]`.
        ///   - stop: Stops them.
        public init(origins: [String: String], stop: @escaping @Sendable () -> Void = {}) {
            map = OriginMap(origins)
            self.stop = stop
        }
    }
}

extension Fakes: ExpressibleByDictionaryLiteral {
    /// Creates fake providers that run already, from their origins by those of the providers.
    public init(dictionaryLiteral elements: (String, String)...) {
        let origins = Dictionary(elements) { first, _ in first }
        self.init { _ in Running(origins: origins) }
    }
}

/// The words with which the user ran the tool: `swift run apis`, `swift package verbatim` or `verbatim`.
struct ToolName {
    /// The environment variable with the words, which a program that runs the tool for a user sets.
    static let environmentVariable = "VERBATIM_COMMAND"

    let text: String

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

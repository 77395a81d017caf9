public import Foundation
public import VerbatimAPI
public import VerbatimReplay

/// The environment of a run of the tool: the APIs it knows, its files and its console.
public struct CommandContext: Sendable {
    /// The APIs that the tool knows, in the order in which they are listed.
    public var apis: [API]
    /// The folder of the app's sources, in which the declarations of its models are looked up for messages.
    public var sources: String
    /// Starts the fake providers for `record --origin fake`.
    ///
    /// Throws ``EnvironmentError`` if the environment asks for faults that they do not know.
    public var startFakes: @Sendable (_ environment: [String: String]) throws -> RunningFakes
    /// The environment variables.
    public var environment: [String: String]
    /// The folder that relative paths are resolved against, or nil for the working directory.
    public var directory: String?
    /// The console that the tool writes to.
    public var console: Console

    /// Fake providers that have started.
    public struct RunningFakes: Sendable {
        /// The local origins that replace those of the providers.
        public var map: OriginMap
        /// Stops the fake providers.
        public var stop: @Sendable () -> Void

        /// Creates a handle on fake providers.
        public init(map: OriginMap, stop: @escaping @Sendable () -> Void) {
            self.map = map
            self.stop = stop
        }
    }

    /// Creates a context.
    public init(
        apis: [API],
        sources: String = "Sources",
        startFakes: @escaping @Sendable (_ environment: [String: String]) throws -> RunningFakes = noFakes,
        environment: [String: String] = ProcessInfo.processInfo.environment, directory: String? = nil,
        console: Console = .standard
    ) {
        self.apis = apis
        self.sources = sources
        self.startFakes = startFakes
        self.environment = environment
        self.directory = directory
        self.console = console
    }
}

extension CommandContext {
    /// Refuses to start: the tool has no fake providers.
    public static let noFakes: @Sendable ([String: String]) throws -> RunningFakes = { _ in
        throw EnvironmentError(
            "this tool has no fake providers\n  next: record from the providers, without '--origin fake'")
    }

    /// Returns the URL of a file or folder from its path on the command line.
    func url(_ path: String) -> URL {
        guard let directory else { return URL(filePath: path) }
        return URL(filePath: path, relativeTo: URL(filePath: directory, directoryHint: .isDirectory))
    }

    /// Returns the APIs with some names, or all of them if there are no names.
    func apis(named names: [String]) throws(UsageError) -> [API] {
        guard !names.isEmpty else { return apis }
        var chosen: [API] = []
        for name in names {
            guard let api = apis.first(where: { $0.name == name }) else {
                throw .unknownName(name, what: "API", known: apis.map(\.name))
            }
            chosen.append(api)
        }
        return chosen
    }
}

/// An environment variable with a value that is not understood: wrong usage, as on the command line.
public struct EnvironmentError: Error, Sendable, CustomStringConvertible {
    /// The problem, and the text to write instead.
    public let description: String

    /// Creates an error.
    public init(_ description: String) {
        self.description = description
    }
}

public import Foundation
public import VerbatimAPI
public import VerbatimReplay

/// What a run of the tool stands on; tests put their own here.
public struct CommandContext: Sendable {
    /// The APIs the tool knows, in the order they are listed.
    public var apis: [API]
    /// Starts the fake providers of the providers, for `record --origin fake`.
    ///
    /// Throws ``EnvironmentError`` when the environment asks for what they do not know.
    public var startFakes: @Sendable (_ environment: [String: String]) throws -> RunningFakes
    /// The environment variables.
    public var environment: [String: String]
    /// The folder that relative paths start from, or nil for the working directory.
    public var directory: String?
    /// Where the tool writes.
    public var console: Console

    /// Fake providers under way.
    public struct RunningFakes: Sendable {
        /// Which provider origin is answered by which local one.
        public var map: OriginMap
        /// Ends them.
        public var stop: @Sendable () -> Void

        /// Wraps fake providers that have started.
        public init(map: OriginMap, stop: @escaping @Sendable () -> Void) {
            self.map = map
            self.stop = stop
        }
    }

    /// Creates a setting.
    public init(
        apis: [API],
        startFakes: @escaping @Sendable (_ environment: [String: String]) throws -> RunningFakes = noFakes,
        environment: [String: String] = ProcessInfo.processInfo.environment, directory: String? = nil,
        console: Console = .standard
    ) {
        self.apis = apis
        self.startFakes = startFakes
        self.environment = environment
        self.directory = directory
        self.console = console
    }
}

extension CommandContext {
    /// Refuses `record --origin fake` for a program without fake providers.
    public static let noFakes: @Sendable ([String: String]) throws -> RunningFakes = { _ in
        throw EnvironmentError(
            "there are no fake providers: record from the live ones, without '--origin fake'")
    }
    /// A file or folder by its path on the command line.
    func url(_ path: String) -> URL {
        guard let directory else { return URL(filePath: path) }
        return URL(filePath: path, relativeTo: URL(filePath: directory, directoryHint: .isDirectory))
    }

    /// The APIs of these names, or all when there are none.
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

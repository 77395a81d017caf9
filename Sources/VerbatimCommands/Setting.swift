import Foundation
public import RecordReplay
public import ServiceContracts

/// What a run of the tool stands on; tests put their own here.
public struct Setting: Sendable {
    /// The APIs the tool knows, in the order they are listed.
    public var apis: [API]
    /// Starts the local stand-ins of the providers, for `record --origin sandbox`.
    ///
    /// Throws ``SettingError`` when the environment asks for what they do not know.
    public var startStandIns: @Sendable (_ environment: [String: String]) throws -> RunningStandIns
    /// The environment variables.
    public var environment: [String: String]
    /// The folder that relative paths start from, or nil for the working directory.
    public var directory: String?
    /// Where the tool writes.
    public var console: Console

    /// Stand-ins under way.
    public struct RunningStandIns: Sendable {
        /// Which provider origin is answered by which local one.
        public var map: StandIns
        /// Ends them.
        public var stop: @Sendable () -> Void

        /// Wraps stand-ins that have started.
        public init(map: StandIns, stop: @escaping @Sendable () -> Void) {
            self.map = map
            self.stop = stop
        }
    }

    /// Creates a setting.
    public init(
        apis: [API],
        startStandIns: @escaping @Sendable (_ environment: [String: String]) throws -> RunningStandIns,
        environment: [String: String], directory: String? = nil, console: Console = .standard
    ) {
        self.apis = apis
        self.startStandIns = startStandIns
        self.environment = environment
        self.directory = directory
        self.console = console
    }
}

extension Setting {
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

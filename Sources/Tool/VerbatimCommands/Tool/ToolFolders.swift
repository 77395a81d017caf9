/// The folders of a tool, which the command line can replace by others.
public struct ToolFolders: Sendable, Hashable {
    /// The folder of the recordings.
    public var recordings: String
    /// The folder of the contracts.
    public var contracts: String
    /// The folder of the app's sources, in which the declarations of its models are looked up for messages.
    public var sources: String

    /// Creates folders. Relative paths are relative to the package; see ``VerbatimTool``.
    public init(
        recordings: String = "Recordings", contracts: String = "Contracts", sources: String = "Sources"
    ) {
        self.recordings = recordings
        self.contracts = contracts
        self.sources = sources
    }

    /// Returns the folders as seen from elsewhere.
    ///
    /// - Parameter root: The path of the package from there: `../..`; empty if it is there.
    func seen(at root: String) -> ToolFolders {
        func seen(_ path: String) -> String {
            root.isEmpty || path.hasPrefix("/") ? path : "\(root)/\(path)"
        }
        return ToolFolders(
            recordings: seen(recordings), contracts: seen(contracts), sources: seen(sources))
    }

    /// Returns a help text with the names of the folders in place of ``Name``.
    func inserted(in help: String) -> String {
        help.replacing(Name.recordings, with: recordings).replacing(Name.contracts, with: contracts)
    }

    /// The names of the folders in help texts, which are written before the folders of the tool are known.
    enum Name {
        static let recordings = "{recordings}"
        static let contracts = "{contracts}"
    }
}

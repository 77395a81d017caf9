/// The default folders, relative to the working directory.
enum DefaultPaths {
    static let recordings = "Recordings"
    static let contracts = "Contracts"
}

extension CommandSyntax.Option {
    /// The folder of the recordings.
    static let recordings = CommandSyntax.Option(
        name: "--recordings", value: "DIR",
        help: "folder of the recordings (default: \(DefaultPaths.recordings))")
    /// The folder of the contracts.
    static let contracts = CommandSyntax.Option(
        name: "--contracts", value: "DIR",
        help: "folder of the contracts (default: \(DefaultPaths.contracts))")
    /// Whether problems of contracts are errors.
    static let strict = CommandSyntax.Option(
        name: "--strict", help: "refuse contracts with problems, such as a wrong example, and list all")
    /// The output format.
    static let format = CommandSyntax.Option(
        name: "--format", value: "text|json", choices: ["text", "json"],
        help: "output format (default: text)")
    /// The folder of the app's sources.
    static let sources = CommandSyntax.Option(
        name: "--sources", value: "DIR", help: "folder of the sources that declare the app's models")
}

/// Where things stand unless the command line says otherwise, relative to the working directory.
enum DefaultPaths {
    static let recordings = "Recordings"
    static let contracts = "Contracts"
    static let sources = "Sources/App/VerbatimAppClients"
}

extension CommandSyntax.Option {
    /// Where the recordings are.
    static let recordings = CommandSyntax.Option(
        name: "--recordings", value: "DIR",
        help: "where the recordings are (default: \(DefaultPaths.recordings))")
    /// Where the contracts are.
    static let contracts = CommandSyntax.Option(
        name: "--contracts", value: "DIR",
        help: "where the contracts are (default: \(DefaultPaths.contracts))")
    /// Whether people read the output or programs.
    static let format = CommandSyntax.Option(
        name: "--format", value: "text|json", choices: ["text", "json"],
        help: "how to print (default: text)")
}

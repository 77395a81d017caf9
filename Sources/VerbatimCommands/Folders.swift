/// Where things stand unless the command line says otherwise, relative to the working directory.
enum Folders {
    static let recordings = "Recordings"
    static let contracts = "Contracts"
    static let sources = "Sources/Services"
}

extension Syntax.Option {
    /// Where the recordings are.
    static let recordings = Syntax.Option(
        name: "--recordings", value: "DIR", help: "where the recordings are (default: \(Folders.recordings))")
    /// Where the contracts are.
    static let contracts = Syntax.Option(
        name: "--contracts", value: "DIR", help: "where the contracts are (default: \(Folders.contracts))")
    /// Whether people read the output or programs.
    static let format = Syntax.Option(
        name: "--format", value: "text|json", choices: ["text", "json"],
        help: "how to print (default: text)")
}

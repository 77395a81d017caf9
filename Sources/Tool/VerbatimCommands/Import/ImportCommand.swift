import Foundation
import VerbatimAPI
import VerbatimHAR
import VerbatimJSON
import VerbatimReplay
import VerbatimURLSession

/// `verbatim import`: makes recordings of the fixtures of other tools.
struct ImportCommand: Command {
    static let syntax = CommandSyntax(
        name: "import", summary: "Makes recordings of the fixtures of other tools.",
        options: [name, url, Option.recordings],
        operands: "API FILE...", operandCount: 2...Int.max,
        notes: """
            A FILE is a HAR (also of Polly), a cassette of DVR or of a VCR, a simulation of Hoverfly, a stub mapping
            of WireMock, or, with --url, the body of a response, as Mocker uses it. Each file becomes a recording of
            the API. What a recording cannot have is reported as lost, as is traffic in the file that is not read,
            for which the exit code is 1; secrets are redacted. An existing recording is not replaced.
            """)

    private static let name = Option.text(
        "--name", "NAME", "name of the recording, for a single file (default: that of the file)")
    private static let url = Option.text(
        "--url", "URL", "URL of a response body alone, or server of paths without one")

    let arguments: Arguments
    private var api: String { arguments.operands[0] }
    private var files: [String] { arguments.operands.dropFirst().uniqued }

    init(arguments: Arguments) throws(UsageError) {
        self.arguments = arguments
        guard Self.isName(api) else { throw .malformed(api, expected: "the name of an API, such as weather") }
        if let name = arguments[Self.name] {
            guard files.count == 1 else {
                throw .conflict("--name \(name)", with: "several files", "each is a recording")
            }
            guard Self.isName(name) else { throw .malformed(name, expected: "the name of a recording") }
        }
        if let url = arguments[Self.url], !(url.hasPrefix("http://") || url.hasPrefix("https://")) {
            throw .malformed("--url \(url)", expected: "a URL with http or https")
        }
    }

    /// Returns whether a text can be the name of a file or folder of the recordings.
    static func isName(_ text: String) -> Bool {
        !text.isEmpty && !text.hasPrefix(".") && !text.contains { $0 == "/" || $0 == "\\" || $0.isNewline }
    }

    func run(in context: CommandContext) async throws -> ExitCode {
        let folder = arguments[.recordings]
        if !arguments.has(.recordings) { try context.requireProject(for: folder) }
        var isWhole = true
        for path in files {
            let fixture = try ForeignFixture(
                contentsOf: context.url(path), path: path, url: arguments[Self.url])
            let name = arguments[Self.name] ?? context.url(path).deletingPathExtension().lastPathComponent
            try Self.publish(fixture, as: RecordingName(api: api, scenario: name), in: folder, context)
            if !fixture.unread.isEmpty { isWhole = false }
        }
        return isWhole ? .holds : .broken
    }

    /// Publishes a fixture as a recording that does not exist yet, and reports its losses. Returns the
    /// interactions as they are recorded, without secrets.
    @discardableResult
    static func publish(
        _ fixture: ForeignFixture, as name: RecordingName, in folder: String, _ context: CommandContext
    ) throws -> [Interaction] {
        let path = "\(folder)/\(name.path)"
        guard try FileKind(of: context.url(path)) == .missing else {
            throw FileProblem(
                location: path, what: "the recording exists",
                next: "remove it, or give another name with `--name NAME`")
        }
        let api = context.apis.first { $0.name == name.api }
        let options = Player.Options(
            redaction: api?.redaction(environment: context.environment)
                ?? Redaction([], environment: context.environment),
            origin: .imported, refreshLog: RefreshLog(in: context.url(folder)))
        let player = try Player(
            recording: context.url(path), mode: .record, options: options, transport: URLSessionTransport())
        player.record(fixture.interactions)
        context.console.redactor.addSecrets(of: player)
        let summary = try player.finish(.succeeded)
        let count = String.count(fixture.interactions.count, "interaction")
        context.console.line("\(name): imported from \(fixture.format), \(count)")
        for loss in fixture.unread + fixture.losses { context.console.note("  lost: \(loss)".onOneLine) }
        if !summary.redactions.isEmpty { context.console.note("  redacted: \(summary.redactions)".onOneLine) }
        for search in player.partialSearches {
            context.console.note("  not all searched for secrets: \(search)".onOneLine)
        }
        return player.recorded
    }
}

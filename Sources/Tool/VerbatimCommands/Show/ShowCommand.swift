import Foundation
import VerbatimContract
import VerbatimHAR
import VerbatimJSON
import VerbatimReplay
import VerbatimReports
import VerbatimYAML

/// `verbatim show`: prints a recording, or makes it one self-contained HAR.
struct ShowCommand: Command {
    static let syntax = CommandSyntax(
        name: "show", summary: "Prints a recording, or lists those of an API.",
        options: [entry, raw, embed, git, Option.recordings],
        operands: "RECORDING", operandCount: 1...1,
        notes: """
            RECORDING is a HAR file, in YAML too, a name such as itunes/search-music, a file of a body, whose interaction is
            printed in full, or an API or a folder, whose recordings are listed. A body of JSON is printed with a line
            for each value, in the order and the spelling that it has; a stream as a list of its events, each with
            its number, its name and its time; any other text as it is.
            """)

    private static let entry = Option.number(
        "--entry", from: 1, "the number of an interaction, 1 or more",
        "print the Nth interaction in full, from 1")
    private static let raw = Option.flag("--raw", "print bodies of JSON as they are, not a value a line")
    private static let embed = Option.flag("--embed", "print one self-contained HAR, for other tools")
    private static let git = Option.flag(
        "--git", "print what git diff compares, once git-setup has set it up")

    let arguments: Arguments
    private var recording: String { arguments.operands[0] }
    private var folder: String { arguments[.recordings] }

    func run(in context: CommandContext) async throws -> ExitCode {
        switch try subject(in: context) {
        case .recording(let path) where arguments[Self.git]:
            context.console.out(try RecordingText.text(ofFile: context.url(path)), wraps: false)
        case .recording(let path): try show(try stream(at: path, in: context), on: context.console)
        case .body(let path, let recording):
            let stream = try stream(at: recording, in: context)
            var owner: Interaction?
            try stream.readAll { archive in
                owner = owner ?? archive.interactions.first { $0.location?.body == path }
            }
            guard let owner else {
                throw UsageError.malformed(path, expected: "the body of a response in \(recording)")
            }
            try show(owner.number, of: stream, on: context.console)
        case .folder(let path, let names):
            if let option = arguments.first(of: [Self.embed, Self.entry, Self.git]) {
                throw UsageError.conflict(option, with: recording, "it has several recordings")
            }
            for name in names {
                let file = "\(path)/\(name.path)"
                let shown = file.hasPrefix(folder + "/") ? file.dropFirst(folder.count + 1) : file[...]
                context.console.line("\(shown.dropLast(4))".onOneLine)
                try list(try stream(at: file, in: context), indented: "  ", on: context.console)
            }
        }
        return .holds
    }

    /// Opens a recording, and reads it once for the secrets in it. Only one that is embedded is in memory.
    private func stream(at path: String, in context: CommandContext) throws -> ArchiveStream {
        let file = context.url(path)
        let stream =
            TextDocument.isYAML(path)
            ? try ArchiveStream(
                TextDocument(contentsOf: file, path: path).root, path: path,
                folder: file.deletingLastPathComponent(), isLenient: true)
            : try ArchiveStream(
                contentsOf: file, isLenient: true, large: arguments[Self.embed] ? .max : ArchiveReader.large)
        try stream.readAll { context.console.redactor.addSecrets(of: $0.interactions) }
        return stream
    }

    private func show(_ stream: ArchiveStream, on console: Console) throws {
        if arguments[Self.embed] {
            let archive = try stream.archive(of: 0..<stream.count)
            console.json(String(decoding: try archive.selfContainedHAR(), as: UTF8.self))
            console.error(ItemText().text(of: archive.lossFindings))
        } else if let entry = arguments[Self.entry] {
            try show(entry, of: stream, on: console)
        } else {
            console.error(ItemText().text(of: try list(stream, on: console)))
        }
    }

    /// Lists the interactions, and returns what of them is lost.
    @discardableResult
    private func list(
        _ stream: ArchiveStream, indented indentation: String = "", on console: Console
    ) throws -> [Finding] {
        var losses: [Finding] = []
        try stream.readAll { archive in
            for interaction in archive.interactions {
                console.line("\(indentation)\(interaction.number)  \(interaction.line.onOneLine)")
            }
            losses += archive.lossFindings
        }
        return losses
    }

    private func show(_ entry: Int, of stream: ArchiveStream, on console: Console) throws {
        let known = entry <= stream.count ? entry - 1..<entry : 0..<0
        guard let interaction = try stream.archive(of: known).interactions.first else {
            var count = 0
            try stream.readAll { count += $0.interactions.count }
            throw UsageError.malformed("\(entry)", expected: "one of its \(count) interactions")
        }
        let style = TextStyle(isColored: console.isColored)
        let isRaw = arguments[Self.raw]
        let redactor = console.redactor
        let text = try interaction.transcript(style) { body, isResponse in
            guard !isRaw else { return body.readable }
            if isResponse, let text = String(bytes: body, encoding: .utf8),
                let listing = ItemListing(interaction, body, shown: redactor.redactJSON(text))
            {
                return listing.text(style)
            }
            guard let lines = JSONLines(body) else { return body.readable }
            // A secret with a space in it is found before the layout changes.
            let redacted = Data(redactor.redactJSON(lines.text).utf8)
            return (JSONLines(redacted) ?? lines).text(style)
        }
        console.out(text, wraps: false)
    }

    // MARK: The operand

    /// What the operand names.
    private enum Subject {
        case recording(String)
        case body(String, of: String)
        case folder(String, [RecordingName])
    }

    private func subject(in context: CommandContext) throws(UsageError) -> Subject {
        if recording.hasSuffix(".har") || TextDocument.isYAML(recording) { return .recording(recording) }
        let name = "\(folder)/\(recording)"
        if context.url("\(name).har").isFile { return .recording("\(name).har") }
        if let owner = RecordingStore.owner(ofBody: recording), context.url(recording).isFile,
            context.url(owner).isFile
        {
            return .body(recording, of: owner)
        }
        for path in [name, recording] {
            let names = context.recordings(in: path).names
            if !names.isEmpty { return .folder(path, names) }
        }
        throw .unknownName(recording, what: "recording", known: known(in: context))
    }

    /// The names of the recordings of the same API, or else of the APIs.
    private func known(in context: CommandContext) -> [String] {
        let names = context.recordings(in: folder).names
        let api = recording.prefix { $0 != "/" }
        let own = names.filter { $0.api == api }
        return own.isEmpty
            ? names.map { $0.api.isEmpty ? $0.scenario : $0.api }.uniqued : own.map(\.description)
    }
}

extension Archive {
    /// The losses as findings, in the order of entries.
    var lossFindings: [Finding] { losses.map { Finding($0, isForeign: isForeign) } }
}

extension Interaction {
    /// The number of its entry in the archive, from 1.
    fileprivate var number: Int { (location?.entry ?? 0) + 1 }

    /// The interaction as a line: request, status or failure, media type, and the file of the body.
    var line: String {
        let response =
            switch outcome {
            case .response(let response):
                ["\(response.status)", response.headers["Content-Type"] ?? "no content type"]
            case .failure(let failure, _): ["\(failure)"]
            }
        let messages = webSocketMessages.count
        let others = [location?.body, messages > 0 ? String.count(messages, "message") : nil]
        return ([request.methodAndURL, "->"] + response + others.compactMap(\.self)).joined(separator: " ")
    }

    fileprivate func transcript(_ style: TextStyle, _ readable: (Data, _ isResponse: Bool) -> String) throws
        -> String
    {
        var text = style.bold("\(request.method) \(request.url)") + "\n\(request.headers.lines)\n"
        if let body = request.body { text += readable(body, false) + "\n\n" }
        if case .failure(let failure, _) = outcome { text += style.bold("\(failure)") + "\n" }
        guard let response = outcome.response else { return text + messages(style, readable) }
        let status = ["\(response.status)", response.reason].filter { !$0.isEmpty }.joined(separator: " ")
        let body =
            if case .lost(let kind) = response.body { "(\(kind.reason))" } else {
                readable(try response.body.bytes(), true)
            }
        return text + "\(style.bold(status))\n\(response.headers.lines)\n\(body)\n"
            + messages(style, readable)
    }

    /// The messages of the WebSocket, each with its number and its direction.
    private func messages(_ style: TextStyle, _ readable: (Data, _ isResponse: Bool) -> String) -> String {
        webSocketMessages.enumerated().map { index, message in
            let direction = message.direction.map(\.rawValue) ?? "control"
            let text = message.data.map { readable($0, false) } ?? "(no data)"
            return "\n" + style.bold("message \(index + 1), \(direction)") + "\n\(text)\n"
        }.joined()
    }
}

extension HeaderFields {
    fileprivate var lines: String { map { "\($0.name): \($0.value)".onOneLine + "\n" }.joined() }
}

extension Data {
    /// The text, or in parentheses the type and the size of what is not text.
    var readable: String {
        if let text = String(bytes: self, encoding: .utf8) { return text }
        guard case .image(let type) = BodyKind(self) else { return "(\(count) bytes, not text)" }
        return "(\(type), \(count) bytes)"
    }
}

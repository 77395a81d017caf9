import Foundation
import VerbatimContract
import VerbatimHAR
import VerbatimJSON
import VerbatimReplay
import VerbatimReports

/// `verbatim show`: prints a recording, or makes it one self-contained HAR.
struct ShowCommand: Command {
    static let syntax = CommandSyntax(
        name: "show", summary: "Prints a recording.",
        options: [
            .init(name: "--entry", value: "N", help: "print the Nth interaction in full, from 1"),
            .init(name: "--embed", value: nil, help: "print one self-contained HAR, for other tools"),
            .init(name: "--git", help: "print what git diff compares, once git-setup has set it up"),
            .recordings,
        ],
        operands: "RECORDING", operandCount: 1...1,
        notes: "RECORDING is a HAR file, or a name such as itunes/search-music.")

    private let recording: String
    private let folder: String
    private let entry: Int?
    private let embeds: Bool
    private let isForGit: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        recording = arguments.operands[0]
        folder = arguments.recordings
        embeds = arguments.has("--embed")
        isForGit = arguments.has("--git")
        entry = try arguments.value("--entry").map { text throws(UsageError) in
            guard let number = Int(text), number > 0 else {
                throw .malformed(text, expected: "the number of an interaction, 1 or more")
            }
            return number
        }
    }

    func run(in context: CommandContext) async throws -> ExitCode {
        if isForGit {
            context.console.out(try RecordingText.text(ofFile: context.url(path)), wraps: false)
            return .holds
        }
        let archive = try Archive(contentsOf: context.url(path), isLenient: true)
        context.console.redactor.addSecrets(of: archive.interactions)
        if embeds {
            context.console.json(String(decoding: try archive.selfContainedHAR(), as: UTF8.self))
        } else if let entry {
            try show(entry, of: archive, on: context.console)
        } else {
            list(archive, on: context.console)
        }
        if entry == nil { context.console.error(ItemText().text(of: archive.lossFindings)) }
        return .holds
    }

    private var path: String { recording.hasSuffix(".har") ? recording : "\(folder)/\(recording).har" }

    private func list(_ archive: Archive, on console: Console) {
        for interaction in archive.interactions {
            console.line("\(interaction.number)  \(interaction.line.onOneLine)")
        }
    }

    private func show(_ entry: Int, of archive: Archive, on console: Console) throws {
        guard let interaction = archive.interactions.first(where: { $0.number == entry }) else {
            throw UsageError.malformed(
                "\(entry)", expected: "one of its \(archive.interactions.count) interactions")
        }
        console.out(try interaction.transcript(), wraps: false)
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
        return (["\(request.method) \(request.url)", "->"] + response + [location?.body].compactMap(\.self))
            .joined(separator: " ")
    }

    /// Returns the interaction as text, with the size of bodies that are not text.
    func transcript() throws -> String {
        var text = "\(request.method) \(request.url)".onOneLine + "\n\(request.headers.lines)\n"
        if let body = request.body { text += body.readable + "\n\n" }
        if case .failure(let failure, _) = outcome { text += "\(failure)".onOneLine + "\n" }
        guard let response = outcome.response else { return text }
        let status = ["\(response.status)", response.reason].filter { !$0.isEmpty }.joined(separator: " ")
            .onOneLine
        return text + "\(status)\n\(response.headers.lines)\n\(try response.body.readable())\n"
    }
}

extension HeaderFields {
    fileprivate var lines: String { map { "\($0.name): \($0.value)".onOneLine + "\n" }.joined() }
}

extension HTTPBody {
    /// Returns the text, or in parentheses why there is none.
    fileprivate func readable() throws -> String {
        if case .lost(let kind) = self { return "(\(kind.reason))" }
        return try bytes().readable
    }
}

extension Data {
    /// The text, or in parentheses the size of what is not text.
    var readable: String {
        String(bytes: self, encoding: .utf8) ?? "(\(count) bytes, not text)"
    }
}

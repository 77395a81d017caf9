import Foundation
import VerbatimHAR
import VerbatimJSON
import VerbatimReplay

/// `verbatim show`: prints a recording, or makes it one self-contained HAR.
struct ShowCommand: Command {
    static let syntax = CommandSyntax(
        name: "show", summary: "Prints a recording.",
        options: [
            .init(name: "--entry", value: "N", help: "print the Nth interaction in full, from 1"),
            .init(name: "--embed", value: nil, help: "print one self-contained HAR, for other tools"),
            .recordings,
        ],
        operands: "RECORDING", operandCount: 1...1,
        notes: "RECORDING is a HAR file, or a name such as itunes/search-music.")

    private let recording: String
    private let folder: String
    private let entry: Int?
    private let embeds: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        recording = arguments.operands[0]
        folder = arguments.value("--recordings") ?? DefaultPaths.recordings
        embeds = arguments.has("--embed")
        entry = try arguments.value("--entry").map { text throws(UsageError) in
            guard let number = Int(text), number > 0 else {
                throw .malformed(text, expected: "the number of an interaction, 1 or more")
            }
            return number
        }
    }

    func run(in context: CommandContext) async throws -> ExitCode {
        let archive = try Archive(contentsOf: context.url(path))
        context.console.redactor.addSecrets(of: archive.interactions)
        if embeds {
            context.console.json(String(decoding: try archive.selfContainedHAR(), as: UTF8.self))
        } else if let entry {
            try show(entry, of: archive, on: context.console)
        } else {
            list(archive, on: context.console)
        }
        return .holds
    }

    private var path: String { recording.hasSuffix(".har") ? recording : "\(folder)/\(recording).har" }

    private func list(_ archive: Archive, on console: Console) {
        for (index, interaction) in archive.interactions.enumerated() {
            console.line("\(index + 1)  \(interaction.line.onOneLine)")
        }
        for loss in archive.losses { console.note("\(loss)") }
    }

    private func show(_ entry: Int, of archive: Archive, on console: Console) throws {
        guard archive.interactions.indices.contains(entry - 1) else {
            throw UsageError.malformed(
                "\(entry)", expected: "one of its \(archive.interactions.count) interactions")
        }
        console.out(try archive.interactions[entry - 1].transcript())
    }
}

extension Interaction {
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
        return text + "\(status)\n\(response.headers.lines)\n\(try response.body.bytes().readable)\n"
    }
}

extension HeaderFields {
    fileprivate var lines: String { map { "\($0.name): \($0.value)".onOneLine + "\n" }.joined() }
}

extension Data {
    fileprivate var readable: String {
        String(bytes: self, encoding: .utf8) ?? "(\(count) bytes, not text)"
    }
}

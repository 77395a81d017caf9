import Foundation
import VerbatimHAR

/// `verbatim show`: a recording for a person to read, or as one self-contained HAR.
struct ShowCommand: Command {
    static let syntax = CommandSyntax(
        name: "show", summary: "Shows what a recording holds.",
        options: [
            .init(name: "--entry", value: "N", help: "show the Nth interaction whole, from 1"),
            .init(name: "--embed", value: nil, help: "print one self-contained HAR, for other tools"),
            .recordings,
        ],
        operands: "RECORDING", operandCount: 1...1,
        notes: "RECORDING is a file, or a name such as itunes/search-music.")

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
                throw .malformed(text, expected: "the number of an interaction, from 1")
            }
            return number
        }
    }

    func run(in setting: CommandContext) async throws -> ExitCode {
        let archive = try Archive(contentsOf: setting.url(path))
        if embeds {
            setting.console.out(String(decoding: try archive.embedded(), as: UTF8.self))
        } else if let entry {
            try show(entry, of: archive, on: setting.console)
        } else {
            list(archive, on: setting.console)
        }
        return .holds
    }

    private var path: String { recording.hasSuffix(".har") ? recording : "\(folder)/\(recording).har" }

    private func list(_ archive: Archive, on console: Console) {
        for (index, interaction) in archive.interactions.enumerated() {
            console.line("\(index + 1)  \(interaction.line)")
        }
        for loss in archive.losses { console.note("\(loss)") }
    }

    private func show(_ entry: Int, of archive: Archive, on console: Console) throws {
        guard archive.interactions.indices.contains(entry - 1) else {
            throw UsageError.malformed(
                "\(entry)", expected: "an interaction of it: it has \(archive.interactions.count)")
        }
        console.out(try archive.interactions[entry - 1].transcript())
    }
}

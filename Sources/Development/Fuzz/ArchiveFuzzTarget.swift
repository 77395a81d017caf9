import Foundation
import VerbatimHAR

/// Archives: reading and writing them again loses nothing, and large files are read like small ones.
enum ArchiveFuzzTarget: FuzzTarget {
    static let name = "archive"

    static func run(_ bytes: [UInt8]) {
        compareSizes(Data(bytes))
        guard let archive = archive(Data(bytes)) else { return }
        for loss in archive.losses { precondition(!loss.description.isEmpty && !loss.rule.isEmpty) }
        // Sidecar files do not exist.
        guard let written = try? archive.selfContainedHAR() else { return }
        guard let copy = self.archive(written) else { preconditionFailure("the written archive is invalid") }
        precondition(archive.interactions.count == copy.interactions.count, "entries are lost")
        for (original, copy) in zip(archive.interactions, copy.interactions) {
            precondition(original.request == copy.request, "the request differs")
            precondition(original.started == copy.started, "the time differs")
            precondition(original.duration == copy.duration, "the duration differs")
            compare(original.outcome, copy.outcome)
        }
        precondition((try? copy.selfContainedHAR()) == written, "writing again gives other bytes")
    }

    private static func archive(_ bytes: Data) -> Archive? {
        let folder = URL(fileURLWithPath: "/nowhere", isDirectory: true)
        return try? Archive(parsing: bytes, path: "fuzz.har", folder: folder)
    }

    private static func compare(_ original: Outcome, _ copy: Outcome) {
        precondition(failure(original) == failure(copy), "the failure differs")
        guard let original = original.response, let copy = copy.response else {
            return precondition(original.response == nil && copy.response == nil, "a response is lost")
        }
        precondition(original.status == copy.status, "the status differs")
        precondition(original.reason == copy.reason, "the reason phrase differs")
        precondition(original.headers == copy.headers, "the header fields differ")
        precondition(original.body == copy.body, "the body differs")
        precondition(original.chunks == copy.chunks, "the chunks differ")
    }

    private static func failure(_ outcome: Outcome) -> TransportFailure? {
        if case .failure(let failure, _) = outcome { failure } else { nil }
    }
}

// MARK: - Large files

extension ArchiveFuzzTarget {
    private static let file = FileManager.default.temporaryDirectory
        .appendingPathComponent("verbatim-fuzz-\(ProcessInfo.processInfo.processIdentifier).har")

    /// Reads the bytes as a small and as a large file, with equal results.
    private static func compareSizes(_ bytes: Data) {
        guard (try? bytes.write(to: file)) != nil else { return }
        for withHeaders in [false, true] {
            let small = read(large: .max, withHeaders)
            let large = read(large: 0, withHeaders)
            precondition(small == large, "a large archive is read differently")
        }
    }

    private static func read(large: Int, _ withHeaders: Bool) -> [String] {
        do throws(ArchiveError) {
            let (reader, parts) = try ArchiveReader.open(
                file, large: large, parts: 3, withHeaders: withHeaders, into: [String]()
            ) { $0.append("\($1)") }
            return parts.flatMap { $0 } + (0..<reader.count).map { entry($0, of: reader) }
        } catch {
            return [error.description]
        }
    }

    private static func entry(_ index: Int, of reader: ArchiveReader) -> String {
        do throws(ArchiveError) {
            let interaction = try reader.interaction(at: index)
            return "\(interaction.request) \(interaction.outcome) \(String(describing: interaction.location))"
        } catch {
            return error.description
        }
    }
}

import Foundation
import VerbatimHAR

/// Recordings: what is read is written so that it is read again as the same.
enum ArchiveFuzzing: FuzzJob {
    static let name = "archive"

    static func run(_ bytes: [UInt8]) {
        compareSizes(Data(bytes))
        guard let archive = archive(Data(bytes)) else { return }
        for loss in archive.losses { precondition(!loss.description.isEmpty && !loss.rule.isEmpty) }
        // Bodies in files of their own are not there.
        guard let written = try? archive.embedded() else { return }
        guard let again = self.archive(written) else { preconditionFailure("what was written is no archive") }
        precondition(archive.interactions.count == again.interactions.count, "entries are lost")
        for (one, other) in zip(archive.interactions, again.interactions) {
            precondition(one.request == other.request, "another request")
            precondition(one.started == other.started && one.duration == other.duration, "another time")
            compare(one.outcome, other.outcome)
        }
        precondition((try? again.embedded()) == written, "writing again gives other bytes")
    }

    private static func archive(_ bytes: Data) -> Archive? {
        let folder = URL(fileURLWithPath: "/nowhere", isDirectory: true)
        return try? Archive(parsing: bytes, path: "fuzz.har", folder: folder)
    }

    private static func compare(_ one: Outcome, _ other: Outcome) {
        precondition(failure(one) == failure(other), "another failure")
        guard let one = one.response, let other = other.response else {
            return precondition(one.response == nil && other.response == nil, "a response is lost")
        }
        precondition(one.status == other.status && one.reason == other.reason, "another status")
        precondition(one.headers == other.headers, "other fields")
        precondition(one.body == other.body, "another body")
        precondition(one.chunks == other.chunks, "other chunks")
    }

    private static func failure(_ outcome: Outcome) -> TransportFailure? {
        if case .failure(let failure, _) = outcome { failure } else { nil }
    }
}

import Foundation
import VerbatimHAR

/// The interactions a player answers from, in memory or still in a file.
enum RecordedInteractions: Sendable {
    case memory(Archive)
    case file(ArchiveReader, OutcomeCache)

    var count: Int {
        switch self {
        case .memory(let archive): archive.interactions.count
        case .file(let reader, _): reader.count
        }
    }

    func request(at entry: Int) throws(ArchiveError) -> HTTPRequest {
        switch self {
        case .memory(let archive): archive.interactions[entry].request
        case .file(let reader, _): try reader.request(at: entry)
        }
    }

    func outcome(at entry: Int) throws(ArchiveError) -> Outcome {
        switch self {
        case .memory(let archive): archive.interactions[entry].outcome
        case .file(let reader, let recent): try recent.outcome(at: entry, of: reader)
        }
    }

    func interaction(at entry: Int) throws(ArchiveError) -> Interaction {
        switch self {
        case .memory(let archive): archive.interactions[entry]
        case .file(let reader, _): try reader.interaction(at: entry)
        }
    }
}

extension RecordedInteractions {
    /// Opens a recording, with the index of its entries.
    static func opening(
        _ url: URL, _ fingerprinter: Fingerprinter
    ) throws(ArchiveError) -> (RecordedInteractions, RecordingIndex) {
        var (reader, lists) = try reading(url, fingerprinter, parts: nil)
        if fingerprinter.redactor.isChanged {
            // The numbers of pseudonyms follow the order of the requests, whoever read some of them first.
            fingerprinter.redactor.reset()
            (reader, lists) = try reading(url, fingerprinter, parts: 1)
        }
        return (.file(reader, OutcomeCache()), RecordingIndex(lists))
    }

    private static func reading(
        _ url: URL, _ fingerprinter: Fingerprinter, parts: Int?
    ) throws(ArchiveError) -> (reader: ArchiveReader, parts: [FingerprintList]) {
        try ArchiveReader.reading(
            url, parts: parts, withHeaders: fingerprinter.comparesHeaders, into: FingerprintList()
        ) { list, request in
            list.append(fingerprinter.fingerprint(request))
        }
    }
}

extension RecordingIndex {
    init(_ archive: Archive, _ fingerprinter: Fingerprinter) {
        var list = FingerprintList()
        for interaction in archive.interactions {
            list.append(fingerprinter.fingerprint(interaction.request))
        }
        self.init([list])
    }
}

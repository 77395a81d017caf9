import HTTPArchive

/// The interactions a player answers from, in memory or still in a file.
enum RecordedInteractions: Sendable {
    case memory(Archive)
    case file(ArchiveReader, RecentOutcomes)

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

extension RecordingIndex {
    init(_ archive: Archive, _ fingerprinter: Fingerprinter) {
        self.init(capacity: archive.interactions.count)
        for interaction in archive.interactions { append(fingerprinter.fingerprint(interaction.request)) }
    }

    init(_ reader: ArchiveReader, _ fingerprinter: Fingerprinter) throws(ArchiveError) {
        self.init(capacity: reader.count)
        for entry in 0..<reader.count {
            let request =
                fingerprinter.comparesHeaders
                ? try reader.request(at: entry) : try reader.requestLine(at: entry)
            append(fingerprinter.fingerprint(request))
        }
    }
}

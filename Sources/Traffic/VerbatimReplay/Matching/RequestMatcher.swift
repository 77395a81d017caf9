import Foundation
import VerbatimHAR
import VerbatimJSON

/// Finds the entries of a recording that match a request.
struct RequestMatcher: Sendable {
    let recording: Recording
    let fingerprinter: Fingerprinter
    private let index: RequestIndex

    init(_ archive: Archive, _ fingerprinter: Fingerprinter) {
        recording = .memory(archive.interactions)
        index = RequestIndex(archive.interactions, fingerprinter)
        self.fingerprinter = fingerprinter
    }

    /// Opens recordings as one, in order.
    init(contentsOf urls: [URL], _ fingerprinter: Fingerprinter) throws(ArchiveError) {
        var files = try RequestMatcher.read(urls, fingerprinter, parts: nil)
        if fingerprinter.redactor.hasPlaceholders {
            // Placeholders are numbered in the order of requests, which concurrent reading does not keep.
            fingerprinter.redactor.reset()
            files = try RequestMatcher.read(urls, fingerprinter, parts: 1)
        }
        recording = .files(Recording.Files(files.map(\.reader)))
        index = RequestIndex(files.flatMap(\.parts))
        self.fingerprinter = fingerprinter
    }

    /// Opens a recording for a test case, which gets its own interactions first, then those of no test case,
    /// and those of others only for requests that it did not record; all if it recorded none, or no other
    /// did.
    init(
        contentsOf url: URL, for testCase: RecordingCase?, _ fingerprinter: Fingerprinter
    ) throws(ArchiveError) {
        try self.init(contentsOf: [url], fingerprinter)
        let names = testCase == nil ? [] : (0..<recording.count).map(recording.testCaseName)
        guard let testCase, names.contains(testCase.name), names.contains(where: { $0 != testCase.name })
        else { return }
        fingerprinter.redactor.reset()
        let interactions = try Archive(contentsOf: url).interactions
        let accessible = [testCase.name, nil].flatMap { name in
            interactions.filter { $0.testCase?.name == name }
        }
        let known = Set(accessible.map { fingerprinter.fingerprint(of: $0.request) })
        let others = interactions.filter { interaction in
            ![testCase.name, nil].contains(interaction.testCase?.name)
                && !known.contains(fingerprinter.fingerprint(of: interaction.request))
        }
        fingerprinter.redactor.reset()
        self.init(Archive(accessible + others), fingerprinter)
    }

    private static func read(
        _ urls: [URL], _ fingerprinter: Fingerprinter, parts: Int?
    ) throws(ArchiveError) -> [(reader: ArchiveReader, parts: [FingerprintList])] {
        try urls.map { url throws(ArchiveError) in
            try ArchiveReader.open(
                url, parts: parts, withHeaders: fingerprinter.comparesHeaders, into: FingerprintList()
            ) { list, request in
                list.append(fingerprinter.fingerprint(of: request), of: request)
            }
        }
    }

    /// The number of different requests in the recording, and so of groups.
    var groupCount: Int { index.count }

    /// The origins of the recorded requests with the numbers of their requests, in recorded order.
    var origins: OrderedGroups<String, Int> { index.origins }

    /// Returns the entries that match a request, or nil if no entry does.
    func match(_ request: HTTPRequest) -> RequestIndex.Group? {
        index.group(of: fingerprinter.unsearchedFingerprint(of: request))
            ?? index.group(of: fingerprinter.fingerprint(of: request, isSent: true))
            ?? index.group(of: fingerprinter.thoroughFingerprint(of: request))
    }

    func count(of fingerprint: RequestFingerprint) -> Int { index.group(of: fingerprint)?.count ?? 0 }

    // MARK: Similar requests

    /// Returns the recorded requests that resemble a redacted request, at most three, the most similar first.
    ///
    /// In a large recording they are found among those whose URLs begin like that of the request.
    func nearest(to redacted: HTTPRequest) -> [Miss.Neighbor] {
        let entries = index.entries(near: fingerprinter.fingerprint(of: redacted))
        let neighbors = entries.compactMap { neighbor(of: redacted, at: $0) }
            .sorted { ($0.differences.distance, $0.entry) < ($1.differences.distance, $1.entry) }
        var nearest: [Miss.Neighbor] = []
        for neighbor in neighbors where nearest.count < 3 {
            let isKnown = nearest.contains {
                ($0.request, $0.differences) == (neighbor.request, neighbor.differences)
            }
            if !isKnown { nearest.append(neighbor) }
        }
        for index in nearest.indices {
            nearest[index].line = try? recording.interaction(at: nearest[index].entry).location?.line
        }
        return nearest
    }

    /// Compares a request with an entry. An entry that cannot be read is nil: replaying it reports the error.
    private func neighbor(of redacted: HTTPRequest, at entry: Int) -> Miss.Neighbor? {
        guard let request = try? recording.request(at: entry) else { return nil }
        let recorded = fingerprinter.redactor.redact(request)
        let differences = RequestDifference.differences(
            recorded: recorded, sent: redacted, fingerprinter.rules)
        guard !differences.isEmpty else { return nil }
        return Miss.Neighbor(
            entry: entry, line: nil, request: recorded.methodAndURL, differences: differences)
    }
}

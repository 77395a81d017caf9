import HTTPArchive

/// Finds the entries of a recording that answer a request, at a cost that does not depend on their number.
struct RecordingIndex: Sendable {
    /// The entries that answer equal requests, in recorded order; a queue has a number.
    private(set) var queues: [[Int]] = []
    private var numbers: [Fingerprint: Int] = [:]

    /// - Parameter requests: The recorded requests, masked.
    init(_ requests: [HTTPRequest], _ matching: Matching) {
        numbers.reserveCapacity(requests.count)
        for (entry, request) in requests.enumerated() {
            let fingerprint = Fingerprint(request, matching)
            if let number = numbers[fingerprint] {
                queues[number].append(entry)
            } else {
                numbers[fingerprint] = queues.count
                queues.append([entry])
            }
        }
    }

    /// The number of the queue that answers a request, or nil when nothing does.
    func queue(for fingerprint: Fingerprint) -> Int? {
        numbers[fingerprint]
    }
}

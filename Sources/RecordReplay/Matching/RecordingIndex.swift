/// Finds the entries of a recording that answer a request, at a cost that does not depend on their number.
struct RecordingIndex: Sendable {
    /// The entries that answer equal requests, in recorded order; a queue has a number.
    private(set) var queues: [[Int]] = []
    private var numbers: [Fingerprint: Int] = [:]
    private var count = 0

    /// Creates an index that has room for so many entries.
    init(capacity: Int) {
        numbers.reserveCapacity(capacity)
    }

    /// Adds the next entry.
    mutating func append(_ fingerprint: Fingerprint) {
        if let number = numbers[fingerprint] {
            queues[number].append(count)
        } else {
            numbers[fingerprint] = queues.count
            queues.append([count])
        }
        count += 1
    }

    /// The number of the queue that answers a request, or nil when nothing does.
    func queue(for fingerprint: Fingerprint) -> Int? {
        numbers[fingerprint]
    }

    /// How many entries answer a request.
    func count(of fingerprint: Fingerprint) -> Int {
        queue(for: fingerprint).map { queues[$0].count } ?? 0
    }
}

import Synchronization

/// The digits in which a search found nothing lately, in any decoding.
///
/// The names and values of an API are in nearly all of its messages, and most are words that could be digits.
final class SearchedDigits: Sendable {
    /// Some digits, with all that decides what a search of them does.
    struct Key: Hashable {
        private let digits: [UInt8]
        private let depth: Int
        private let inflates: Bool

        /// Creates the key of digits within some encodings, or nil if they hardly occur again.
        init?(_ digits: UnsafeRawBufferPointer, _ depth: Int, _ inflates: Bool) {
            guard depth < 2, digits.count <= 64 else { return nil }
            (self.digits, self.depth, self.inflates) = (Array(digits), depth, inflates)
        }
    }

    /// The work that the search took, which another search of the same digits would take again.
    struct Cost: Sendable {
        var decoded: Int
        var inflated: Int
    }

    private static let maximumCount = 1 << 13

    private let costs = Mutex<[Key: Cost]>([:])

    func cost(of key: Key) -> Cost? { costs.withLock { $0[key] } }

    func insert(_ key: Key, _ cost: Cost) {
        costs.withLock { costs in
            if costs.count == Self.maximumCount { costs.removeAll(keepingCapacity: true) }
            costs[key] = cost
        }
    }
}

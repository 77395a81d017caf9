import Foundation

/// The memory of the process over time, in megabytes.
///
/// The first quarter of a soak warms up: threads, protocol classes and caches are made. The mean of the second quarter
/// is held against the mean of the last, both without what Foundation keeps of every request for ever.
struct MemorySamples: Sendable {
    /// How much more the end may have than the start, in megabytes: allocators keep what threads freed.
    static let bound = 8.0

    private var resident: [Double] = []
    private var kept: [Double] = []

    /// - Parameter requests: How many have reached the network so far.
    mutating func take(after requests: Int) {
        resident.append(Double(residentMemory()) / 1e6)
        kept.append(Double(requests * bytesFoundationKeepsOfRequest) / 1e6)
    }

    var latest: Double { resident.last ?? 0 }

    var isFlat: Bool {
        let (start, end) = (quarter(2), quarter(4))
        return end.resident - end.kept - (start.resident - start.kept) <= Self.bound
    }

    /// The means of a quarter, from 1: what is resident, and what of that Foundation keeps.
    func quarter(_ number: Int) -> (resident: Double, kept: Double) {
        let range = resident.count * (number - 1) / 4..<resident.count * number / 4
        guard !range.isEmpty else { return (latest, kept.last ?? 0) }
        let count = Double(range.count)
        return (resident[range].reduce(0, +) / count, kept[range].reduce(0, +) / count)
    }
}

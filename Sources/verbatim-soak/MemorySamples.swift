import Foundation

/// The memory of the process over time, in megabytes.
///
/// The first quarter of a soak warms up: threads, protocol classes and caches are made. The mean of the second quarter
/// is held against the mean of the last.
struct MemorySamples: Sendable {
    /// How much more the end may have than the start, in megabytes: allocators keep what threads freed.
    static let bound = 24.0

    private var samples: [Double] = []

    mutating func take() {
        samples.append(Double(residentMemory()) / 1e6)
    }

    var latest: Double { samples.last ?? 0 }
    /// The mean of the quarter after the first.
    var start: Double { mean(samples.count / 4..<samples.count / 2) }
    /// The mean of the last quarter.
    var end: Double { mean(samples.count * 3 / 4..<samples.count) }

    var isFlat: Bool { end - start <= Self.bound }

    private func mean(_ range: Range<Int>) -> Double {
        range.isEmpty ? latest : samples[range].reduce(0, +) / Double(range.count)
    }
}

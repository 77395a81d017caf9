/// The memory of the process over time, in megabytes.
///
/// The first quarter of a soak is the warm-up, in which threads, protocol classes and caches are created. The
/// mean of the second quarter is compared with that of the last, both without what Foundation leaks.
struct MemorySamples: Sendable {
    /// The allowed growth in megabytes: allocators keep memory that threads have freed.
    static let allowedGrowth = 8.0

    private var resident: [Double] = []
    private var leaked: [Double] = []

    /// Takes a sample.
    ///
    /// - Parameter requests: The number of requests that have reached the network.
    mutating func sample(after requests: Int) {
        resident.append(Double(residentMemory()) / 1e6)
        leaked.append(Double(requests * leakedBytesPerRequest) / 1e6)
    }

    var latest: Double { resident.last ?? 0 }

    var isFlat: Bool {
        let (start, end) = (quarter(2), quarter(4))
        return end.resident - end.leaked - (start.resident - start.leaked) <= Self.allowedGrowth
    }

    /// Returns the mean memory of a quarter, from 1 to 4, and the part of it that Foundation leaked.
    func quarter(_ number: Int) -> (resident: Double, leaked: Double) {
        let range = resident.count * (number - 1) / 4..<resident.count * number / 4
        guard !range.isEmpty else { return (latest, leaked.last ?? 0) }
        let count = Double(range.count)
        return (resident[range].reduce(0, +) / count, leaked[range].reduce(0, +) / count)
    }
}

/// A partition of the code points into the classes that a pattern distinguishes.
struct ScalarClasses: Sendable {
    /// The class of each ASCII code point.
    private(set) var ascii = [UInt8](repeating: 0, count: 128)
    /// The start of each range of code points of one class, and its class.
    private var starts: [UInt32] = []
    private var classes: [UInt8] = []
    /// One code point of each class.
    private(set) var samples: [UInt32] = []

    /// The work of finding the classes.
    private(set) var work = 0

    var count: Int { samples.count }

    /// Returns nil if the sets distinguish more than 255 classes, or finding them takes too much work.
    init?(_ sets: [ScalarSet], limit: Int) {
        work = sets.count * sets.reduce(0) { $0 + $1.ranges.count } / 16
        guard work <= limit else { return nil }
        var bounds: Set<UInt32> = [0]
        for range in sets.lazy.flatMap(\.ranges) {
            bounds.insert(range.lowerBound)
            bounds.insert(range.upperBound + 1)
        }
        bounds.remove(0x110000)
        starts = bounds.sorted()
        var classByMembership: [[Bool]: UInt8] = [:]
        for start in starts {
            let membership = sets.map { $0.contains(start) }
            let known = classByMembership[membership]
            classes.append(known ?? UInt8(samples.count))
            guard known == nil else { continue }
            guard samples.count < 255 else { return nil }
            classByMembership[membership] = UInt8(samples.count)
            samples.append(start)
        }
        for value in 0..<128 { ascii[value] = find(UInt32(value)) }
    }

    @inline(__always)
    subscript(value: UInt32) -> UInt8 { value < 128 ? ascii[Int(value)] : find(value) }

    private func find(_ value: UInt32) -> UInt8 {
        var low = 0
        var high = starts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= value { low = middle } else { high = middle }
        }
        return classes[low]
    }
}

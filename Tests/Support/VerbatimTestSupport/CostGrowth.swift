import Foundation

/// The growth of the cost of some work when its input doubles.
///
/// A file controls the sizes of its parts, so no part may cost more than linear time. The time is what the
/// process takes of the processors, so that other work on the machine counts little. Other tests must not run
/// meanwhile, as in `make exhaustive`. Each size is measured several times.
public struct CostGrowth: Sendable, CustomStringConvertible {
    /// The measured sizes, each twice the one before, with the least time in seconds that the work took.
    public private(set) var measurements: [(size: Int, seconds: Double)] = []

    /// The largest factor by which the time may grow when the size doubles.
    public static let limit = 2.5

    /// The seconds from which a measurement says something.
    private static let leastSeconds = 0.02
    /// The seconds after which growth is measured no further.
    private static let mostSeconds = 10.0

    /// Measures work.
    ///
    /// - Parameters:
    ///   - start: The first size. It is doubled until the work takes long enough to measure.
    ///   - input: Returns the input of a size; this is not measured.
    ///   - work: Does the work.
    public init<Input>(
        from start: Int, input: (_ size: Int) throws -> Input, work: (Input) throws -> Void
    ) rethrows {
        var size = start
        while true {
            let seconds = try Self.leastSeconds(of: work, on: try input(size))
            if seconds >= Self.leastSeconds { measurements.append((size, seconds)) }
            guard needsMore, seconds < Self.mostSeconds, size < 1 << 26 else { break }
            size *= 2
        }
    }

    /// Whether another size must be measured: two factors decide, or two more if the first ones do not show
    /// that the time is linear, as sizes at which data leaves a cache of the processor do not.
    private var needsMore: Bool { measurements.count < 3 || measurements.count < 5 && !isLinear }

    /// The factor by which the time grew in each measured doubling; empty if the work is always too fast.
    public var factors: [Double] {
        zip(measurements, measurements.dropFirst()).map { $1.seconds / $0.seconds }
    }

    /// Whether the time grows in proportion to the size, or hardly.
    ///
    /// One doubling within the limit is enough: a disturbed measurement enlarges one factor, but quadratic
    /// work exceeds the limit in each.
    public var isLinear: Bool {
        guard measurements.allSatisfy({ $0.seconds < Self.mostSeconds }) else { return false }
        return factors.isEmpty || factors.contains { $0 <= Self.limit }
    }

    /// The measurements, for messages: `4096: 0.021 s, 8192: 0.043 s`.
    public var description: String {
        measurements.map { "\($0.size): " + String(format: "%.3f s", $0.seconds) }.joined(separator: ", ")
    }

    private static func leastSeconds<Input>(
        of work: (Input) throws -> Void, on input: Input
    ) rethrows -> Double {
        var least = Double.infinity
        for _ in 0..<3 {
            let start = processSeconds()
            try work(input)
            least = min(least, processSeconds() - start)
            if least > 1 { break }
        }
        return least
    }

    private static func processSeconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}

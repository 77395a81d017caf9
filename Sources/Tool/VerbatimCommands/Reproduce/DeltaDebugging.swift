/// The cost that a reduction may have: candidates, and the bytes in them.
///
/// It is not bounded by time, so that the result is the same on any machine.
struct ReductionCost {
    /// The number of candidates that may still be tried.
    var tries = 4000
    /// The number of bytes that these may have together.
    var bytes = 64 << 20

    /// The error that ends a reduction; what it has reached until then stays.
    struct Exhausted: Error {}

    /// Counts a candidate of a size.
    mutating func spend(_ size: Int) throws(Exhausted) {
        guard tries > 0, bytes >= size else { throw Exhausted() }
        tries -= 1
        bytes -= size
    }
}

/// Delta debugging: A. Zeller, R. Hildebrandt, "Simplifying and Isolating Failure-Inducing Input",
/// https://doi.org/10.1109/32.988498.
enum DeltaDebugging {
    /// Returns the elements without those that can be left out, in order: leaves out ever smaller parts of
    /// the list, as long as a candidate still shows the problem.
    ///
    /// It goes from the end to the beginning: of several elements that show it, the first stays.
    ///
    /// - Parameter accepts: Returns whether a candidate still shows the problem.
    static func shorten<Element>(
        _ elements: [Element], while accepts: ([Element]) throws -> Bool
    ) rethrows -> [Element] {
        var kept = elements
        var size = kept.count
        while size > 0 {
            var end = kept.count
            while end > 0 {
                let start = max(0, end - size)
                var candidate = kept
                candidate.removeSubrange(start..<end)
                if try accepts(candidate) { kept = candidate }
                end = start
            }
            size /= 2
        }
        return kept
    }
}

/// The part of a file that is in memory while the file is read from an offset to another.
///
/// Unsafe code. Invariant: `base` points to memory for `capacity` bytes and the padding of `SourceBytes`. The
/// first `count` are those of the file from `start` on, and the padding follows them.
final class FileWindow {
    /// The most bytes that are in memory at once.
    private static let limit = 1 << 30

    private(set) var base: UnsafeMutablePointer<UInt8>
    private(set) var start: Int
    private(set) var count = 0
    /// The offset in the file up to which it is read.
    let end: Int
    private let file: InputFile
    private var capacity: Int

    /// Creates an empty window at the start of a range of a file.
    ///
    /// - Parameter capacity: The number of bytes that are in memory at first.
    init(_ file: InputFile, _ range: Range<Int>, capacity: Int) {
        self.file = file
        self.capacity = min(capacity, range.count)
        (start, end) = (range.lowerBound, range.upperBound)
        base = .allocate(capacity: self.capacity + SourceBytes.padding)
    }

    deinit { base.deallocate() }

    /// Whether the window extends to the end of the range.
    var reachesEnd: Bool { start + count == end }

    /// Moves the start of the window forward and fills it.
    ///
    /// - Parameter distance: The number of bytes that are no longer needed. If it is 0 and the window is
    ///   full, the window gets twice as large.
    /// - Returns: False if the window cannot grow, or the file has become shorter.
    func advance(by distance: Int) -> Bool {
        if distance == 0, count == capacity, !grow() { return false }
        count -= distance
        start += distance
        base.update(from: base + distance, count: count)
        let missing = min(capacity - count, end - start - count)
        let buffer = UnsafeMutableRawBufferPointer(start: base + count, count: missing)
        guard (try? file.read(at: start + count, into: buffer)) == missing else { return false }
        count += missing
        (base + count).initialize(repeating: 0, count: SourceBytes.padding)
        return true
    }

    private func grow() -> Bool {
        guard capacity < min(FileWindow.limit, end - start) else { return false }
        capacity = min(capacity * 2, end - start)
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity + SourceBytes.padding)
        larger.initialize(from: base, count: count)
        base.deallocate()
        base = larger
        return true
    }
}

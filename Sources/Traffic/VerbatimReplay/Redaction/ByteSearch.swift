import Foundation

/// Searches bytes with the functions of the C library.
///
/// Every offset returned is within the buffer; no pointer outlives the call.
enum ByteSearch {
    /// Returns the offset of the first occurrence at or after a start, or nil.
    static func first(_ needle: [UInt8], in haystack: UnsafeRawBufferPointer, from start: Int = 0) -> Int? {
        guard let first = needle.first, let base = haystack.baseAddress else { return nil }
        var start = start
        while start + needle.count <= haystack.count {
            // A match of the first byte leaves room for the others, so memcmp stays within the buffer.
            let starts = haystack.count - needle.count - start + 1
            guard let found = memchr(base + start, Int32(first), starts) else { return nil }
            if memcmp(found, needle, needle.count) == 0 { return UnsafeRawPointer(found) - base }
            start = UnsafeRawPointer(found) - base + 1
        }
        return nil
    }

    static func first(_ byte: UInt8, in haystack: UnsafeRawBufferPointer, from start: Int) -> Int? {
        // The start is within the buffer, and so are the bytes from it to the end.
        guard let base = haystack.baseAddress, start < haystack.count else { return nil }
        return memchr(base + start, Int32(byte), haystack.count - start).map { UnsafeRawPointer($0) - base }
    }

    /// Whether bytes occur at an offset.
    static func begins(_ needle: [UInt8], in haystack: UnsafeRawBufferPointer, at offset: Int) -> Bool {
        offset + needle.count <= haystack.count
            && haystack[offset..<(offset + needle.count)].elementsEqual(needle)
    }

    /// Replaces every occurrence. Bytes without an occurrence are returned uncopied.
    static func replace(_ needle: [UInt8], with replacement: [UInt8], in bytes: Data) -> Data {
        let edits = bytes.withUnsafeBytes { haystack in
            var edits: [ByteEdit] = []
            var start = 0
            while let found = first(needle, in: haystack, from: start) {
                start = found + needle.count
                edits.append((found..<start, replacement))
            }
            return edits
        }
        return bytes.applying(edits)
    }
}

/// A search for the next occurrence of some bytes, from starts that do not go back.
struct ForwardSearch {
    let needle: [UInt8]
    private var found = -1

    init(_ needle: [UInt8]) { self.needle = needle }

    /// Returns the offset of the next occurrence, or the end.
    mutating func next(in haystack: UnsafeRawBufferPointer, from start: Int) -> Int {
        if found < start { found = ByteSearch.first(needle, in: haystack, from: start) ?? haystack.count }
        return found
    }
}

/// A range of bytes, and the bytes to write instead.
typealias ByteEdit = (range: Range<Int>, bytes: [UInt8])

/// Ranges of bytes, which are found by the bytes that they share with another.
struct ByteRanges {
    /// Sorted, without two that overlap.
    private var ranges: [Range<Int>] = []

    init(_ ranges: [Range<Int>]) {
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            guard let last = self.ranges.last, range.lowerBound < last.upperBound else {
                self.ranges.append(range)
                continue
            }
            self.ranges[self.ranges.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
        }
    }

    func overlap(_ range: Range<Int>) -> Bool {
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound <= range.lowerBound { low = middle + 1 } else { high = middle }
        }
        return low < ranges.count && ranges[low].overlaps(range)
    }
}

extension Data {
    /// Applies edits in ascending order, of which none overlap. Without any, the bytes are not copied.
    func applying(_ edits: [ByteEdit]) -> Data {
        guard !edits.isEmpty else { return self }
        return withUnsafeBytes { old in
            var new = Data(capacity: old.count)
            var start = 0
            for edit in edits {
                new.append(contentsOf: old[start..<edit.range.lowerBound])
                new.append(contentsOf: edit.bytes)
                start = edit.range.upperBound
            }
            new.append(contentsOf: old[start...])
            return new
        }
    }
}

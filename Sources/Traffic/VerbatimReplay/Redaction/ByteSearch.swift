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

    /// Returns the offset of the first occurrence of a byte at or after a start, or nil.
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

    /// Returns the offset of the first occurrence, or nil.
    static func first(_ needle: [UInt8], in bytes: Data) -> Int? {
        bytes.withUnsafeBytes { first(needle, in: $0) }
    }

    /// Replaces every occurrence. Bytes without an occurrence are returned uncopied.
    static func replace(_ needle: [UInt8], with replacement: [UInt8], in bytes: Data) -> Data {
        replace(in: bytes, with: { _ in replacement }) { haystack, start in
            first(needle, in: haystack, from: start).map { $0..<($0 + needle.count) }
        }
    }

    /// Replaces everything that a search finds. Bytes in which it finds nothing are returned uncopied.
    ///
    /// - Parameter next: Returns the first occurrence at or after a start, never empty, or nil.
    static func replace(
        in bytes: Data, with replacement: (UnsafeRawBufferPointer.SubSequence) -> [UInt8],
        where next: (UnsafeRawBufferPointer, Int) -> Range<Int>?
    ) -> Data {
        bytes.withUnsafeBytes { haystack in
            guard var found = next(haystack, 0) else { return bytes }
            var output = Data(capacity: haystack.count)
            var start = 0
            while true {
                output.append(contentsOf: haystack[start..<found.lowerBound])
                output.append(contentsOf: replacement(haystack[found]))
                start = found.upperBound
                guard let more = next(haystack, start) else { break }
                found = more
            }
            output.append(contentsOf: haystack[start...])
            return output
        }
    }
}
